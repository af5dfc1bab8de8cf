"""What outlives the process: documents and logs in SQLite or PostgreSQL."""
