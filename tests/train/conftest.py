"""Compiling takes longer than what is compiled runs here, so it is kept short."""

import jax

jax.config.update("jax_disable_most_optimizations", True)
