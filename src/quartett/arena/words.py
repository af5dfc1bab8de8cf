"""Numbers of things in words."""


def matches(number: int) -> str:
    """So many matches."""
    return "1 match" if number == 1 else f"{number} matches"


def deals(number: int) -> str:
    """So many deals."""
    return "1 deal" if number == 1 else f"{number} deals"
