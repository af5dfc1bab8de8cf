"""What bots are called: no two alike at a table."""

from collections.abc import Iterable

from quartett.bots import names_of


def free_name(game: str, taken: Iterable[str]) -> str:
    """A name that nobody at the table has."""
    used, names = set(taken), names_of(game)
    return next((name for name in names if name not in used), names[0])
