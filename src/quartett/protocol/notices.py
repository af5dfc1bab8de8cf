"""Notices of one's turn: what the page says and is told of them."""

from typing import Annotated, Literal

import msgspec

from quartett.core.forms import Form
from quartett.protocol.messages import Language, Shape

Minute = Annotated[int, msgspec.Meta(ge=0, lt=24 * 60)]


class QuietTimes(Form, frozen=True, kw_only=True):
    """From one minute of the day to another in a time zone; over midnight too."""

    zone: Annotated[str, msgspec.Meta(max_length=64)]
    begins: Minute
    ends: Minute


class SetQuiet(Form, frozen=True, kw_only=True):
    """When I want no notices; None: at any time."""

    quiet: QuietTimes | None


class Subscribe(Form, frozen=True, kw_only=True):
    """Notices to this browser: its push subscription."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    p256dh: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]
    language: Language | None = "en"
    """null: the one in which notices have come to this browser so far."""


class SetMail(Form, frozen=True, kw_only=True):
    """Notices by e-mail, once the code that is sent there has come back."""

    address: Annotated[str, msgspec.Meta(max_length=254)]
    language: Language = "en"


class ConfirmMail(Form, frozen=True, kw_only=True):
    """The code that was sent to my address."""

    code: Annotated[str, msgspec.Meta(max_length=20)]


class RemoveChannel(Form, frozen=True, kw_only=True):
    """A channel to which nothing is to be sent any more."""

    id: Annotated[str, msgspec.Meta(max_length=40)]


class NoticeChannel(Shape, frozen=True):
    """Where my notices go."""

    id: str
    kind: Literal["mail", "push"]
    label: str
    """The e-mail address, or the device."""
    confirmed: bool
    this: bool = False
    """Whether it is the browser that asks."""


class NoticeSettings(Shape, frozen=True):
    """My notices, and which kinds this server can send."""

    mail: bool
    push_key: str
    """The key with which a browser subscribes; another one than before: it has to do so anew."""
    channels: list[NoticeChannel]
    quiet: QuietTimes | None


class Stopped(Shape, frozen=True):
    """Nothing is sent to that address any more."""

    stopped: bool = True
