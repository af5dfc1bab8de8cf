"""Keeping a name: what the page says and is told about oneself."""

import msgspec

from quartett.core.forms import Json
from quartett.protocol.history import Learnt


class Keep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Keep my name: become a person here."""

    name: str


class Recover(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Come back with a recovery code."""

    code: str


class AskPairing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device that wants to be mine, with the code that another one of mine shows."""

    code: str


class AnswerPairing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the device that asks is mine."""

    accept: bool


class SignOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sign a device out; None: all but the one that asks."""

    device: str | None = None


class Erase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Forget me; the name once more, so that it is not done by mistake."""

    name: str


class KeptDevice(msgspec.Struct, frozen=True):
    """A device of mine."""

    id: str
    label: str
    added_at: int
    this: bool


class Me(msgspec.Struct, frozen=True):
    """Who I am here. A guest has no name yet, and nothing to lose but a cookie."""

    kept: bool = False
    name: str | None = None
    codes_left: int = 0
    devices: list[KeptDevice] = []


class Kept(msgspec.Struct, frozen=True):
    """Me, and recovery codes that are shown this once."""

    me: Me
    codes: list[str]


class Pairing(msgspec.Struct, frozen=True):
    """A pairing as the device that is in sees it; with a label, somebody asks."""

    code: str | None
    """Shown once, when it is made."""
    seconds: int
    label: str | None = None
    number: str | None = None
    """What the device that asks shows too: only then it is the one in one's hand."""
    qr: str | None = None
    """The page that asks with this code, as a QR code (SVG)."""


class PairingAsked(msgspec.Struct, frozen=True):
    """A pairing as the device that asks sees it."""

    number: str
    accepted: bool


class Exported(msgspec.Struct, frozen=True):
    """All that is stored about one person."""

    format: int
    me: Me
    created_at: int
    tables: list[Json]
    """Each with the matches played there, as far as they are this person's to see."""
    results: list[Json]
    """What this person reached on deals that others play too."""
    history: list[Json] = []
    """What came of their matches, also where the tables are gone."""
    learnt: Learnt = Learnt()
