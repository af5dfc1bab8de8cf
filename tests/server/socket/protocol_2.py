"""What a server of protocol 2 read over a table's socket, as the program had it at 0.2's beginning.

Never to be changed: it stands for the nodes of earlier builds, which serve beside newer ones while
a cluster is upgraded.
"""

from typing import Annotated, Literal

import msgspec

from quartett.core.forms import Form
from quartett.core.game import GameValue

Contribution = Annotated[str, msgspec.Meta(max_length=64)]
RequestId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Natural = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Token = Annotated[str, msgspec.Meta(max_length=300)]
Language = Literal["en", "de", "fr", "it", "nl", "es"]


class Ask(Form, frozen=True, tag_field="type", kw_only=True):
    """The base of what a client sends over the socket."""


class Hello(Ask, frozen=True, tag="hello"):
    """The first message: who one is, and what one knows already."""

    protocol: Natural = 1
    token: Token | None = None
    language: Language = "en"
    seat: Natural | None = None
    match: Natural | None = None
    version: Natural | None = None


class Act(Ask, frozen=True, tag="act"):
    """Play an action with the focused seat; a repeated id gets the first answer again."""

    id: RequestId
    action: GameValue
    aims_at: Natural | None = None
    """The version that was on the screen (timed games)."""
    reaction_ms: Annotated[float, msgspec.Meta(ge=0, le=3_600_000)] | None = None
    """From painting that version to the input, measured in the browser (timed games)."""


class Undo(Ask, frozen=True, tag="undo"):
    """Take one's last action back, where nothing was learnt from it; others may be asked first."""

    id: RequestId


class AnswerUndo(Ask, frozen=True, tag="answer_undo"):
    """Whether one agrees that somebody takes their last action back."""

    agree: bool


class CatchUp(Ask, frozen=True, tag="catch_up"):
    """Ask for what happened since a version; for a match long gone, a snapshot comes."""

    match: Natural = 0
    version: Natural = 0


class Focus(Ask, frozen=True, tag="focus"):
    """Look from another of one's own seats (several people on one device)."""

    seat: Natural


class Draft(Ask, frozen=True, tag="draft"):
    """Ask what the rules say of a draft that is not played yet."""

    id: RequestId
    draft: GameValue


class WantHint(Ask, frozen=True, tag="hint"):
    """Ask a bot what it would do in one's place."""

    id: RequestId


class Say(Ask, frozen=True, tag="say"):
    """Say a phrase by its key, or free text where the table allows it."""

    phrase: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    text: Annotated[str, msgspec.Meta(max_length=300)] | None = None


class Contribute(Ask, frozen=True, tag="contribute"):
    """Add one's own part to the chance of the next deal."""

    text: Contribution


class Ping(Ask, frozen=True, tag="ping"):
    """Are you there? Answered with a pong of the same number."""

    n: Natural = 0


class Pong(Ask, frozen=True, tag="pong"):
    """The answer to a ping; from it the server measures the round trip."""

    n: Natural = 0


ClientMessage = (
    Hello
    | Act
    | Undo
    | AnswerUndo
    | CatchUp
    | Focus
    | Draft
    | WantHint
    | Say
    | Contribute
    | Ping
    | Pong
)
