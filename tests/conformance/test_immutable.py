"""No value reachable from a match is mutable, whatever its actions were built from."""

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import quartett
from playing import finished, random_match, short
from quartett.core.errors import FormatError, RuleError
from quartett.core.game import FrozenDict
from quartett.core.match import AnyMatch, Match
from quartett.games import get, names
from quartett.games.photo_rummy import Lay
from quartett.games.photo_rummy.solver import solve
from quartett.games.souvenirs import Options, Points
from quartett.games.souvenirs.combinations import TABLE

EVERY_GAME = pytest.mark.parametrize("name", names())
PLAIN = (str, int, float, bool, type(None), msgspec.UnsetType)


def mutable(value: Any) -> Iterator[object]:
    """Everything inside a value that could be changed after the fact."""
    if type(value) in PLAIN:
        return
    if type(value) in (tuple, frozenset):
        parts = value
    elif type(value) is FrozenDict:
        parts = [*value, *value.values()]
    elif isinstance(value, msgspec.Struct) and value.__struct_config__.frozen:
        parts = [getattr(value, name) for name in value.__struct_fields__]
    else:
        yield value
        return
    for part in parts:
        yield from mutable(part)


def reachable(match: AnyMatch) -> Iterator[object]:
    """What a match hands out, for everybody who may look."""
    seats = range(match.game.seats(match.state))
    yield from (match.seed, match.state, match.bare, match.log, match.entries, match.outcome)
    yield match.to_act
    for step in match.history():
        yield from (step.entry, step.before, step.after)
    for viewer in (None, *seats):
        yield match.view(viewer)
        yield match.told(viewer)
    yield from (action for seat in seats for action in match.legal(seat))


def assert_immutable(match: AnyMatch) -> None:
    found = [each for value in reachable(match) for each in mutable(value)]
    assert not found, found[0]
    assert quartett.load_match(quartett.save_match(match)).state == match.state


def loosened(value: Any) -> Any:
    """The same with a list for every tuple, as people build actions by hand."""
    return [loosened(each) for each in value] if isinstance(value, tuple) else value


def with_fields(action: Any, fields: dict[str, Any]) -> Any:
    return type(action)(**{name: fields[name] for name in action.__struct_fields__})


def fields_of(action: Any) -> dict[str, Any]:
    return {name: getattr(action, name) for name in action.__struct_fields__}


@EVERY_GAME
def test_no_value_reachable_from_a_match_is_mutable(name: str) -> None:
    assert_immutable(finished(name, 11, **short(name)))
    for match, number in random_match(name, 11, **short(name)):
        if number % 20 == 0:
            assert_immutable(match)


@EVERY_GAME
def test_lists_in_a_typed_action_are_converted_or_refused(name: str) -> None:
    """Either way, nothing mutable gets in, and nothing but a FormatError gets out."""
    seen: set[type] = set()
    for match, _ in random_match(name, 12, **short(name)):
        for seat in sorted(match.to_act):
            for action in match.legal(seat):
                if type(action) in seen:
                    continue
                seen.add(type(action))
                trial = match.fork()
                given = {key: loosened(each) for key, each in fields_of(action).items()}
                try:
                    trial.play(seat, with_fields(action, given))
                except FormatError:
                    assert (trial.state, trial.log) == (match.state, match.log)
                else:
                    assert trial.log[-1].action == action
                    assert_immutable(trial)
    assert seen


@EVERY_GAME
@pytest.mark.parametrize("wrong", [["red-3"], [["x"]], {"a": 1}, {1}, 2.5, object(), b"x", 1 << 80])
def test_a_typed_action_of_another_shape_is_refused_and_changes_nothing(
    name: str, wrong: Any
) -> None:
    seen: set[type] = set()
    for match, _ in random_match(name, 13, **short(name)):
        for seat in sorted(match.to_act):
            for action in match.legal(seat):
                if type(action) not in seen:
                    seen.add(type(action))
                    for field in action.__struct_fields__:
                        _refused(
                            match, seat, with_fields(action, fields_of(action) | {field: wrong})
                        )
    assert seen


