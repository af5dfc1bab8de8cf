"""Every route and message, asked by everybody at tables in every state: `permissions.txt` has it.

Run this file to write it anew, and read what has changed.
"""

import asyncio
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect

from patience import PATIENCE_SECONDS
from playing import random_match
from quartett import games
from quartett.client import Api, Refused
from quartett.protocol.messages import ClientMessage, Hello
from quartett.server.evenings import steps
from quartett.server.evenings.model import Member
from quartett.server.http.evenings import EVENING, EVENINGS
from quartett.server.http.requests import Endpoint
from quartett.server.http.routes import ENDPOINTS, TABLE
from quartett.server.parts.clock import wall_ms
from quartett.server.socket.handler import MESSAGES
from quartett.server.store.documents import (
    Deal,
    Person,
    SeatRecord,
    SharedMatch,
    StoredEntry,
    TableDocument,
    now_ms,
    to_row,
)
from quartett.server.table import matches
from quartett.server.table.permissions import Role, needed
from quartett.server.tokens import COOKIE, Known, new_id
from server.evenings.states import evening
from server.learning.surfer import Surfer
from server.live import Live, live_server

GOLDEN = Path(__file__).parent / "permissions.txt"

WHO = ("stranger", "guest", "seated", "host")
"""Who asks. A stranger is a spectator wherever the table has any."""

AT_EVENING = ("stranger", "member", "sent away", "host")
"""Who asks at an evening."""

EVENING_STATES = ("waiting", "running", "over")

STATES = (
    "waiting",
    "running",
    "over",
    "waiting, no spectators",
    "running, no spectators",
    "over, no spectators",
    "over, deal not revealed",
)

DENIALS = {
    "server.not_here",
    "server.not_seated",
    "server.only_host",
    "server.no_spectators",
    "server.not_revealed",
    "server.no_such_page",
    "server.bad_token",
    "server.not_kept",
    "server.not_in_evening",
    "server.only_evening_host",
    "server.removed_from_evening",
}
"""What is said to somebody who may not; all else is said to those who may."""

OWN = "own"
"""Stands for the seat of whoever asks."""

BODIES: dict[str, dict[str, Any]] = {
    f"{TABLE}/join": {"name": "Dora"},
    f"{TABLE}/sit": {"seat": 0},
    f"{TABLE}/stand": {"seat": OWN},
    f"{TABLE}/swap": {"seat": OWN, "to": OWN},
    f"{TABLE}/ready": {"ready": True},
    f"{TABLE}/seats": {"seat": 2, "kind": "bot"},
    f"{TABLE}/rename": {"name": "Emil"},
    f"{TABLE}/absent": {"seat": 1, "choice": "wait"},
    f"{TABLE}/remove": {"person": 2},
    f"{TABLE}/admit": {"person": 2},
    f"{TABLE}/host": {"person": 2},
    f"{TABLE}/stand-in": {"seat": OWN},
    f"{TABLE}/next": {"game": "souvenirs"},
    f"{TABLE}/again": {"seat": 0, "entry": 2},
    "/api/tables": {"game": "jericho", "you": "Anna"},
    EVENINGS: {"game": "jericho", "you": "Anna"},
    f"{EVENING}/join": {"name": "Dora"},
    f"{EVENING}/rename": {"name": "Emil"},
    f"{EVENING}/change": {"closed": True},
    f"{EVENING}/start": {"round": 1},
    f"{EVENING}/end-round": {"round": 1},
    f"{EVENING}/remove": {"member": "third"},
    f"{EVENING}/host": {"member": "third"},
    f"{EVENING}/stand-in": {"member": "third"},
    "/api/me/keep": {"name": "Anna"},
    "/api/me/recover": {"code": "unknown"},
    "/api/me/face": {"face": "beret"},
    "/api/me/pairing/ask": {"code": "unknown"},
    "/api/me/pairing/answer": {"accept": True},
    "/api/server/door": {"open": False},
    "/api/me/passkeys": {"credential": {}},
    "/api/me/sign-in": {"credential": {}},
    "/api/me/passkeys/remove": {"passkey": "none"},
    "/api/me/erase": {"name": "Anna"},
    "/api/me/notices/push": {"endpoint": "https://push.example", "p256dh": "", "auth": ""},
    "/api/me/notices/mail": {"address": "anna@example.org"},
    "/api/me/notices/mail/confirm": {"code": "12345678"},
    "/api/me/notices/remove": {"id": "none"},
    "/api/me/notices/quiet": {"quiet": None},
}

