"""A backup is made and restored while a server writes; nothing acknowledged is missing from it."""

import asyncio
import gzip
import json
import shutil
import sqlite3
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from quartett.cli import main
from quartett.core.errors import FormatError
from quartett.server.store.archive import TableRecord, read_archive
from quartett.server.store.backup import backup, restore
from quartett.server.store.opening import open_store
from quartett.server.store.secrets import KEY_NAME, signing_key
from quartett.server.store.store import Store
from server.evenings.guests import Guest, opened
from server.live import live_server, run
from server.store import v0_1
from server.store.stores import ENGINES, claimed, entry, execute, play, refused, table
from server.store_databases import fresh_database

WRITER = Path(__file__).with_name("crash_writer.py")


@pytest.fixture(autouse=True)
def _no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUARTETT_SECRET", raising=False)


async def fill(store: Store) -> None:
    """Two tables, one with two matches."""
    hold = await store.create(table(1, browsers=("mine",)), [entry(0, match=1), entry(1, match=1)])
    await store.write(hold, table(2, browsers=("mine", "new")), [entry(0, match=2)], due_at=77)
    await store.create(table(1, "b", "waiting", public=False, updated_at=9))
    await store.secret(KEY_NAME, lambda: "a key of some length")


def records(path: Path) -> list[TableRecord]:
    return [record for record in read_archive(path) if isinstance(record, TableRecord)]


@pytest.mark.parametrize("source", ENGINES)
@pytest.mark.parametrize("target", ENGINES)
def test_what_0_1_stored_goes_from_any_engine_to_any_other_unchanged(
    source: str, target: str, tmp_path: Path
) -> None:
    one, two = v0_1.database(source, tmp_path), fresh_database(target, tmp_path)
    first, second = tmp_path / "first", tmp_path / "second"
    made = asyncio.run(backup(one, tmp_path, first))
    assert made.tables == len(v0_1.expected(source)["tables"]) + 2
    assert made.entries > 500
    assert made.damaged == []
    (tmp_path / "signing.key").unlink()
    done = asyncio.run(restore(two, first))
    assert (done.tables, done.entries, done.left) == (made.tables, made.entries, 0)
    asyncio.run(backup(two, tmp_path, second))
    assert [each.digest() for each in records(first)] == [each.digest() for each in records(second)]

    async def same_key(store: Store) -> None:
        key = (v0_1.FOLDER / f"{source}.signing.key").read_text()
        assert await signing_key(store, tmp_path) == key

    play(two, same_key)


@pytest.mark.parametrize("source", ENGINES)
@pytest.mark.parametrize("target", ENGINES)
def test_people_with_results_and_evenings_go_from_any_engine_to_any_other(
    source: str, target: str, tmp_path: Path
) -> None:
    one, two = fresh_database(source, tmp_path), fresh_database(target, tmp_path)
    with live_server(tmp_path, database=one) as live:
        anna = Guest(live)
        codes = anna.post("/api/me/keep", name="Anna")["codes"]
        bot = {"kind": "bot", "level": "random"}
        joined = anna.post("/api/tables", game="souvenirs", you="Anna", seats=[{}, bot])
        anna.post(f"/api/tables/{joined['table']['id']}/start")
        run(anna.finish(joined))
        evening = opened(anna, seats=2)
        told = {path: anna.get(path) for path in ("/api/me/history", "/api/me/statistics")}
        assert told["/api/me/history"]["matches"]
    made = asyncio.run(backup(one, tmp_path, tmp_path / "first"))
    assert (made.people, made.evenings) == (1, 1)
    asyncio.run(restore(two, tmp_path / "first"))
    asyncio.run(restore(two, tmp_path / "first"))  # a second time changes nothing
    with live_server(tmp_path, database=two) as live:
        back = Guest(live)
        assert back.post("/api/me/recover", code=codes[0])["name"] == "Anna"
        assert {path: back.get(path) for path in told} == told
        assert [each["id"] for each in back.get("/api/me/evenings")["evenings"]] == [evening]
    again = asyncio.run(backup(two, tmp_path, tmp_path / "second"))
    assert again.people == 1


NOTICE = """INSERT INTO notices (who, table_id, match, stage, began_at, ends_at, remind_at, due_at,
    tries, served, claim) VALUES (?1, 'a', 1, ?2, 1, 9, 5, ?3, 0, '', 'a node')"""
OUTBOX = "SELECT who, table_id, stage, due_at, claim FROM notices ORDER BY who"


