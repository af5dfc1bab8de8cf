"""The HTTP side of a table server, as a program uses it."""

import asyncio
from collections.abc import Mapping
from http.client import HTTPException
from typing import TypeVar, overload
from urllib.error import HTTPError, URLError
from urllib.parse import SplitResult, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec

from quartett.core.errors import QuartettError
from quartett.core.game import GameValue
from quartett.protocol.messages import Fields, Language

T = TypeVar("T")

PATIENCE_SECONDS = 30.0

MAX_MOVES = 5
"""How often a request follows a table from node to node."""

NOBODY = (502, 503, 504)
"""A balancer's status codes when no server is available."""


class Refused(QuartettError):  # noqa: N818 (it is an answer, not a failure)
    """The server refused a request: the rule, the reason as a key, and the fields of its text."""

    def __init__(self, problem: Mapping[str, GameValue]) -> None:
        super().__init__(problem.get("text", "refused"))
        self.problem = problem
        self.rule: str | None = problem.get("rule")
        self.reason: str = problem.get("reason", "")
        self.about: Fields = problem.get("about", {})


class Unreachable(QuartettError):  # noqa: N818
    """There is no server at an address, or none that answers."""


class _Moved(Exception):  # noqa: N818
    """The table belongs to another node."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


class _Stays(HTTPRedirectHandler):
    """Follows no redirects: urllib would drop the body and send the token to any host."""

    def redirect_request(self, *_: object) -> None:
        """Let the answer be seen as it is."""


_OPENER = build_opener(_Stays)


class Api:
    """A server by its address; with a token, as the person it names."""

    def __init__(self, server: str, token: str | None = None, language: Language = "en") -> None:
        web_address(server)
        self.server = server.rstrip("/")
        self.token = token
        self.language = language
        self._cookie = ""

    @overload
    async def get(self, path: str) -> GameValue: ...

    @overload
    async def get(self, path: str, kind: type[T]) -> T: ...

    async def get(self, path: str, kind: type[T] | None = None) -> T | GameValue:
        """The answer to a GET request: as a type of `quartett.protocol`, or as JSON values."""
        return self.read(await self.fetch(path), kind)

    async def post(self, path: str, **body: GameValue) -> GameValue:
        """The answer to a POST request as JSON values."""
        return self.read(await self.fetch(path, msgspec.json.encode(body)))

    async def send(self, path: str, body: msgspec.Struct, kind: type[T]) -> T:
        """The answer to a POST request, both as types of `quartett.protocol`."""
        return self.read(await self.fetch(path, msgspec.json.encode(body)), kind)

    async def fetch(self, path: str, body: bytes | None = None) -> bytes:
        """The raw answer to a request; Refused if the server refuses it.

        QuartettError where there is no server, or one that does not speak HTTP.
        """
        return await asyncio.to_thread(self._fetch, path, body)

    @overload
    def read(self, answer: bytes, kind: None = None) -> GameValue: ...

    @overload
    def read(self, answer: bytes, kind: type[T]) -> T: ...

    @overload
    def read(self, answer: bytes, kind: type[T] | None) -> T | GameValue: ...

    def read(self, answer: bytes, kind: type[T] | None = None) -> T | GameValue:
        """An answer's JSON as a type, or as JSON values; QuartettError if it cannot be."""
        try:
            if kind is None:
                return msgspec.json.decode(answer)
            return msgspec.json.decode(answer, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise QuartettError(f"{self.server} does not answer as Quartett does") from None

    def _fetch(self, path: str, body: bytes | None) -> bytes:
        """Ask, and follow a table to the node that has it: a path of the same server."""
        for _ in range(MAX_MOVES):
            try:
                return self._fetch_once(path, body)
            except _Moved as moved:
                path = moved.path
        raise _unreachable(self.server, "it sends from one node to the next")

    def _fetch_once(self, path: str, body: bytes | None) -> bytes:
        headers = {"content-type": "application/json", "accept-language": self.language}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
            if self._cookie:  # shows that this is where the person came to the table
                headers["cookie"] = self._cookie
        try:
            request = Request(self.server + path, data=body, headers=headers)
            with _OPENER.open(request, timeout=PATIENCE_SECONDS) as answer:
                found: bytes = answer.read()
                self._cookie = (
                    answer.headers.get("set-cookie", "").partition(";")[0] or self._cookie
                )
        except HTTPError as error:
            if error.code == 307 and (moved := self._path_in(error)) is not None:
                raise _Moved(moved) from None
            raise self._problem(error) from None
        except (OSError, ValueError, HTTPException) as error:
            raise _unreachable(self.server, _why(error)) from None
        return found

    def _path_in(self, error: HTTPError) -> str | None:
        """Where one is sent; None unless that is on this very server, which may know the token."""
        prefix = urlsplit(self.server).path
        where = error.headers.get("location", "")
        if not where.startswith(f"{prefix}/") or where.startswith("//"):
            return None
        return where[len(prefix) :]

    def _problem(self, error: HTTPError) -> QuartettError:
        """What a refusal says; somebody else's page is no reason, so only its status is named."""
        try:
            with error:
                return Refused(msgspec.json.decode(error.read(), type=dict[str, GameValue]))
        except (OSError, ValueError, HTTPException):
            answer = f"{error.code} {error.reason}"
        if error.code in NOBODY:
            return _unreachable(self.server, answer)
        return Refused({"text": f"{self.server} answers: {answer}"})


def web_address(url: str) -> SplitResult:
    """The parts of an address; QuartettError unless it names a server of the web."""
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise _unreachable(url, str(error)) from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise _unreachable(url, "an address looks like http://127.0.0.1:8000")
    return parts


def _unreachable(server: str, why: str) -> Unreachable:
    return Unreachable(f"cannot reach {server or 'a server without an address'}: {why}")


def _why(error: Exception) -> str:
    """A failure in words, without the numbers that a system gives it."""
    reason = error.reason if isinstance(error, URLError) else error
    if isinstance(reason, TimeoutError):
        return f"no answer within {PATIENCE_SECONDS:.0f} seconds"
    if isinstance(reason, OSError) and reason.strerror:
        return reason.strerror
    return str(reason) or type(reason).__name__
