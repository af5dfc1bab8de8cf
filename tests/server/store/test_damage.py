"""One bad row is noticed, set aside and told; everything else is served."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quartett.client import Api, Refused, Seat
from quartett.core.errors import FormatError
from quartett.games import get
from quartett.server.refusals import Refusal
from quartett.server.store.documents import (
    Deal,
    TableDocument,
    from_row,
    from_stored,
    to_stored,
)
from quartett.server.store.store import Damage, DamagedError, Store, StoredRow
from server.live import live_server, play_on, run, sit_down
from server.store.stores import claimed, entry, execute, play, refused, table
from server.store_databases import fresh_database
from server.table.room import new_table, open_tables

CHANGES = {
    "a missing entry": ("DELETE FROM log WHERE number = 2", "entry 2 is missing"),
    "a changed entry": ("UPDATE log SET entry = '{}' WHERE number = 2", "entry 2 is not as"),
    "a changed hash": ("UPDATE log SET hash = '{}' WHERE number = 1", "entry 1 is not as"),
    "entries that changed places": (
        "UPDATE log SET entry = (SELECT l.entry FROM log l WHERE l.number = 5 - log.number)"
        " WHERE number IN (2, 3)",
        "entry 2 is not as",
    ),
    "a changed first entry": ("UPDATE log SET entry = '{}' WHERE number = 0", "entry 0 is not as"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_or_missing_row_is_noticed_and_its_table_set_aside(url: str, change: str) -> None:
    statement, why = CHANGES[change]

    async def damage(store: Store) -> None:
        await store.create(table(1, "b", browsers=("mine",)), [entry(0, "b")])
        hold = await store.create(table(1, browsers=("mine",)), due_at=5)
        for number in range(6):
            await store.write(hold, None, [entry(number)], due_at=5)
        await execute(url, statement.replace("WHERE", "WHERE table_id = 'a' AND"))

    async def notice(store: Store) -> None:
        hold = await claimed(store)
        with pytest.raises(DamagedError, match=why):
            await store.log("a", 0)
        with pytest.raises(DamagedError):
            await store.table("a")
        with pytest.raises(DamagedError):
            await store.claim("a")
        await refused(store.write(hold, None, [entry(6)]))

    async def serve_the_rest(store: Store) -> None:
        [damaged] = await store.quarantined()
        assert damaged.id == "a"
        assert why in damaged.why
        assert [each.id for each in await store.tables(["running"])] == ["b"]
        assert [each.id for each in await store.tables_of("mine")] == ["b"]
        assert await store.due(9) == []
        assert await store.log("b", 0) == [entry(0, "b")]

    play(url, damage, notice, serve_the_rest)


def test_a_missing_last_row_is_noticed_when_the_table_is_claimed(url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.create(table(1), [entry(0), entry(1)])
        await execute(url, "DELETE FROM log WHERE number = 1")
        with pytest.raises(DamagedError, match="newest entry is missing"):
            await store.claim("a")
        assert [each.id for each in await store.quarantined()] == ["a"]

    play(url, scenario)


def test_the_end_of_an_earlier_match_is_part_of_the_chain(url: str) -> None:
    async def scenario(store: Store) -> None:
        hold = await store.create(table(1), [entry(0, match=1), entry(1, match=1)])
        await store.write(hold, table(2), [entry(0, match=2)])
        assert await store.log("a", 2) == [entry(0, match=2)]
        await execute(url, "DELETE FROM log WHERE match = 1 AND number = 1")
        with pytest.raises(DamagedError, match="match 2: entry 0"):
            await store.log("a", 2)

    play(url, scenario)


def test_a_table_is_set_aside_with_a_reason_and_stays_stored(url: str) -> None:
    async def scenario(store: Store) -> None:
        hold = await store.create(table(1), [entry(0)])
        await store.quarantine("a", "its document cannot be read")
        assert await store.quarantined() == [Damage("a", "its document cannot be read")]
        await refused(store.write(hold, table(2)))
        assert (await store.size()).tables == 1

    play(url, scenario)


def test_a_file_that_is_damaged_in_one_place_is_served_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def write(store: Store) -> None:
        for id in "abc":
            rows = [StoredRow(id, 0, n, b"%s entry %03d" % (id.encode(), n)) for n in range(400)]
            await store.create(table(1, id), rows)

    async def read(store: Store) -> None:
        with pytest.raises(DamagedError, match="where it lies"):
            await store.log("b", 0)
        assert [each.id for each in await store.quarantined()] == ["b"]
        for id in "ac":
            assert len(await store.log(id, 0)) == 400
            await store.write(await claimed(store, id), None, [entry(400, id)])

    play(str(path), write)
    content = bytearray(path.read_bytes())
    page = content.index(b"b entry 200") // 4096 * 4096
    content[page : page + 4096] = bytes(4096)
    path.write_bytes(content)
    play(str(path), read)


def document(**changes: Any) -> TableDocument:
    """A table's document."""
    values = {"id": "a", "game": "jericho", "name": "", "host": "", "people": {}, "places": ()}
    return TableDocument(**{**values, "deal": Deal("secret", "promise"), **changes})


