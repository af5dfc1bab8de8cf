"""What the tests of quartett.fast share: every copy of every game, and states without order."""

import random
from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any

import msgspec
import pytest

from quartett.core.game import AnyGame
from quartett.core.match import AnyMatch, Match
from quartett.fast import _copies
from quartett.games import get
from quartett.games.photo_rummy.solver import solve
from quartett.games.souvenirs.combinations import TABLE

GAMES = ("flow", "jericho", "photo_rummy", "souvenirs")
COPIES: tuple[_copies.Copy, ...] = ("plain", "compiled") if _copies.is_compiled() else ("plain",)
EVERY_GAME = pytest.mark.parametrize("name", GAMES)
EVERY_COPY = pytest.mark.parametrize("copy", COPIES)


def fast(name: str, copy: _copies.Copy) -> ModuleType:
    """One copy of a game's fast module."""
    return _copies.load(name, copy)


def over(usual: int, long: int, block: int = 250) -> pytest.MarkDecorator:
    """The first few seeds; in the long run, block by block, as many as that."""
    blocks = [range(at, min(at + block, long)) for at in range(usual, long, block)]
    marked = [pytest.param(each, marks=pytest.mark.long, id=f"{each}") for each in blocks]
    return pytest.mark.parametrize("seeds", [pytest.param(range(usual), id="few"), *marked])


def matches(name: str, seeds: Iterable[int]) -> Iterator[tuple[AnyGame, int, int]]:
    """A match for each seed, over all numbers of players."""
    game = get(name)
    for seed in seeds:
        yield game, game.players[seed % len(game.players)], seed


def compare_choices(name: str, module: Any, quick: Any, match: AnyMatch, seat: int) -> None:
    """A seat's legal ids are those of the rules; the lays of Photo Rummy are some of them."""
    if name == "photo_rummy" and match.state.phase == "lay" and seat == match.state.turn:
        _compare_lays(module, quick, match, seat)
    else:
        legal = {module.id_of(quick, seat, each) for each in match.legal(seat)}
        assert set(quick.legal_ids(seat)) == legal


def _compare_lays(module: Any, quick: Any, match: AnyMatch, seat: int) -> None:
    """All lays are legal, the best ones among them."""
    ids, state = quick.legal_ids(seat), match.state
    assert ids[0] == module.PASS_ID
    assert len(ids) == len(set(ids)) <= module.CANDIDATES + 1
    player = state.seats[seat]
    for each in ids:
        action = module.action_of(quick, seat, each)
        match.game.check(state, seat, action)
        assert module.id_of(quick, seat, action) == each
    found = quick.candidates()
    most = solve(state.table, player.rack, player.opened)
    dear = solve(state.table, player.rack, player.opened, "points")
    assert bool(found) == bool(most.laid)
    if found:
        assert len(found[0].rack) == most.left
        assert min(each.minus() for each in found) == dear.minus


def unordered(name: str, state: Any) -> Any:
    """A state as JSON values, sorted wherever the order of cards means nothing."""
    return _WITHOUT_ORDER[name](msgspec.to_builtins(state))


def _jericho(state: dict[str, Any]) -> dict[str, Any]:
    for seat in state["seats"]:
        seat["hand"] = sorted(seat["hand"])
        seat["won"] = sorted(seat["won"])
        seat["walls"] = [sorted(wall) for wall in seat["walls"]]
    state["supply"] = sorted(state["supply"], key=lambda put: (put["card"], str(put["by"])))
    state["removed"] = sorted(state["removed"])
    return state


def _as_it_is(state: dict[str, Any]) -> dict[str, Any]:
    return state


_WITHOUT_ORDER: dict[str, Callable[[dict[str, Any]], Any]] = {
    "jericho": _jericho,
    "photo_rummy": _as_it_is,
    "souvenirs": _as_it_is,
}


def chance_of(seed: int) -> random.Random:
    """The chance of a test match."""
    return random.Random(f"fast {seed}")


def started(game: AnyGame, players: int, seed: int) -> AnyMatch:
    """A new match; what the players agree on depends on the seed."""
    options: dict[str, Any] = {"starter": seed % players}
    if game.id == "souvenirs":
        options["last_cube"] = seed % 2 == 1
        if seed % 3 == 0:
            points = msgspec.to_builtins(TABLE)
            options["points"] = {name: [20 - first, 3] for name, (first, _) in points.items()}
    return Match.start(game, players, seed, options)
