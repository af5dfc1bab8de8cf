"""What came of a match is kept once, in the transaction that ends it, and says who did what."""

import random
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quartett.core.log import Header
from quartett.core.outcome import Outcome
from quartett.server.history import records
from quartett.server.history.backfill import fill_in
from quartett.server.history.results import MatchResult, seat_results
from quartett.server.store.documents import (
    Deal,
    Finished,
    Person,
    SeatRecord,
    TableDocument,
    from_stored,
)
from quartett.server.store.opening import open_store
from quartett.server.store.store import Store
from quartett.server.table.permissions import Caller
from server.history.tables import left, one_match, played, registry, seated
from server.live import run
from server.store import v0_1
from server.store.stores import ADD_PERSON, ENGINES


async def found(store: Store, table: str, match: int = 1) -> MatchResult:
    """The result of a match, which must be there."""
    result = await records.result(store, table, match)
    assert result is not None
    return result


def test_a_match_that_ends_keeps_what_each_seat_came_to(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with registry(url, tmp_path) as tables:
            id = await one_match(tables, ["Anna", "Ben"], bots=1, turn_seconds=7200)
            store = tables.services.store
            result = await found(store, id)
            stored = await store.table(id)
            assert stored is not None
            past = from_stored(stored).past[-1]
            assert (result.game, result.pace, result.deal) == ("souvenirs", "days", None)
            assert (result.people, result.rating, len(result.seats)) == (2, "off", 3)
            assert result.moves == len(await store.log(id, 1))
            assert [each.who for each in result.seats] == ["Anna", "Ben", None]
            assert [each.kind for each in result.seats] == ["person", "person", "bot"]
            assert [each.level for each in result.seats] == [None, None, "random"]
            assert tuple(each.name for each in result.seats) == past.names
            assert tuple(each.score for each in result.seats) == past.outcome.scores
            assert tuple(each.place for each in result.seats) == past.outcome.places
            assert {each.fate for each in result.seats} == {"played"}

    run(scenario())


def test_who_leaves_comes_last_and_a_bots_victory_is_nobodys(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with registry(url, tmp_path) as tables:
            actor = await seated(tables, ["Anna", "Ben", "Cleo"], game="jericho")
            await played(actor, random.Random(2), most=3)
            await left(actor, "Ben")
            await played(actor, random.Random(2))
            result = await found(tables.services.store, actor.id)
            ben = result.seats[1]
            assert (ben.fate, ben.place, ben.share, ben.points) == ("left", 3, 0.0, 0.0)
            assert [each.fate for each in result.seats] == ["played", "left", "played"]

    run(scenario())


def test_who_sits_beside_somebody_is_not_them(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with registry(url, tmp_path) as tables:
            actor = await seated(tables, ["Anna"], guests=["Opa"])
            await played(actor, random.Random(1))
            result = await found(tables.services.store, actor.id)
            assert [each.kind for each in result.seats] == ["person", "beside"]
            assert [each.who for each in result.seats] == ["Anna", "Anna"]
            assert [each.name for each in result.seats] == ["Anna", "Opa"]

    run(scenario())


def everything(result: list[Any]) -> list[tuple[object, ...]]:
    """Rows that can be compared."""
    return sorted(map(tuple, result), key=repr)


async def all_rows(store: Store) -> list[tuple[object, ...]]:
    """All that is kept of results."""
    matches = await store.rows("SELECT * FROM matches")
    return everything([*matches, *await store.rows("SELECT * FROM results")])


async def filled(store: Store) -> None:
    """Fill results in until there are no more."""
    while await fill_in(store):
        pass


def test_results_of_earlier_versions_are_those_that_would_have_been_kept(
    url: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with registry(url, tmp_path) as tables:
            store = tables.services.store
            for seed in range(3):
                await one_match(tables, ["Anna", "Ben"], seed, bots=1)
            actor = await seated(tables, ["Anna", "Ben"])
            await played(actor, random.Random(4), most=2)
            await left(actor, "Ben")
            await played(actor, random.Random(4))
            kept = [row[:-1] for row in await all_rows(store)]
            await store.change(("DELETE FROM results", ()), ("DELETE FROM matches", ()))
            await filled(store)
            # When a match ended is told to the millisecond by its last entry.
            assert [row[:-1] for row in await all_rows(store)] == kept
            again = await all_rows(store)
            await store.change(("DELETE FROM settings WHERE name = 'results_from_tables'", ()))
            await filled(store)
            assert await all_rows(store) == again

    run(scenario())


@pytest.mark.parametrize("kind", ENGINES)
def test_what_version_0_1_left_gets_results_once(kind: str, tmp_path: Path) -> None:
    url, tables = v0_1.database(kind, tmp_path), v0_1.expected(kind)["tables"]

    async def scenario() -> None:
        store = await open_store(url)
        await filled(store)
        for made in tables:
            stored = await store.table(made["id"])
            assert stored is not None
            for past in from_stored(stored).past:
                result = await records.result(store, made["id"], past.match)
                if past.deal is None or isinstance(past.header.start, dict):
                    assert result is None
                    continue
                assert result is not None
                assert [each.score for each in result.seats] == list(past.outcome.scores)
                assert 0 < result.ended_at <= stored.updated_at
        first = await all_rows(store)
        assert first
        await store.close()
        store = await open_store(url)
        await filled(store)
        assert await all_rows(store) == first
        await store.close()

    run(scenario())


def test_a_table_that_changes_meanwhile_is_read_again(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with registry(url, tmp_path) as tables:
            store = tables.services.store
            id = await one_match(tables, ["Anna", "Ben"])
            await store.change(("DELETE FROM results", ()), ("DELETE FROM matches", ()))
            rows, meddled = store.rows, count()

            async def meddling(query: str, *values: object) -> Any:
                if "FROM log" in query and next(meddled) == 0:
                    actor = await tables.find(id)
                    await actor.forget(Caller(browser="Anna"))
                return await rows(query, *values)

            store.rows = meddling  # type: ignore[method-assign]
            await filled(store)
            result = await found(store, id)
            assert [each.who for each in result.seats] == [None, "Ben"]
            assert result.seats[0].name != "Anna"

    run(scenario())


def test_old_results_go_unless_somebody_keeps_their_name(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with registry(url, tmp_path) as tables:
            store = tables.services.store
            guests = await one_match(tables, ["Anna", "Ben"])
            kept = await one_match(tables, ["Cleo", "Ben"])
            await store.change(
                (
                    f"{ADD_PERSON} (?1, ?1, ?2, ?2, ?3, '')",
                    ("P1", "Cleo", 1),
                )
            )
            ended = (await found(store, guests)).ended_at
            assert await records.forget_guests(store, ended, 10) == 0
            later = (await found(store, kept)).ended_at + 1
            assert await records.forget_guests(store, later, 10) == 1
            assert await records.result(store, guests, 1) is None
            assert len((await found(store, kept)).seats) == 2

    run(scenario())


def test_old_results_go_however_few_are_looked_at_together(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with registry(url, tmp_path) as tables:
            store = tables.services.store
            each = [("Anna", "Ben"), ("Cleo", "Ben"), ("Dora", "Ben"), ("Cleo", "Anna")] * 2
            ids = [await one_match(tables, list(names)) for names in each]
            person = f"{ADD_PERSON} (?1, ?1, ?2, ?2, ?3, '')"
            same = "UPDATE matches SET ended_at = 5 WHERE table_id <> ?1"
            await store.change((person, ("P1", "Cleo", 1)), (same, (ids[0],)))
            monkeypatch.setattr(records, "AT_ONCE", 2)
            monkeypatch.setattr(records, "DELETED_AT_ONCE", 1)
            assert await records.forget_guests(store, 1 << 60, 3) == 3
            assert await records.forget_guests(store, 1 << 60, 10) == 1
            left = await store.rows("SELECT table_id FROM matches")
            assert {id for (id,) in left} == {
                id for id, names in zip(ids, each, strict=True) if "Cleo" in names
            }

    run(scenario())


def test_a_result_outlives_its_table(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with registry(url, tmp_path) as tables:
            id = await one_match(tables, ["Anna", "Ben"])
            store = tables.services.store
            assert await store.delete([id], 1 << 60) == 1
            assert len((await found(store, id)).seats) == 2

    run(scenario())


def test_a_guests_results_come_along_and_are_nobodys_once_erased(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with registry(url, tmp_path) as tables:
            store = tables.services.store
            id = await one_match(tables, ["Anna", "Ben"])
            await store.change(records.passed_on("Anna", "Anna's first device"))
            assert (await found(store, id)).seats[0].who == "Anna's first device"
            await store.change(*records.forgotten({"Anna's first device", "Anna"}))
            first, second = (await found(store, id)).seats
            assert (first.who, first.name) == (None, "…")
            assert (second.who, second.name) == ("Ben", "Ben")

    run(scenario())


SCORES = st.lists(st.integers(0, 20), min_size=2, max_size=6)


@given(scores=SCORES, data=st.data())
def test_results_sum_up_and_nobody_gains_by_being_replaced(scores: list[int], data: Any) -> None:
    seats = range(len(scores))
    winners = tuple(seat for seat in seats if scores[seat] == max(scores))
    outcome = Outcome(tuple(scores), winners, "most")
    replaced = tuple(data.draw(st.sets(st.sampled_from(seats))))
    gone = tuple(data.draw(st.sets(st.sampled_from(seats))))
    people = {f"p{seat}": Person(f"n{seat}", owner=f"b{seat}") for seat in seats}
    doc = TableDocument(
        id="t",
        game="souvenirs",
        name="",
        host="p0",
        people=people,
        places=tuple(SeatRecord(f"p{seat}", f"n{seat}") for seat in seats),
        deal=Deal("", ""),
        status="over",
    )
    header = Header("souvenirs", len(scores), "s", {})
    names = tuple(f"n{seat}" for seat in seats)
    past = Finished(1, header, Deal("", ""), names, outcome, tuple(people), replaced, gone)
    found = list(seat_results(doc, past))
    plain = list(seat_results(doc, Finished(1, header, None, names, outcome, tuple(people))))
    assert sum(each.share for each in plain) == pytest.approx(1)
    assert sum(each.points for each in plain) == len(scores) * (len(scores) - 1) / 2
    for each, would in zip(found, plain, strict=True):
        assert each.who == f"b{each.seat}"
        if each.fate == "played":
            assert (each.place, each.points, each.share) == (would.place, would.points, would.share)
        else:
            assert each.place >= max(would.place, 2)
            assert (each.points, each.share) == (0, 0)
        if each.seat in gone:
            assert (each.fate, each.place) == ("left", len(scores))
