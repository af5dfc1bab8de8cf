"""Codes that people write down or type: recovery codes, and those by which a device joins."""

import secrets
from hashlib import sha256

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 letters and digits, no two of them easily confused."""

HANDLE, SECRET = 6, 14
"""How many letters of a recovery code say whose it is (30 bits), and prove it (70 bits)."""

PAIRING = 10
"""How many letters a pairing code has: 50 bits for two minutes."""

CODES = 10
"""How many recovery codes a person has."""


def random_letters(count: int) -> str:
    """This many random letters that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(count))


def recovery_code(handle: str) -> str:
    """A new recovery code of a person."""
    return in_groups(handle + random_letters(SECRET))


def in_groups(code: str) -> str:
    """A code as it is read aloud: in groups."""
    size = 5 if len(code) % 5 == 0 else 4
    return "-".join(code[at : at + size] for at in range(0, len(code), size))


def typed(text: str, length: int) -> str | None:
    """A typed code in its normal form, without case and separators; None if it is invalid."""
    code = "".join(letter for letter in text.upper() if letter.isalnum())
    return code if len(code) == length and set(code) <= set(LETTERS) else None


def hashed(code: str) -> bytes:
    """The stored hash of a code, which is random and too long to be guessed."""
    return sha256(f"quartett/code/{code}".encode()).digest()


def number_of(code: str, browser: str) -> str:
    """Two digits by which two devices are seen to speak of the same pairing."""
    found = sha256(f"quartett/pairing/{code}/{browser}".encode()).digest()
    return f"{int.from_bytes(found[:4]) % 100:02d}"
