"""The bots of Souvenirs: legal, blind to what they may not see, exact at the end."""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from statistics import fmean
from typing import Any

import msgspec
import pytest

from bots import between_bots
from quartett import bots
from quartett.bots.souvenirs import BOTS, endgame, hint
from quartett.bots.souvenirs.players import booking, placing
from quartett.bots.souvenirs.worlds import seen_table, unseen
from quartett.core.match import AnyMatch, Match
from quartett.core.seeds import Rng
from quartett.core.texts import LANGUAGES, say
from quartett.fast.souvenirs import KIND
from quartett.fast.souvenirs_lines import Lines, lines_of
from quartett.games import get
from quartett.games.souvenirs.actions import PASS, Action
from quartett.games.souvenirs.cards import CARDS
from quartett.games.souvenirs.combinations import TABLE, best
from quartett.games.souvenirs.scoring import scores
from quartett.games.souvenirs.state import Player, State

GAME = get("souvenirs")
NODES = 150
REASONS = ("tend", "spoil", "build", "harmless", "book_first", "book_second", "wait")


def played(names: tuple[str, ...], seed: int, **options: Any) -> Iterator[AnyMatch]:
    return between_bots.played("souvenirs", names, seed, NODES, **options)


@pytest.mark.parametrize(
    "names", [("hard", "medium"), ("easy", "random"), ("medium", "easy", "random")]
)
def test_bots_play_whole_matches_legally(names: tuple[str, ...]) -> None:
    for seed in range(2):
        *_, match = played(names, seed)
        assert match.outcome is not None


@pytest.mark.parametrize("last_cube", [False, True])
def test_SO_12_bots_play_with_and_without_a_last_cube(last_cube: bool) -> None:
    *_, match = played(("hard", "easy", "medium", "random"), 4, last_cube=last_cube)
    assert match.outcome is not None


@pytest.mark.parametrize("name", BOTS)
def test_SO_17_a_choice_does_not_depend_on_unseen_cards(name: str) -> None:
    for moment, match in enumerate(played(("medium", "easy"), 3)):
        if moment % 9 or not match.to_act:
            continue
        (seat,) = match.to_act
        other = GAME.determinize(match.view(seat), Rng("other", moment))
        choices = [_choice(name, state, seat) for state in (match.state, other)]
        assert choices[0] == choices[1]


def _choice(name: str, state: State, seat: int) -> Any:
    bot = bots.get("souvenirs", name, NODES)
    return bot.choose(GAME.view(state, seat), GAME.legal(state, seat), Rng("same", 1))


def test_what_a_line_promises_does_not_depend_on_what_was_asked_before() -> None:
    asked, fresh = lines_of(TABLE), Lines(TABLE)
    for names in (("red-1", "yellow-2"), ("orange-6", "purple-5"), ("red-3", "red-4", "joker")):
        cards = tuple(sorted(KIND[name] for name in names))
        assert asked.node(cards).mean == fresh.node(cards).mean


def test_a_full_line_promises_what_it_pays() -> None:
    names = ("red-1", "red-2", "red-3", "red-4", "red-5")
    node = lines_of(TABLE).node(tuple(KIND[name] for name in names))
    worth = best(names, TABLE)
    assert (node.first, node.second, node.mean) == (worth.first, worth.second, worth.first)


@pytest.mark.parametrize("last_cube", [False, True])
@pytest.mark.parametrize("seed", [1, 2])
def test_SO_16_the_end_game_is_exact(seed: int, last_cube: bool) -> None:
    """Every turn with two free cells, against every hand of the rival, by the rules themselves."""
    state = _with_free_cells(seed, 2, last_cube)
    seat = state.turn
    assert seat is not None
    view = GAME.view(state, seat)
    values = endgame.turn_values(seen_table(view), seat, unseen(view), 3)
    brute = dict(_brute_turns(state, seat))
    assert {_actions(turn): pytest.approx(value) for turn, value in values.items()} == brute


def _with_free_cells(seed: int, free: int, last_cube: bool) -> State:
    for match in played(("medium", "medium"), seed, last_cube=last_cube):
        if match.state.phase == "place" and len(match.state.grid.cards) == 25 - free:
            state: State = match.state
            return state
    raise AssertionError


def _actions(turn: endgame.Turn) -> tuple[Action, Action]:
    card, place, line = turn
    return placing((card, place)), booking(line)


def _brute_turns(state: State, seat: int) -> Iterator[tuple[tuple[Action, Action], float]]:
    deals = list(_deals(state, seat))
    for laid in GAME.legal(state, seat):
        after = _do(state, seat, laid)
        booked = GAME.legal(after, seat) if after.turn == seat else [PASS]
        for cube in booked:
            ends = [_brute_end(deal, seat, laid, cube) for deal in deals]
            yield (laid, cube), fmean(ends)


def _deals(state: State, seat: int) -> Iterator[State]:
    """The state with every hand of three that the rival may choose from."""
    view = GAME.view(state, seat)
    pool = [CARDS[code] for code in unseen(view)]
    assert comb(len(pool), 3) < 100
    for places in combinations(range(len(pool)), 3):
        a, b, drawn = (pool[place] for place in places)
        rest = [card for place, card in enumerate(pool) if place not in places]
        rival = Player((a, b), state.seats[1 - seat].cubes)
        seats = (state.seats[0], rival) if seat == 0 else (rival, state.seats[1])
        pile = (*rest[: len(state.draw_pile) - 1], drawn)
        yield msgspec.structs.replace(state, seats=seats, draw_pile=pile)


def _do(state: State, seat: int, action: Action) -> State:
    after: State = GAME.fold(state, GAME.decide(state, seat, action, 0, Rng("none", 0)))
    return after


def _brute_end(state: State, seat: int, laid: Action, cube: Action) -> float:
    state = _do(state, seat, laid)
    if state.turn == seat:
        state = _do(state, seat, cube)
    return -max(_result(end, 1 - seat) for end in _ends(state))


def _ends(state: State) -> Iterator[State]:
    if state.turn is None:
        yield state
        return
    for action in GAME.legal(state, state.turn):
        yield from _ends(_do(state, state.turn, action))


def _result(state: State, seat: int) -> float:
    """The victory and then the lead, as the bot weighs them; what is won here is lost there."""
    lead = scores(state)[seat] - scores(state)[1 - seat]
    share = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    return share - 1 + lead / 10_000


def test_hints_are_legal_and_have_a_reason_in_every_language() -> None:
    for moment, match in enumerate(played(("medium", "easy"), 2)):
        if moment % 9 or not match.to_act:
            continue
        (seat,) = match.to_act
        found = bots.hint("souvenirs", match.view(seat), match.legal(seat), Rng("h", moment))
        assert found is not None
        GAME.check(match.state, seat, found.action)
        assert 0 <= found.gain <= 1
        for language in LANGUAGES:
            assert say(found.reason, found.about, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_exists_in_every_language(reason: str, language: str) -> None:
    about = {"card": "red-3", "kind": "row", "number": "0", "line": "row 0", "points": 8}
    assert "{" not in say(f"souvenirs.hint.{reason}", about, language)


def test_nobody_is_hinted_out_of_turn() -> None:
    match = Match.start(GAME, 2, 1)
    assert hint(match.view(1), [PASS], Rng("x", 0)) is None
    assert hint(match.view(None), [PASS], Rng("x", 0)) is None
