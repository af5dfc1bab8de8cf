"""Compiling takes longer than what is compiled runs here, so it is kept short."""

import os

os.environ.setdefault("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")
