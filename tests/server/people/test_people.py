"""Keeping a name: it comes along, comes back on any device, belongs to one person, and can go."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from quartett.client import Refused, Seat
from quartett.server.people.codes import CODES, LETTERS, in_groups, typed
from quartett.server.people.service import TRIES_AN_HOUR
from quartett.server.store.opening import open_store
from server.learning.surfer import Surfer
from server.live import Live, live_server, run
from server.store.stores import execute

BOTS = [{"kind": "bot", "level": "random"}] * 2


def person(live: Live, name: str = "Anna") -> tuple[Surfer, list[str]]:
    """Somebody who keeps their name, and their codes."""
    guest = Surfer(live)
    made = guest.post("/api/me/keep", name=name)
    assert guest.status == 201, made
    return guest, made["codes"]


def table(guest: Surfer, name: str = "Anna", **wish: Any) -> Any:
    """A table of somebody, who sits there."""
    made = guest.post("/api/tables", game="jericho", you=name, **wish)
    assert guest.status == 201, made
    return made


def tables(guest: Surfer) -> set[str]:
    """The ids of somebody's tables."""
    return {each["id"] for each in guest.get("/api/me/tables")["tables"]}


def reason(guest: Surfer, path: str, **body: Any) -> str:
    """Why something is refused."""
    told = guest.post(path, **body)
    assert guest.status >= 400
    return str(told["reason"]).removeprefix("server.")


async def stored(live: Live) -> str:
    """All that the database holds, as text."""
    store = await open_store(live.database)  # type: ignore[attr-defined]
    found = []
    for name in (
        "tables",
        "keepsakes",
        "people",
        "devices",
        "credentials",
        "passkeys",
        "channels",
        "quiet_hours",
        "notices",
        "pairings",
        "browsers",
        "matches",
        "results",
    ):
        for row in await store.rows(f"SELECT * FROM {name}"):
            found += [each.decode() if _is_text(each) else repr(each) for each in row]
    await store.close()
    return "\n".join(found)


def _is_text(value: object) -> bool:
    return isinstance(value, bytes) and value.isascii() and not value.startswith(b"\xff")


def test_a_guest_keeps_name_and_tables(kept: Live) -> None:
    guest = Surfer(kept)
    before = table(guest)["table"]["id"]
    nothing: Any = {"name": None, "codes_left": 0, "devices": [], "passkeys": [], "face": None}
    assert guest.get("/api/me") == {"kept": False, **nothing}
    made = guest.post("/api/me/keep", name="  Anna \u202e ")
    assert (made["me"]["name"], made["me"]["codes_left"]) == ("Anna", CODES)
    assert [each["this"] for each in made["me"]["devices"]] == [True]
    assert tables(guest) == {before}
    assert guest.get(f"/api/tables/{before}")["you"]["seats"] == [0]
    assert reason(guest, "/api/me/keep", name="Anna") == "kept_already"


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "x" * 100])
def test_a_name_that_cannot_be_kept_changes_nothing(kept: Live, name: str) -> None:
    guest = Surfer(kept)
    assert reason(guest, "/api/me/keep", name=name) == "name_missing"
    assert not guest.get("/api/me")["kept"]


def test_a_code_brings_name_tables_and_seat_to_another_device(kept: Live) -> None:
    guest, codes = person(kept)
    mine = table(guest)["table"]["id"]
    other = Surfer(kept)
    assert tables(other) == set()
    me = other.post("/api/me/recover", code=codes[3].lower().replace("-", " "))
    assert (me["name"], me["codes_left"], len(me["devices"])) == ("Anna", CODES - 1, 2)
    assert tables(other) == {mine}
    assert other.get(f"/api/tables/{mine}")["you"]["seats"] == [0]
    # A new table of the one is the other's too.
    new = table(other)["table"]["id"]
    assert tables(guest) == {mine, new} == tables(other)


