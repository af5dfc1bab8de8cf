"""Push messages that only the browser can read (RFC 8291, in the coding of RFC 8188)."""

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
POINT_BYTES, AUTH_BYTES, SALT_BYTES = 65, 16, 16
RECORD_BYTES = 4096
"""One record holds the whole message; push services take no larger ones."""


class BrowserKeys(msgspec.Struct, frozen=True):
    """With what messages to a browser are encrypted: its own halves, as it told them."""

    p256dh: str
    auth: str
    signer: str = ""
    """The public key of whoever may send there (`signing.py`)."""

    def check(self) -> None:
        """ValueError unless messages can be encrypted with these."""
        _point(decoded(self.p256dh))
        if len(decoded(self.auth)) != AUTH_BYTES:
            raise ValueError("auth")


def encrypted(
    text: bytes,
    keys: BrowserKeys,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """A message as it is sent; `own` and `salt` are new for each, but for tests."""
    own = own or ec.generate_private_key(CURVE)
    salt = salt or secrets.token_bytes(SALT_BYTES)
    theirs, mine = decoded(keys.p256dh), point_of(own.public_key())
    shared = own.exchange(ec.ECDH(), _point(theirs))
    together = _derived(shared, decoded(keys.auth), b"WebPush: info\0" + theirs + mine, 32)
    key = _derived(together, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(together, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_BYTES.to_bytes(4) + len(mine).to_bytes(1) + mine
    return head + AESGCM(key).encrypt(nonce, text + b"\2", None)


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as it travels."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def decoded(text: str) -> bytes:
    """Bytes from base64 for addresses, with or without padding; ValueError if it is none."""
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def encoded(data: bytes) -> str:
    """Bytes as base64 for addresses, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _point(data: bytes) -> ec.EllipticCurvePublicKey:
    if len(data) != POINT_BYTES:
        raise ValueError("p256dh")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
