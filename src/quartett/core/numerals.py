"""Numbers as the readers of six languages write them."""

CLOSE_PERCENT = ("en", "it", "nl")
"""Languages in which no space stands before the sign."""

_SPACED = "\N{NO-BREAK SPACE}%"


def written(value: float, language: str, form: str = ".2f") -> str:
    """A number in a format such as `.2f`; a share as a percentage where the format is `.1%`."""
    plain = f"{value:{form}}".replace("-", "−")
    own = plain if language == "en" else plain.replace(".", ",")
    return own if language in CLOSE_PERCENT else own.replace("%", _SPACED)


def percent(value: float, language: str) -> str:
    """A chance as people read it."""
    return written(value, language, ".0%")
