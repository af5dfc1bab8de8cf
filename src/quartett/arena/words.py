"""Numbers of things, and times, in words."""

MINUTE, HOUR = 60, 3600


def matches(number: int) -> str:
    """A number of matches in words."""
    return "1 match" if number == 1 else f"{number} matches"


def deals(number: int) -> str:
    """A number of deals in words."""
    return "1 deal" if number == 1 else f"{number} deals"


def span(seconds: float) -> str:
    """A time as people say it, not to the second."""
    if seconds < 2 * MINUTE:
        return f"{seconds:.0f} seconds"
    if seconds < 2 * HOUR:
        return f"{seconds / MINUTE:.0f} minutes"
    return f"{seconds / HOUR:.0f} hours"
