"""The HTTP side of the server: addresses, bodies, security, the page."""
