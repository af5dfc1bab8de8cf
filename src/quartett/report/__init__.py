"""The balance report: what many matches between equal bots say about a game."""
