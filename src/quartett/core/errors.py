"""The errors of Quartett."""

from collections.abc import Callable
from functools import partial

from quartett.core.texts import say, say_written, shortened

MAX_WORD = 80
"""How much of a user's word an error repeats."""

MAX_COMPLAINT = 400
"""The longest text of a format error, which may repeat the input."""


class QuartettError(Exception):
    """The base of all errors about wrong input, with a plain text."""


class RuleError(QuartettError):
    """A refused action, option or position: the rule, the reason and its parameters."""

    def __init__(self, rule: str | None, reason: str, **about: object) -> None:
        super().__init__(rule, reason, about)
        self.rule = rule
        self.reason = reason
        self.about = about

    def __reduce__(self) -> tuple[Callable[[], "RuleError"], tuple[()]]:
        return partial(type(self), self.rule, self.reason, **self.about), ()

    def reasons(self) -> tuple[str, ...]:
        """The keys of the explaining sentences."""
        return (self.reason,)

    def text(self, language: str = "en") -> str:
        """The reason, in a player's language."""
        return " ".join(say(key, self._briefly(), language) for key in self.reasons())

    def written(self) -> str:
        """The reason in English, with cards as they are written in JSON."""
        return " ".join(say_written(key, self._briefly()) for key in self.reasons())

    def _briefly(self) -> dict[str, object]:
        return {
            name: shortened(each, MAX_WORD) if isinstance(each, str) else each
            for name, each in self.about.items()
        }

    def __str__(self) -> str:
        return f"{self.written()} ({self.rule})" if self.rule else self.written()


class FormatError(QuartettError):
    """Input that is no request, position or action at all: not JSON, or of the wrong shape."""

    def __init__(self, text: str) -> None:
        super().__init__(shortened(text, MAX_COMPLAINT))


def no_such_card(name: object) -> FormatError:
    """The error for a card that the game does not have."""
    return FormatError(f"there is no card {shortened(repr(name), MAX_WORD)}")
