"""Verifiable deals: nobody, the server included, can choose the cards.

Before a match the server draws a secret and shows its commitment. Then the players add words or
numbers of their own. The match's seed is a hash of both, so the server cannot bend it any more,
and the players cannot since they do not know the secret. After the match the secret is revealed:
anyone can check the commitment, recompute the seed and, with it, every shuffle.

    commitment = SHA-256("quartett/deal/commitment/1" 00 secret)
    seed       = SHA-256("quartett/deal/seed/1" 00 secret 00 count {length contribution})

in hexadecimal; texts in UTF-8, count and lengths (in bytes) as 8 bytes, the high one first.
"""

import hmac
import secrets
from collections.abc import Sequence
from hashlib import sha256

from quartett.core.log import Reveal

__all__ = ["Reveal", "combine", "commit", "holds", "new_secret", "reveal", "seed_of"]


def new_secret() -> str:
    """A secret that nobody can guess: 256 random bits in hexadecimal."""
    return secrets.token_hex(32)


def commit(secret: str) -> str:
    """The commitment, shown before the deal: it fixes the secret without revealing it."""
    return sha256(b"quartett/deal/commitment/1\0" + _bytes(secret)).hexdigest()


def combine(secret: str, contributions: Sequence[str] = ()) -> str:
    """The match's seed from the secret and the contributions, in that order."""
    digest = sha256(b"quartett/deal/seed/1\0" + _bytes(secret) + b"\0")
    digest.update(len(contributions).to_bytes(8, "big"))
    for contribution in contributions:
        part = _bytes(contribution)
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def reveal(secret: str, contributions: Sequence[str] = ()) -> Reveal:
    """What is revealed after the match."""
    return Reveal(commit(secret), secret, tuple(contributions))


def holds(shown: Reveal) -> bool:
    """Whether the secret matches the commitment."""
    return hmac.compare_digest(_bytes(commit(shown.secret)), _bytes(shown.commitment))


def seed_of(shown: Reveal) -> str:
    """The seed that follows from a reveal."""
    return combine(shown.secret, shown.contributions)


def _bytes(text: str) -> bytes:
    # Total: a browser may send half of a surrogate pair.
    return text.encode("utf-8", "surrogatepass")
