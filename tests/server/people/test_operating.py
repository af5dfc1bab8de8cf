"""What an operator looks at and has done, on both databases, while the server runs."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from patience import PATIENCE_SECONDS
from quartett.cli import main
from quartett.server.evenings.service import Evenings
from quartett.server.people import duties
from quartett.server.people.duties import Duties
from quartett.server.people.service import People
from quartett.server.store.documents import to_stored
from quartett.server.store.opening import open_store
from quartett.server.store.retention import DAY_MS, Retention
from quartett.server.table.names import Blocked
from quartett.server.tokens import Known, new_id
from server.learning.surfer import Surfer
from server.live import Live, run
from server.people.test_people import BOTS, person, reason, stored, table
from server.refusing import refuses
from server.store.stores import ADD_PERSON, execute
from server.store.stores import table as stored_table
from server.store_databases import fresh_database
from server.table.moved_time import MovedTime
from server.table.room import new_table, open_tables


@pytest.fixture(autouse=True, scope="module")
def soon() -> Iterator[None]:
    """Servers do what they are asked sooner than in half a minute, also between two tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(duties, "EVERY_SECONDS", 0.02)
        yield


def asked(live: Live, capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """What `quartett admin` answers."""
    capsys.readouterr()
    assert main(["admin", *words, "--database", live.database, "--json"]) == 0  # type: ignore[attr-defined]
    return json.loads(capsys.readouterr().out)


def in_words(live: Live, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The same for people."""
    capsys.readouterr()
    assert main(["admin", *words, "--database", live.database]) == 0  # type: ignore[attr-defined]
    return capsys.readouterr().out


def until(holds: Callable[[], bool]) -> None:
    """Wait until something has happened."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def until_erased(live: Live, capsys: pytest.CaptureFixture[str]) -> None:
    """Wait until a server has erased whomever it was to erase."""

    until(lambda: asked(live, capsys, "figures")["to_erase"] == 0)


def finished_table(guest: Surfer, name: str) -> str:
    """A table of somebody who has finished a match there."""
    played = table(guest, name, seats=[{}, *BOTS])
    id: str = played["table"]["id"]
    guest.post(f"/api/tables/{id}/start")
    run(guest.finish(played))
    return id


def test_figures_count_and_name_nobody(kept: Live, capsys: pytest.CaptureFixture[str]) -> None:
    before = asked(kept, capsys, "figures")
    anna, _ = person(kept, "Annabella")
    table(anna, "Annabella")
    table(Surfer(kept), "Guestavo")
    after = asked(kept, capsys, "figures")
    assert after["people"] - before["people"] == 1
    assert after["devices"] - before["devices"] == 1
    assert after["guests"] - before["guests"] == 1
    waiting = [each["tables"].get("waiting", 0) for each in (before, after)]
    assert waiting[1] - waiting[0] == 2
    told = in_words(kept, capsys, "figures") + json.dumps(after)
    assert "people who keep their name" in told
    assert not {"Annabella", "Guestavo"} & set(told.replace('"', " ").split())


def test_people_and_tables_are_found_and_no_card_is_shown(
    kept: Live, capsys: pytest.CaptureFixture[str]
) -> None:
    anna, codes = person(kept, "Rosalinde")
    id = finished_table(anna, "Rosalinde")
    (found,) = asked(kept, capsys, "people", "--find", "rosal")
    handle = codes[0].replace("-", "")[:6]
    assert (found["handle"], found["name"]) == (handle, "Rosalinde")
    assert (found["devices"], found["tables"], found["results"]) == (1, 1, 1)
    assert asked(kept, capsys, "people", "--find", "%") == []
    (shown,) = [each for each in asked(kept, capsys, "tables") if each["id"] == id]
    assert (shown["status"], shown["players"][0]) == ("over", "Rosalinde")
    assert shown["bytes"] > 1000
    assert set(shown) == {"id", "game", "status", "changed_at", "bytes", "players", "damage"}
    assert id in in_words(kept, capsys, "tables", "--status", "over")
    assert id not in in_words(kept, capsys, "tables", "--damaged")


def test_somebody_is_erased_on_request_while_they_play(
    kept: Live, capsys: pytest.CaptureFixture[str]
) -> None:
    anna, codes = person(kept, "Ottokar")
    finished_table(anna, "Ottokar")
    open_one = table(anna, "Ottokar")["table"]["id"]
    handle = codes[0].replace("-", "")[:6]
    assert asked(kept, capsys, "erase", handle)["done"] is False
    assert "Ottokar" in run(stored(kept))
    assert asked(kept, capsys, "erase", handle.lower(), "--yes")["done"] is True
    until_erased(kept, capsys)
    assert "Ottokar" not in run(stored(kept))
    assert anna.get("/api/me")["kept"] is False
    assert anna.get(f"/api/tables/{open_one}")["reason"] == "server.no_such_table"
    assert main(["admin", "erase", handle, "--database", kept.database]) == 2  # type: ignore[attr-defined]


def test_a_guest_is_erased_on_request_at_all_their_tables(
    kept: Live, capsys: pytest.CaptureFixture[str]
) -> None:
    guest, other = Surfer(kept), Surfer(kept)
    id = finished_table(guest, "Wilhelmine")
    shared = table(other, "Ben")["table"]["id"]
    guest.post(f"/api/tables/{shared}/join", name="Wilhelmine")
    assert asked(kept, capsys, "erase", "--table", id, "--yes")["done"] is True
    until_erased(kept, capsys)
    assert "Wilhelmine" not in run(stored(kept))
    assert other.get(f"/api/tables/{shared}")["you"]["name"] == "Ben"


def test_one_who_keeps_a_name_is_not_erased_as_a_guest(
    kept: Live, capsys: pytest.CaptureFixture[str]
) -> None:
    anna, _ = person(kept, "Anna")
    id = table(anna)["table"]["id"]
    assert main(["admin", "erase", "--table", id, "--database", kept.database]) == 2  # type: ignore[attr-defined]
    assert "keeps their name" in capsys.readouterr().err
    assert main(["admin", "erase", "--database", kept.database]) == 2  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "written", ["Mallory", " mALLORY", "\uff2d\uff41\uff4c\uff4c\uff4f\uff52\uff59"]
)
def test_a_blocked_name_is_nobodys_however_it_is_written(
    kept: Live, capsys: pytest.CaptureFixture[str], written: str
) -> None:
    until(lambda: not kept.tables.blocked._names)
    other, (mallory, _) = Surfer(kept), person(kept, "Mallory")
    id = table(other)["table"]["id"]
    assert asked(kept, capsys, "names", "--block", "mallory") == ["mallory"]

    until(lambda: bool(kept.tables.blocked._names))
    guest = Surfer(kept)
    assert reason(guest, "/api/tables", game="jericho", you=written) == "name_blocked"
    assert reason(guest, "/api/tables", game="jericho", you="Anna", name=written) == "name_blocked"
    assert reason(guest, f"/api/tables/{id}/join", name=written) == "name_blocked"
    assert reason(other, f"/api/tables/{id}/rename", name=written) == "name_blocked"
    assert reason(guest, "/api/me/keep", name=written) == "name_blocked"
    guest.post("/api/tables", game="jericho", you="Mallory-Ann")
    assert guest.status == 201
    # Who had it before keeps the right to go.
    assert mallory.post("/api/me/erase", name="Mallory")["kept"] is False
    assert asked(kept, capsys, "names", "--unblock", "mallory") == []
    until(lambda: not kept.tables.blocked._names)


def test_notices_that_were_given_up_are_told_with_their_reason(
    kept: Live, capsys: pytest.CaptureFixture[str]
) -> None:
    id = table(Surfer(kept), "Frieda")["table"]["id"]
    insert = (
        "INSERT INTO notices (who, table_id, match, stage, began_at, ends_at, remind_at, tries,"
        " served, why) VALUES ('who', '{id}', 1, 'failed', 1, 2, 3, 5, '',"
        " 'the mail server refuses it')"
    )
    run(execute(kept.database, insert.format(id=id)))  # type: ignore[attr-defined]
    told = asked(kept, capsys, "notices")
    assert told["given_up"] == 1
    assert told["failed"] == [{"table": id, "why": "the mail server refuses it", "turn_ends_at": 2}]
    shown = in_words(kept, capsys, "notices")
    assert "given up: 1" in shown
    assert "the mail server refuses it" in shown


def test_a_star_stands_for_any_letters() -> None:
    blocked = Blocked(["*spam*"])
    with refuses("name_blocked"):
        blocked.check("Best SPAM here")
    blocked.check("Sam")


def test_the_figures_are_in_the_metrics_without_names(kept: Live) -> None:
    person(kept, "Hieronymus")
    page = kept.tables.services.metrics.page().decode()
    assert "quartett_people " in page
    assert "quartett_stored_tables " in page
    assert "Hieronymus" not in page


def test_where_no_server_has_run_there_is_nothing_to_look_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", "figures", "--data-dir", str(tmp_path)]) == 2
    assert "no server has run here" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


# How long people are kept


def test_only_who_was_not_there_for_long_is_forgotten_and_only_by_a_clock_that_is_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duties, "LOOKED_AT", 1)

    async def play() -> None:
        tables = await open_tables(tmp_path, time=MovedTime(), forget_people_days=100)
        store, people = tables.services.store, People(tables, Evenings(tables))
        start = await store.now()
        names = {}
        for name in ("Gone", "Playing"):
            browser = new_id()
            await people.keep(Known(browser, browser), "", name)
            names[name] = browser
        actor, _ = await new_table(tables)
        doc = await actor.document()
        host = replace(doc.people[doc.host], browsers=(names["Playing"],))
        later = replace(doc, id=new_id(), people={doc.host: host})
        stored_later = replace(to_stored(later), updated_at=start + 90 * DAY_MS)
        await store.create(stored_later)
        moment = start

        async def now() -> int:
            return moment

        store.now = now  # type: ignore[method-assign]
        duty = Duties(people, tables)
        moment = start + 101 * DAY_MS
        await duty.once()
        assert await known(people, names) == {"Gone", "Playing"}, "this clock has jumped"
        await store.remember("clock_seen_at", str(moment))
        for _ in range(3):  # one person each time, then it begins anew
            await duty.once()
        assert await known(people, names) == {"Playing"}
        await tables.close()

    run(play())


