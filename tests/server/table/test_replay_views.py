"""A finished match can be looked at again, from any seat."""

import asyncio
import random
from typing import Any

import msgspec
import pytest

from quartett.client import Refused, Seat
from server.live import Live, play_on, run, sit_down


async def _steps(seat: Seat, query: str) -> list[Any]:
    text = await seat.api.fetch(f"/api/tables/{seat.table_id}/replay/views{query}")
    return [msgspec.json.decode(line) for line in text.splitlines()]


def test_the_steps_of_a_replay_lead_to_what_the_player_saw_last(played: Seat) -> None:
    steps = run(_steps(played, "?seat=0"))
    assert steps[-1]["view"] == msgspec.to_builtins(played.view)
    assert steps[-1]["outcome"]["scores"] == list(played.outcome["scores"])
    assert sum(len(step["events"]) for step in steps) == played.version


def test_a_replay_shows_what_was_taken_back_only_on_request_and_marked(live: Live) -> None:
    async def play() -> Seat:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"], undo="free")
        await seats[0].post("start")
        async with seats[0], seats[1], seats[2]:
            await seats[0].act(seats[0].legal[0])
            await seats[0].ask({"type": "undo"})
            await asyncio.gather(*(play_on(seat, random.Random(1)) for seat in seats))
        return seats[0]

    host = run(play())
    shown, everything = run(_steps(host, "")), run(_steps(host, "?taken_back=1"))
    assert not any(step["undone"] for step in shown)
    assert [step["undone"] for step in everything[:4]] == [False, True, True, False]
    assert [step for step in everything if not step["undone"]] == shown
    assert len(everything) == len(shown) + 2
    first = run(_steps(host, "?from=1&limit=2"))
    assert first == shown[1:3]


def test_without_a_seat_a_replay_shows_what_spectators_saw(played: Seat) -> None:
    steps = run(_steps(played, ""))
    hands = [player["hand"] for step in steps for player in step["view"]["seats"]]
    assert set(hands) == {None}


@pytest.mark.parametrize("query", ["?seat=7", "?seat=x", "?match=9", "?match=-1"])
def test_a_replay_that_is_not_there_is_refused(played: Seat, query: str) -> None:
    with pytest.raises(Refused):
        run(_steps(played, query))


@pytest.mark.parametrize(
    ("query", "reason", "about"),
    [
        ("?match=abc", "server.no_such_match", {"match": "abc"}),
        ("?seat=abc", "server.no_such_seat", {"seat": "abc"}),
        ("?seat=", "server.malformed", {"detail": "`seat`: a number is missing"}),
        ("?match=", "server.malformed", {"detail": "`match`: a number is missing"}),
    ],
)
def test_a_refusal_names_the_part_of_the_address_that_is_wrong(
    played: Seat, query: str, reason: str, about: dict[str, str]
) -> None:
    with pytest.raises(Refused) as refused:
        run(_steps(played, query))
    assert refused.value.reason == reason
    assert refused.value.problem["about"] == about


def test_a_running_match_is_not_shown_step_by_step(live: Live) -> None:
    async def look() -> None:
        host = await Seat.create(live.url, "jericho", "Anna", seats=[{}, {"kind": "bot"}, {}])
        with pytest.raises(Refused):
            await _steps(host, "")

    run(look())
