"""Whatever happens to a server, what it acknowledged stays, once, and nobody sees too much.

The long form with both databases is `scripts/chaos`.
"""

import asyncio
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path

import msgspec
import pytest

from chaos.checker import Verdict, check
from chaos.players import Attempt, Group, History
from chaos.suite import Plan, head, line, run
from server.live import Live, live_server

SHORT = Plan(groups=3, times=1, fault_seconds=0.7, calm_seconds=0.4)


@pytest.mark.parametrize(
    ("kind", "faults"),
    [
        ("sqlite", ["kill -9", "pause", "full disk", "locked", "clock 61 days ahead", "flood"]),
        ("postgresql", ["kill -9", "database killed", "read-only", "locked"]),
    ],
)
def test_faults_lose_double_and_leak_nothing(kind: str, faults: list[str], tmp_path: Path) -> None:
    result = asyncio.run(run(kind, faults, SHORT, tmp_path))
    assert result.fine, f"\n{head()}\n{line(result)}"


@pytest.fixture(scope="module")
def remembered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Live, History]]:
    """A match that was played, and what its people remember of it."""

    async def play(url: str) -> History:
        group = Group(lambda: url, 0, 1)
        task = asyncio.create_task(group.play())
        while not group.histories:
            await asyncio.sleep(0.01)
        group.ending = True
        await task
        return group.histories[0]

    with live_server(tmp_path_factory.mktemp("server")) as live:
        history = asyncio.run(play(live.url))
        yield live, history


def _as_it_was(history: History) -> Verdict:
    return Verdict(acknowledged=len([a for a in history.attempts if a.version is not None]))


def _one_lost(history: History) -> Verdict:
    """Somebody was told of a version that the log does not have."""
    first = next(each for each in history.attempts if each.version is not None)
    first.version = 100_000
    return Verdict(acknowledged=_as_it_was(history).acknowledged, lost=1)


def _another_played(history: History) -> Verdict:
    """The log has another action than the one that was acknowledged."""
    first = next(each for each in history.attempts if each.version is not None)
    first.action = {**first.action, "type": "another"}
    return Verdict(acknowledged=_as_it_was(history).acknowledged, lost=1)


def _one_doubled(history: History) -> Verdict:
    """The log has an action more than anybody wanted."""
    unanswered = [each for each in history.attempts if each.version is not None][-1]
    history.attempts.remove(unanswered)
    return Verdict(acknowledged=_as_it_was(history).acknowledged, doubled=1)


def _one_answered_twice(history: History) -> Verdict:
    """Two wishes were answered with the same action."""
    first = next(each for each in history.attempts if each.version is not None)
    history.attempts.append(Attempt(first.seat, first.action, first.version))
    return Verdict(acknowledged=_as_it_was(history).acknowledged, doubled=1)


def _one_leaked(history: History) -> Verdict:
    """Somebody was once shown what the other saw."""
    anna, ben = (
        [each for each in seat.received if each["type"] == "events"] for seat in history.seats
    )
    theirs = {each["version"]: each["view"] for each in ben}
    message = next(
        each for each in anna if theirs.get(each["version"], each["view"]) != each["view"]
    )
    message["view"] = theirs[message["version"]]
    return Verdict(acknowledged=_as_it_was(history).acknowledged, leaked=1)


@pytest.mark.parametrize(
    "doctored",
    [_as_it_was, _one_lost, _another_played, _one_doubled, _one_answered_twice, _one_leaked],
)
def test_the_checker_finds_each_broken_promise(
    remembered: tuple[Live, History], doctored: Callable[[History], Verdict]
) -> None:
    _, history = remembered
    copy = History(history.table, history.game, history.seats, deepcopy(history.attempts), True)
    received = [deepcopy(seat.received) for seat in history.seats]
    try:
        expected = doctored(copy)
        found = asyncio.run(check(copy))
        assert bool(found.remarks) == bool(found.lost)
        assert msgspec.structs.replace(found, remarks=[]) == expected
    finally:
        for seat, before in zip(history.seats, received, strict=True):
            seat.received = before
