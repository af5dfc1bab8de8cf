"""No request, however mangled, does anything but get an answer."""

import json
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playing import random_match, short
from quartett.games import get, names
from quartett.judge import answer

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(min_value=-3, max_value=12),
    st.sampled_from([10**9, -(10**9), 2**63, 10**40, 1.5, -0.0, 1e308]),
    st.sampled_from(["", "joker", "joker-1", "row 0", "column -4", "0,0", "draw", "scoring", "ü"]),
    st.text(max_size=5),
)
JUNK = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


@cache
def requests(name: str) -> list[str]:
    """Good requests: a match from its seed with moves, and positions with a move each."""
    found: list[str] = []
    for seed in range(2):
        options = short(name)
        for match, number in random_match(name, seed, **options):
            seat = min(match.to_act, default=0)
            legal = [msgspec.to_builtins(action) for action in match.legal(seat)[:3]]
            now = match.now
            moves = [{"seat": seat, "action": action, "at": now} for action in legal]
            if number % 7 == 0:
                state = match.game.dump(match.state)
                request = {"game": name, "options": options, "state": state, "moves": moves}
                found.append(json.dumps(request))
    found.append(json.dumps({"game": name, "players": get(name).players[0], "seed": 1}))
    return found


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a JSON value with each of its keys or indices."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    here = [(value, key) for key in keys]
    inner = [value[key] for key in keys if isinstance(value[key], (dict, list))]
    return here + [place for each in inner for place in places(each)]


def mangle(data: st.DataObject, request: dict[str, Any]) -> None:
    """Delete, replace, copy or exchange something somewhere in the request."""
    spots = places(request)
    container, key = data.draw(st.sampled_from(spots))
    other, other_key = data.draw(st.sampled_from(spots))
    match data.draw(st.sampled_from(["delete", "junk", "copy", "rename"])):
        case "delete":
            del container[key]
        case "junk":
            container[key] = data.draw(JUNK)
        case "copy":
            container[key] = json.loads(json.dumps(other[other_key]))
        case "rename" if isinstance(container, dict):
            container[data.draw(st.text(max_size=6))] = container.pop(key)


@pytest.mark.parametrize("name", names())
@settings(max_examples=250, deadline=None)
@given(data=st.data())
def test_a_mangled_request_gets_a_plain_answer(name: str, data: st.DataObject) -> None:
    plainly_answered(name, data)


@pytest.mark.long
@pytest.mark.parametrize("name", names())
@settings(max_examples=5000, deadline=None)
@given(data=st.data())
def test_thousands_of_mangled_requests_get_a_plain_answer(name: str, data: st.DataObject) -> None:
    plainly_answered(name, data)


def plainly_answered(name: str, data: st.DataObject) -> None:
    """Mangle a good request here and there: the answer says what is wrong, if anything is."""
    request = json.loads(data.draw(st.sampled_from(requests(name))))
    for _ in range(data.draw(st.integers(min_value=1, max_value=3))):
        if places(request):
            mangle(data, request)
    reply = answer(json.dumps(request).encode())
    assert reply.status in (0, 1, 2)
    assert reply.content["ok"] is (reply.status == 0)
    if reply.status:
        assert set(reply.content) == {"ok", "move", "rule", "error"}
        assert reply.content["error"]
    msgspec.json.encode(reply.content)


@settings(max_examples=300, deadline=None)
@given(line=st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_a_line_of_anything_is_no_request(line: bytes) -> None:
    assert answer(line).status == 2


@pytest.mark.parametrize("name", names())
def test_unmangled_requests_are_answered(name: str) -> None:
    """Were the good requests bad, the fuzzing would show nothing."""
    statuses = {answer(text.encode()).status for text in requests(name)}
    assert 0 in statuses
    assert 2 not in statuses