def test_what_a_device_played_as_a_guest_comes_along(kept: Live) -> None:
    guest, codes = person(kept)
    other = Surfer(kept)
    made = table(other, "Anna", seats=[{}, *BOTS])
    other.post(f"/api/tables/{made['table']['id']}/start")
    run(other.finish(made))
    assert guest.get("/api/me/export")["history"] == []
    other.post("/api/me/recover", code=codes[0])
    assert [each["table"] for each in guest.get("/api/me/export")["history"]] == [
        made["table"]["id"]
    ]


def test_codes_are_random_long_and_nowhere_stored(kept: Live) -> None:
    _, codes = person(kept)
    assert len(set(codes)) == CODES
    everything = run(stored(kept))
    for code in codes:
        plain = code.replace("-", "")
        assert len(plain) == 20
        assert set(plain) <= set(LETTERS)
        assert plain[6:] not in everything


def test_a_code_works_once_whoever_is_first(kept: Live) -> None:
    _, codes = person(kept)
    others = [Surfer(kept) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda each: each.post("/api/me/recover", code=codes[0]), others))
    assert sorted(each.status for each in others) == [200] + [403] * 5
    assert reason(Surfer(kept), "/api/me/recover", code=codes[0]) == "no_such_code"


@pytest.mark.parametrize("wrong", ["", "abc", "0" * 20, "A" * 19, "A" * 21, "é" * 20, "A" * 10_000])
def test_what_is_no_code_is_refused(kept: Live, wrong: str) -> None:
    guest = Surfer(kept)
    assert reason(guest, "/api/me/recover", code=wrong) == "no_such_code"
    assert guest.status == 403
    assert reason(guest, "/api/me/pairing/ask", code=wrong) == "pairing_over"
    assert guest.status == 404


def test_codes_are_read_aloud_in_groups_and_typed_anyhow() -> None:
    assert in_groups("ABCDEFGHJK") == "ABCDE-FGHJK"
    assert in_groups("ABCDEFGHJKLM") == "ABCD-EFGH-JKLM"
    assert typed(" abcde fghjk.", 10) == "ABCDEFGHJK"
    assert typed("ABCDE-FGHJ0", 10) is None, "0 is no letter of a code"
    assert typed("ABCDE-FGHJ", 10) is None


def test_new_codes_make_the_old_ones_worthless(kept: Live) -> None:
    guest, old = person(kept)
    new = guest.post("/api/me/codes")["codes"]
    assert not set(old) & set(new)
    assert reason(Surfer(kept), "/api/me/recover", code=old[0]) == "no_such_code"
    Surfer(kept).post("/api/me/recover", code=new[0])
    assert guest.get("/api/me")["codes_left"] == CODES - 1


def test_guessing_ones_code_is_stopped_wherever_it_comes_from(kept: Live) -> None:
    _, codes = person(kept)
    _, others = person(kept, "Ben")
    wrong = codes[0][:8] + "".join("2" if letter != "-" else "-" for letter in codes[0][8:])
    for _ in range(TRIES_AN_HOUR):
        assert reason(Surfer(kept), "/api/me/recover", code=wrong) == "no_such_code"
    assert reason(Surfer(kept), "/api/me/recover", code=codes[0]) == "no_such_code"
    # Nobody else is kept out by it, and the code is not used up.
    assert Surfer(kept).post("/api/me/recover", code=others[0])["name"] == "Ben"


def test_an_address_tries_few_codes_a_minute(tmp_path: Path) -> None:
    with live_server(tmp_path, codes_per_minute=3) as live:
        guest = Surfer(live)
        statuses = []
        for _ in range(5):
            guest.post("/api/me/recover", code="A" * 20)
            statuses.append(guest.status)
        assert statuses == [403] * 3 + [429] * 2


def test_a_device_that_is_somebodys_is_not_taken_over(kept: Live) -> None:
    guest, _ = person(kept)
    _, codes = person(kept, "Ben")
    assert reason(guest, "/api/me/recover", code=codes[0]) == "kept_already"
    assert guest.get("/api/me")["name"] == "Anna"
    assert Surfer(kept).post("/api/me/recover", code=codes[0])["name"] == "Ben"


# Pairing


def test_a_device_joins_once_the_first_one_has_said_yes(kept: Live) -> None:
    guest, _ = person(kept)
    mine = table(guest)["table"]["id"]
    code = guest.post("/api/me/pairing")["code"]
    other = Surfer(kept)
    asked = other.post("/api/me/pairing/ask", code=code)
    assert not asked["accepted"]
    seen = guest.get("/api/me/pairing")
    assert (seen["number"], seen["code"]) == (asked["number"], None)
    assert 0 < seen["seconds"] <= 120
    assert not other.get("/api/me")["kept"]
    assert tables(other) == set()
    assert len(guest.post("/api/me/pairing/answer", accept=True)["devices"]) == 2
    assert other.post("/api/me/pairing/ask", code=code)["accepted"]
    assert other.get("/api/me")["name"] == "Anna"
    assert tables(other) == {mine}


def test_a_pairing_code_is_for_the_first_device_alone_and_for_once(kept: Live) -> None:
    guest, _ = person(kept)
    code = guest.post("/api/me/pairing")["code"]
    first, second = Surfer(kept), Surfer(kept)
    first.post("/api/me/pairing/ask", code=code)
    assert reason(second, "/api/me/pairing/ask", code=code) == "pairing_over"
    guest.post("/api/me/pairing/answer", accept=True)
    assert reason(second, "/api/me/pairing/ask", code=code) == "pairing_over"
    assert reason(guest, "/api/me/pairing/answer", accept=True) == "pairing_over"
    assert len(guest.get("/api/me")["devices"]) == 2


def test_who_asks_in_the_moment_of_the_yes_is_never_refused(kept: Live) -> None:
    for name in ("Anna", "Bela", "Cleo"):
        guest, _ = person(kept, name)
        code = guest.post("/api/me/pairing")["code"]
        other = Surfer(kept)
        other.post("/api/me/pairing/ask", code=code)

        def ask(again: Surfer = other, code: str = code) -> list[dict[str, Any]]:
            told: list[dict[str, Any]] = [{}]
            while not told[-1].get("accepted") and "reason" not in told[-1]:
                told.append(again.post("/api/me/pairing/ask", code=code))
            return told

        with ThreadPoolExecutor() as pool:
            asking = [pool.submit(ask) for _ in range(4)]
            guest.post("/api/me/pairing/answer", accept=True)
            for each in asking:
                assert each.result()[-1]["accepted"]
        assert other.get("/api/me")["name"] == name


def test_a_pairing_that_is_declined_over_or_unasked_lets_nobody_in(kept: Live) -> None:
    guest, _ = person(kept)
    other = Surfer(kept)
    assert reason(guest, "/api/me/pairing/answer", accept=True) == "pairing_over"
    code = guest.post("/api/me/pairing")["code"]
    assert reason(guest, "/api/me/pairing/answer", accept=True) == "pairing_over"
    other.post("/api/me/pairing/ask", code=code)
    guest.post("/api/me/pairing/answer", accept=False)
    assert reason(other, "/api/me/pairing/ask", code=code) == "pairing_over"
    code = guest.post("/api/me/pairing")["code"]
    other.post("/api/me/pairing/ask", code=code)
    run(execute(kept.database, "UPDATE pairings SET expires_at = 1"))  # type: ignore[attr-defined]
    assert reason(guest, "/api/me/pairing/answer", accept=True) == "pairing_over"
    assert reason(other, "/api/me/pairing/ask", code=code) == "pairing_over"
    # A new code makes the one before worthless.
    old = guest.post("/api/me/pairing")["code"]
    guest.post("/api/me/pairing")
    assert reason(other, "/api/me/pairing/ask", code=old) == "pairing_over"
    assert not other.get("/api/me")["kept"]


def test_what_a_device_had_as_a_guest_comes_along(kept: Live) -> None:
    guest, codes = person(kept)
    both = table(guest, seats=[{}, {}])["table"]["id"]
    other = Surfer(kept)
    own = table(other, "Ben")["table"]["id"]
    other.post(f"/api/tables/{both}/join", name="Ben")
    other.post("/api/me/recover", code=codes[0])
    assert tables(guest) == {both, own} == tables(other)
    assert guest.get(f"/api/tables/{own}")["you"]["name"] == "Ben"
    # Where both were, one's own place stays what it was.
    assert guest.get(f"/api/tables/{both}")["you"]["name"] == "Anna"


# Devices


def test_a_device_that_was_signed_out_is_nobody_with_cookie_token_and_socket(kept: Live) -> None:
    guest, codes = person(kept)
    made = table(guest, seats=[{}, *BOTS])
    id = made["table"]["id"]
    other = Surfer(kept)
    other.post("/api/me/recover", code=codes[0])
    token = other.post(f"/api/tables/{id}/join", name="Anna")["token"]

    async def play() -> None:
        seat = Seat(Surfer(kept).api(token), id, token)
        async with seat:
            there = [each for each in guest.get("/api/me")["devices"] if not each["this"]]
            guest.post("/api/me/sign-out", device=there[0]["id"])
            with pytest.raises(Refused) as refused:
                await Surfer(kept).api(token).post(f"/api/tables/{id}/rename", name="Eve")
            assert refused.value.reason == "server.bad_token"

    run(play())
    assert not other.get("/api/me")["kept"]
    assert tables(other) == set()
    assert other.get(f"/api/tables/{id}")["you"]["seats"] == []
    assert tables(guest) == {id}
    assert reason(guest, "/api/me/sign-out", device="no such") == "no_such_device"


def test_a_lost_first_device_can_be_signed_out_from_another(kept: Live) -> None:
    lost, codes = person(kept)
    id = table(lost)["table"]["id"]
    other = Surfer(kept)
    other.post("/api/me/recover", code=codes[0])
    other.post("/api/me/sign-out")
    cookie = lost.cookie
    assert not lost.get("/api/me")["kept"]
    assert tables(lost) == set()
    assert lost.get(f"/api/tables/{id}")["you"]["seats"] == []
    # Whoever has it now is a new guest, and does not become its owner again by keeping a name.
    lost.post("/api/me/keep", name="Eve")
    assert lost.cookie != cookie
    assert tables(lost) == set()
    assert tables(other) == {id}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("codes", {}),
        ("pairing", {}),
        ("pairing/answer", {"accept": True}),
        ("sign-out", {}),
        ("erase", {"name": "Anna"}),
    ],
)
def test_a_guest_has_nothing_of_a_person(kept: Live, path: str, body: Any) -> None:
    assert reason(Surfer(kept), f"/api/me/{path}", **body) == "not_kept"
    guest = Surfer(kept)
    guest.get("/api/me/export")
    assert guest.status == 403


def test_somebody_elses_private_link_is_neither_taken_over_nor_erased(kept: Live) -> None:
    anna = Surfer(kept)
    made = table(anna, "Annalena")
    id = made["table"]["id"]
    anna.get(f"/api/tables/{id}")
    eve, codes = person(kept, "Eve")
    eve.post(f"/api/tables/{id}/join", token=made["token"])
    other = Surfer(kept)
    other.post("/api/me/recover", code=codes[0])
    assert "Annalena" not in json.dumps(eve.get("/api/me/export"))
    eve.post("/api/me/sign-out")
    assert anna.get(f"/api/tables/{id}")["you"]["seats"] == [0]
    eve.post("/api/me/erase", name="Eve")
    there = anna.get(f"/api/tables/{id}")
    assert (there["you"]["seats"], there["you"]["name"]) == ([0], "Annalena")
    assert tables(eve) == set()


