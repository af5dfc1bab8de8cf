"""Whoever gave a private link away can take it back."""

import json
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from quartett.client import Api, Refused, Seat
from quartett.server.store.secrets import Key, Keyring
from quartett.server.tokens import Tokens
from server.live import Live, run
from server.raw import open_raw

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1"
)


class _Browser:
    """A browser with its own cookie."""

    def __init__(self, live: Live, agent: str) -> None:
        self._place = urlsplit(live.url).netloc
        self._headers = {"content-type": "application/json", "user-agent": agent}

    def ask(self, path: str, body: Any = None) -> tuple[int, Any]:
        connection = HTTPConnection(self._place)
        method = "GET" if body is None else "POST"
        text = None if body is None else json.dumps(body)
        connection.request(method, path, text, self._headers)
        answer = connection.getresponse()
        if cookie := answer.headers.get("set-cookie"):
            self._headers["cookie"] = cookie.partition(";")[0]
        found = json.loads(answer.read())
        connection.close()
        return answer.status, found


def _two_devices(live: Live) -> tuple[_Browser, _Browser, str, str]:
    """Anna's computer, her phone with the same seat by private link, the table and that link."""
    computer, phone = _Browser(live, FIREFOX), _Browser(live, PHONE)
    _, joined = computer.ask("/api/tables", {"game": "jericho", "you": "Anna"})
    table, token = joined["table"]["id"], joined["token"]
    computer.ask(f"/api/tables/{table}/join", {})
    assert phone.ask(f"/api/tables/{table}/join", {"token": token})[1]["you"]["seats"] == [0]
    return computer, phone, f"/api/tables/{table}", token


def test_a_person_sees_their_devices(live: Live) -> None:
    computer, phone, table, _ = _two_devices(live)
    seen = computer.ask(f"{table}/devices")[1]["devices"]
    assert [(each["label"], each["this"]) for each in seen] == [
        ("Firefox, Linux", True),
        ("Safari, iPhone", False),
    ]
    assert [each["this"] for each in phone.ask(f"{table}/devices")[1]["devices"]] == [False, True]
    assert _Browser(live, PHONE).ask(f"{table}/devices")[0] == 403


@pytest.mark.parametrize("named", [True, False])
def test_a_revoked_device_and_its_link_have_no_seat_any_more(live: Live, named: bool) -> None:
    computer, phone, table, token = _two_devices(live)
    device = computer.ask(f"{table}/devices")[1]["devices"][1]["id"]
    status, joined = computer.ask(f"{table}/devices/revoke", {"device": device} if named else {})
    assert status == 200
    assert phone.ask(table)[1]["you"]["seats"] == []
    assert phone.ask(f"{table}/join", {"token": token})[1]["reason"] == "server.bad_token"
    assert computer.ask(table)[1]["you"]["seats"] == [0]
    assert joined["token"] != token
    fresh = _Browser(live, PHONE)
    assert fresh.ask(f"{table}/join", {"token": joined["token"]})[1]["you"]["seats"] == [0]
    assert joined["you"]["path"].endswith(joined["token"])


def test_an_open_connection_of_a_revoked_link_is_ended(live: Live) -> None:
    async def play() -> None:
        host = await Seat.create(live.url, "jericho", "Anna")
        raw = await open_raw(host)
        await raw.next("snapshot")
        await host.post("devices/revoke")
        with pytest.raises(ConnectionClosed):
            await raw.next("never")
        again = await open_raw(host)
        assert (await again.next("bye"))["reason"] == "server.bad_token"
        await again.socket.close()
        with pytest.raises(Refused):
            await Api(live.url, host.token).get(f"/api/tables/{host.table_id}/devices")

    run(play())


def test_a_device_that_is_not_there_is_refused(live: Live) -> None:
    computer, _, table, _ = _two_devices(live)
    status, problem = computer.ask(f"{table}/devices/revoke", {"device": "none"})
    assert (status, problem["reason"]) == (404, "server.no_such_device")


def test_tokens_of_the_first_version_stay_valid() -> None:
    """They carry no number of issue; that means the first."""
    tokens = Tokens(Keyring([Key("a key")]))
    first = tokens._person.dumps(["table", "anna"])
    proof = tokens.proof(str(first), "table")
    assert proof is not None
    assert (proof.person, proof.issue) == ("anna", 0)
    assert tokens.for_person("table", "anna") == first
    assert tokens.proof(str(first), "another") is None
    assert tokens.proof(str(tokens._person.dumps(["table"])), "table") is None
