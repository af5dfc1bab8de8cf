"""The table server: tables, seats, sockets, storage and the clock; no rules of any game."""
