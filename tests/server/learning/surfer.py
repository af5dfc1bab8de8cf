"""A browser without a screen: it keeps its cookie, asks addresses, and plays by socket."""

import json
import random
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import connect

from chaos.process import Process
from cluster.local import Cluster
from quartett.client import Api, Seat
from server.live import Live, play_on

Site = Live | Cluster | Process
"""Whatever one can surf to."""

ASKS_AGAIN = "/api/me/pairing/ask"
COMES_IN = {"/api/me/keep", "/api/me/recover", ASKS_AGAIN}
"""Where a browser becomes somebody's: it gets a new id first, as the page has it done."""


class Surfer:
    """Somebody with a browser of their own."""

    def __init__(self, live: Site, language: str = "en") -> None:
        self.live = live
        self.language = language
        self.cookie = ""
        self.headers: dict[str, str] = {}
        self._proof: str | None = None
        self._told: Any = None
        self.status = 0

    def get(self, path: str) -> Any:
        """What an address answers; `status` tells whether it was refused."""
        return self._ask("GET", path, None)

    def post(self, path: str, **body: Any) -> Any:
        """The same, for a request that does something."""
        if path in COMES_IN and "proof" not in body:
            if path != ASKS_AGAIN:
                self._proof = None
            body["proof"] = self.proof()
            if not body["proof"]:
                return self._told
        return self._ask("POST", path, json.dumps(body))

    def proof(self) -> str:
        """What tells that this browser's id is new; nothing for one that is somebody's."""
        if self._proof is None:
            self._told = self._ask("POST", "/api/me/renew", "{}")
            self._proof = self._told.get("proof")
        return self._proof or ""

    def api(self, token: str | None = None) -> Api:
        """The client library's way to the same server."""
        return Api(self.live.url, token)

    def bring(self, log: bytes) -> Any:
        """Give the server a finished match from a file."""
        return self._ask("POST", "/api/replays", log)

    async def finish(self, joined: Any, seed: int = 1) -> Seat:
        """Play a table to its end with any legal actions."""
        seat = Seat(Api(self.live.url, joined["token"]), joined["table"]["id"], joined["token"])
        async with seat:
            await play_on(seat, random.Random(seed))
        return seat

    def looks_at(self, table: str) -> Any:
        """What is shown of a table's match to a page without a seat there."""
        url = f"{self.live.url.replace('http', 'ws')}/api/tables/{table}/socket"
        with connect(url, additional_headers={"cookie": self.cookie}, proxy=None) as socket:
            socket.send('{"type": "hello", "protocol": 2}')
            return json.loads(socket.recv())["view"]

    def _ask(self, method: str, path: str, body: str | bytes | None) -> Any:
        connection = HTTPConnection(urlsplit(self.live.url).netloc)
        own = {"accept-language": self.language, "cookie": self.cookie}
        headers = {**own, **self.headers}
        if body is not None:
            headers["content-type"] = "application/json"
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        self.status = answer.status
        if given := answer.headers.get("set-cookie"):
            self.cookie = given.split(";")[0]
        text = answer.read()
        connection.close()
        if self.status == 307:
            return self._ask(method, answer.headers["location"], body)
        kind = answer.headers.get("content-type", "")
        return json.loads(text) if kind == "application/json" else text
