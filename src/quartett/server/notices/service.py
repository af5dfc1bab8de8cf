"""What people choose about their notices: where they go, and when not."""

import asyncio
import hmac
import secrets
from hashlib import sha256

import msgspec

from quartett.protocol.notices import NoticeChannel, NoticeSettings, QuietTimes, Subscribe
from quartett.server.notices import channels
from quartett.server.notices.addresses import is_address
from quartett.server.notices.channels import Channel, ChannelKind
from quartett.server.notices.encryption import BrowserKeys
from quartett.server.notices.mail import Mail
from quartett.server.notices.outgoing import TIMEOUT_SECONDS, resolved, target_of
from quartett.server.notices.push import Push
from quartett.server.notices.quiet_hours import QuietHours, zone_of
from quartett.server.notices.sending import Sender, Sending
from quartett.server.refusals import Refusal
from quartett.server.shared.limits import Buckets
from quartett.server.shared.services import Services

CODE_MS = 3_600_000
CODE_TRIES = 5
"""How long a code works, and how often it may be typed wrongly."""

CODES_AN_HOUR = 3
"""How many codes are sent to one address, whoever asks."""


MAX_BROWSERS = 10
"""To how many browsers notices go; a new one takes the place of the oldest."""


class Device(msgspec.Struct, frozen=True):
    """The browser that asks."""

    id: str | None
    label: str


class Notices:
    """One for a server."""

    def __init__(self, services: Services) -> None:
        self._services = services
        settings = services.settings
        self._mail = Mail(settings) if settings.smtp_host is not None else None
        self._push = Push(services)
        senders: dict[ChannelKind, Sender] = {"push": self._push}
        if self._mail is not None:
            senders["mail"] = self._mail
        self.sending = Sending(services, senders)
        ticking = services.time.ticking
        self._codes = Buckets(CODES_AN_HOUR / 3600, CODES_AN_HOUR, ticking)

    async def settings(self, who: str | None, device: str | None) -> NoticeSettings:
        """What somebody has chosen."""
        store = self._services.store
        mine = [] if who is None else await channels.of_person(store, who)
        hours = {} if who is None else await channels.quiet_hours(store, [who])
        quiet = hours.get(who or "")
        return NoticeSettings(
            mail=self._mail is not None,
            push_key=self._push.key,
            channels=[_told(each, device) for each in mine],
            quiet=None
            if quiet is None
            else QuietTimes(zone=quiet.zone, begins=quiet.begins, ends=quiet.ends),
        )

    async def subscribe(self, who: str, device: Device, wish: Subscribe) -> None:
        """Send notices to a browser; if it was somebody else's before, no longer theirs."""
        keys = BrowserKeys(wish.p256dh, wish.auth, self._push.key)
        try:
            keys.check()
            target = target_of(wish.endpoint, self._push.anywhere)
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await resolved(target, self._push.anywhere)
        except (ValueError, OSError, TimeoutError):
            raise Refusal("bad_push", 422) from None
        mine = await channels.of_person(self._services.store, who, "push")
        new = msgspec.structs.replace(
            self._same_or_new(who, mine, device, wish),
            confirmed_at=self._services.time.wall_ms(),
            device=device.id,
            label=device.label,
            keys=msgspec.json.encode(keys).decode(),
        )
        oldest = channels.removed(mine[: max(0, len(mine) + 1 - MAX_BROWSERS)])
        same = channels.REPLACED, (wish.endpoint, device.id)
        await self._services.store.change(same, *oldest, channels.added(new))

    async def set_mail(self, who: str, address: str, language: str) -> None:
        """Send a code to an address; notices go there once it has come back."""
        if self._mail is None:
            raise Refusal("no_mail", 409)
        if not is_address(address):
            raise Refusal("bad_address", 422)
        if not (self._codes.take(address.lower()) and self._codes.take(who)):
            raise Refusal("too_fast", 429)
        code = f"{secrets.randbelow(10**8):08d}"
        channel = self._new(who, "mail", address, language)
        until = channel.made_at + CODE_MS
        asked = msgspec.structs.replace(channel, code=_hashed(channel.id, code), code_until=until)
        mine = await channels.of_person(self._services.store, who, "mail")
        if any(each.address == address and each.confirmed_at for each in mine):
            return
        open_ = [each for each in mine if each.confirmed_at is None]
        await self._services.store.change(*channels.removed(open_), channels.added(asked))
        if (await self._mail.send_code(asked, code)).outcome != "sent":
            raise Refusal("mail_failed", 502)

    async def confirm_mail(self, who: str, code: str) -> None:
        """Take a code; from then on the address is the one to which notices go."""
        store, now = self._services.store, self._services.time.wall_ms()
        mine = await channels.of_person(store, who, "mail")
        asked = next((each for each in mine if each.confirmed_at is None), None)
        if asked is None or asked.code is None:
            raise Refusal("bad_code", 403)
        tried = (
            "UPDATE channels SET code_tries = code_tries + 1"
            " WHERE id = ?1 AND code_tries < ?2 AND code_until > ?3"
        )
        counted = await store.change((tried, (asked.id, CODE_TRIES, now)))
        right = hmac.compare_digest(asked.code, _hashed(asked.id, code.strip()))
        if counted != [1] or not right:
            raise Refusal("bad_code", 403)
        confirmed = (
            "UPDATE channels SET confirmed_at = ?2, code = NULL, code_until = NULL WHERE id = ?1"
        )
        earlier = channels.removed(each for each in mine if each.id != asked.id)
        await store.change(*earlier, (confirmed, (asked.id, now)))

    async def remove(self, who: str, id: str) -> None:
        """Send nothing to one of somebody's channels any more."""
        found = await channels.of_person(self._services.store, who)
        await self._remove([each for each in found if each.id == id])

    async def stop(self, id: str) -> None:
        """Send no more mails to an address; whoever has such a mail may ask for that."""
        found = await channels.by_id(self._services.store, id)
        await self._remove([found] if found is not None and found.kind == "mail" else [])

    async def set_quiet(self, who: str, quiet: QuietTimes | None) -> None:
        """Set when somebody wants no notices."""
        hours = None
        if quiet is not None:
            hours = QuietHours(quiet.zone, quiet.begins, quiet.ends)
            if zone_of(hours.zone) is None or hours.begins == hours.ends:
                raise Refusal("bad_quiet", 422)
        await self._services.store.change(*channels.kept_quiet(who, hours))

    async def _remove(self, found: list[Channel]) -> None:
        if found:
            await self._services.store.change(*channels.removed(found))

    def _same_or_new(
        self, who: str, mine: list[Channel], device: Device, wish: Subscribe
    ) -> Channel:
        """A subscription; the same browser's keeps its id and language, so nothing comes twice."""
        made = self._new(who, "push", wish.endpoint, wish.language or "en")
        known = next((each for each in mine if device.id and each.device == device.id), None)
        if known is None:
            return made
        language = wish.language or known.language
        return msgspec.structs.replace(made, id=known.id, language=language)

    def _new(self, who: str, kind: ChannelKind, address: str, language: str) -> Channel:
        now = self._services.time.wall_ms()
        return Channel(secrets.token_urlsafe(16), who, kind, address, language, now)


def _told(channel: Channel, device: str | None) -> NoticeChannel:
    return NoticeChannel(
        id=channel.id,
        kind=channel.kind,
        label=channel.address if channel.kind == "mail" else channel.label,
        confirmed=channel.confirmed_at is not None,
        this=channel.device is not None and channel.device == device,
    )


def _hashed(channel: str, code: str) -> bytes:
    return sha256(f"quartett/mail/{channel}/{code}".encode()).digest()
