"""Ports for programs that must be told which one to listen on."""

import socket
from random import SystemRandom

SPARED = range(20_000, 32_000)
"""Below those that the system hands out by itself, to other tests' servers and clients too: one of
those could be taken again before the program has begun."""


def free_port() -> int:
    """A port that nobody uses, nor gets by chance."""
    while True:
        port = SystemRandom().choice(SPARED)
        with socket.socket() as probe:
            try:
                probe.bind(("", port))
            except OSError:
                continue
            return port