SAID: dict[str, dict[str, Any]] = {
    "abilities": {"shows_round_ends": True},
    "act": {"id": "1", "action": {"type": "wall", "card": "red-1"}},
    "undo": {"id": "1"},
    "answer_undo": {"agree": True},
    "go_on": {},
    "focus": {"seat": OWN},
    "draft": {"id": "1", "draft": None},
    "hint": {"id": "1"},
    "say": {"phrase": "hello"},
    "contribute": {"text": "a coin"},
    "ping": {"n": 1},
}

TOKEN = "the operator's own token"


def test_everybody_may_do_what_the_golden_file_says(tmp_path: Path) -> None:
    assert _walked(tmp_path) == GOLDEN.read_text("utf-8"), "run this file, and read the difference"


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda each: f"{each.method} {each.path}")
def test_every_route_declares_the_role_that_it_needs(endpoint: Endpoint) -> None:
    assert endpoint.role in Role


def test_every_message_declares_the_role_that_it_needs() -> None:
    assert set(MESSAGES) == set(ClientMessage.__args__)
    assert all(needed(does) in Role for does in MESSAGES.values())


def test_a_route_without_a_declaration_is_not_served() -> None:
    async def undeclared(*_: object) -> None: ...

    with pytest.raises(LookupError):
        _ = Endpoint("GET", "/", undeclared, None).role


def _walked(data_dir: Path) -> str:
    with live_server(data_dir, metrics_token=TOKEN) as live:
        return "".join(_lines(live))


def _lines(live: Live) -> Iterator[str]:
    yield "Who may do what: the server's own answers, for everybody and every state of a table.\n"
    yield "A guest joined without a seat. A stranger is a spectator wherever there are any.\n"
    for endpoint in sorted(ENDPOINTS, key=lambda each: (TABLE in each.path, each.path)):
        yield f"\n{endpoint.method} {endpoint.path}: {endpoint.role}\n"
        if TABLE in endpoint.path:
            yield from _rows({state: _asked(live, endpoint, state) for state in STATES})
        elif EVENING in endpoint.path:
            yield from _rows(
                {state: _at_evening(live, endpoint, state) for state in EVENING_STATES}
            )
        else:
            yield _apart_from_tables(live, endpoint)
    for kind, does in MESSAGES.items():
        yield f"\nsocket {kind.__struct_config__.tag}: {needed(does)}\n"  # type: ignore[attr-defined]
        if kind is Hello:
            continue
        yield from _rows({state: _said(live, kind, state) for state in STATES})
    yield "\nthe match is shown over the socket\n"
    yield from _rows({state: _shown(live, state) for state in STATES})


def _rows(found: dict[str, str]) -> Iterator[str]:
    """One row for all states that are alike."""
    for row in dict.fromkeys(found.values()):
        alike = [state for state in found if found[state] == row]
        yield f"    {'; '.join(alike) if len(alike) < len(found) else 'always'}\n{row}"


def _row(told: dict[str, str]) -> str:
    answers = sorted(dict.fromkeys(told.values()), key=lambda answer: answer != "yes")
    return "".join(
        f"        {answer}: {', '.join(who for who in told if told[who] == answer)}\n"
        for answer in answers
    )


def _asked(live: Live, endpoint: Endpoint, state: str) -> str:
    async def ask(who: str) -> str:
        id, token = _table(live, state, who)
        path = endpoint.path.replace("{id}", id)
        try:
            if endpoint.method == "GET":
                await Api(live.url, token).fetch(path)
            else:
                await Api(live.url, token).post(path, **_filled(BODIES.get(endpoint.path, {}), who))
        except Refused as error:
            return _denial(error.reason)
        return "yes"

    return _row({who: asyncio.run(ask(who)) for who in WHO})


def _apart_from_tables(live: Live, endpoint: Endpoint) -> str:
    async def ask(token: str | None) -> str:
        path = endpoint.path.format(game="jericho", language="en", id="none", channel="none")
        try:
            if endpoint.method == "GET":
                await Api(live.url, token).fetch(path)
            else:
                await Api(live.url, token).post(path, **BODIES.get(endpoint.path, {}))
        except Refused as error:
            return _denial(error.reason)
        return "yes"

    tokens = {"stranger": None, "operator": TOKEN}
    return _row({who: asyncio.run(ask(token)) for who, token in tokens.items()})


def _at_evening(live: Live, endpoint: Endpoint, state: str) -> str:
    def ask(who: str) -> str:
        surfer = Surfer(live)
        surfer.cookie = f"{COOKIE}={live.tables.services.tokens.for_browser(Known(who, who))}"
        path = endpoint.path.replace("{id}", _evening(live, state))
        if endpoint.method == "GET":
            told = surfer.get(path)
        else:
            told = surfer.post(path, **BODIES.get(endpoint.path, {}))
        return _denial(told["reason"]) if surfer.status >= 400 else "yes"

    return _row({who: ask(who) for who in AT_EVENING})


