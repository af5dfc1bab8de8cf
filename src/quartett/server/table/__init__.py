"""A table: its actor, its document and what people can do with it."""