@pytest.mark.parametrize("target", ENGINES)
@pytest.mark.parametrize("source", ENGINES)
def test_notices_come_back_with_their_table_and_to_none_that_has_gone_on(
    source: str, target: str, tmp_path: Path
) -> None:
    one, two = fresh_database(source, tmp_path), fresh_database(target, tmp_path)

    async def write(store: Store) -> None:
        await fill(store)
        await store.change((NOTICE, ("anna", "turn", 3)), (NOTICE, ("ben", "told", None)))

    play(one, write)
    asyncio.run(backup(one, tmp_path, tmp_path / "file"))
    asyncio.run(restore(two, tmp_path / "file"))

    async def acts(store: Store) -> None:
        # Whatever a node was sending is due again, and what was sent is not.
        both = [("anna", "a", "turn", 3, None), ("ben", "a", "told", None, None)]
        assert [tuple(row) for row in await store.rows(OUTBOX)] == both
        await store.change(("DELETE FROM notices WHERE who = 'anna'", ()))

    async def later(store: Store) -> None:
        assert [row[0] for row in await store.rows(OUTBOX)] == ["ben"]

    async def as_it_was(store: Store) -> None:
        assert [row[0] for row in await store.rows(OUTBOX)] == ["anna", "ben"]

    play(two, acts)
    asyncio.run(restore(two, tmp_path / "file"))
    play(two, later)
    asyncio.run(restore(two, tmp_path / "file", overwrite=True))
    play(two, as_it_was)


@pytest.mark.parametrize("engine", ENGINES)
def test_what_somebody_has_got_rid_of_since_does_not_come_back(engine: str, tmp_path: Path) -> None:
    url, file = fresh_database(engine, tmp_path), tmp_path / "file"
    with live_server(tmp_path, database=url) as live:
        anna, phone = Guest(live), Guest(live)
        stolen = anna.post("/api/me/keep", name="Anna")["codes"]
        phone.post("/api/me/recover", code=stolen[0])
        asyncio.run(backup(url, tmp_path, file))
        (other,) = [each for each in anna.get("/api/me")["devices"] if not each["this"]]
        anna.post("/api/me/sign-out", device=other["id"])
        anna.post("/api/me/codes")
        asyncio.run(restore(url, file))
        assert len(anna.get("/api/me")["devices"]) == 1
        assert (
            Guest(live).post("/api/me/recover", code=stolen[1])["reason"].endswith("no_such_code")
        )


