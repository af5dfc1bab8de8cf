"""Notices by Web Push: to the service of each browser, which passes them on."""

import ssl

import msgspec

from quartett.server.notices.channels import Channel
from quartett.server.notices.encryption import BrowserKeys, encrypted
from quartett.server.notices.outgoing import BadAddressError, post, target_of
from quartett.server.notices.sending import Answer
from quartett.server.notices.signing import Signer
from quartett.server.notices.wording import Message
from quartett.server.shared.services import Services

GONE = (404, 410)
"""The browser has withdrawn its subscription."""

LATER = (408, 425, 429)
MAX_PAUSE_SECONDS = 6 * 3600
MAX_LASTS_SECONDS = 28 * 24 * 3600
"""How long services keep a message at most for a browser that is not there."""


class Push:
    """Sends to browsers."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._signers: dict[str, Signer] = {}
        """By their secret: keys can be rotated while the server runs."""

    @property
    def anywhere(self) -> bool:
        """Whether the host lets push services be at private addresses."""
        return self._services.settings.push_services == "any"

    @property
    def key(self) -> str:
        """The public key with which browsers subscribe."""
        return self._all()[-1].public

    async def send(self, channel: Channel, message: Message) -> Answer:
        """Send a notice."""
        keys = msgspec.json.decode(channel.keys, type=BrowserKeys)
        signer = next((each for each in self._all() if each.public == keys.signer), None)
        if signer is None:
            return Answer("gone", "push: key rotated")
        try:
            target = target_of(channel.address, self.anywhere)
            now = self._services.time.wall_ms() // 1000
            headers = {
                "Authorization": signer.authorization(target.origin, now),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(min(message.left_ms // 1000, MAX_LASTS_SECONDS)),
                "Topic": message.tag,
                "Urgency": "normal",
            }
            body = encrypted(_payload(message), keys)
            status, told = await post(target, headers, body, self.anywhere)
        except BadAddressError as error:
            return Answer("gone", f"push: {error}")
        except (OSError, ssl.SSLError, ValueError, TimeoutError) as error:
            return Answer("later", f"push: {type(error).__name__}")
        return _answer(status, told.get("retry-after", ""))

    def _all(self) -> list[Signer]:
        """The keys of this server, the newest last."""
        settings = self._services.settings
        mail = f"mailto:{settings.smtp_from}" if settings.smtp_from else None
        contact = settings.public_url if (settings.public_url or "").startswith("https") else mail
        secrets = self._services.keys.of("push")
        self._signers = {
            secret: self._signers.get(secret) or Signer(secret, contact) for secret in secrets
        }
        return [self._signers[secret] for secret in secrets]


def _payload(message: Message) -> bytes:
    told = {"title": message.title, "body": message.text, "path": message.path}
    return msgspec.json.encode({**told, "tag": message.tag})


def _answer(status: int, retry_after: str) -> Answer:
    why = f"push: {status}"
    if 200 <= status < 300:
        return Answer("sent")
    if status in GONE:
        return Answer("gone", why)
    if status in LATER or status >= 500:
        wait = int(retry_after) if retry_after.isascii() and retry_after.isdigit() else 0
        return Answer("later", why, 1000 * min(wait, MAX_PAUSE_SECONDS))
    return Answer("refused", why)
