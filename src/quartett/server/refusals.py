"""Why the server itself refuses something, and how that is said in the client's language."""

from collections.abc import Mapping
from functools import partial

import msgspec

from quartett.core.errors import QuartettError, RuleError
from quartett.core.forms import Json
from quartett.core.texts import LANGUAGES, room_texts
from quartett.protocol.bodies import Problem
from quartett.protocol.messages import Refused


class Refusal(QuartettError):  # noqa: N818 (it is an answer, not a failure)
    """A request the server does not grant: a key of the server's texts, and its fields."""

    def __init__(self, reason: str, status: int = 409, **about: object) -> None:
        super().__init__(reason, about)
        self.reason = f"server.{reason}"
        self.status = status
        self.about = about

    def __str__(self) -> str:
        return sentence(self.reason, self.about, "en")


server_texts = partial(room_texts, "server")
"""All texts of the server in one language."""


def sentence(reason: str, about: Mapping[str, object], language: str) -> str:
    """The server's text of a key, its fields filled."""
    return server_texts(language)[reason.removeprefix("server.")].format_map(about)


def problem(error: QuartettError, language: str) -> Problem:
    """An error as an answer, in the client's language."""
    if isinstance(error, RuleError):
        return Problem(
            rule=error.rule,
            reason=error.reason,
            about=plain(error.about),
            text=error.text(language),
        )
    if not isinstance(error, Refusal):
        error = Refusal("malformed", 400, detail=str(error))
    text = sentence(error.reason, error.about, language)
    return Problem(rule=None, reason=error.reason, about=plain(error.about), text=text)


def refused(error: QuartettError, id: str | None, language: str) -> Refused:
    """An error as a message over the socket."""
    said = problem(error, language)
    return Refused(id=id, rule=said.rule, reason=said.reason, about=said.about, text=said.text)


def plain(about: Mapping[str, object]) -> Json:
    """The fields of a refusal as JSON values."""
    values: Json = msgspec.to_builtins(dict(about), str_keys=True)
    return values


def best_language(accepted: str) -> str:
    """The first language of an Accept-Language header that we speak, or the first of ours."""
    wishes = (part.split(";")[0].strip().lower()[:2] for part in accepted.split(","))
    return next((wish for wish in wishes if wish in LANGUAGES), LANGUAGES[0])
