"""The HTTP side of a table server, as a program uses it."""

import asyncio
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec

from quartett.core.errors import QuartettError


class Refused(QuartettError):  # noqa: N818 (it is an answer, not a failure)
    """The server refused a request; `problem` has the rule, the reason and its fields."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem.get("text", "refused"))
        self.problem = problem
        self.rule: str | None = problem.get("rule")
        self.reason: str = problem.get("reason", "")


class Api:
    """A server by its address; with a token, as the person it names."""

    def __init__(self, server: str, token: str | None = None, language: str = "en") -> None:
        self.server = server.rstrip("/")
        self.token = token
        self.language = language

    async def get(self, path: str) -> Any:
        """The answer to a GET request as JSON values."""
        return msgspec.json.decode(await self.fetch(path))

    async def post(self, path: str, **body: Any) -> Any:
        """The answer to a POST request as JSON values."""
        return msgspec.json.decode(await self.fetch(path, msgspec.json.encode(body)))

    async def fetch(self, path: str, body: bytes | None = None) -> bytes:
        """The raw answer to a request; Refused where the server says no."""
        return await asyncio.to_thread(self._fetch, path, body)

    def _fetch(self, path: str, body: bytes | None) -> bytes:
        headers = {"content-type": "application/json", "accept-language": self.language}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        request = Request(self.server + path, data=body, headers=headers)
        try:
            with urlopen(request, timeout=30) as answer:
                found: bytes = answer.read()
        except HTTPError as error:
            with error:
                raise Refused(_problem(error.read())) from None
        return found


def _problem(body: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(body, type=dict[str, Any])
    except msgspec.DecodeError:
        return {"text": body.decode(errors="replace")}
