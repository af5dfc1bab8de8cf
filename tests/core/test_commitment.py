"""Commitments and seeds are what every earlier version made of the same secret."""

import msgspec

from quartett.core.commitment import combine, commit, holds, new_secret, reveal, seed_of

SECRET = "00" * 32


def test_a_secret_has_256_bits_and_is_never_the_same() -> None:
    made = {new_secret() for _ in range(8)}
    assert len(made) == 8
    assert all(len(bytes.fromhex(each)) == 32 for each in made)


def test_known_secrets_keep_their_commitments_and_seeds() -> None:
    assert commit(SECRET) == "207d037fad189b90e6edbf9f01399a42de967257cab61676b2606f5dc1058734"
    assert combine(SECRET) == "45efc683ebf6b118dcaa7de6dd1f6342aaf4dd2023d3c023e5e71736485fff76"
    assert (
        combine(SECRET, ["a", "bc"])
        == "8895e57c88cb3fe2160ffc77591c926f5f3bfc87c114a9dca27066bfb198251b"
    )


def test_no_two_lists_of_contributions_give_the_same_seed() -> None:
    lists: tuple[list[str], ...] = ([], [""], ["", ""], ["ab"], ["a", "b"], ["b", "a"], ["", "ab"])
    assert len({combine(SECRET, each) for each in lists}) == len(lists)


def test_what_is_revealed_holds_for_its_commitment_alone() -> None:
    shown = reveal(SECRET, ["a"])
    assert holds(shown)
    assert seed_of(shown) == combine(SECRET, ["a"])
    assert not holds(msgspec.structs.replace(shown, secret="01" * 32))
