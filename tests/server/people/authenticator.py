"""A passkey's owner without a browser: keys in memory, and answers that may be spoiled."""

import json
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def b64(data: bytes) -> str:
    """Bytes as WebAuthn writes them."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    """Bytes as WebAuthn writes them."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One passkey; whatever it signs can be changed before."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.counter = 0
        self.owner = b""
        self.flags = PRESENT | VERIFIED

    def make(self, options: Any, **changed: Any) -> dict[str, Any]:
        """A new passkey for what a page asks."""
        self.owner = unb64(options["user"]["id"])
        client = self._client("webauthn.create", options["challenge"], changed)
        key = self.key.public_key().public_numbers()
        coordinates = {-2: key.x.to_bytes(32, "big"), -3: key.y.to_bytes(32, "big")}
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, **coordinates})
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cose
        found = self._data(changed.get("site", options["rp"]["id"]), ATTESTED) + attested
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": found})
        return self._credential(
            {"clientDataJSON": b64(client), "attestationObject": b64(statement)}
        )

    def use(self, options: Any, **changed: Any) -> dict[str, Any]:
        """The answer to a challenge."""
        client = self._client("webauthn.get", options["challenge"], changed)
        data = self._data(changed.get("site", options["rpId"]))
        signed = self.key.sign(data + sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            {
                "clientDataJSON": b64(client),
                "authenticatorData": b64(data),
                "signature": b64(signed),
                "userHandle": b64(changed.get("owner", self.owner)),
            }
        )

    def _client(self, kind: str, challenge: str, changed: dict[str, Any]) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self.origin}
        return json.dumps({**said, **{k: v for k, v in changed.items() if k in said}}).encode()

    def _data(self, site: str, more: int = 0) -> bytes:
        flags = struct.pack(">BI", self.flags | more, self.counter)
        return sha256(site.encode()).digest() + flags

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        return {
            "id": b64(self.id),
            "rawId": b64(self.id),
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }
