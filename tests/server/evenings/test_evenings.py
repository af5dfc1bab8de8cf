"""Evenings over HTTP and sockets, on both databases: whoever comes, goes, or crashes."""

import asyncio
import csv
import io
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from server.evenings.guests import Guest, company, opened, play, started
from server.live import Live, live_server, run
from server.server_process import Server
from server.store.stores import ENGINES
from server.store_databases import fresh_database

NAMES = ["Ben", "Cleo", "Dora", "Emil", "Fay", "Gus"]


@pytest.fixture(scope="module", params=ENGINES)
def live(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Live]:
    """A running server over a database of each engine."""
    folder = tmp_path_factory.mktemp("evenings")
    with live_server(folder, database=fresh_database(request.param, folder)) as running:
        yield running


def refused(guest: Guest, evening: str, what: str, **body: Any) -> str:
    """Why something is refused."""
    told = guest.ask(evening, what, **body)
    assert guest.status >= 400, told
    return str(told["reason"]).removeprefix("server.")


def named(rows: Any) -> dict[str, Any]:
    """Standings by name."""
    return {row["name"]: row for row in rows}


@pytest.mark.parametrize("engine", ENGINES)
def test_an_evening_of_eight_with_bots_a_leaver_a_late_comer_and_a_restart(
    tmp_path: Path, engine: str
) -> None:
    server = Server(tmp_path / "data", fresh_database(engine, tmp_path))
    try:
        anna = Guest(server)  # type: ignore[arg-type]
        id = opened(anna, deals="duplicate", rounds=3)
        people = company(anna, id, NAMES)
        started(anna, id, 1)
        late = Guest(server)  # type: ignore[arg-type]
        assert late.come(id, "Zoe")["you"]["table"] is None
        run(play(people, id))
        shown = anna.until(id, lambda now: now["state"] == "between")
        bots = [s for t in shown["played"][0]["tables"] for s in t["seats"] if s["member"] is None]
        assert len(bots) == 1
        gains = [s["gain"] for t in shown["played"][0]["tables"] for s in t["seats"]]
        assert abs(sum(gains)) < 0.01, "with the same cards, one's gain is another's loss"
        assert {row["rounds"] for row in shown["standings"]} == {0, 1}

        shown = started(anna, id, 2)
        assert all(
            seat["member"] for table in shown["played"][1]["tables"] for seat in table["seats"]
        )
        run(play([*people, late], id, most=2))
        gus = people[-1]
        gus.ask(id, "leave")
        server.kill()
        server.start()
        run(play([*people[:-1], late], id))
        shown = anna.until(id, lambda now: now["state"] == "between")
        gone = [s for t in shown["played"][1]["tables"] for s in t["seats"] if s["gone"]]
        assert [(seat["name"], seat["points"]) for seat in gone] == [("Gus", 0)]

        started(anna, id, 3)
        run(play([*people[:-1], late], id))
        shown = anna.until(id, lambda now: now["state"] == "over")
        rows = named(shown["standings"])
        assert {name: row["rounds"] for name, row in rows.items() if row["rounds"] != 3} == {
            "Zoe": 2,
            "Gus": 2,
        }
        assert [name for name, row in rows.items() if not row["there"]] == ["Gus"]
        assert shown["standings"][0]["place"] == 1
        lines = list(
            csv.DictReader(
                io.StringIO(anna.get(f"/api/evenings/{id}/export.csv").decode("utf-8-sig"))
            )
        )
        assert len(lines) == sum(len(t["seats"]) for r in shown["played"] for t in r["tables"])
        assert {line["name"] for line in lines if line["bot"] == "0"} == {
            g.name for g in people
        } | {"Zoe"}
        told = anna.get(f"/api/evenings/{id}/export.json")
        assert told["over"]
        assert told["standings"] == shown["standings"]
    finally:
        server.kill()


def test_at_all_tables_of_a_duplicate_round_the_same_cards_lie(live: Live) -> None:
    anna = Guest(live)
    id = opened(anna, deals="duplicate", seats=2, rounds=1)
    people = company(anna, id, NAMES[:3])
    started(anna, id, 1)
    tables = {guest.until(id, lambda now: now["you"]["table"])["you"]["table"] for guest in people}
    assert len(tables) == 2
    found = [anna.get(f"/api/tables/{path.removeprefix('/t/')}")["table"] for path in tables]
    assert len({each["commitment"] for each in found}) == 1


def test_a_shared_deal_is_seen_by_those_who_have_finished_it_and_by_all_after_the_round(
    live: Live,
) -> None:
    anna = Guest(live)
    id = opened(anna, deals="duplicate", seats=2, rounds=1)
    people = company(anna, id, NAMES[:3])
    shown = started(anna, id, 1)
    tables = [table["id"] for table in shown["played"][0]["tables"]]
    by_member = {
        seat["member"]: table["id"]
        for table in shown["played"][0]["tables"]
        for seat in table["seats"]
    }
    at = [
        [guest for guest in people if by_member[guest.look(id)["you"]["member"]] == table]
        for table in tables
    ]
    assert at[1][0].looks_at(tables[0]) is None, "they have these cards in their own hands"
    assert Guest(live).looks_at(tables[0]) is None
    run(play(at[0], id))
    anna.until(id, lambda now: any(t["over"] for t in now["played"][0]["tables"]))
    assert at[0][0].looks_at(tables[0]) is not None
    assert at[1][0].looks_at(tables[0]) is None
    at[1][0].get(f"/api/tables/{tables[0]}/replay")
    assert at[1][0].status == 403
    run(play(at[1], id))
    anna.until(id, lambda now: now["state"] == "over")
    ends = time.monotonic() + 60
    while Guest(live).looks_at(tables[0]) is None:
        assert time.monotonic() < ends, "the deal was not revealed"
        time.sleep(0.1)


def test_a_round_has_an_end_and_tables_that_still_play_count_as_a_draw(live: Live) -> None:
    anna = Guest(live)
    id = opened(anna, seats=2, rounds=2)
    company(anna, id, NAMES[:1])
    started(anna, id, 1)
    shown = anna.ask(id, "end-round", round=1)
    assert shown["state"] == "between"
    assert {row["points"] for row in shown["standings"]} == {0.5}
    assert anna.ask(id, "end-round", round=1)["version"] == shown["version"], "asked for twice"


def test_rounds_end_by_themselves_when_their_time_is_up(live: Live) -> None:
    anna = Guest(live)
    id = opened(anna, seats=2, rounds=1, round_seconds=60)
    company(anna, id, NAMES[:1])
    shown = started(anna, id, 1)
    assert 0 < shown["ends_at"] - shown["now"] <= 60_000
    _put_back(live, id, 61_000)
    shown = anna.until(id, lambda now: now["state"] == "over")
    assert shown["played"][0]["tables"][0]["drawn"]


def test_after_a_pause_for_the_standings_the_next_round_begins_by_itself(live: Live) -> None:
    anna = Guest(live)
    id = opened(anna, seats=2, rounds=3, auto=True)
    company(anna, id, NAMES[:1])
    started(anna, id, 1)
    shown = anna.ask(id, "end-round", round=1)
    assert shown["state"] == "between"
    assert 30_000 < shown["next_at"] - shown["now"] <= 60_000
    _put_back(live, id, 61_000)
    shown = anna.until(id, lambda now: now["round"] == 2)
    assert (shown["state"], shown["next_at"]) == ("running", None)
    anna.ask(id, "end-round", round=2)
    assert anna.ask(id, "start", round=3)["state"] == "running", "the host waits for nobody"


def _put_back(live: Live, evening: str, ms: int) -> None:
    """As if a round had begun earlier, or ended."""
    service = live.server.config.app.state.evenings  # type: ignore[union-attr]

    async def change() -> None:
        found = await service.records.read(evening)
        last, next_at = found.evening.rounds[-1], found.evening.next_at
        earlier = replace(last, began_at=last.began_at - ms)
        changed = replace(
            found.evening,
            rounds=(*found.evening.rounds[:-1], earlier),
            next_at=None if next_at is None else next_at - ms,
        )
        assert await service.records.write(found, changed, earlier.began_at) is not None

    loop = live.tables._sweeper.get_loop()
    asyncio.run_coroutine_threadsafe(change(), loop).result()


def test_a_table_that_everybody_leaves_holds_nobody_up(live: Live) -> None:
    anna = Guest(live)
    id = opened(anna, seats=2, rounds=1)
    people = company(anna, id, NAMES[:1])
    started(anna, id, 1)
    table = anna.until(id, lambda now: now["you"]["table"])["you"]["table"].removeprefix("/t/")
    for guest in people:
        guest.post(f"/api/tables/{table}/join")
        guest.post(f"/api/tables/{table}/leave")
    shown = anna.until(id, lambda now: now["state"] == "over")
    assert shown["played"][0]["tables"][0]["drawn"]


