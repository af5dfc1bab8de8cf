"""Bots at the table: every level plays legally, from its own seat's view alone."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from quartett import bots, games
from quartett.client import Api, Refused, Seat
from quartett.core.texts import LANGUAGES
from quartett.server.refusals import server_texts
from seating import levels_of
from server.live import Live, play_on, run
from server.refusing import refuses


@pytest.mark.parametrize("game", games.names())
def test_bots_of_every_level_sit_at_tables_together(live: Live, game: str) -> None:
    async def play(levels: list[str]) -> Seat:
        seats = [{}, *({"kind": "bot", "level": level} for level in levels)]
        options = {"countdown_ms": 0, "hand_ms": 0} if game == "flow" else {}
        host = await Seat.create(live.url, game, "Anna", seats=seats, options=options)
        async with host:
            await host.post("start")
            await play_on(host, random.Random(1), 3)
        return host

    for levels in line_ups(game):
        host = run(play(levels))
        assert host.version > 3 or host.outcome is not None


def line_ups(game: str) -> Iterator[list[str]]:
    """Every level against one person, as many of them at a table as there are seats."""
    fewest, most = games.get(game).players[0], games.get(game).players[-1]
    levels = levels_of(game)
    for first in range(0, len(levels), most - 1):
        together = levels[first : first + most - 1]
        yield together + ["random"] * (fewest - 1 - len(together))


def test_the_opponent_of_a_practice_round_sits_down_only_when_it_is_asked_for(live: Live) -> None:
    async def ask(game: str) -> Seat:
        seats = [{}, *[{"kind": "bot", "level": bots.PRACTICE}] * 2]
        return await Seat.create(live.url, game, "Anna", seats=seats)

    async def list_levels() -> list[str]:
        listed = (await Api(live.url).get("/api/games"))["games"]
        return [level for each in listed for level in each["levels"]]

    host = run(ask("flow"))
    assert [seat["level"] for seat in host.table["seats"]] == [None, "practice", "practice"]
    with pytest.raises(Refused) as refused:
        run(ask("jericho"))
    assert refused.value.reason == "server.no_such_level"
    assert "practice" not in run(list_levels())


def test_a_hint_is_one_of_the_legal_actions_with_a_reason(live: Live) -> None:
    async def ask() -> None:
        seats = [{}, *[{"kind": "bot", "level": "random"}] * 2]
        host = await Seat.create(live.url, "jericho", "Anna", seats=seats)
        async with host:
            await host.post("start")
            await host.turn()
            hint = await host.ask({"type": "hint"})
            assert hint["action"] in host.legal
            assert hint["text"]

    run(ask())


def test_bots_have_names_of_their_own_and_a_character_in_every_language(live: Live) -> None:
    async def look() -> None:
        seats = [{}, *[{"kind": "bot"}] * 3, {}]
        host = await Seat.create(live.url, "jericho", "Anna", seats=seats)
        table = (await host.post("seats", seat=4, kind="bot"))["table"]
        names = [seat["name"] for seat in table["seats"]]
        assert all(names)
        assert len(set(names)) == 5

    run(look())
    known = (*bots.LEVELS, "first", "middle", "upper", "rival")
    for level, language in product(known, LANGUAGES):
        assert server_texts(language)[f"bot.{level}"]


def test_an_unknown_level_is_refused(live: Live) -> None:
    seats = [{}, {"kind": "bot", "level": "divine"}]
    with refuses("no_such_level"):
        run(Seat.create(live.url, "jericho", "Anna", seats=seats))
