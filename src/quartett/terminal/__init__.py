"""One person's table in a terminal: a face for each game, and the loops that deal and ask."""
