"""Deals that nobody can bend."""

from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from quartett.core.commitment import Reveal, combine, commit, holds, new_secret, reveal, seed_of

texts = st.text(max_size=20)
several = st.lists(texts, max_size=4)


def test_the_commitment_and_the_seed_are_what_the_page_says() -> None:
    commitment = sha256(b"quartett/deal/commitment/1\0abc").hexdigest()
    parts = (2).to_bytes(8, "big") + (1).to_bytes(8, "big") + b"x" + (2).to_bytes(8, "big")
    seed = sha256(b"quartett/deal/seed/1\0abc\0" + parts + "ü".encode()).hexdigest()
    assert commit("abc") == commitment
    assert combine("abc", ["x", "ü"]) == seed


def test_secrets_are_long_and_never_the_same() -> None:
    drawn = {new_secret() for _ in range(100)}
    assert len(drawn) == 100
    assert all(len(bytes.fromhex(secret)) == 32 for secret in drawn)


@given(texts, several, several)
def test_other_contributions_give_another_seed(secret: str, one: list[str], two: list[str]) -> None:
    assert (combine(secret, one) == combine(secret, two)) == (one == two)


@given(texts, texts, several)
def test_another_secret_breaks_the_promise(one: str, two: str, parts: list[str]) -> None:
    shown = reveal(one, parts)
    assert holds(shown)
    assert seed_of(shown) == combine(one, parts)
    other = Reveal(shown.commitment, two, shown.contributions)
    assert holds(other) == (one == two)


def test_half_a_surrogate_pair_is_no_trouble() -> None:
    assert len(combine("\ud800", ["\udfff"])) == 64
