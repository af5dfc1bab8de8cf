"""What travels between server, browser and client: typed messages, nothing else."""
