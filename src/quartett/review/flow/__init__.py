"""Speed & Flow looked back on."""
