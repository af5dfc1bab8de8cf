"""What came of finished matches: kept for those who played, and compared where they want that."""