def test_who_was_removed_can_still_be_erased(kept: Live) -> None:
    host = Surfer(kept)
    id = table(host, "Host", seats=[{}, {}])["table"]["id"]
    eve, _ = person(kept, "Evangeline")
    eve.post(f"/api/tables/{id}/join", name="Evangeline")
    places = host.get(f"/api/tables/{id}")["table"]["seats"]
    number = next(each["person"] for each in places if each["name"] == "Evangeline")
    host.post(f"/api/tables/{id}/remove", person=number)
    assert host.status == 200
    assert eve.post("/api/me/erase", name="Evangeline")["kept"] is False
    assert "Evangeline" not in run(stored(kept))


# Export and erasure


def test_everything_about_a_person_is_exported_and_nothing_about_others(kept: Live) -> None:
    guest, codes = person(kept)
    made = table(guest, seats=[{}, *BOTS])
    id = made["table"]["id"]
    guest.post(f"/api/tables/{id}/start")
    run(guest.finish(made))
    shared = table(guest, seats=[{}, {}])["table"]["id"]
    ben = Surfer(kept)
    ben.post(f"/api/tables/{shared}/join", name="Benedict")
    deal = guest.post("/api/daily/souvenirs", you="Anna")["table"]["id"]
    found = guest.get("/api/me/export")
    assert (found["format"], found["me"]["name"]) == (1, "Anna")
    assert found["me"] == guest.get("/api/me")
    assert {each["id"] for each in found["tables"]} == {id, shared, deal}
    match = next(each for each in found["tables"] if each["id"] == id)["matches"][0]
    assert (match["seats"], len(match["outcome"]["scores"])) == ([0], 3)
    assert found["results"][0]["deal"].startswith("daily.souvenirs.")
    assert [(each["table"], each["name"], each["seat"]) for each in found["history"]] == [
        (id, "Anna", 0)
    ]
    text = json.dumps(found)
    for secret in ("Benedict", made["token"], codes[0], guest.cookie, "secret"):
        assert secret not in text


def test_who_is_erased_leaves_no_name_and_others_keep_their_matches(kept: Live) -> None:
    guest, codes = person(kept, "Annabella")
    played = table(guest, "Annabella", seats=[{}, *BOTS], chat="free")
    id = played["table"]["id"]
    guest.post(f"/api/tables/{id}/start")
    run(_says(guest, played, "Annabella was here"))
    run(guest.finish(played))
    path = guest.post(f"/api/tables/{id}/challenge")["path"]
    running = table(guest, "Annabella", seats=[{}, {}, *BOTS])["table"]["id"]
    ben = Surfer(kept)
    ben.post(f"/api/tables/{running}/join", name="Ben")
    ben.post(f"/api/tables/{running}/sit", seat=1)
    guest.post(f"/api/tables/{running}/start")
    alone = table(guest, "Annabella")["table"]["id"]
    guest.post(f"/api/tables/{alone}/leave")
    guest.post("/api/daily/souvenirs", you="Annabella")
    assert "Annabella" in run(stored(kept))

    assert reason(guest, "/api/me/erase", name="Anna") == "other_name"
    assert guest.post("/api/me/erase", name="Annabella")["kept"] is False
    assert "Annabella" not in run(stored(kept))
    assert "Annabella" not in json.dumps(ben.get(f"/api{path.replace('challenge', 'challenges')}"))
    assert tables(guest) == set()
    assert reason(Surfer(kept), "/api/me/recover", code=codes[0]) == "no_such_code"
    replay = ben.get(f"/api/tables/{id}/replay").decode()
    assert '"score' in replay or replay.count("\n") > 20
    assert "Annabella" not in replay
    # Ben plays on.
    there = ben.get(f"/api/tables/{running}")
    assert there["table"]["status"] == "running"
    assert there["you"]["seats"] == [1]
    guest.post("/api/me/keep", name="Carla")
    assert guest.status == 201


async def _says(guest: Surfer, joined: Any, text: str) -> None:
    async with Seat(guest.api(joined["token"]), joined["table"]["id"], joined["token"]) as seat:
        await seat.say(text=text)
        await asyncio.sleep(0.2)
