"""A review of a finished match is made off the event loop, shown as it grows, and kept."""

import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE_SECONDS
from playing import finished
from quartett.client import Seat
from quartett.core.log import dump_log
from server.learning.surfer import Surfer
from server.live import Live, live_server, play_on, run


def over(live: Live, game: str = "souvenirs", **wish: Any) -> str:
    """The id of a table whose match is over."""

    async def play() -> str:
        bots = [{"kind": "bot", "level": "random"}]
        host = await Seat.create(live.url, game, "Anna", seats=[{}, *bots], **wish)
        async with host:
            await host.post("start")
            await play_on(host, random.Random(3))
        return host.table_id

    id: str = run(play())
    return id


@pytest.fixture(scope="module")
def table(live: Live) -> str:
    return over(live)


@pytest.fixture(scope="module")
def reviewed(live: Live, table: str) -> Any:
    return made(Surfer(live), table)


def made(guest: Surfer, table: str) -> Any:
    """The review, once it is there."""
    found = guest.post(f"/api/tables/{table}/review")
    done = [found["done"]]
    until = time.monotonic() + PATIENCE_SECONDS
    while found["state"] in ("waiting", "working"):
        assert time.monotonic() < until
        time.sleep(0.1)
        found = guest.get(f"/api/tables/{table}/review")
        done.append(found["done"])
    assert done == sorted(done)
    return found


def test_nothing_is_made_before_somebody_asks(live: Live) -> None:
    assert Surfer(live).get(f"/api/tables/{over(live)}/review")["state"] == "none"


def test_a_review_has_numbers_words_and_the_moments_to_try_again(reviewed: Any) -> None:
    assert reviewed["state"] == "done"
    assert reviewed["evaluator"] == "hard"
    for seat in reviewed["seats"]:
        assert abs(seat["result"] - seat["expected"] - seat["luck"] - seat["decisions"]) < 1e-9
        assert seat["interval"] >= 0
        assert seat["sentence"].endswith(".")
    assert [step["entry"] for step in reviewed["steps"]] == list(range(len(reviewed["steps"])))
    choices = [step for step in reviewed["steps"] if step["kind"] == "decision"]
    assert all(step["played"] for step in choices)
    assert any(step["best"] for step in choices)
    assert len(reviewed["turning_points"]) == 3
    assert reviewed["insights"]


def test_the_words_are_the_readers(live: Live, table: str, reviewed: Any) -> None:
    german = Surfer(live, "de").get(f"/api/tables/{table}/review")
    assert german["seats"][0]["luck"] == reviewed["seats"][0]["luck"]
    assert german["insights"][0]["text"] != reviewed["insights"][0]["text"]


def test_a_second_reader_gets_the_same_at_once(live: Live, table: str, reviewed: Any) -> None:
    assert Surfer(live).post(f"/api/tables/{table}/review") == reviewed


def test_a_review_is_kept_with_the_match_over_a_restart(tmp_path: Path) -> None:
    with live_server(tmp_path) as first:
        table = over(first)
        before = made(Surfer(first), table)
    with live_server(tmp_path) as second:
        assert Surfer(second).get(f"/api/tables/{table}/review") == before


def test_speed_and_flow_gets_its_speed(live: Live) -> None:
    log = dump_log(finished("flow", 3, 2, target=40, cards=16).record())
    guest = Surfer(live)
    table = guest.bring(log)["table"]["id"]
    found = made(guest, table)
    assert found["state"] == "done"
    assert len(found["insights"]) == 2
    assert found["steps"] == []


def test_a_match_that_is_not_over_has_none(live: Live) -> None:
    async def begin() -> str:
        host = await Seat.create(live.url, "souvenirs", "A", seats=[{}, {"kind": "bot"}])
        await host.post("start")
        return host.table_id

    guest = Surfer(live)
    guest.get(f"/api/tables/{run(begin())}/review")
    assert guest.status == 404


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Live]:
    with live_server(tmp_path, reviews_per_minute=1) as running:
        yield running


def test_an_address_cannot_have_too_many_made(strict: Live) -> None:
    tables, guest = [over(strict), over(strict)], Surfer(strict)
    guest.post(f"/api/tables/{tables[0]}/review")
    guest.post(f"/api/tables/{tables[1]}/review")
    assert guest.status == 429
    guest.post(f"/api/tables/{tables[0]}/review")
    assert guest.status == 200


def test_a_match_can_be_played_on_from_a_turning_point(
    live: Live, table: str, reviewed: Any
) -> None:
    guest = Surfer(live)
    entry = reviewed["turning_points"][-1]
    seat = reviewed["steps"][entry]["seat"]
    joined = guest.post(f"/api/tables/{table}/again", entry=entry, seat=seat, you="Zoe")
    assert guest.status == 201
    assert joined["you"]["seats"] == [seat]
    seats = joined["table"]["seats"]
    assert [each["kind"] for each in seats].count("bot") == 1
    assert not joined["table"]["spectators"]

    async def play() -> Any:
        played = await guest.finish(joined)
        return played.outcome, len(await played.replay())

    outcome, length = run(play())
    assert outcome["scores"]
    assert length > 0
    again = made(guest, joined["table"]["id"])
    assert again["state"] == "done"


@pytest.mark.parametrize(("entry", "seat"), [(0, 0), (9999, 0), (3, 9)])
def test_there_is_no_playing_on_from_nowhere(live: Live, table: str, entry: int, seat: int) -> None:
    guest = Surfer(live)
    guest.post(f"/api/tables/{table}/again", entry=entry, seat=seat, you="Zoe")
    assert guest.status == 404
