"""A stranger learns from no answer, and from no work behind it, who is here.

The same is asked of two servers: at one there is a person, with a name, recovery codes, an e-mail
address, a private table and an evening; at the other there is nobody. Status, text, shape and the
queries to the database must be the same.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from quartett.server.http.evenings import EVENING
from quartett.server.http.requests import Endpoint
from quartett.server.http.routes import ENDPOINTS, TABLE
from quartett.server.store.reading import ANYTHING
from server.evenings.guests import EVENING as EVENING_WISH
from server.http.test_permissions import BODIES
from server.learning.surfer import Surfer
from server.live import Live, live_server, once_ready
from server.notices.post_office import PostOffice, post_office_aside

NAME, ADDRESS, OTHER_ADDRESS = "Wilhelmina", "wilhelmina@example.org", "nobody@example.org"
SETTINGS: dict[str, Any] = {
    "smtp_host": "127.0.0.1",
    "smtp_security": "none",
    "smtp_from": "cards@example.org",
    "public_url": "https://play.example.org",
    "metrics_token": "the operator's own token",
}
SAID = {"reason", "text", "status", "name", "address", "label", "state"}
"""What is compared word by word; of everything else, only what kind of thing it is."""

SECRET = "2" * 14
"""The part of a recovery code that proves it; nobody has this one."""


class World:
    """A server, and what its database is asked while a request is answered."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.handle = "222222"
        self.asked: list[str] = []
        once_ready(live.url)
        store = live.tables.services.store
        store.rows = self._noted(store.rows)
        store.change = self._noted(store.change)

    def _noted(self, does: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def note(*query: Any) -> Any:
            task = asyncio.current_task()
            # neither what runs beside, nor whether the database answers: asked now and then
            if task is not None and "run_asgi" in repr(task.get_coro()) and ANYTHING not in query:
                texts = (each if isinstance(each, str) else each[0] for each in query[:1])
                self.asked += texts
            return await does(*query)

        return note

    def ask(self, endpoint: Endpoint, body: dict[str, Any]) -> tuple[int, Any]:
        """What somebody new is told."""
        surfer = Surfer(self.live)
        surfer.get("/api/me")
        self.asked.clear()
        path = endpoint.path.format(game="jericho", language="en", id="none", channel="none")
        told = surfer.get(path) if endpoint.method == "GET" else surfer.post(path, **body)
        return surfer.status, told

    def answer(self, endpoint: Endpoint) -> tuple[int, Any, list[str]]:
        """What a stranger is told, and what was asked of the database for it."""
        status, told = self.ask(endpoint, self.body(endpoint.path))
        return status, shape(told), [*self.asked]

    def body(self, path: str) -> dict[str, Any]:
        """What is asked, in the name of who may be here."""
        body = BODIES.get(path, {})
        names: dict[str, Any] = {key: NAME for key in ("name", "you") if key in body}
        own = {"address": ADDRESS} if "address" in body else {}
        code = {"code": self.handle + SECRET} if path == "/api/me/recover" else {}
        return {**body, **names, **own, **code}


def shape(told: Any, key: str = "") -> Any:
    """What of an answer must be the same."""
    if isinstance(told, bytes):
        return "bytes"
    if isinstance(told, dict):
        return {name: shape(value, name) for name, value in sorted(told.items())}
    if isinstance(told, list):
        return [shape(each, key) for each in told]
    return told if key in SAID or isinstance(told, bool) else type(told).__name__


def moved_in(world: World, office: PostOffice) -> None:
    """Somebody lives there, with everything that there can be of a person."""
    person = Surfer(world.live)
    codes = person.post("/api/me/keep", name=NAME)["codes"]
    world.handle = codes[0].replace("-", "")[:6]
    person.post("/api/me/notices/mail", address=ADDRESS)
    body = office.to(ADDRESS)[-1].get_content()
    code = next(word for word in body.split() if word.isdigit() and len(word) == 8)
    told = person.post("/api/me/notices/mail/confirm", code=code)
    assert [each["confirmed"] for each in told["channels"]] == [True]
    bot = {"kind": "bot", "level": "random"}
    person.post("/api/tables", game="jericho", you=NAME, seats=[{}, bot, bot])
    person.post("/api/evenings", you=NAME, **EVENING_WISH)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[World, World]]:
    """Where somebody is, and where nobody is."""
    with ExitStack() as stack:
        office = stack.enter_context(post_office_aside())
        settings = {**SETTINGS, "smtp_port": office.port}
        there, empty = (
            World(stack.enter_context(live_server(tmp_path_factory.mktemp(name), **settings)))
            for name in ("there", "empty")
        )
        moved_in(there, office)
        yield there, empty


def test_a_stranger_is_told_the_same_whether_or_not_somebody_is_there(
    worlds: tuple[World, World],
) -> None:
    apart = {}
    for endpoint in ENDPOINTS:
        if TABLE not in endpoint.path and EVENING not in endpoint.path:
            there, empty = (world.answer(endpoint) for world in worlds)
            if there != empty:
                apart[f"{endpoint.method} {endpoint.path}"] = there, empty
    assert apart == {}


def test_nobodys_name_or_address_is_in_what_a_stranger_is_told(
    worlds: tuple[World, World],
) -> None:
    world, telling = worlds[0], []
    for endpoint in ENDPOINTS:
        body = BODIES.get(endpoint.path, {})
        body = {**body, "address": OTHER_ADDRESS} if "address" in body else body
        told = world.ask(endpoint, body)[1]
        text = told.decode("utf-8", "replace") if isinstance(told, bytes) else json.dumps(told)
        if any(secret.lower() in text.lower() for secret in (NAME, ADDRESS, world.handle)):
            telling.append(f"{endpoint.method} {endpoint.path}")
    assert telling == []


def test_the_walk_would_notice_what_tells_somebody_apart(worlds: tuple[World, World]) -> None:
    whose = next(each for each in ENDPOINTS if each.path == "/api/me/recover")
    asked = worlds[0].answer(whose)[2]
    assert any("handle = ?1" in each for each in asked), "the queries of a request are seen"
    told = {"reason": "server.no_such_code", "text": "This code is not Wilhelmina's."}
    assert shape(told) != shape({**told, "text": "This code is nobody's."})
