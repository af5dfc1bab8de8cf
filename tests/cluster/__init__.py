"""Several nodes, a database and a balancer as real processes, and what happens when they fail."""
