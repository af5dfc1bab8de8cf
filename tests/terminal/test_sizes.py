"""Whole matches on the screens that people have: 80 × 24, and 40 × 24."""

import pytest
from rich.cells import cell_len

from terminal.person import Person
from terminal.test_play import EXAMPLE, SHORT

FAST = ("cards=8", "target=1", "countdown_ms=50", "hand_ms=10", "stalemate_ms=50")
LARGE, SMALL = (24, 80), (24, 40)


def widest(person: Person) -> int:
    """The longest line that was shown, without the person's own entries and the long commands."""
    lines = [line for line in person.seen.splitlines() if not line.startswith(("›", "  quartett"))]
    return max(map(cell_len, lines))


@pytest.mark.parametrize("size", [LARGE, SMALL], ids=str)
@pytest.mark.parametrize("game", ["jericho", "souvenirs", "photo_rummy"])
def test_a_match_in_turns_is_played_to_the_end(game: str, size: tuple[int, int]) -> None:
    seated = ("--players", "4", "--seed", "4", *SHORT[game])
    with Person(game, *seated, terminal=True, size=size) as person:
        assert person.plays_to_the_end(EXAMPLE["en"]) == 0
        assert "The match is over" in person.seen
        assert "Traceback" not in person.seen
        assert widest(person) <= size[1]


@pytest.mark.parametrize("players", ["2", "4"])
def test_a_match_in_real_time_is_played_to_the_end_on_the_smaller_one(players: str) -> None:
    """On the larger one, test_play does it. All keys can be seen, whatever has to go for them."""
    given = [part for option in FAST for part in ("--option", option)]
    seated = ("--players", players, "--seed", "3", *given)
    with Person("flow", *seated, terminal=True, size=SMALL) as person:
        person.reads("q quit")
        person.plays_to_the_end_in_real_time()
