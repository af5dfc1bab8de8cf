"""Deals that nobody can bend."""

from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from quartett.core import deals

texts = st.text(max_size=20)
several = st.lists(texts, max_size=4)


def test_the_commitment_and_the_seed_are_what_the_page_says() -> None:
    commitment = sha256(b"quartett/deal/commitment/1\0abc").hexdigest()
    parts = (2).to_bytes(8, "big") + (1).to_bytes(8, "big") + b"x" + (2).to_bytes(8, "big")
    seed = sha256(b"quartett/deal/seed/1\0abc\0" + parts + "ü".encode()).hexdigest()
    assert deals.commit("abc") == commitment
    assert deals.combine("abc", ["x", "ü"]) == seed


def test_secrets_are_long_and_never_the_same() -> None:
    drawn = {deals.new_secret() for _ in range(100)}
    assert len(drawn) == 100
    assert all(len(bytes.fromhex(secret)) == 32 for secret in drawn)


@given(texts, several, several)
def test_other_contributions_give_another_seed(secret: str, one: list[str], two: list[str]) -> None:
    assert (deals.combine(secret, one) == deals.combine(secret, two)) == (one == two)


@given(texts, texts, several)
def test_another_secret_breaks_the_promise(one: str, two: str, parts: list[str]) -> None:
    shown = deals.reveal(one, parts)
    assert deals.holds(shown)
    assert deals.seed_of(shown) == deals.combine(one, parts)
    other = deals.Reveal(shown.commitment, two, shown.contributions)
    assert deals.holds(other) == (one == two)


def test_half_a_surrogate_pair_is_no_trouble() -> None:
    assert len(deals.combine("\ud800", ["\udfff"])) == 64
