"""The host may think again about a table until its match begins; a server has its defaults."""

import argparse
from typing import Any

import pytest

from quartett.cli import serve
from quartett.client import Refused, Seat
from quartett.server.options import settings_from
from quartett.server.settings import Settings
from server.live import Live, run, sit_down

NAMES = ["Anna", "Ben"]


def test_the_host_changes_options_and_settings_and_everybody_is_told(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "souvenirs", NAMES, turn_seconds=30, chat="free")
        async with seats[0], seats[1]:
            changed = {"options": {"starter": 1}, "turn_seconds": None, "name": " at  home "}
            await seats[0].post("settings", **changed)
            await seats[1].until(lambda: seats[1].table["options"] == {"starter": 1})
            table = seats[1].table
            assert (table["turn_seconds"], table["name"]) == (None, "at home")
            assert (table["chat"], table["away_seconds"]) == ("free", 120)  # left out: they stay
            await seats[0].post("start")
            await seats[0].until(lambda: seats[0].now.get("view") is not None)
            assert seats[0].now["to_act"] == [1]
            assert seats[0].now["clock"]["left"] == {}

    run(play())


def test_the_lot_is_drawn_anew_for_each_match(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "souvenirs", NAMES, options={"starter": "lot"})
        async with seats[0], seats[1]:
            await seats[0].post("start")
            await seats[1].until(lambda: seats[1].now.get("view") is not None)
            assert seats[1].table["options"] == {"starter": "lot"}
            assert seats[1].now["to_act"] in ([0], [1])

    run(play())


def test_a_turn_clock_can_be_added_before_the_start(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "souvenirs", NAMES)
        async with seats[0]:
            await seats[0].post("settings", turn_seconds=60)
            await seats[0].post("start")
            await seats[0].until(lambda: bool(seats[0].now["clock"]["left"]))
            assert max(seats[0].now["clock"]["left"].values()) <= 60_000

    run(play())


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"options": {"starter": 7}}, "starter|seat|begin"),
        ({"options": {"stater": 1}}, "stater"),
        ({"turn_seconds": 1}, "turn_seconds"),
        ({"seats": []}, "seats"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    live: Live, wish: dict[str, Any], why: str
) -> None:
    async def play() -> None:
        host = await Seat.create(live.url, "souvenirs", "Anna", seats=[{}, {}])
        before = (await host.api.get(f"/api/tables/{host.table_id}"))["table"]
        with pytest.raises(Refused, match=why):
            await host.post("settings", **wish)
        assert (await host.api.get(f"/api/tables/{host.table_id}"))["table"] == before

    run(play())


def test_only_the_host_may_and_only_before_the_match(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "souvenirs", NAMES)
        with pytest.raises(Refused) as refused:
            await seats[1].post("settings", public=True)
        assert refused.value.reason == "server.only_host"
        await seats[0].post("start")
        with pytest.raises(Refused) as refused:
            await seats[0].post("settings", public=True)
        assert refused.value.reason == "server.not_waiting"

    run(play())


def test_the_help_of_the_command_tells_the_defaults_of_a_server() -> None:
    parser, usual = argparse.ArgumentParser(), Settings()
    serve.add_arguments(parser)
    given = settings_from(vars(parser.parse_args([])), {})
    assert (given.host, given.port, given.think_ms) == (usual.host, usual.port, usual.think_ms)
    said = " ".join(parser.format_help().split())
    for default in (usual.host, str(usual.port), "~/.local/share/quartett", "400 1200"):
        assert default in said
