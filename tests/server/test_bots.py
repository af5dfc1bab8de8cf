"""Bots at the table: every level plays legally, from its own seat's view alone."""

import asyncio
import random
from itertools import product

import pytest

from quartett import bots, games
from quartett.client import Refused, Seat
from quartett.core.texts import LANGUAGES
from quartett.server.refusals import server_texts
from server.live import Live, play_on, run


@pytest.mark.parametrize("game", games.names())
def test_bots_of_every_level_sit_at_one_table(live: Live, game: str) -> None:
    async def play() -> Seat:
        levels = list(bots.LEVELS)[: games.get(game).players[-1] - 1]
        seats = [{}, *({"kind": "bot", "level": level} for level in levels)]
        while len(seats) < games.get(game).players[0]:
            seats.append({"kind": "bot", "level": "random"})
        options = {"countdown_ms": 0, "hand_ms": 0} if game == "flow" else {}
        host = await Seat.create(live.url, game, "Anna", seats=seats, options=options)
        async with host:
            await host.post("start")
            await asyncio.wait_for(play_on(host, random.Random(1), 3), 40)
        return host

    assert run(play()).version > 3


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
    for level, language in product(bots.LEVELS, LANGUAGES):
        assert server_texts(language)[f"bot.{level}"]


def test_an_unknown_level_is_refused(live: Live) -> None:
    seats = [{}, {"kind": "bot", "level": "divine"}]
    with pytest.raises(Refused, match="level"):
        run(Seat.create(live.url, "jericho", "Anna", seats=seats))
