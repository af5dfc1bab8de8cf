"""Who sends push messages: signed by a key of this server's own (VAPID, RFC 8292)."""

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from quartett.server.notices.encryption import CURVE, encoded, point_of

LASTS_SECONDS = 12 * 3600
"""How long a token is valid; push services accept a day at most."""

RENEW_SECONDS = 3600
"""A token is made anew when less is left of it."""

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many keys the curve has."""


class Signer:
    """One of the server's keys: a browser takes messages from the key that it was told."""

    def __init__(self, secret: str, contact: str | None) -> None:
        """`secret` is the key for pushes that the keyring derives, in hexadecimal digits."""
        self._key = ec.derive_private_key(int(secret, 16) % (ORDER - 1) + 1, CURVE)
        self._contact = contact
        self._tokens: dict[str, tuple[int, str]] = {}
        self.public = encoded(point_of(self._key.public_key()))
        """What browsers are told."""

    def authorization(self, origin: str, now: int) -> str:
        """The header that a push service checks; `now` in seconds."""
        until, token = self._tokens.get(origin, (0, ""))
        if until - now < RENEW_SECONDS or until - now > LASTS_SECONDS:
            until = now + LASTS_SECONDS
            token = self._signed(origin, until)
            self._tokens = {**dict(list(self._tokens.items())[-50:]), origin: (until, token)}
        return f"vapid t={token}, k={self.public}"

    def _signed(self, origin: str, until: int) -> str:
        claims = {"aud": origin, "exp": until}
        if self._contact is not None:
            claims["sub"] = self._contact
        head = _part({"typ": "JWT", "alg": "ES256"})
        text = f"{head}.{_part(claims)}"
        r, s = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(SHA256())))
        return f"{text}.{encoded(r.to_bytes(32) + s.to_bytes(32))}"


def _part(values: dict[str, object]) -> str:
    return encoded(msgspec.json.encode(values))
