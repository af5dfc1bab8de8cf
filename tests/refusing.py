"""What is refused is refused by the rules, in words of every language, and changes nothing."""

from collections.abc import Callable
from typing import Any

import pytest

from quartett.core.errors import RuleError
from quartett.core.match import AnyMatch, Match
from quartett.core.texts import LANGUAGES

_said: set[tuple[str, ...]] = set()


def refused(call: Callable[..., Any], *arguments: Any, **named: Any) -> RuleError:
    """The refusal that a call gets; the match that it was made on is the same as before."""
    matches = _matches(getattr(call, "__self__", None), *arguments)
    before = [(match.state, len(match.log)) for match in matches]
    with pytest.raises(RuleError) as caught:
        call(*arguments, **named)
    for match, (state, entries) in zip(matches, before, strict=True):
        assert match.state is state
        assert len(match.log) == entries
    assert _worded(caught.value)
    return caught.value


def _worded(error: RuleError) -> bool:
    """It has words in every language; looked at once for each thing that can be said."""
    said = (error.reason, *error.about)
    if said not in _said:
        _said.add(said)
        return all(error.text(language) for language in LANGUAGES)
    return bool(str(error))


def _matches(*values: Any) -> list[AnyMatch]:
    return [value for value in values if isinstance(value, Match)]
