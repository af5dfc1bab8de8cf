"""Passkeys: they bring their owner back, and nobody else, whatever is sent."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from quartett.server.people.passkey_records import CHALLENGE_MS, MAX_PASSKEYS, PasskeyRecords
from quartett.server.people.passkeys import site_of
from quartett.server.store.opening import open_store
from quartett.server.tokens import new_id
from server.learning.surfer import Surfer
from server.live import Live, live_server, run
from server.people.authenticator import PRESENT, Authenticator, b64, unb64
from server.people.test_people import person, reason, stored, table, tables
from server.refusing import refuses
from server.store_databases import fresh_database

MAKE, ADD, BEGIN, USE = (
    "/api/me/passkeys/begin",
    "/api/me/passkeys",
    "/api/me/sign-in/begin",
    "/api/me/sign-in",
)


def here(live: Live, surfer: Surfer) -> Surfer:
    """A browser under a name for which there are passkeys."""
    host = live.url.removeprefix("http://127.0.0.1")
    surfer.headers = {"host": f"localhost{host}", "origin": origin(live)}
    return surfer


def origin(live: Live) -> str:
    """Where the page is."""
    return live.url.replace("127.0.0.1", "localhost")


def owner(live: Live, name: str = "Anna") -> tuple[Surfer, Authenticator]:
    """Somebody who keeps their name, and their passkey."""
    guest = here(live, person(live, name)[0])
    key = Authenticator(origin(live))
    guest.post(ADD, credential=key.make(begun(guest, MAKE)))
    assert guest.status == 201
    return guest, key


def begun(surfer: Surfer, path: str, **body: Any) -> Any:
    """What the browser is to ask its owner."""
    told = surfer.post(path, **body)
    assert surfer.status == 200, told
    return told["options"]


def newcomer(live: Live) -> tuple[Surfer, Any]:
    """A new device, and the challenge that it got."""
    other = here(live, Surfer(live))
    return other, begun(other, BEGIN, proof=other.proof())


def refused(other: Surfer, credential: Any) -> str:
    """Why a passkey lets nobody in."""
    why = reason(other, USE, credential=credential, proof=other.proof())
    assert not other.get("/api/me")["kept"]
    return why


def test_a_passkey_brings_name_and_tables_to_another_device(kept: Live) -> None:
    guest, key = owner(kept)
    mine = table(guest)["table"]["id"]
    told = guest.get("/api/me")["passkeys"]
    assert [each["used_at"] for each in told] == [None]
    other, options = newcomer(kept)
    theirs = table(other, "Ben")["table"]["id"]
    key.counter += 1
    me = other.post(USE, credential=key.use(options), proof=other.proof())
    assert (other.status, me["name"], len(me["devices"])) == (200, "Anna", 2)
    assert me["passkeys"][0]["used_at"] is not None
    assert tables(other) == {mine, theirs} == tables(guest)


def test_options_ask_for_a_passkey_that_knows_its_owner(kept: Live) -> None:
    guest, key = owner(kept, "Bea")
    options = begun(guest, MAKE)
    selection = options["authenticatorSelection"]
    assert (selection["residentKey"], selection["userVerification"]) == ("required", "required")
    assert options["rp"]["id"] == "localhost"
    assert [each["id"] for each in options["excludeCredentials"]] == [b64(key.id)]
    _, asked = newcomer(kept)
    assert (asked["rpId"], asked["userVerification"]) == ("localhost", "required")
    assert not asked.get("allowCredentials")


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"origin": "https://evil.example"}, "passkey_wrong"),
        ({"origin": "http://localhost:1"}, "passkey_wrong"),
        ({"site": "evil.example"}, "passkey_wrong"),
        ({"type": "webauthn.create"}, "passkey_wrong"),
        ({"owner": b"somebody else"}, "passkey_wrong"),
        ({"challenge": b64(b"x" * 32)}, "passkey_too_late"),
        ({"challenge": "%%%"}, "passkey_too_late"),
        ({"challenge": 7}, "passkey_wrong"),
    ],
)
def test_what_was_signed_for_something_else_lets_nobody_in(
    kept: Live, changed: dict[str, Any], why: str
) -> None:
    _, key = owner(kept)
    key.counter += 1
    other, options = newcomer(kept)
    assert refused(other, key.use(options, **changed)) == why


def test_a_challenge_is_answered_once_by_the_device_that_asked(kept: Live) -> None:
    _, key = owner(kept)
    other, options = newcomer(kept)
    thief, _ = newcomer(kept)
    answer = key.use(options)
    assert refused(thief, answer) == "passkey_too_late"
    other.post(USE, credential=answer, proof=other.proof())
    assert other.status == 200
    assert refused(thief, answer) == "passkey_too_late"
    # Nor does one that was wrong leave its challenge for another try.
    other, options = newcomer(kept)
    assert refused(other, key.use(options, origin="https://evil.example")) == "passkey_wrong"
    assert refused(other, key.use(options)) == "passkey_too_late"


def test_a_challenge_for_making_a_passkey_uses_none(kept: Live) -> None:
    guest, key = owner(kept)
    asked = begun(guest, MAKE)
    other, _ = newcomer(kept)
    wrong = {"challenge": asked["challenge"], "rpId": "localhost"}
    assert refused(other, key.use(wrong)) == "passkey_too_late"


def test_a_newer_challenge_makes_the_older_worthless(kept: Live) -> None:
    _, key = owner(kept)
    other, older = newcomer(kept)
    newer = begun(other, BEGIN, proof=other.proof())
    assert refused(other, key.use(older)) == "passkey_too_late"
    other.post(USE, credential=key.use(newer), proof=other.proof())
    assert other.status == 200


def test_a_challenge_lasts_five_minutes_and_no_clock_makes_it_last_longer(kept: Live) -> None:
    async def ask() -> None:
        store = await open_store(kept.database)  # type: ignore[attr-defined]
        records, device, now = PasskeyRecords(store), new_id(), 1_800_000_000_000
        for moment in (now + CHALLENGE_MS, now - 3_600_000):
            await records.challenge(b"a", "use", device, now)
            assert not await records.take_challenge(b"a", "use", device, moment)
        assert await records.take_challenge(b"a", "use", device, now + CHALLENGE_MS - 1)
        await store.close()

    run(ask())


def test_a_copy_that_counts_for_itself_is_found_out(kept: Live) -> None:
    _, key = owner(kept)
    key.counter = 5
    other, options = newcomer(kept)
    other.post(USE, credential=key.use(options), proof=other.proof())
    assert other.status == 200
    for behind in (5, 4, 0):
        key.counter = behind
        thief, options = newcomer(kept)
        assert refused(thief, key.use(options)) == "passkey_copied"
    key.counter = 6
    other, options = newcomer(kept)
    other.post(USE, credential=key.use(options), proof=other.proof())
    assert other.status == 200


def test_of_two_with_the_same_count_one_comes_in(kept: Live) -> None:
    _, key = owner(kept)
    key.counter = 9
    asked = [newcomer(kept) for _ in range(4)]
    answers = [(other, key.use(options), other.proof()) for other, options in asked]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda each: each[0].post(USE, credential=each[1], proof=each[2]), answers))
    assert sorted(other.status for other, _, _ in answers) == [200, 403, 403, 403]
    assert sum(other.get("/api/me")["kept"] for other, _, _ in answers) == 1


def test_one_that_never_counts_works_as_often_as_it_is_used(kept: Live) -> None:
    _, key = owner(kept)
    for _ in range(3):
        other, options = newcomer(kept)
        other.post(USE, credential=key.use(options), proof=other.proof())
        assert other.status == 200


def test_a_removed_passkey_works_no_longer_and_only_its_owner_removes_it(kept: Live) -> None:
    guest, key = owner(kept)
    id = guest.get("/api/me")["passkeys"][0]["id"]
    eve, _ = owner(kept, "Eve")
    assert reason(eve, "/api/me/passkeys/remove", passkey=id) == "no_such_passkey"
    assert guest.post("/api/me/passkeys/remove", passkey=id)["passkeys"] == []
    other, options = newcomer(kept)
    assert refused(other, key.use(options)) == "no_such_passkey"


def test_anothers_passkey_needs_anothers_key(kept: Live) -> None:
    _, annas = owner(kept)
    _, eves = owner(kept, "Eve")
    eves.id = annas.id
    other, options = newcomer(kept)
    assert refused(other, eves.use(options)) == "passkey_wrong"


def test_nobody_takes_the_id_of_anothers_passkey(kept: Live) -> None:
    _, annas = owner(kept)
    eve = here(kept, person(kept, "Eve")[0])
    copy = Authenticator(origin(kept))
    copy.id = annas.id
    assert reason(eve, ADD, credential=copy.make(begun(eve, MAKE))) == "passkey_not_kept"
    other, options = newcomer(kept)
    assert other.post(USE, credential=annas.use(options), proof=other.proof())["name"] == "Anna"


@pytest.mark.parametrize("changed", [{"origin": "https://evil.example"}, {"site": "evil.example"}])
def test_a_passkey_that_was_made_elsewhere_is_not_kept(kept: Live, changed: Any) -> None:
    guest = here(kept, person(kept)[0])
    key = Authenticator(origin(kept))
    assert reason(guest, ADD, credential=key.make(begun(guest, MAKE), **changed)) == "passkey_wrong"
    assert guest.get("/api/me")["passkeys"] == []


def test_a_passkey_is_made_for_the_one_who_asked(kept: Live) -> None:
    anna = here(kept, person(kept)[0])
    eve = here(kept, person(kept, "Eve")[0])
    made = Authenticator(origin(kept)).make(begun(eve, MAKE))
    assert reason(anna, ADD, credential=made) == "passkey_too_late"
    assert reason(here(kept, Surfer(kept)), ADD, credential=made) == "not_kept"


def test_without_its_owner_there_a_passkey_is_not_enough(kept: Live) -> None:
    _, key = owner(kept)
    key.flags = PRESENT
    other, options = newcomer(kept)
    assert refused(other, key.use(options)) == "passkey_wrong"


def test_nobody_has_more_passkeys_than_fit_on_a_list(kept: Live) -> None:
    guest, _ = owner(kept)
    for _ in range(MAX_PASSKEYS - 1):
        guest.post(ADD, credential=Authenticator(origin(kept)).make(begun(guest, MAKE)))
    assert guest.status == 201
    one_more = Authenticator(origin(kept)).make(begun(guest, MAKE))
    assert reason(guest, ADD, credential=one_more) == "passkey_not_kept"


@pytest.mark.parametrize(
    "sent",
    [
        None,
        [],
        "x",
        {},
        {"id": 7},
        {"response": None},
        {"response": {"clientDataJSON": "e30"}},
        {"response": {"clientDataJSON": "é"}},
        {"response": {"clientDataJSON": b64(b'{"challenge": []}')}},
    ],
)
def test_what_is_no_passkey_is_refused_and_changes_nothing(kept: Live, sent: Any) -> None:
    other, _ = newcomer(kept)
    assert refused(other, sent) in {"passkey_wrong", "passkey_too_late", "malformed"}


@pytest.mark.parametrize("part", ["authenticatorData", "signature", "userHandle", "clientDataJSON"])
def test_spoiled_answers_are_refused(kept: Live, part: str) -> None:
    _, key = owner(kept)
    for spoil in (lambda data: b"", lambda data: data[:-3], lambda data: data[:-1] + b"\x00\xff"):
        other, options = newcomer(kept)
        answer = key.use(options)
        answer["response"][part] = b64(spoil(unb64(answer["response"][part])))
        if part == "userHandle" and not answer["response"][part]:
            continue  # it need not be there
        assert refused(other, answer) in {"passkey_wrong", "passkey_too_late"}


def test_a_device_that_was_signed_out_leaves_no_passkey_behind(kept: Live) -> None:
    guest, codes = person(kept)
    thief = here(kept, Surfer(kept))
    thief.post("/api/me/recover", code=codes[0])
    key = Authenticator(origin(kept))
    thief.post(ADD, credential=key.make(begun(thief, MAKE)))
    assert guest.post("/api/me/sign-out")["passkeys"] == []
    other, options = newcomer(kept)
    assert refused(other, key.use(options)) == "no_such_passkey"


def test_who_is_erased_leaves_no_passkey(kept: Live) -> None:
    guest, key = owner(kept, "Ottoline")
    guest.post("/api/me/erase", name="Ottoline")
    other, options = newcomer(kept)
    assert refused(other, key.use(options)) == "no_such_passkey"
    assert b64(key.id) not in run(stored(kept))


def test_what_is_exported_names_passkeys_without_their_keys(kept: Live) -> None:
    guest, key = owner(kept)
    exported = guest.get("/api/me/export")
    assert [each["id"] for each in exported["me"]["passkeys"]] == [b64(key.id)]
    assert "public_key" not in json.dumps(exported)


@pytest.mark.parametrize(
    ("origin", "name"),
    [
        ("https://play.example.org", "play.example.org"),
        ("https://play.example.org:8443", "play.example.org"),
        ("https://box.local", "box.local"),
        ("http://localhost:8000", "localhost"),
        ("http://a.localhost:8000", "a.localhost"),
    ],
)
def test_passkeys_are_for_names_that_nobody_can_listen_to(origin: str, name: str) -> None:
    assert (site_of(origin).name, site_of(origin).origin) == (name, origin)


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        "http://play.example.org",
        "http://127.0.0.1:8000",
        "https://192.168.1.7",
        "https://[::1]:8000",
        "https://[",
        "http://localhost.example.org",
    ],
)
def test_elsewhere_there_are_none_and_that_is_told(origin: str | None) -> None:
    with refuses("no_passkeys_here"):
        site_of(origin)


def test_other_pages_start_no_ceremony(kept: Live) -> None:
    guest, _ = owner(kept)
    guest.headers["origin"] = "https://evil.example"
    assert reason(guest, MAKE) == "foreign_page"
    assert reason(guest, USE, credential={}, proof="") == "foreign_page"


def test_a_passkey_is_good_only_under_the_name_for_which_it_was_made(tmp_path: Path) -> None:
    with live_server(tmp_path, origins=("https://play.example.org",)) as live:
        _, key = owner(live)
        other = Surfer(live)
        other.headers = {"host": "play.example.org", "origin": "https://play.example.org"}
        key.origin = "https://play.example.org"
        options = begun(other, BEGIN, proof=other.proof())
        assert options["rpId"] == "play.example.org"
        assert refused(other, key.use(options)) == "no_such_passkey"


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Live, Live]]:
    """Two servers over one database."""
    database = fresh_database("postgresql", tmp_path)
    with (
        live_server(tmp_path / "a", database=database) as one,
        live_server(tmp_path / "b", database=database) as other,
    ):
        yield one, other


def test_a_challenge_of_one_server_is_answered_once_at_another(two: tuple[Live, Live]) -> None:
    first, second = two
    _, key = owner(first)
    other, options = newcomer(first)
    cookie, proof = other.cookie, other.proof()
    there = here(second, Surfer(second))
    there.cookie, key.origin = cookie, origin(second)
    answer = key.use(options)
    there.post(USE, credential=answer, proof=proof)
    assert there.status == 200
    assert other.get("/api/me")["kept"]
    assert reason(there, USE, credential=answer, proof=proof) == "passkey_too_late"
