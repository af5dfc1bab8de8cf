"""The portrait of somebody who keeps their name: where it is seen, by whom, and that it goes."""

import json
from typing import Any

import pytest
from websockets.sync.client import connect

from patience import PATIENCE_SECONDS
from server.learning.surfer import Surfer
from server.live import Live, run
from server.people.test_people import BOTS, person, reason, stored, table


def _faces(looked: Any) -> list[str | None]:
    return [seat["face"] for seat in looked["table"]["seats"]]


def _at(guest: Surfer, id: str) -> Any:
    """A page of somebody's at a table."""
    url = f"{guest.live.url.replace('http', 'ws')}/api/tables/{id}/socket"
    return connect(url, additional_headers={"cookie": guest.cookie}, proxy=None)


def _hello(socket: Any) -> Any:
    socket.send(json.dumps({"type": "hello", "protocol": 2}))
    return json.loads(socket.recv())


def _next_seats(socket: Any) -> list[str | None]:
    """The faces in the next table that is told."""
    while (told := json.loads(socket.recv(timeout=PATIENCE_SECONDS)))["type"] != "table":
        pass
    return _faces(told)


def test_a_face_is_chosen_kept_and_given_up(kept: Live) -> None:
    guest, codes = person(kept)
    assert guest.get("/api/me")["face"] is None
    assert guest.post("/api/me/face", face="beret")["face"] == "beret"
    other = Surfer(kept)
    assert other.post("/api/me/recover", code=codes[0])["face"] == "beret"
    assert other.post("/api/me/face", face=None)["face"] is None
    assert guest.get("/api/me")["face"] is None


@pytest.mark.parametrize("wrong", ["astronaut", "", "Beret", "../beret", 7])
def test_a_face_that_there_is_not_is_refused_and_changes_nothing(kept: Live, wrong: Any) -> None:
    guest, _ = person(kept)
    guest.post("/api/me/face", face="beret")
    told = guest.post("/api/me/face", face=wrong)
    assert guest.status == 422
    assert "face" in told["text"]
    assert guest.get("/api/me")["face"] == "beret"


def test_a_guest_has_no_face(kept: Live) -> None:
    guest = Surfer(kept)
    assert reason(guest, "/api/me/face", face="beret") == "not_kept"
    assert guest.status == 403
    id = table(guest)["table"]["id"]
    with _at(guest, id) as socket:
        assert _faces(_hello(socket)) == [None, None, None]


def test_everybody_at_the_table_sees_a_face_at_once(kept: Live) -> None:
    anna, _ = person(kept)
    id = table(anna, seats=[{}, {}, {"kind": "bot", "level": "random"}])["table"]["id"]
    ben = Surfer(kept)
    ben.post(f"/api/tables/{id}/join", name="Ben")
    with _at(anna, id) as hers, _at(ben, id) as his:
        assert _faces(_hello(hers)) == [None, None, None]
        _hello(his)
        anna.post("/api/me/face", face="tophat")
        assert _next_seats(his) == ["tophat", None, None]
        assert _next_seats(hers) == ["tophat", None, None]
        anna.post("/api/me/face", face=None)
        assert _next_seats(his) == [None, None, None]


def test_a_table_that_was_not_told_has_the_face_once_its_owner_looks(kept: Live) -> None:
    anna, codes = person(kept)
    id = table(anna, seats=[{}, *BOTS])["table"]["id"]
    anna.post("/api/me/face", face="scarf")
    later = table(anna, seats=[{}, *BOTS])["table"]["id"]
    phone = Surfer(kept)
    phone.post("/api/me/recover", code=codes[0])
    for each in (id, later):
        with _at(phone, each) as socket:
            assert _faces(_hello(socket))[0] == "scarf"
        assert _faces(Surfer(kept).get(f"/api/tables/{each}"))[0] == "scarf"


def test_a_private_link_lends_nobody_a_face_and_changes_none(kept: Live) -> None:
    anna, _ = person(kept)
    anna.post("/api/me/face", face="camera")
    made = table(anna, seats=[{}, *BOTS])
    id, token = made["table"]["id"], made["token"]
    mallory, _ = person(kept, "Mallory")
    mallory.post("/api/me/face", face="mohawk")
    with _at(anna, id) as hers:
        assert _faces(_hello(hers))[0] == "camera"
        with _at(mallory, id) as his:
            his.send(json.dumps({"type": "hello", "protocol": 2, "token": token}))
            assert _faces(json.loads(his.recv()))[0] == "camera"
        mallory.post("/api/me/face", face="curls")
    assert _faces(anna.get(f"/api/tables/{id}"))[0] == "camera"


def test_somebody_beside_one_at_the_same_device_has_another_face(kept: Live) -> None:
    anna, _ = person(kept)
    anna.post("/api/me/face", face="bun")
    id = table(anna, seats=[{}, {}, {}])["table"]["id"]
    anna.post(f"/api/tables/{id}/sit", seat=1, name="Grandpa")
    with _at(anna, id) as socket:
        assert _faces(_hello(socket)) == ["bun", None, None]


def test_who_looks_on_is_seen_with_their_face(kept: Live) -> None:
    anna, _ = person(kept)
    id = table(anna, seats=[{}, *BOTS])["table"]["id"]
    ben, _ = person(kept, "Ben")
    ben.post("/api/me/face", face="goggles")
    ben.post(f"/api/tables/{id}/join", name="Ben", sit=False)
    with _at(anna, id) as hers:
        _hello(hers)
        with _at(ben, id) as his:
            _hello(his)
            while not (told := json.loads(hers.recv(timeout=PATIENCE_SECONDS))).get("onlookers"):
                pass
    assert [(each["name"], each["face"]) for each in told["onlookers"]] == [("Ben", "goggles")]


def test_an_evening_shows_the_faces_of_its_people(kept: Live) -> None:
    anna, _ = person(kept)
    anna.post("/api/me/face", face="glasses")
    made = anna.post("/api/evenings", game="jericho", you="Anna")
    shown = Surfer(kept).post(f"/api/evenings/{made['id']}/join", name="Ben")
    faces = {each["name"]: each["face"] for each in shown["members"]}
    assert faces == {"Anna": "glasses", "Ben": None}


def test_being_forgotten_takes_the_face_from_everywhere(kept: Live) -> None:
    anna, _ = person(kept)
    anna.post("/api/me/face", face="sunglasses")
    id = table(anna)["table"]["id"]
    ben = Surfer(kept)
    ben.post(f"/api/tables/{id}/join", name="Ben")
    with _at(anna, id) as socket:
        _hello(socket)
    assert anna.get("/api/me/export")["me"]["face"] == "sunglasses"
    anna.post("/api/me/erase", name="Anna")
    assert "sunglasses" not in _faces(ben.get(f"/api/tables/{id}"))
    assert "sunglasses" not in run(stored(kept))