def test_a_backup_made_while_others_write_has_all_that_was_acknowledged_before(
    url: str, tmp_path: Path
) -> None:
    file, acknowledged = tmp_path / "backup", dict[str, int]()
    process = subprocess.Popen(
        [sys.executable, WRITER, url, "10"], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    with process, process.stdout:
        for count, line in enumerate(process.stdout):
            id, written = line.split()
            acknowledged[id] = int(written)
            if count == 500:
                break
        made = asyncio.run(backup(url, tmp_path, file))
        process.kill()
    assert made.damaged == []
    stored = {record.id: record for record in records(file)}
    for id, number in acknowledged.items():
        rows = stored[id].rows
        assert len(rows) >= 2 * number
        assert [row.number for row in rows] == list(range(len(rows)))


def test_a_copy_of_the_file_alone_lacks_what_a_backup_has(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def scenario(store: Store) -> None:
        await fill(store)
        shutil.copy(path, tmp_path / "copy.db")
        copied = sqlite3.connect(tmp_path / "copy.db")
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            copied.execute("SELECT count(*) FROM tables")
        copied.close()
        assert (await backup(path, tmp_path, tmp_path / "backup")).tables == 2

    play(str(path), scenario)


def test_a_restored_table_has_no_owner_any_more_and_goes_on(url: str, tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        await fill(store)
        await backup(url, tmp_path, tmp_path / "backup")
        owner = await claimed(store)
        await store.write(owner, None, [entry(1, match=2)])
        kept = await restore(url, tmp_path / "backup")
        assert (kept.tables, kept.left) == (0, 2)
        await store.write(owner, None, [entry(2, match=2)])
        done = await restore(url, tmp_path / "backup", overwrite=True)
        assert (done.tables, done.left) == (2, 0)
        await refused(store.write(owner, None, [entry(3, match=2)]))
        assert await store.log("a", 2) == [entry(0, match=2)]
        await store.write(await claimed(store), None, [entry(1, match=2)])
        assert [each.id for each in await store.tables_of("new")] == ["a"]
        assert await store.due(77) == []

    play(url, scenario)


def test_tables_that_are_not_in_the_backup_stay(url: str, tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        await fill(store)
        await backup(url, tmp_path, tmp_path / "backup")
        await store.create(table(1, "later"), [entry(0, "later")])
        await restore(url, tmp_path / "backup", overwrite=True)
        assert await store.log("later", 0) == [entry(0, "later")]

    play(url, scenario)


def test_another_signing_key_is_replaced_only_where_no_links_are_lost(tmp_path: Path) -> None:
    one, two = (fresh_database("sqlite", tmp_path) for _ in range(2))
    file = tmp_path / "backup"

    async def make(store: Store) -> None:
        await fill(store)
        await backup(one, tmp_path, file)

    async def into_a_database_of_its_own(store: Store) -> None:
        await store.secret(KEY_NAME, lambda: "made when a server started")
        hold = await store.create(table(1, "own"))
        with pytest.raises(FormatError, match="--keep-key"):
            await restore(two, file)
        assert await store.table("a") is None
        assert not (await restore(two, file, keep_key=True)).new_key
        assert await store.setting(KEY_NAME) == "made when a server started"
        await store.write(hold, None, [entry(0, "own")])

    async def into_an_empty_one(store: Store) -> None:
        await store.secret(KEY_NAME, lambda: "made when a server started")
        assert (await restore(three, file)).new_key
        assert await store.setting(KEY_NAME) == "a key of some length"

    play(one, make)
    play(two, into_a_database_of_its_own)
    three = fresh_database("sqlite", tmp_path)
    play(three, into_an_empty_one)


def test_a_changed_or_unfinished_backup_is_refused_before_anything_is_written(
    tmp_path: Path,
) -> None:
    one, two = (fresh_database("sqlite", tmp_path) for _ in range(2))
    file, bad = tmp_path / "backup", tmp_path / "bad"

    async def make(store: Store) -> None:
        await fill(store)
        await backup(one, tmp_path, file)

    play(one, make)
    text = gzip.decompress(file.read_bytes())
    lines = text.splitlines(keepends=True)
    for content in (
        gzip.compress(text.replace(b'"jericho"', b'"souvenirs"', 1)),
        gzip.compress(b"".join(lines[:-1])),
        gzip.compress(b"".join([*lines[:-2], lines[-1]])),
        gzip.compress(b"".join(lines[1:])),
        gzip.compress(b'{"type":"quartett-backup","format":3,"made_at":0}\n'),
        gzip.compress(b"no JSON"),
        file.read_bytes()[:-20],
        b"no backup",
        b"",
    ):
        bad.write_bytes(content)
        with pytest.raises(FormatError, match="bad"):
            asyncio.run(restore(two, bad))

    async def nothing(store: Store) -> None:
        assert (await store.size()).tables == 0

    play(two, nothing)


def resealed(lines: list[bytes]) -> bytes:
    """A backup of these lines (the seal aside) whose checksum fits."""
    tables = [json.loads(line) for line in lines if b'"type":"table"' in line]
    seal = {
        "type": "seal",
        "tables": len(tables),
        "entries": sum(len(each["rows"]) for each in tables),
        "sha256": sha256(b"".join(lines)).hexdigest(),
    }
    return gzip.compress(b"".join(lines) + json.dumps(seal).encode() + b"\n")


def changed(line: bytes, **values: Any) -> bytes:
    """A line that says something else."""
    return json.dumps(json.loads(line) | values).encode() + b"\n"


PERSON = {"id": "P", "handle": "H", "browser": "B", "name": "Anna", "created_at": 1}
FORGED: dict[str, dict[str, Any]] = {
    "a row of people has no valid 'name'": {"values": PERSON | {"name": 7}},
    "a row of people has no valid  'name'": {"values": PERSON | {"name": None}},
    "a row of people has no valid 'created_at'": {"values": PERSON | {"created_at": "now"}},
    "a row of people has no valid 'handle'": {
        "values": {name: value for name, value in PERSON.items() if name != "handle"}
    },
    "a row of people has no valid 'face'": {"values": PERSON | {"face": None}},
    "a row of people has an unknown column 'age'": {"values": PERSON | {"age": 30}},
    "a row of keepsakes has no valid 'document'": {
        "of": "keepsakes",
        "values": {"kind": "k", "name": "n", "who": "", "kept_at": 1, "document": "text"},
    },
}


def forged(**told: Any) -> bytes:
    """A row beside the tables that somebody has made up."""
    return json.dumps({"type": "beside", "of": "people", **told}).encode() + b"\n"


@pytest.mark.parametrize("target", ENGINES)
def test_a_sealed_backup_that_cannot_be_stored_is_refused_and_changes_nothing(
    target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = fresh_database("sqlite", tmp_path), fresh_database(target, tmp_path)
    file, bad = tmp_path / "backup", tmp_path / "bad"
    play(one, fill)
    asyncio.run(backup(one, tmp_path, file))
    *lines, _ = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if b'"id":"a"' in line)
    key = next(n for n, line in enumerate(lines) if b'"signing_key"' in line)
    row = json.loads(lines[at])["rows"][0]

    def with_line(number: int, line: bytes) -> bytes:
        return resealed([*lines[:number], line, *lines[number + 1 :]])

    wrong = {
        "an entry twice": with_line(at, changed(lines[at], rows=[row, row])),
        "a browser twice": with_line(at, changed(lines[at], browsers=["x", "x"])),
        "a table twice": resealed([*lines, lines[at]]),
        "empty or short": with_line(key, changed(lines[key], value="")),
        "not a whole backup": with_line(at, changed(lines[at], updated_at=2**63)),
        "not a whole  backup": with_line(at, changed(lines[at], game="a\0b")),
        "not a  whole backup": with_line(at, changed(lines[at], status="lost")),
        "not  a whole backup": file.read_bytes()[:40] + b"\xff" * 40,
        **{why: resealed([*lines, forged(**told)]) for why, told in FORGED.items()},
    }
    for why, content in wrong.items():
        bad.write_bytes(content)
        assert main(["restore", str(bad), "--database", two, "--data-dir", str(tmp_path)]) == 2
        said = capsys.readouterr().err
        assert " ".join(why.split()) in said
        assert said.count("\n") == 1

    async def nothing(store: Store) -> None:
        assert (await store.size()).tables == 0
        assert await store.setting(KEY_NAME) is None
        assert await store.rows("SELECT 1 FROM people") == []

    play(two, nothing)


@pytest.mark.parametrize(
    "filling",
    [b" " * 1_000_000, b'{"type":"setting","name":"x","value":"%s"}\n' % (b" " * 1_000_000)],
)
def test_a_backup_made_to_fill_the_memory_is_refused(tmp_path: Path, filling: bytes) -> None:
    bomb = tmp_path / "bomb"
    with gzip.open(bomb, "wb", 6) as out:
        out.write(b'{"type":"quartett-backup","format":1,"made_at":0}\n')
        for _ in range(600):
            out.write(filling)
    assert bomb.stat().st_size < 1_000_000
    limit = "import resource; resource.setrlimit(resource.RLIMIT_AS, (900_000_000,) * 2);"
    program = f"{limit} from quartett.cli import main; raise SystemExit(main())"
    done = subprocess.run(
        [sys.executable, "-c", program, "restore", bomb, "--data-dir", tmp_path / "new"],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "too large when unpacked" in done.stderr


def test_a_damaged_table_is_told_and_backed_up_as_it_is(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(url, fill)
    asyncio.run(execute(url, "DELETE FROM log WHERE match = 1 AND number = 0"))
    file = tmp_path / "backup"
    options = ["--database", url, "--data-dir", str(tmp_path)]
    assert main(["backup", str(file), *options]) == 1
    said = capsys.readouterr().out
    assert "2 tables with 2 entries" in said
    assert "a (match 1: entry 0 is missing)" in said
    assert file.stat().st_mode & 0o077 == 0


def test_the_commands_say_what_they_did_or_why_not(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(url, fill)
    file, options = tmp_path / "backup", ["--database", url, "--data-dir", str(tmp_path)]
    assert main(["backup", str(file), *options]) == 0
    said = capsys.readouterr().out
    assert f"{file}: 2 tables with 3 entries" in said
    assert "People who keep their name: 0. Evenings: 0." in said
    assert main(["backup", str(file), *options]) == 2
    assert "exists already" in capsys.readouterr().err
    assert main(["backup", str(tmp_path / "none" / "x"), *options]) == 2
    assert f"the folder {tmp_path / 'none'} does not exist" in capsys.readouterr().err
    new = ["--data-dir", str(tmp_path / "new")]
    assert main(["backup", str(tmp_path / "other"), *new]) == 2
    assert "nothing to back up" in capsys.readouterr().err
    assert main(["restore", str(file), *new]) == 0
    assert "2 tables with 3 entries were restored" in capsys.readouterr().out
    assert main(["restore", str(file), *new]) == 0
    assert "2 were there already" in capsys.readouterr().out
    assert main(["restore", str(tmp_path / "nowhere"), *new]) == 2
    assert capsys.readouterr().err.count("\n") == 1

    async def whole() -> None:
        store = await open_store(tmp_path / "new" / "quartett.db")
        assert await store.log("a", 2) == [entry(0, match=2)]
        await store.close()

    asyncio.run(whole())


@pytest.mark.parametrize(("source", "target"), [ENGINES, ENGINES[::-1]])
def test_the_commands_take_the_database_that_serve_takes_from_the_environment(
    source: str, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUARTETT_DATA", str(tmp_path))
    one, two = fresh_database(source, tmp_path), fresh_database(target, tmp_path)
    play(one, fill)
    monkeypatch.setenv("QUARTETT_DATABASE", one)
    assert main(["backup", str(tmp_path / "backup")]) == 0
    monkeypatch.setenv("QUARTETT_DATABASE", two)
    assert main(["restore", str(tmp_path / "backup")]) == 0

    async def whole(store: Store) -> None:
        assert await store.log("a", 1) == [entry(0, match=1), entry(1, match=1)]
        assert (await store.size()).tables == 2

    play(two, whole)
