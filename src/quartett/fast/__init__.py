"""The four games as whole numbers, changed in place: for playouts, environments and training.

Each game is a module of one shape (see docs/bots.md). Where compiled copies were built
they are used instead of the sources, with the same results; `QUARTETT_FAST` chooses.
"""

from quartett.fast import _copies

COPY = _copies.chosen()
"""Whether this program uses the `plain` modules or the `compiled` ones."""

_copies.use(COPY)
