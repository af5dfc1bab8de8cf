"""Numbers that have to lie between two others."""

from quartett.core.errors import RuleError


def check_range(rule: str | None, field: str, value: int, fewest: int, most: int) -> None:
    """Raise RuleError, naming the field, unless the value lies in the range."""
    if not fewest <= value <= most:
        about = {"field": field, "fewest": fewest, "most": most, "value": value}
        raise RuleError(rule, "core.not_in_range", **about)
