"""What tables, bots and contests are built from: time, connections, a match with versions."""
