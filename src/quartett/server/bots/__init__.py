"""Bots at live tables: what they choose, where they think, how long."""
