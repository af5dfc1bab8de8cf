"""What bots are called: no two alike at a table, and each step of a ladder by its own name."""

from collections.abc import Iterable

from quartett.bots import name_of, names_of


def free_name(game: str, level: str | None, taken: Iterable[str]) -> str:
    """A name that nobody at the table has: that of the step which the bot plays, if it is free."""
    used, names = set(taken), names_of(game)
    own = level and name_of(game, level)
    free = (name for name in (own, *names) if name and name not in used)
    return next(free, names[0])