async def known(people: People, names: dict[str, str]) -> set[str]:
    """Who keeps their name still."""
    return {name for name, browser in names.items() if (await people.me(browser)).kept}


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_tables_of_people_are_kept_longer_than_those_of_guests(engine: str, tmp_path: Path) -> None:
    database = fresh_database(engine, tmp_path)

    async def play() -> None:
        store = await open_store(database)
        start, browser = await store.now(), new_id()
        insert = f"{ADD_PERSON} (?1, ?2, ?3, ?4, ?5, '')"
        await store.change((insert, (new_id(), "HANDLE", browser, "Anna", start)))
        of_anna = stored_table(id="anna", status="over", updated_at=start, browsers=(browser,))
        of_guest = stored_table(id="guest", status="over", updated_at=start, browsers=(new_id(),))
        for each in (of_anna, of_guest):
            await store.create(each)
        moment = start

        async def now() -> int:
            return moment

        store.now = now  # type: ignore[method-assign]
        ticks = 0.0
        keep = Retention(store, 60, None, lambda: ticks, 365)
        gone: dict[int, set[str]] = {}
        for days in (59, 61, 364, 366):
            moment = start + days * DAY_MS
            ticks = days * 24 * 3600.0
            await keep.forget()
            left = {id for id in ("anna", "guest") if await store.table(id) is not None}
            gone[days] = {"anna", "guest"} - left
        assert gone == {59: set(), 61: {"guest"}, 364: {"guest"}, 366: {"anna", "guest"}}
        await store.close()

    run(play())


def test_no_id_looks_like_an_option_on_a_command_line() -> None:
    assert not any(new_id().startswith("-") for _ in range(1000))
