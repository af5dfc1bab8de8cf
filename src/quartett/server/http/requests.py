"""How a request becomes a call of one function, and its result an answer."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable

import msgspec
from msgspec.structs import replace
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from quartett.core.errors import QuartettError
from quartett.core.forms import parse, parse_json
from quartett.protocol.bodies import Nothing
from quartett.protocol.people import Erase
from quartett.server.door import Door, from_this_machine
from quartett.server.evenings.service import Evenings
from quartett.server.http.proxies import DIRECT
from quartett.server.learning.service import Learning
from quartett.server.moved import MovedAway, pin_in
from quartett.server.people.passkeys import Passkeys
from quartett.server.people.records import Identity
from quartett.server.people.service import People
from quartett.server.refusals import Refusal, best_language, problem
from quartett.server.security import MAX_BODY, from_our_page
from quartett.server.shared.health import Readiness
from quartett.server.shared.limits import Kind, Limits
from quartett.server.store.store import StoreUnavailableError
from quartett.server.table.inbox import is_command
from quartett.server.table.live_table import LiveTable
from quartett.server.table.members import label_of
from quartett.server.table.permissions import Caller, Role, is_operator, needed
from quartett.server.table.registry import TableRegistry
from quartett.server.tokens import COOKIE, Known, Tokens

YEAR = 365 * 24 * 3600
PERSONAL = (
    "/api/tables",
    "/api/me",
    "/api/daily",
    "/api/challenges",
    "/api/replays",
    "/api/evenings",
)
"""Where addresses begin at which it matters who asks."""

WAIT_SECONDS = 7.0
"""How long a request waits for a table whose owner is out of reach: no lease lasts longer."""

RETRY_AFTER = "10"
"""After how many seconds somebody who was too fast may try again."""


class Call:
    """Who asks for what."""

    def __init__(self, request: Request, tables: TableRegistry, limits: Limits) -> None:
        self.request = request
        self.tables = tables
        self.limits = limits
        self._made: Known | None = None
        self._known_as: Identity | None = None
        self._looked_up = False

    @property
    def tokens(self) -> Tokens:
        """Who is who; only to be asked once the tables have been opened."""
        return self.tables.services.tokens

    @property
    def cookie(self) -> Known | None:
        """The browser as its cookie names it."""
        return self._made or self.tokens.browser(self.request.cookies.get(COOKIE))

    @property
    def device(self) -> str | None:
        """The id of the very browser, if it has one."""
        return None if self.cookie is None else self.cookie.device

    @property
    def browser(self) -> str | None:
        """The caller's id at tables, the same on all their devices."""
        if self._made is None and self._looked_up:
            return None if self._known_as is None else self._known_as.browser
        return None if self.cookie is None else self.cookie.guest

    async def look_up(self) -> None:
        """See as whom the browser is known; once it was signed out, as nobody."""
        if COOKIE not in self.request.cookies or await self.tables.opening_failed() is not None:
            return
        if (cookie := self.cookie) is not None:
            self._known_as = await self.people.known_as(cookie)
            self._looked_up = True

    @property
    def language(self) -> str:
        """The language in which to answer."""
        return best_language(self.request.headers.get("accept-language", ""))

    @property
    def address(self) -> str:
        """From where is asked."""
        return self.request.client.host if self.request.client else ""

    @property
    def direct(self) -> bool:
        """Whether the client itself connected, and not a proxy for it."""
        return bool(self.request.scope.get(DIRECT, False))

    @property
    def path(self) -> dict[str, str]:
        """The variable parts of the address."""
        return dict(self.request.path_params)

    @property
    def made_browser(self) -> Known | None:
        """The ids that the browser gets with the answer."""
        return self._made

    def recognise_browser(self) -> str:
        """The browser's id; a browser that has none gets one with the answer."""
        known = self.browser
        if known is None:
            known = secrets.token_urlsafe(16)
            self._made = Known(known, known)
        return known

    def renew_browser(self) -> str:
        """Give a guest's browser a new id with the answer; what tells the page that it did."""
        guest = self.recognise_browser()
        self._made = Known(secrets.token_urlsafe(16), guest)
        return self.tokens.renewal(self._made.device)

    def renewed_browser(self, proof: str) -> Known:
        """The guest's browser, if it got its id by the page that asks now.

        A cookie that somebody else knows may have been slipped into this browser. So nobody comes
        in on an id that was there before; and since the new one has arrived here when something is
        done with it, an answer that is lost locks nobody out.
        """
        known = self.cookie
        if known is None or not self.tokens.is_renewal(known.device, proof):
            raise Refusal("renew_first", 409)
        return known

    @property
    def people(self) -> People:
        """Those who keep their name here."""
        found: People = self.request.app.state.people
        return found

    @property
    def passkeys(self) -> Passkeys:
        """Their passkeys."""
        found: Passkeys = self.request.app.state.passkeys
        return found

    @property
    def door(self) -> Door:
        """By which others in the network come in."""
        found: Door = self.request.app.state.door
        return found

    @property
    def from_this_machine(self) -> bool:
        """Whether somebody at this very machine asks."""
        return from_this_machine(self.address, self.direct, self.request.headers)

    @property
    def readiness(self) -> Readiness:
        """Whether this server can work."""
        found: Readiness = self.request.app.state.readiness
        return found

    @property
    def learning(self) -> Learning:
        """The reviews and the shared deals of this server."""
        found: Learning = self.request.app.state.learning
        return found

    @property
    def evenings(self) -> Evenings:
        """The evenings of this server."""
        found: Evenings = self.request.app.state.evenings
        return found

    def bearer(self) -> str | None:
        """The token that was sent, if one was."""
        scheme, _, token = self.request.headers.get("authorization", "").partition(" ")
        return token.strip() if scheme.lower() == "bearer" else None

    async def table(self) -> LiveTable:
        """The table that the address names."""
        pin = pin_in(self.request.scope)
        return await self.tables.find(self.path["id"], pin, WAIT_SECONDS)

    @property
    def caller(self) -> Caller:
        """Who asks, at the table that the address names: by token or by the browser's cookie."""
        token = self.bearer()
        return self.stranger if token is None else self.named_by(token)

    @property
    def stranger(self) -> Caller:
        """Who asks, as far as the browser's cookie tells."""
        label = label_of(self.request.headers.get("user-agent", ""))
        face = "" if self._made or self._known_as is None else self._known_as.face
        return Caller(self.browser, label=label, address=self.address, face=face)

    def named_by(self, token: str) -> Caller:
        """The person that a token names at the table that the address names."""
        proof = self.tokens.proof(token, self.path["id"])
        if proof is None:
            raise Refusal("bad_token", 403)
        return replace(self.stranger, person=proof.person, issue=proof.issue)


