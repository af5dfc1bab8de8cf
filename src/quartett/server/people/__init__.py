"""People who keep their name: their devices, recovery codes, export and erasure."""