def test_a_document_of_0_1_has_no_number_and_is_converted() -> None:
    doc = document()
    values = msgspec.to_builtins(doc)
    del values["format"]
    said = {"type": "said", "seat": 0, "name": "Anna", "phrase": "hello", "text": None, "at": 5}
    old = msgspec.json.encode({**values, "revision": 7, "said": [said]})
    stored = msgspec.structs.replace(to_stored(doc), document=old)
    read = from_stored(stored)
    assert read.format == doc.format
    assert [line.phrase for line in read.said] == ["hello"]
    assert b"revision" not in to_stored(read).document


def test_a_document_of_a_later_format_is_refused_but_not_called_damaged() -> None:
    stored = to_stored(document(format=99))
    with pytest.raises(FormatError, match="newer version"):
        from_stored(stored)


@pytest.mark.parametrize("text", [b"", b"no JSON", b'{"id":5}', b'{"format":"x"}', b"\xff"])
def test_what_is_no_document_is_damaged(text: bytes) -> None:
    stored = msgspec.structs.replace(to_stored(document()), document=text)
    with pytest.raises(DamagedError):
        from_stored(stored)


def test_an_error_about_a_damaged_table_names_it_and_says_why() -> None:
    error = DamagedError("a", "a row is missing")
    assert str(error) == "table a is damaged: a row is missing"
    assert (error.id, error.why) == ("a", "a row is missing")


def test_what_is_said_of_a_damaged_entry_names_no_card() -> None:
    game = get("jericho")
    bad = b'{"events":[{"type":"drew","seat":0,"card":"trumpet-3","secret":["trumpet-9"]}]}'
    with pytest.raises(DamagedError) as error:
        from_row(game, StoredRow("a", 1, 3, bad))
    assert "trumpet" not in str(error.value)
    assert "entry 3" in str(error.value)


def test_a_server_starts_with_damaged_tables_and_serves_the_others(tmp_path: Path) -> None:
    url = fresh_database("sqlite", tmp_path)

    async def make(server: str) -> list[Seat]:
        tables = [await sit_down(server, "jericho", ["Anna", "Ben", "Cleo"]) for _ in range(4)]
        for seats in tables:
            await seats[0].post("start")
        return [seats[0] for seats in tables]

    async def look(server: str) -> None:
        for seat in seats[:3]:
            with pytest.raises(Refused) as refusal:
                await Api(server, seat.token).get(f"/api/tables/{seat.table_id}")
            assert refusal.value.reason == "server.damaged_table"
        whole = await Api(server, seats[3].token).get(f"/api/tables/{seats[3].table_id}")
        assert whole["table"]["status"] == "running"
        more = await sit_down(server, "jericho", ["Anna", "Ben", "Cleo"])
        await more[0].post("start")
        async with more[0], more[1], more[2]:
            await play_on(more[0], random.Random(1), 1)

    settings: Any = {"database": url}
    with live_server(tmp_path, **settings) as live:
        seats = run(make(live.url))
    for statement in (
        f"UPDATE tables SET document = 'nothing' WHERE id = '{seats[0].table_id}'",
        f"DELETE FROM log WHERE table_id = '{seats[1].table_id}'",
        f"UPDATE log SET entry = '[]' WHERE table_id = '{seats[2].table_id}'",
    ):
        run(execute(url, statement))
    with live_server(tmp_path, **settings) as live:
        run(look(live.url))


def test_a_damaged_table_is_logged_once_counts_against_nobody_and_stops_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path}/quartett.db"

    async def scenario() -> None:
        tables = await open_tables(tmp_path)
        ids = [(await new_table(tables))[0].id for _ in range(2)]
        await tables.close()
        await execute(url, f"UPDATE tables SET document = '{{}}' WHERE id = '{ids[0]}'")
        tables = await open_tables(tmp_path)
        for _ in range(3):
            with pytest.raises(Refusal) as refusal:
                await tables.find(ids[0])
            assert refusal.value.reason == "server.damaged_table"
        assert await tables.still_open(ids) == [ids[1]]
        await tables.close()

    run(scenario())
    assert capfd.readouterr().err.count("table_damaged") == 1
