"""Tables on any number of machines that share one PostgreSQL database."""
