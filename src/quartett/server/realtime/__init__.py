"""Who was first, where all play at once."""
