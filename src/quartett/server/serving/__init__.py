"""Starting the server: its settings checked, its parts put together, a port taken."""
