"""The rival at tables: it remembers results from match to match, and forgets them on request."""

import random
from pathlib import Path

import msgspec
import pytest

from quartett.protocol.bodies import ChangeSeat, CreateTable, Rematch
from quartett.server.history import own_results
from quartett.server.refusals import Refusal
from quartett.server.table.permissions import Caller
from server.history.tables import played, registry, seated
from server.live import run

ANNA = Caller(browser="anna")


def rival(level: str = "rival-3") -> list[dict[str, str]]:
    return [{}, {"kind": "bot", "level": level}]


def test_after_a_defeat_it_comes_down_and_after_a_victory_it_goes_up(
    url: str, tmp_path: Path
) -> None:
    async def go() -> None:
        async with registry(url, tmp_path) as tables:
            for seed in range(4):
                before = (await own_results.rivals_of(tables.services.store, "anna")).levels
                table = await seated(tables, ["anna"], seats=rival(before["souvenirs"]))
                await played(table, random.Random(seed))
                doc = table.now.doc
                share = doc.past[-1].outcome.share(0)
                after = (await own_results.rivals_of(tables.services.store, "anna")).levels
                place = float(before["souvenirs"].removeprefix("rival-"))
                moved = min(10.5, max(1.0, place + share - 0.5))
                assert float(after["souvenirs"].removeprefix("rival-")) == moved
                assert after["jericho"] == "rival-3"
            others = await own_results.rivals_of(tables.services.store, "boris")
            assert others.levels["souvenirs"] == "rival-3"

    run(go())


def test_in_a_rematch_it_has_learned_from_the_match_before(url: str, tmp_path: Path) -> None:
    async def go() -> None:
        async with registry(url, tmp_path) as tables:
            table = await seated(tables, ["anna"], seats=rival("rival-1.5"))
            await played(table, random.Random(1))
            share = table.now.doc.past[-1].outcome.share(0)
            await table.rematch(ANNA, Rematch(answer=True))
            levels = {place.level for place in table.now.doc.places}
            assert levels == {None, f"rival-{1.5 + share - 0.5:g}"}

    run(go())


def test_whoever_forgets_their_matches_is_forgotten_by_their_rival(
    url: str, tmp_path: Path
) -> None:
    async def go() -> None:
        async with registry(url, tmp_path) as tables:
            store = tables.services.store
            table = await seated(tables, ["anna"], seats=rival("rival-7"))
            await played(table, random.Random(1))
            assert (await own_results.rivals_of(store, "anna")).levels["souvenirs"] != "rival-3"
            await store.change(own_results.forget("anna", None))
            assert (await own_results.rivals_of(store, "anna")).levels["souvenirs"] == "rival-3"

    run(go())


def test_every_step_sits_down_under_its_own_name_and_what_is_no_step_is_refused(
    url: str, tmp_path: Path
) -> None:
    async def go() -> None:
        async with registry(url, tmp_path) as tables:
            table = await seated(tables, ["anna"], seats=rival("4"))
            assert table.now.doc.places[1].name == "Jonas"

            other = await tables.create(waiting(), "anna")
            found = await tables.find(other.table.id)
            for level, name in (("5", "Chiara"), ("5", "Chiara"), ("rival-5.5", "Chiara")):
                await found.change_seat(ANNA, ChangeSeat(seat=1, kind="bot", level=level))
                assert found.now.doc.places[1].name == name
            for level in ("11", "0", "rival-11", "rival", "5.5", "no such"):
                with pytest.raises(Refusal):
                    await found.change_seat(ANNA, ChangeSeat(seat=1, kind="bot", level=level))

    run(go())


def waiting() -> CreateTable:
    """A table at which Anna waits with her rival."""
    return msgspec.convert({"game": "souvenirs", "you": "Anna", "seats": rival("3")}, CreateTable)
