"""What JAX compiled once for these tests is kept."""

import jax_cache  # noqa: F401
