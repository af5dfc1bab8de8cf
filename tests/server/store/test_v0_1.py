"""What version 0.1 wrote is opened: databases, tables of every state, keys, logs, positions."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

import quartett
from quartett.client import Api
from quartett.server.store.documents import from_row, from_stored
from quartett.server.store.opening import open_store
from quartett.server.store.secrets import keyring
from quartett.server.store.store import DamagedError, Store
from quartett.server.tokens import Tokens
from server.live import live_server, run
from server.store import v0_1
from server.store.stores import ENGINES, entry, execute, play, refused

GAMES = {"photo_rummy", "jericho", "souvenirs", "flow"}


@pytest.fixture(params=ENGINES)
def kind(request: pytest.FixtureRequest) -> str:
    """Each engine."""
    return str(request.param)


def test_tables_of_every_state_and_game_are_read_with_their_logs(kind: str, tmp_path: Path) -> None:
    url, tables = v0_1.database(kind, tmp_path), v0_1.expected(kind)["tables"]
    states = set()

    async def scenario(store: Store) -> None:
        for made in tables:
            found = await store.claim(made["id"])
            assert found is not None
            stored, hold = found
            doc = from_stored(stored)
            states.add((doc.status, doc.game))
            assert hold.epoch == 1
            if made["about"] == "closed":
                assert doc.status == "closed"
                continue
            table = made["table"]
            assert (doc.status, doc.match, doc.name) == (
                table["status"],
                table["match"],
                table["name"],
            )
            assert [place.name for place in doc.places] == [s["name"] for s in table["seats"]]
            game = quartett.game(doc.game)
            for match in range(1, doc.match + 1):
                rows = await store.log(doc.id, match)
                assert all(from_row(game, row).events for row in rows)
        assert await store.quarantined() == []

    play(url, scenario)
    assert states == {
        (status, game) for status in ("waiting", "running", "over", "closed") for game in GAMES
    }


def test_0_1s_tables_go_on_with_a_chain_of_their_own(kind: str, tmp_path: Path) -> None:
    url = v0_1.database(kind, tmp_path)
    id = next(t["id"] for t in v0_1.expected(kind)["tables"] if t["about"].startswith("running"))

    async def write(store: Store) -> None:
        stored, hold = await store.claim(id) or pytest.fail("it is gone")
        match = from_stored(stored).match
        old = await store.log(id, match)
        new = [entry(len(old) + n, id, match) for n in range(3)]
        await store.write(hold, None, new[:1])
        await store.write(hold, stored, new[1:])
        assert await store.log(id, match) == old + new

    async def go_on(store: Store) -> None:
        stored, hold = await store.claim(id) or pytest.fail("it is gone")
        match = from_stored(stored).match
        assert len(hold.head) == 32
        await store.write(hold, None, [entry(len(await store.log(id, match)), id, match)])

    play(url, write, go_on, go_on)


def test_an_entry_that_0_1_appends_beside_a_later_version_is_kept(
    kind: str, tmp_path: Path
) -> None:
    url = v0_1.database(kind, tmp_path)
    id = next(t["id"] for t in v0_1.expected(kind)["tables"] if t["about"].startswith("running"))

    async def scenario(store: Store) -> None:
        stored, hold = await store.claim(id) or pytest.fail("it is gone")
        match = from_stored(stored).match
        old = await store.log(id, match)
        new = [entry(len(old) + n, id, match) for n in range(3)]
        await store.write(hold, None, new[:1])
        number, text = new[1].number, new[1].entry.decode()
        # 0.1 knows neither hashes nor epochs, and an append of its does not raise the version.
        columns = "INSERT INTO log (table_id, match, number, entry) VALUES"
        await execute(url, f"{columns} ('{id}', {match}, {number}, {as_bytes(kind, text)})")
        await refused(store.write(hold, None, new[1:2]))
        _, hold = await store.claim(id) or pytest.fail("it is gone")
        await store.write(hold, None, new[2:])
        assert await store.log(id, match) == old + new
        await execute(url, f"DELETE FROM log WHERE table_id = '{id}' AND number = {number}")
        with pytest.raises(DamagedError, match=f"entry {number} is missing"):
            await store.log(id, match)

    play(url, scenario)


def as_bytes(kind: str, text: str) -> str:
    """A text as bytes in SQL."""
    return f"convert_to('{text}', 'UTF8')" if kind == "postgresql" else f"CAST('{text}' AS BLOB)"


def test_a_running_table_of_0_1_is_due_at_once(kind: str, tmp_path: Path) -> None:
    url, tables = v0_1.database(kind, tmp_path), v0_1.expected(kind)["tables"]

    async def scenario(store: Store) -> None:
        running = {t["id"] for t in tables if t.get("table", {}).get("status") == "running"}
        assert set(await store.due(1)) == running

    play(url, scenario)


def test_0_1s_browsers_find_their_tables_and_its_key_still_signs(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("QUARTETT_SECRET", raising=False)
    url, made = v0_1.database(kind, tmp_path), v0_1.expected(kind)

    async def scenario(store: Store) -> None:
        tokens = Tokens(await keyring(store, tmp_path))
        for browser in made["browsers"]:
            named = tokens.browser(browser["cookie"].partition("=")[2])
            assert named is not None
            assert [each.id for each in await store.tables_of(named.guest)] == browser["tables"]
        for table in made["tables"]:
            for person in table["people"]:
                assert tokens.person(person["token"], table["id"])

    async def without_the_file(store: Store) -> None:
        (tmp_path / "signing.key").unlink()
        await scenario(store)

    play(url, scenario, without_the_file)


def test_a_server_shows_everybody_at_0_1s_tables_what_0_1_showed_them(
    kind: str, tmp_path: Path
) -> None:
    url, made = v0_1.database(kind, tmp_path), v0_1.expected(kind)

    async def look(server: str) -> None:
        for table in made["tables"]:
            if table["about"] != "closed":
                await _look(server, table)

    settings: Any = {"database": url, "keep_days": 36_500}
    with live_server(tmp_path, **settings) as live:
        run(look(live.url))


async def _look(server: str, table: dict[str, Any]) -> None:
    status = table["table"]["status"]
    # A turn clock goes on while no server runs: then somebody's turn may have been played since.
    timed = status == "running" and (
        table["table"]["turn_seconds"] or table["table"]["game"] == "flow"
    )
    for person in table["people"]:
        api = Api(server, person["token"])
        looked = await api.get(f"/api/tables/{table['id']}")
        assert looked["you"] == person["you"]
        assert looked["you"]["path"] == person["link"]
        if not timed:
            for name in ("status", "match", "name", "options", "commitment"):
                assert looked["table"][name] == table["table"][name]
        if status == "running" and not timed:
            replay = await api.fetch(f"/api/tables/{table['id']}/replay")
            assert _steps(replay) == _steps(person["replay"].encode())
        for match, log in table.get("logs", {}).items():
            found = await api.fetch(f"/api/tables/{table['id']}/replay?match={match}")
            assert found == log.encode()


def _steps(replay: bytes) -> list[Any]:
    """What a replay tells, without its frame and what only later versions tell."""
    steps: list[Any] = [msgspec.json.decode(line) for line in replay.splitlines()[1:]]
    for event in (event for step in steps for event in step.get("events", ())):
        event.pop("lengths", None)
    return steps


def test_0_1s_finished_logs_are_replayed_to_their_end() -> None:
    logs = msgspec.json.decode(v0_1.unpacked("logs.json.gz"), type=list[str])
    matches = [quartett.load_match(log.encode()) for log in logs]
    assert {match.game.id for match in matches} == GAMES
    assert all(match.outcome is not None for match in matches)


def test_0_1s_positions_are_read() -> None:
    positions = msgspec.json.decode(v0_1.unpacked("positions.json.gz"))
    assert {quartett.load(position).game.id for position in positions} == GAMES


def test_opening_a_database_of_0_1_twice_at_once_migrates_it_once(
    kind: str, tmp_path: Path
) -> None:
    url, tables = v0_1.database(kind, tmp_path), v0_1.expected(kind)["tables"]

    async def scenario() -> None:
        stores = await asyncio.gather(*(open_store(url) for _ in range(3)))
        for store in stores:
            assert (await store.size()).tables == len(tables) + 2  # the browsers' own
            await store.close()

    asyncio.run(scenario())
