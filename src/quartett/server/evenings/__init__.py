"""Evenings: several rounds, each at newly mixed tables, with standings over all of them."""