def _evening(live: Live, state: str) -> str:
    """A new evening in a state."""
    made = replace(evening(), id=new_id(), members=tuple(map(_member, AT_EVENING[1:])), host="host")
    if state != "waiting":
        made = steps.step(made, steps.Start(1), now_ms())
    made = replace(made, over=state == "over", todo=())
    records = live.server.config.app.state.evenings.records  # type: ignore[union-attr]
    loop = live.tables._sweeper.get_loop()
    asyncio.run_coroutine_threadsafe(records.add(made), loop).result()
    return made.id


def _member(who: str) -> Member:
    gone = who == "sent away"
    return Member(id=who, name=who, browser=who, left=gone, removed=gone)


def _said(live: Live, kind: Any, state: str) -> str:
    tag = kind.__struct_config__.tag

    async def say(who: str) -> str:
        said = _filled(SAID.get(tag, {}), who)
        async with _socket(live, state, who) as socket:
            await socket.send(msgspec.json.encode({"type": tag, **said}).decode())
            if tag != "hint":  # a hint takes its time: what follows it would overtake it
                await socket.send('{"type": "ping", "n": 7}')
            async with asyncio.timeout(PATIENCE_SECONDS):
                while True:
                    told = msgspec.json.decode(await socket.recv())
                    if told["type"] == "refused":
                        return _denial(told["reason"])
                    if told["type"] == "hint" or (told["type"] == "pong" and told["n"] == 7):
                        return "yes"

    return _row({who: asyncio.run(say(who)) for who in WHO})


def _filled(body: dict[str, Any], who: str) -> dict[str, Any]:
    own = 1 if who == "seated" else 0
    return {name: own if value is OWN else value for name, value in body.items()}


def _shown(live: Live, state: str) -> str:
    async def look(who: str) -> str:
        async with _socket(live, state, who) as socket:
            told = msgspec.json.decode(await socket.recv())
            assert told["type"] == "snapshot"
            return "nothing" if told["view"] is None else "yes"

    return _row({who: asyncio.run(look(who)) for who in WHO})


class _socket:  # noqa: N801 (used like a function)
    """A connection of somebody to a table of its own."""

    def __init__(self, live: Live, state: str, who: str) -> None:
        id, self._token = _table(live, state, who)
        self._url = f"{live.url.replace('http', 'ws')}/api/tables/{id}/socket"

    async def __aenter__(self) -> Any:
        self._socket = await connect(self._url, proxy=None)
        await self._socket.send(
            msgspec.json.encode({"type": "hello", "protocol": 2, "token": self._token}).decode()
            if self._token
            else '{"type": "hello", "protocol": 2}'
        )
        return self._socket

    async def __aexit__(self, *_: object) -> None:
        await self._socket.close()


def _denial(reason: str) -> str:
    assert reason != "server.malformed", "an endpoint without its body in BODIES says nothing"
    return reason.removeprefix("server.") if reason in DENIALS else "yes"


def _table(live: Live, state: str, who: str) -> tuple[str, str | None]:
    """A new table in a state, and the token of somebody there."""
    doc, entries = _document(state)
    seat = live.tables.seat(doc, doc.host, [to_row(doc, n, e) for n, e in enumerate(entries)])
    asyncio.run_coroutine_threadsafe(seat, live.tables._sweeper.get_loop()).result()
    if who == "stranger":
        return doc.id, None
    return doc.id, live.tables.services.tokens.for_person(doc.id, who)


def _document(state: str) -> tuple[TableDocument, list[StoredEntry[Any, Any]]]:
    places = (SeatRecord("host", "Anna"), SeatRecord("seated", "Ben"), SeatRecord("third", "Cleo"))
    doc = TableDocument(
        id=new_id(),
        game="jericho",
        name="",
        host="host",
        people={id: Person(id) for id in ("host", "seated", "third", "guest")},
        places=places,
        deal=matches.promised(),
        spectators="no spectators" not in state,
        created_at=now_ms(),
        updated_at=now_ms(),
    )
    if "not revealed" in state:
        doc = replace(doc, shared=SharedMatch("a deal", wall_ms() + 1_000_000))
    if state.startswith("waiting"):
        return doc, []
    doc, play = matches.dealt(doc)
    if state.startswith("running"):
        return doc, [StoredEntry(play.match.log[0].events, on=wall_ms())]
    match = _played()
    doc = replace(doc, header=match.header(), deal=Deal("", ""))
    doc = matches.finished(doc, match.outcome)
    return doc, [StoredEntry(e.events, e.seat, e.action, e.at) for e in match.log]


@cache
def _played() -> Any:
    *_, (match, _) = random_match("jericho", 1, games.get("jericho").players[0])
    assert match.outcome is not None
    return match


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        GOLDEN.write_text(_walked(Path(folder)), "utf-8")
