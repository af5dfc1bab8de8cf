"""A finished match can be looked at again, from any seat."""

from typing import Any

import msgspec
import pytest

from quartett.client import Refused, Seat
from server.live import Live, run


async def _steps(seat: Seat, query: str) -> list[Any]:
    text = await seat.api.fetch(f"/api/tables/{seat.table_id}/replay/views{query}")
    return [msgspec.json.decode(line) for line in text.splitlines()]


def test_the_steps_of_a_replay_lead_to_what_the_player_saw_last(played: Seat) -> None:
    steps = run(_steps(played, "?seat=0"))
    assert steps[-1]["view"] == msgspec.to_builtins(played.view)
    assert steps[-1]["outcome"]["scores"] == list(played.outcome["scores"])
    assert sum(len(step["events"]) for step in steps) == played.version


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