NAMES = ("name", "you")
"""How requests call a name that others are to see."""

Handler = Callable[..., Awaitable[object]]
"""A function of a call and its body, or a table's own command."""


class Endpoint(msgspec.Struct, frozen=True):
    """One address of the API: what it takes, what it gives, and what does it."""

    method: str
    path: str
    does: Handler
    """What is done; where it is a table's command, nothing stands between."""
    answer: object
    body: object = None
    status: int = 200
    media: str = "application/json"
    most_bytes: int = MAX_BODY
    costs: Kind | None = None
    """What is counted for each address in addition to the request itself."""
    stored: bool = True
    """Whether it waits for the store, and is refused without it."""

    @property
    def knows_who(self) -> bool:
        """Whether the answer depends on the caller; otherwise nothing has to be looked up."""
        return self.path.startswith(PERSONAL)

    @property
    def role(self) -> Role:
        """Which role this needs."""
        return needed(self.does)

    async def call(self, call: Call, body: object) -> object:
        """Do what was asked for."""
        if self.stored:
            await call.tables.opened()
        if not is_command(self.does):
            return await self.does(call, body)
        about = () if self.body is None else (body,)
        return await self.does(await call.table(), call.caller, *about)


Serve = Callable[[Request], Awaitable[Response]]
"""How a request is answered."""


