"""Keeping a name: what the page says and is told about oneself."""

import msgspec

from quartett.core.forms import Json
from quartett.protocol.history import Learnt
from quartett.protocol.messages import FaceId


class Renewed(msgspec.Struct, frozen=True):
    """This browser has a new id; the proof shows that the next request is its own."""

    proof: str


class Proven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guest whose browser has just got a new id."""

    proof: str = ""
    """What `renew` told."""


class AddPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new passkey, as the browser made it."""

    credential: Json


class UsePasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Come back with a passkey: the browser's answer to the challenge."""

    credential: Json
    proof: str = ""
    """What `renew` told."""


class RemovePasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey that is no longer to be accepted."""

    passkey: str


class Ceremony(msgspec.Struct, frozen=True):
    """What the browser is to ask its owner, with a challenge for five minutes."""

    options: Json
    """As `PublicKeyCredential.parse…OptionsFromJSON` reads them."""


class Keep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Keep my name: become a person here."""

    name: str
    proof: str = ""
    """What `renew` told: this browser's id is new, and nobody else has it."""


class Recover(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Come back with a recovery code."""

    code: str
    proof: str = ""
    """What `renew` told."""


class AskPairing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device that wants to be mine, with the code that another one of mine shows."""

    code: str
    proof: str = ""
    """What `renew` told."""


class AnswerPairing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the device that asks is mine."""

    accept: bool


class SignOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sign a device out; None: all but the one that asks."""

    device: str | None = None


class Erase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Forget me; the name once more, so that it is not done by mistake."""

    name: str


class ChooseFace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Have a portrait, or none."""

    face: FaceId | None


class KeptDevice(msgspec.Struct, frozen=True):
    """A device of mine."""

    id: str
    label: str
    added_at: int
    this: bool


class KeptPasskey(msgspec.Struct, frozen=True):
    """A passkey of mine."""

    id: str
    label: str
    """The device on which it was made."""
    made_at: int
    used_at: int | None


class Me(msgspec.Struct, frozen=True):
    """Who I am here. A guest has no name yet, and nothing to lose but a cookie."""

    kept: bool = False
    name: str | None = None
    codes_left: int = 0
    devices: list[KeptDevice] = []
    passkeys: list[KeptPasskey] = []
    face: str | None = None


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
    evenings: list[Json] = []
    """Where they took part, and how they did."""
    notices: Json = {}
    """Where their notices go, when they do not, and which ones wait."""
