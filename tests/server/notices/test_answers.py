"""Answers to a challenge: whoever sent it is told once, and nobody who is forgotten is named."""

import asyncio
import random
from pathlib import Path
from typing import Any

from quartett.protocol.bodies import ChallengeAnswer
from quartett.server.history import records as history
from quartett.server.learning.deals import DealPlan
from quartett.server.learning.results import SharedDeals
from quartett.server.learning.tables import dealt
from quartett.server.notices import answers, channels
from quartett.server.table.live_table import LiveTable
from server.history.tables import played, seated
from server.live import run
from server.notices.sent import House, house

TITLES = {
    "beat": "Somebody has beaten your challenge",
    "below": "Somebody has fallen short of your challenge",
    "level": "Somebody has equalled your challenge",
}


class Challenge:
    """Anna's challenge, and those who take it up."""

    def __init__(self, home: House, actor: LiveTable, plan: DealPlan) -> None:
        self.home = home
        self.actor = actor
        self.plan = plan
        self.deals = SharedDeals(home.tables.services)

    async def begun(self, name: str, browser: str | None = None) -> LiveTable:
        """Somebody's table with the same deal; they have still to play."""
        who, tables = browser or name.lower(), self.home.tables
        doc, person, entries = dealt(self.plan, name, who, tables.services.time.wall_ms())
        joined = await tables.seat(doc, person, entries)
        await self.deals.enter(self.plan, who, joined.table.id, name)
        return await tables.find(joined.table.id)

    async def taken_up(self, name: str, seed: int = 1) -> LiveTable:
        """Somebody plays the deal to its end."""
        actor = await self.begun(name)
        await played(actor, random.Random(seed))
        return actor

    async def told(self, who: str = "anna") -> list[ChallengeAnswer]:
        """What somebody's home page tells of answers."""
        return (await self.home.tables.home(who)).answers


async def sent(home: House) -> Challenge:
    """A challenge on a match that Anna has finished."""
    actor = await seated(home.tables, ["anna"], bots=1)
    await played(actor, random.Random(1))
    now: Any = actor
    deals = SharedDeals(home.tables.services)
    return Challenge(home, actor, await deals.send(now.now.doc, "anna", "Anna"))


def answered(challenge: Challenge, actor: LiveTable) -> str:
    """How a notice tells of this answer."""
    mine, theirs = score(challenge.actor), score(actor)
    return TITLES["level" if theirs == mine else "beat" if theirs > mine else "below"]


def score(actor: LiveTable) -> int:
    """What the person at a table reached in its match."""
    table: Any = actor
    (seat,) = (at for at, place in enumerate(table.now.doc.places) if place.person)
    reached: int = table.now.doc.past[-1].outcome.scores[seat]
    return reached


def test_whoever_sent_a_challenge_is_told_who_has_played_it_and_how(
    url: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna", "ben") as home:
            challenge = await sent(home)
            assert await challenge.told() == []
            ben = await challenge.taken_up("Ben")
            path = f"/challenge/{challenge.plan.id}"
            mine, theirs = score(challenge.actor), score(ben)
            assert await challenge.told() == [
                ChallengeAnswer(path, "souvenirs", "Ben", theirs, mine)
            ]
            assert await challenge.told("ben") == []
            await home.later(60)
            ((who, message),) = home.hand.taken
            title = answered(challenge, ben)
            assert (who, message.title, message.text) == ("anna", title, "Souvenirs · Ben")
            assert message.path == path
            await home.later(24 * 3600)
            assert len(home.hand.taken) == 1  # and still on the home page
            assert len(await challenge.told()) == 1

    run(scenario())


def test_however_many_take_a_challenge_up_there_is_one_notice_until_its_sender_looks(
    url: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna") as home:
            challenge, store = await sent(home), home.tables.services.store
            first = await challenge.taken_up("Ben0", 0)
            await home.later(60)
            for number in range(1, 20):
                await challenge.taken_up(f"Ben{number}", number)
            await home.later(60)
            assert home.hand.titles("anna") == [answered(challenge, first)]
            assert [each.name for each in await challenge.told()] == [
                f"Ben{number}" for number in range(19, 19 - answers.SHOWN, -1)
            ]
            await answers.looked(store, "ben3", challenge.plan.id)
            assert len(await challenge.told()) == answers.SHOWN
            await answers.looked(store, "anna", challenge.plan.id)
            assert (await challenge.told(), await home.rows()) == ([], [])
            again = await challenge.taken_up("Cleo")
            await home.later(60)
            told = [answered(challenge, each) for each in (first, again)]
            assert home.hand.titles("anna") == told

    run(scenario())


def test_of_those_who_finish_in_the_same_instant_at_several_nodes_one_brings_a_notice(
    url: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna") as home:
            challenge, store = await sent(home), home.tables.services.store
            tables = [(await challenge.taken_up(name)).id for name in ("Ben", "Cleo", "Dora")]
            for on in range(5):
                await answers.looked(store, "anna", challenge.plan.id)
                # Each of these is a transaction over a connection of its own.
                ends = (store.change(*answers.answered(each, 1, on)) for each in tables)
                await asyncio.gather(*ends)
                stages = [stage for _, stage in await home.rows()]
                assert sorted(stages) == ["answer", "told", "told"]

    run(scenario())


def test_a_crash_after_the_last_move_loses_no_answer(url: str, tmp_path: Path) -> None:
    async def before() -> None:
        async with house(url, tmp_path, "anna") as home:
            await (await sent(home)).taken_up("Ben")  # and this process is gone

    async def after() -> None:
        async with house(url, tmp_path) as home:
            assert await home.rows() == [("anna", "answer")]
            await home.later(60)
            (title,) = home.hand.titles("anna")
            assert title in TITLES.values()

    run(before())
    run(after())


def test_a_match_that_goes_on_and_another_deal_tell_nobody(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna") as home:
            challenge = await sent(home)
            await played(await challenge.begun("Ben"), random.Random(1), most=3)
            other = await seated(home.tables, ["cleo"], bots=1)
            await played(other, random.Random(1))
            assert await home.rows() == []
            await played(await challenge.begun("Anna", "anna"), random.Random(2))
            assert await home.rows() == []  # nobody answers themselves

    run(scenario())


def test_whoever_is_forgotten_is_neither_named_nor_told(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna") as home:
            challenge, store = await sent(home), home.tables.services.store
            for name in ("Ben", "Cleo"):
                await challenge.taken_up(name)
            gone = {"ben"}
            await store.change(*channels.forgotten(gone), *history.forgotten(gone))
            assert [each.name for each in await challenge.told()] == ["Cleo"]
            await home.later(60)
            assert "Ben" not in str(home.hand.taken)
            gone = {"anna"}
            await store.change(*channels.forgotten(gone), *history.forgotten(gone))
            await challenge.taken_up("Dora")
            assert (await challenge.told(), await home.rows()) == ([], [])

    run(scenario())


def test_an_answer_comes_along_to_whom_a_guest_turns_out_to_be(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(url, tmp_path, "anna") as home:
            challenge, store = await sent(home), home.tables.services.store
            await challenge.taken_up("Ben")
            along = channels.passed_on("anna", "kept")
            await store.change(history.passed_on("anna", "kept"), *along)
            await challenge.taken_up("Cleo")
            assert {each.name for each in await challenge.told("kept")} == {"Ben", "Cleo"}
            assert await challenge.told() == []

    run(scenario())