def test_who_is_sent_away_is_out_of_the_game_and_a_bot_plays_on(live: Live) -> None:
    anna = Guest(live)
    id = opened(anna, seats=2, rounds=1)
    ben = company(anna, id, NAMES[:1])[1]
    started(anna, id, 1)
    member = ben.until(id, lambda now: now["you"]["table"])["you"]["member"]
    table = ben.look(id)["you"]["table"].removeprefix("/t/")
    anna.ask(id, "remove", member=member)
    assert refused(ben, id, "join", name="Ben") == "removed_from_evening"
    assert ben.look(id)["you"]["removed"]
    run(play([anna], id))
    shown = anna.until(id, lambda now: now["state"] == "over")
    seats = {seat["member"]: seat for seat in shown["played"][0]["tables"][0]["seats"]}
    assert seats[member]["points"] == 0
    assert ben.get(f"/api/tables/{table}")["you"]["seats"] == []


def test_at_an_evenings_table_nobody_is_the_host_and_nobody_plays_again(live: Live) -> None:
    anna = Guest(live)
    id = opened(anna, seats=2, rounds=2)
    people = company(anna, id, NAMES[:1])
    started(anna, id, 1)
    table = anna.until(id, lambda now: now["you"]["table"])["you"]["table"].removeprefix("/t/")
    seen = anna.get(f"/api/tables/{table}")
    assert not seen["you"]["host"]
    assert seen["table"]["evening"]["path"] == f"/evening/{id}"
    assert (seen["table"]["evening"]["round"], seen["table"]["evening"]["rounds"]) == (1, 2)
    run(play(people, id))
    anna.until(id, lambda now: now["state"] == "between")
    for path, body in (("rematch", {}), ("next", {"game": "jericho"}), ("settings", {"name": "x"})):
        anna.post(f"/api/tables/{table}/{path}", **body)
        assert anna.status in (403, 409), path


def test_a_group_is_invited_by_somebody_who_belongs_to_it(live: Live) -> None:
    anna, ben, eve = Guest(live), Guest(live), Guest(live)
    table = anna.post("/api/tables", game="souvenirs", you="Anna", seats=[{}, {}])["table"]["id"]
    ben.post(f"/api/tables/{table}/join", name="Ben")
    eve.post("/api/evenings", you="Eve", game="souvenirs", seats=2, table=table)
    assert eve.status == 403
    id = opened(anna, seats=2, table=table)
    lines = ben.get("/api/me/evenings")["evenings"]
    assert [(line["id"], line["invited"]) for line in lines] == [(id, True)]
    ben.come(id, "Ben")
    assert [line["invited"] for line in ben.get("/api/me/evenings")["evenings"]] == [False]
    assert eve.get("/api/me/evenings")["evenings"] == []


def test_who_keeps_their_name_has_their_evenings_on_all_devices_and_can_go(live: Live) -> None:
    anna, ben, other = Guest(live), Guest(live), Guest(live)
    id = opened(anna, seats=2, rounds=1)
    ben.come(id, "Benedikt")
    codes = ben.post("/api/me/keep", name="Benedikt")["codes"]
    started(anna, id, 1)
    run(play([anna, ben], id))
    anna.until(id, lambda now: now["state"] == "over")
    other.post("/api/me/recover", code=codes[0])
    assert other.look(id)["you"]["name"] == "Benedikt"
    told = other.get("/api/me/export")["evenings"]
    assert [(each["id"], len(each["rounds"])) for each in told] == [(id, 1)]
    other.post("/api/me/erase", name="Benedikt")
    shown = anna.look(id)
    anna.until(id, lambda now: "Benedikt" not in str(now))
    assert len(anna.look(id)["standings"]) == len(shown["standings"])


def test_nothing_new_costs_nothing(live: Live) -> None:
    anna = Guest(live)
    id = opened(anna)
    anna.headers = {"if-none-match": f'"{anna.look(id)["version"]}"'}
    anna.look(id)
    assert anna.status == 304
    Guest(live).come(id, "Ben")
    anna.until(id, lambda now: len(now["members"]) == 2)


def test_a_spreadsheet_calculates_nothing_that_somebody_calls_themselves(live: Live) -> None:
    anna = Guest(live)
    id = opened(anna, name='=HYPERLINK("x")', seats=2, rounds=1)
    company(anna, id, ["+49 Ben"])
    started(anna, id, 1)
    anna.ask(id, "end")
    text = anna.get(f"/api/evenings/{id}/export.csv").decode("utf-8-sig")
    names = [line["name"] for line in csv.DictReader(io.StringIO(text))]
    assert sorted(names) == ["'+49 Ben", '\'=HYPERLINK("x")']
