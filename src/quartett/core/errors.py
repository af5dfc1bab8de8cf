"""What is said when something is refused."""

from collections.abc import Callable
from functools import partial

from quartett.core.texts import say, say_written, shortened

MAX_WORD = 80
"""How much of a word that somebody wrote is repeated in a refusal."""

MAX_COMPLAINT = 400
"""How long a text about a wrong shape gets; it may repeat what somebody wrote."""


class QuartettError(Exception):
    """Something given to Quartett is wrong; its text says what, in plain words."""


class RuleError(QuartettError):
    """A refused action, option or position: which rule, why, and what it is about."""

    def __init__(self, rule: str | None, reason: str, **about: object) -> None:
        super().__init__(rule, reason, about)
        self.rule = rule
        self.reason = reason
        self.about = about

    def __reduce__(self) -> tuple[Callable[[], "RuleError"], tuple[()]]:
        return partial(type(self), self.rule, self.reason, **self.about), ()

    def reasons(self) -> tuple[str, ...]:
        """The keys of the sentences that say why."""
        return (self.reason,)

    def text(self, language: str = "en") -> str:
        """Why, in a player's language."""
        return " ".join(say(key, self._briefly(), language) for key in self.reasons())

    def written(self) -> str:
        """Why, in English and with cards as they are written in JSON."""
        return " ".join(say_written(key, self._briefly()) for key in self.reasons())

    def _briefly(self) -> dict[str, object]:
        return {
            name: shortened(each, MAX_WORD) if isinstance(each, str) else each
            for name, each in self.about.items()
        }

    def __str__(self) -> str:
        return f"{self.written()} ({self.rule})" if self.rule else self.written()


class FormatError(QuartettError):
    """Something that is not a request, position or action at all: not JSON, or another shape."""

    def __init__(self, text: str) -> None:
        super().__init__(shortened(text, MAX_COMPLAINT))


def no_such_card(name: object) -> FormatError:
    """What is said where somebody names a card that the game does not have."""
    return FormatError(f"there is no card {shortened(repr(name), MAX_WORD)}")
