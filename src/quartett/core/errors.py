"""What is said when something is refused."""

from typing import Any

from quartett.core.texts import say, shortened

MOST_OF_A_COMPLAINT = 400
"""How long a text about a wrong shape gets; it may repeat what somebody wrote."""


class QuartettError(Exception):
    """Something given to Quartett is wrong; its text says what, in plain words."""


class RuleError(QuartettError):
    """A refused action, option or position: which rule, why, and what it is about."""

    def __init__(self, rule: str | None, reason: str, **about: Any) -> None:
        super().__init__(rule, reason, about)
        self.rule = rule
        self.reason = reason
        self.about = about

    def text(self, language: str = "en") -> str:
        """The reason as a sentence in a language."""
        return say(self.reason, self.about, language)

    def __str__(self) -> str:
        return f"{self.text()} ({self.rule})" if self.rule else self.text()


class FormatError(QuartettError):
    """Something that is no request, position or action at all: not JSON, or of another shape."""

    def __init__(self, text: str) -> None:
        super().__init__(shortened(text, MOST_OF_A_COMPLAINT))