def serving(endpoint: Endpoint, tables: TableRegistry, limits: Limits) -> Serve:
    """How an endpoint answers a request."""

    async def serve(request: Request) -> Response:
        call = Call(request, tables, limits)
        try:
            _admit(call, endpoint)
            if endpoint.knows_who:
                await call.look_up()
            body = await _body(call, endpoint)
            return _answer(endpoint, call, await _handled(endpoint, call, body))
        except MovedAway as away:
            return _sent_on(call, away)
        except StoreUnavailableError:
            tables.services.metrics.refusals += 1
            return refusal(Refusal("no_database", 503), call.language)
        except QuartettError as error:
            tables.services.metrics.refusals += 1
            return refusal(error, call.language)
        except ClientDisconnect:
            raise
        except Exception:
            tables.services.metrics.errors += 1
            tables.services.log.exception("request_failed", path=endpoint.path)
            return refusal(Refusal("went_wrong", 500), call.language)

    return serve


async def _handled(endpoint: Endpoint, call: Call, body: object) -> object:
    """Call the handler, once more where the table has just been put aside."""
    try:
        return await endpoint.call(call, body)
    except MovedAway as away:
        if away.pin is not None:
            raise
        return await endpoint.call(call, body)


def _sent_on(call: Call, away: MovedAway) -> Response:
    """Send a request to the node that has the table; without one it may come again."""
    if away.pin is None:
        answer = refusal(Refusal("closing", 503), call.language)
        answer.headers["retry-after"] = "1"
        return answer
    url = call.request.url
    path = url.path.removeprefix(call.tables.services.settings.root_path)
    where = away.pin + path + (f"?{url.query}" if url.query else "")
    return Response(status_code=307, headers={"location": where, "cache-control": "no-store"})


def refusal(error: QuartettError, language: str) -> Response:
    """A refusal as an answer."""
    status = error.status if isinstance(error, Refusal) else 422
    answer = _json(problem(error, language), status)
    if status == 429:
        answer.headers["retry-after"] = RETRY_AFTER
    return answer


def _admit(call: Call, endpoint: Endpoint) -> None:
    if endpoint.role is Role.OPERATOR:
        # Nobody else learns that there is such a page.
        if not is_operator(call.bearer(), call.tables.services.settings.metrics_token):
            raise Refusal("no_such_page", 404)
        return
    if endpoint.role is Role.KEEPER and not _is_keepers(call):
        raise Refusal("only_here", 403)
    if endpoint.method == "POST":
        if not from_our_page(call.request.headers, call.tables.services.settings.origins):
            raise Refusal("foreign_page", 403)
        call.limits.spend("requests", call.address)
    if endpoint.costs is not None:
        call.limits.spend(endpoint.costs, call.address)


def _is_keepers(call: Call) -> bool:
    """Whether our own page asks, open on the machine itself: programs and proxies are nobody."""
    return call.from_this_machine and "origin" in call.request.headers


async def _body(call: Call, endpoint: Endpoint) -> object:
    if endpoint.body is None:
        return Nothing()
    try:
        async with asyncio.timeout(call.tables.services.settings.body_seconds):
            data = await _read(call.request, endpoint.most_bytes)
    except TimeoutError:
        raise Refusal("too_slow", 408) from None
    if endpoint.body is bytes:
        return data
    kind = call.request.headers.get("content-type", "").split(";")[0]
    if data and kind != "application/json":
        raise Refusal("not_json", 415)
    body = parse(endpoint.body, parse_json(data or b"{}"), "body")
    if not isinstance(body, Erase):  # whose name has been blocked may still go
        for field in NAMES:
            call.tables.blocked.check(getattr(body, field, None) or "")
    return body


async def _read(request: Request, most: int) -> bytes:
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise Refusal("too_large", 413)
    return bytes(data)


def _answer(endpoint: Endpoint, call: Call, result: object) -> Response:
    if isinstance(result, Response):
        return result
    response = _json(result, endpoint.status)
    if call.made_browser is not None:
        response.set_cookie(
            COOKIE,
            call.tokens.for_browser(call.made_browser),
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            path=call.tables.services.settings.root_path or "/",
            secure=call.request.url.scheme == "https",
        )
    return response


def _json(value: object, status: int) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(value), status, headers, "application/json")
