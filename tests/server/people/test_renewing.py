"""Whoever comes in on a browser gets a new cookie: one that was planted there is worth nothing."""

from typing import Any

import pytest

from server.learning.surfer import Surfer
from server.live import Live
from server.people.test_people import person, reason, table, tables

WAYS: dict[str, dict[str, Any]] = {
    "keep": {"name": "Anna"},
    "recover": {"code": "2" * 20},
    "pairing/ask": {"code": "2" * 10},
    "sign-in/begin": {},
    "sign-in": {"credential": {}},
}


def thief_of(guest: Surfer) -> Surfer:
    """Somebody who has the same cookie."""
    other = Surfer(guest.live)
    other.cookie = guest.cookie
    return other


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("proof", ["", "made up", "é.x"])
def test_nobody_comes_in_on_a_cookie_that_was_there_before(
    kept: Live, way: str, proof: str
) -> None:
    guest = Surfer(kept)
    table(guest)
    assert reason(guest, f"/api/me/{way}", proof=proof, **WAYS[way]) == "renew_first"
    assert not guest.get("/api/me")["kept"]


def test_a_planted_cookie_is_worth_nothing_once_the_name_is_kept(kept: Live) -> None:
    guest = Surfer(kept)
    mine = table(guest)["table"]["id"]
    eve = thief_of(guest)
    guest.post("/api/me/keep", name="Anna")
    assert guest.status == 201
    assert not eve.get("/api/me")["kept"]
    assert tables(eve) == set()
    assert eve.get(f"/api/tables/{mine}")["you"]["seats"] == []
    assert tables(guest) == {mine}
    # Nor can it become anybody's: whoever has it is a new guest from now on.
    eve.post("/api/me/keep", name="Eve")
    assert tables(eve) == set()


def test_a_planted_cookie_with_a_proof_of_its_own_is_renewed_all_the_same(kept: Live) -> None:
    eve = Surfer(kept)
    proof = eve.proof()
    guest = thief_of(eve)
    guest.post("/api/me/keep", name="Anna")
    assert guest.cookie != eve.cookie
    assert not eve.get("/api/me")["kept"]
    assert reason(eve, "/api/me/keep", name="Eve", proof=proof) == "kept_already"


def test_a_planted_cookie_comes_in_by_no_code_and_no_pairing(kept: Live) -> None:
    anna, codes = person(kept)
    planted = Surfer(kept)
    table(planted)
    eve = thief_of(planted)
    planted.post("/api/me/recover", code=codes[0])
    assert planted.get("/api/me")["kept"]
    assert not eve.get("/api/me")["kept"]
    paired = Surfer(kept)
    had = table(paired)["table"]["id"]
    eve = thief_of(paired)
    code = anna.post("/api/me/pairing")["code"]
    paired.post("/api/me/pairing/ask", code=code)
    anna.post("/api/me/pairing/answer", accept=True)
    assert paired.post("/api/me/pairing/ask", code=code)["accepted"]
    assert had in tables(anna)
    assert not eve.get("/api/me")["kept"]
    assert tables(eve) == set()


def test_an_answer_that_is_lost_locks_nobody_out(kept: Live) -> None:
    guest = Surfer(kept)
    mine = table(guest)["table"]["id"]
    old = guest.cookie
    guest.proof()
    # The new cookie does not arrive: nothing has happened, and the old one is good.
    guest.cookie, guest._proof = old, None
    assert tables(guest) == {mine}
    proof = guest.proof()
    assert tables(guest) == {mine}
    renewed = guest.cookie
    guest.post("/api/me/keep", name="Anna", proof=proof)
    # That answer does not arrive: the browser is in by the cookie that it had before.
    assert guest.cookie == renewed
    assert guest.get("/api/me")["name"] == "Anna"
    assert len(guest.post("/api/me/codes")["codes"]) == 10


def test_a_guest_goes_on_with_an_old_cookie_and_with_a_new_one(kept: Live) -> None:
    guest = Surfer(kept)
    mine = table(guest)["table"]["id"]
    other_tab = thief_of(guest)
    guest.proof()
    assert guest.cookie != other_tab.cookie
    assert tables(guest) == {mine} == tables(other_tab)
    later = table(other_tab)["table"]["id"]
    assert tables(guest) == {mine, later}


def test_who_is_somebody_already_gets_no_new_id(kept: Live) -> None:
    guest, _ = person(kept)
    cookie = guest.cookie
    assert reason(guest, "/api/me/renew") == "kept_already"
    assert guest.cookie == cookie