def _refused(match: AnyMatch, seat: int, action: Any) -> None:
    before = match.state, match.log
    with pytest.raises((FormatError, RuleError)):
        match.play(seat, action)
    assert (match.state, match.log) == before


def test_a_cell_as_a_list_and_a_card_in_a_list_are_format_errors() -> None:
    souvenirs = quartett.start("souvenirs", players=2, seed=1)
    from quartett.games.jericho import First
    from quartett.games.souvenirs import Place

    card: Any = souvenirs.state.seats[0].hand[0]
    cell: Any = [0, 0]
    with pytest.raises(FormatError, match="at"):
        souvenirs.play(0, Place(card, cell))
    jericho = quartett.start("jericho", players=3, seed=1)
    cards: Any = ["red-3"]
    with pytest.raises(FormatError, match="card"):
        jericho.play(0, First(cards))


def test_a_solvers_table_as_lists_does_not_stay_a_list() -> None:
    table = [["paris-church", "rome-church", "bern-church", "joker-1"]]
    state = {
        "phase": "lay",
        "table": table,
        "seats": [{"rack": ["oslo-church", "rome-sight"], "opened": True}, {}],
    }
    match = quartett.load({"game": "photo_rummy", "state": state}, game="photo_rummy")
    found: Any = [list(cards) for cards in solve(table, ["oslo-church", "rome-sight"], True).table]
    match.play(0, Lay(found))
    kept = match.state
    found[0].append("changed afterwards")
    assert match.state == kept == quartett.load_match(quartett.save_match(match)).state
    assert_immutable(match)


def test_the_solver_answers_with_immutable_values() -> None:
    assert not list(mutable(solve([], ["paris-church", "paris-sight", "joker-1"], False)))
    assert not list(mutable(solve([], ["paris-church"], False)))


def test_options_with_lists_inside_are_converted() -> None:
    pair: Any = [9, 7]
    name = Points.__struct_fields__[0]
    options = Options(points=msgspec.structs.replace(TABLE, **{name: pair}))
    assert_immutable(Match.start(get("souvenirs"), 2, 1, options))
    assert_immutable(Match.start(get("souvenirs"), 2, 1, {"points": options.points}))


@EVERY_GAME
def test_a_state_with_lists_inside_is_refused(name: str) -> None:
    match = finished(name, 11, **short(name))
    for field in match.state.__struct_fields__:
        value = getattr(match.state, field)
        if isinstance(value, tuple):
            changed = msgspec.structs.replace(match.state, **{field: loosened(value)})
            with pytest.raises((FormatError, RuleError)):
                Match(match.game, changed)


@EVERY_GAME
def test_a_log_built_with_lists_is_converted(name: str) -> None:
    log = finished(name, 11, **short(name)).record()
    last: Any = log.entries[-1]
    changed: Any = msgspec.structs.replace(last, events=list(last.events))
    built = msgspec.structs.replace(log, entries=(*log.entries[:-1], changed))
    match = Match.replay(get(name), built)
    assert_immutable(match)
    assert match.log == log.entries


def test_a_frozen_dict_refuses_every_change_and_copies_like_any_value() -> None:
    """Whatever a dict can do that changes it is refused; reading, writing and copying work."""
    lengths: Any = FrozenDict(red=3)
    changes = {"__setitem__": ("red", 4), "__delitem__": ("red",), "__ior__": ({"red": 4},)}
    changes |= {"clear": (), "pop": ("red",), "popitem": (), "setdefault": ("blue", 1)}
    changes |= {"update": ({"red": 4},)}
    for name, given in changes.items():
        with pytest.raises(TypeError):
            getattr(lengths, name)(*given)
    assert lengths == {"red": 3}
    assert msgspec.json.encode(lengths) == b'{"red":3}'
    assert pickle.loads(pickle.dumps(lengths)) == copy.deepcopy(lengths) == lengths
    assert type(pickle.loads(pickle.dumps(lengths))) is FrozenDict
