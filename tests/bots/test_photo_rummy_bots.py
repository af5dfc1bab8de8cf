"""The bots of Photo Rummy: legal, blind to what they may not see, and able to say why."""

from collections.abc import Iterator
from typing import Any

import pytest

from bots import between_bots
from quartett import bots
from quartett.bots.photo_rummy import BOTS, hint
from quartett.bots.photo_rummy.bits import bits_of, goes_out
from quartett.bots.photo_rummy.obvious import Glance
from quartett.core.match import AnyMatch, Match
from quartett.core.seeds import Rng
from quartett.core.texts import LANGUAGES, say
from quartett.fast.photo_rummy_playout import misfits
from quartett.games import get
from quartett.games.photo_rummy.actions import PASS, Lay
from quartett.games.photo_rummy.lay import check_lay
from quartett.games.photo_rummy.solver import can_go_out
from quartett.games.photo_rummy.solving.board import board
from quartett.games.photo_rummy.state import State

GAME = get("photo_rummy")
NODES = 100
REASONS = ("draw", "out", "guard", "alarm", "joker", "lay", "hold", "nothing")


def played(names: tuple[str, ...], seed: int, rounds: int = 2) -> Iterator[AnyMatch]:
    return between_bots.played("photo_rummy", names, seed, NODES, rounds=rounds)


@pytest.mark.parametrize(
    "names",
    [("hard", "medium"), ("easy", "random"), ("most_cards", "hard"), ("medium", "easy")],
)
def test_bots_play_whole_matches_legally(names: tuple[str, ...]) -> None:
    for seed in range(3):
        *_, match = played(names, seed)
        assert match.outcome is not None


@pytest.mark.parametrize("players", [3, 4])
def test_bots_play_with_three_and_four(players: int) -> None:
    *_, match = played(("hard", "most_cards", "medium", "easy")[:players], 7)
    assert match.outcome is not None


@pytest.mark.parametrize("name", BOTS)
def test_PR_19_a_choice_does_not_depend_on_unseen_cards(name: str) -> None:
    for moment, match in enumerate(played(("most_cards", "hard"), 3, 1)):
        if moment % 5 or not match.to_act:
            continue
        (seat,) = match.to_act
        view = match.view(seat)
        other = GAME.determinize(view, Rng("other", moment))
        choices = [_choice(name, state, seat) for state in (match.state, other)]
        assert choices[0] == choices[1]


def _choice(name: str, state: State, seat: int, seed: str = "same") -> Any:
    bot = bots.get("photo_rummy", name, NODES)
    return bot.choose(GAME.view(state, seat), GAME.legal(state, seat), Rng(seed, 1))


ROW = ["oslo-palace", "oslo-church", "oslo-sight"]
STRAYS = ["paris-church", "rome-symbol", "berlin-symbol"]


@pytest.mark.parametrize(("name", "strays"), [("hard", 0), ("medium", 2), ("most_cards", 3)])
def test_how_much_each_leaves_behind_when_a_row_can_be_laid(name: str, strays: int) -> None:
    """The hard bot waits until the whole rack can go, the medium one until little is left."""
    for count in range(len(STRAYS) + 1):
        waits = _choice(name, _position([*ROW, *STRAYS[:count]]), 0) == PASS
        assert waits is (count > strays)


def test_a_child_lays_at_once_what_it_sees() -> None:
    seen = [_choice("easy", _position([*ROW, *STRAYS]), 0, f"{n}") != PASS for n in range(40)]
    assert 20 < sum(seen) < 40  # and overlooks some of it


def test_whoever_plays_by_chance_rarely_sees_anything() -> None:
    seen = [_choice("random", _position([*ROW, *STRAYS]), 0, f"{n}") != PASS for n in range(40)]
    assert 0 < sum(seen) < 20


def test_a_lead_in_the_last_round_is_made_safe() -> None:
    """With 30 points ahead and one card left not even a lost round costs the victory."""
    rack = ["oslo-palace", "oslo-church", "oslo-sight", "rome-symbol"]
    state = _position(rack, {"rounds": 1}, score=30)
    view = GAME.view(state, 0)
    assert isinstance(_choice("hard", state, 0), Lay)
    found = hint(view, GAME.legal(state, 0), Rng("hint", 0))
    assert found is not None
    assert found.reason == "photo_rummy.hint.guard"


def _position(rack: list[str], options: dict[str, int] | None = None, score: int = 0) -> State:
    seats = [{"rack": rack, "score": score}, {"rack": ["bern-church", "bern-sight", "joker-1"]}]
    stacks = [["madrid-church", "madrid-sight"], [], [], [], []]
    data = {"table": [], "seats": seats, "stacks": stacks, "phase": "lay", "turn": 0}
    state: State = GAME.load(GAME.options_type(**(options or {})), data)
    return state


def test_what_a_child_sees_is_a_legal_lay() -> None:
    for match in played(("most_cards", "random"), 11, 1):
        state = match.state
        if state.phase == "lay":
            player = state.seats[state.turn]
            glance = Glance(state.table, player.rack, lambda: False).look(player.opened)
            if len(glance.left) < len(player.rack):
                check_lay(state.table, player.rack, player.opened, glance.table)


def test_a_quick_no_is_never_wrong() -> None:
    for match in played(("random", "random"), 5, 1):
        state = match.state
        for player in state.seats:
            lying, rack = bits_of(state.table), board(player.rack)
            exact = can_go_out(state.table, player.rack, player.opened)
            assert goes_out(state.table, lying, rack, player.opened) == exact
            assert not (exact and misfits(lying, rack))


def test_hints_are_legal_and_have_a_reason_in_every_language() -> None:
    for moment, match in enumerate(played(("most_cards", "medium"), 2, 1)):
        if moment % 3 or not match.to_act:
            continue
        (seat,) = match.to_act
        found = bots.hint("photo_rummy", match.view(seat), match.legal(seat), Rng("h", moment))
        assert found is not None
        GAME.check(match.state, seat, found.action)
        assert found.gain >= 0
        assert found.unit in ("points", "chance")
        for language in LANGUAGES:
            assert say(found.reason, found.about, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_exists_in_every_language(reason: str, language: str) -> None:
    about = {"count": 3, "rack": 9, "minus": 6, "jokers": ["joker-1"], "fewest": 2, "stack": 0}
    assert "{" not in say(f"photo_rummy.hint.{reason}", about, language)


def test_nobody_is_hinted_out_of_turn() -> None:
    match = Match.start(GAME, 2, 1)
    assert hint(match.view(1), [PASS], Rng("x", 0)) is None
    assert hint(match.view(None), [PASS], Rng("x", 0)) is None
