"""What all services of a server share: store, bots and figures, limits, readiness."""
