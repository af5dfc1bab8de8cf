"""The HTTP API: what each address does."""

import hmac
import io
from collections.abc import Awaitable, Callable

import msgspec
from starlette.responses import Response

from quartett.core.errors import FormatError
from quartett.protocol.bodies import (
    ChangeSeat,
    ChangeTable,
    CreateTable,
    Games,
    Health,
    Join,
    Joined,
    Lobby,
    Looked,
    Nothing,
    Ready,
    Sit,
    Stand,
)
from quartett.server.http import games_info
from quartett.server.http.requests import Call, Endpoint
from quartett.server.http.streaming import streamed
from quartett.server.refusals import Refusal
from quartett.server.table import hosting, lobby, replay_views, replays, seats
from quartett.server.table.driver import Driver
from quartett.server.table.importing import MAX_LOG
from quartett.server.table.table import Table

MAX_STEPS = 10_000
"""So many steps of a match are shown at once; no match that people play has as many."""

MAX_PEOPLE = 64
"""How many people a table remembers, spectators included."""


async def create_table(call: Call, wish: CreateTable) -> Joined:
    """Make a table; its creator is the host."""
    await call.limits.quota.check(call.address)
    driver, person = await call.tables.create(wish, call.recognise_browser())
    call.limits.quota.note(call.address, driver.table.doc.id)
    return _joined(call, driver, person)


async def list_tables(call: Call, _: Nothing) -> Lobby:
    """The public tables that wait or run, the most recently changed first."""
    await call.tables.opened()
    return Lobby(tables=lobby.public(call.tables.in_memory()))


async def my_tables(call: Call, _: Nothing) -> Lobby:
    """The tables of this browser, the latest first."""
    await call.tables.opened()
    found = []
    for id in call.tables.lobby.own(call.browser):
        try:
            found.append((await call.tables.find(id)).table.info())
        except Refusal:
            continue
    return Lobby(tables=sorted(found, key=lambda table: -table.updated_at))


async def import_match(call: Call, text: bytes) -> Joined:
    """Take a finished match from a file (JSON Lines), to be stepped through like one played here.

    It must be whole and by the rules; a seal and a deal in it must fit.
    """
    driver, person = await call.tables.keep_log(text, call.recognise_browser())
    return _joined(call, driver, person)


async def look(call: Call, _: Nothing) -> Looked:
    """One table, and who one is there."""
    driver = await call.driver()
    return _looked(driver, call.person(driver))


async def join(call: Call, wish: Join) -> Joined:
    """Come to a table under a name, or come back to the own seat with its token."""
    driver = await call.driver()
    browser = call.recognise_browser()
    person = await driver.table.ask(lambda: _join(call, driver.table, wish, browser))
    call.tables.lobby.note(driver.table.doc)
    return _joined(call, driver, person)


async def _join(call: Call, table: Table, wish: Join, browser: str) -> str:
    doc = table.doc
    person = _known(call, table, wish)
    if person is None:
        if len(doc.people) >= MAX_PEOPLE:
            raise Refusal("server_full", 503)
        doc, person = seats.join(doc, wish.name, browser)
    doc = seats.recognise(doc, person, browser)
    seat = seats.first_open(doc)
    newly = wish.sit and doc.status == "waiting" and not seats.seats_of(doc, person)
    if newly and seat is not None:
        doc = seats.sit(doc, person, seat)
    if wish.contribution and doc.status == "waiting":
        doc = seats.contributed(doc, person, wish.contribution)
    await table.change(doc)
    return person


def _known(call: Call, table: Table, wish: Join) -> str | None:
    if wish.token is None:
        return seats.person_of(table.doc, call.browser)
    person = call.tokens.person(wish.token, table.doc.id)
    if person is None or person not in table.doc.people:
        raise Refusal("bad_token", 403)
    return person


async def sit(call: Call, wish: Sit) -> Looked:
    """Take an open seat; a second one where several people share a device."""
    return await _do(call, lambda t, me: t.change(seats.sit(t.doc, me, wish.seat, wish.name)))


async def stand(call: Call, wish: Stand) -> Looked:
    """Give a seat up before the match."""
    return await _do(call, lambda t, me: t.change(seats.stand(t.doc, me, wish.seat)))


async def change_seat(call: Call, wish: ChangeSeat) -> Looked:
    """The host opens a seat, puts a bot there, adds one or takes it away."""
    return await _do(call, lambda t, me: hosting.change_seat(t, me, wish))


async def change_table(call: Call, wish: ChangeTable) -> Looked:
    """The host changes options and settings before a match; what is left out stays."""
    return await _do(call, lambda t, me: hosting.change_table(t, me, wish))


async def start(call: Call, _: Nothing) -> Looked:
    """The host starts the match; seats that are still open go."""
    return await _do(call, hosting.start)


async def rematch(call: Call, _: Nothing) -> Looked:
    """After a match: the same table again, everybody one seat on."""
    return await _do(call, hosting.rematch)


async def leave(call: Call, _: Nothing) -> Looked:
    """Go for good; during a match a bot plays on."""
    driver = await call.driver()

    async def go(table: Table, person: str) -> None:
        driver.forget(seats.seats_of(table.doc, person))
        await hosting.leave(table, person)

    return await _do(call, go)


async def _do(call: Call, job: Callable[[Table, str], Awaitable[None]]) -> Looked:
    driver = await call.driver()
    person = call.member(driver)

    async def run() -> None:
        await job(driver.table, person)

    await driver.table.ask(run)
    return _looked(driver, person)


async def replay(call: Call, _: Nothing) -> Response:
    """A match as JSON Lines: a finished one in full, a running one as the asker may know it."""
    driver = await call.driver()
    match = _number(call, "match", "no_such_match")
    table = driver.table
    if match is None or match == table.doc.match:
        lines = await replays.current(table, call.person(driver))
    else:
        lines = replays.log_lines(await replays.finished(table, match))
    return await streamed(call.request, lines, LINES, {})


async def views(call: Call, _: Nothing) -> Response:
    """A finished match step by step, as a seat (`seat=…`) or else a spectator saw it.

    `from` and `limit` choose steps; where there are more, a `Link` header names the next ones.
    """
    table = (await call.driver()).table
    match = _number(call, "match", "no_such_match")
    seat = _number(call, "seat", "no_such_seat")
    first = _number(call, "from", "no_such_step") or 0
    limit = _number(call, "limit", "no_such_step")
    count = MAX_STEPS if limit is None else min(limit, MAX_STEPS)
    log = await replays.finished(table, table.doc.match if match is None else match)
    more = first + count < len(log.entries)
    headers = {"link": _next_page(call, first + count)} if more else {}
    return await streamed(
        call.request, replay_views.steps(log, seat, first, count), LINES, headers
    )


def _next_page(call: Call, first: int) -> str:
    kept = {k: v for k, v in call.request.query_params.items() if k in ("match", "seat", "limit")}
    query = "&".join(f"{name}={value}" for name, value in {**kept, "from": first}.items())
    return f'<{call.request.url.path}?{query}>; rel="next"'


def _number(call: Call, name: str, reason: str) -> int | None:
    """A small number of the address's query, if it is there."""
    text = call.request.query_params.get(name)
    if text is None:
        return None
    if not text:
        raise FormatError(f"`{name}`: a number is missing")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refusal(reason, 404, **{"step" if reason == "no_such_step" else name: text})
    return int(text)


async def qr_code(call: Call, _: Nothing) -> Response:
    """The invitation as a QR code, with the address under which this server was asked."""
    import segno  # only here: its import would take a good part of the server's start

    driver = await call.driver()
    base = str(call.request.base_url).rstrip("/")
    code = segno.make(f"{base}/t/{driver.table.doc.id}", error="m")
    out = io.BytesIO()
    code.save(out, kind="svg", scale=8, border=2, dark="#000", light="#fff", xmldecl=False)
    return Response(out.getvalue(), 200, {"cache-control": "max-age=3600"}, "image/svg+xml")


async def list_games(call: Call, _: Nothing) -> Games:
    """The games of this server, with their options."""
    return games_info.all_games(call.tables.house.brains)


async def rules(call: Call, _: Nothing) -> Response:
    """A game's rules as a player reads them, in Markdown."""
    text = games_info.rules(call.path["game"], call.path["language"])
    return Response(text, 200, {"cache-control": "max-age=300"}, "text/markdown")


async def texts(call: Call, _: Nothing) -> dict[str, str]:
    """A game's texts by key: cards, reasons, outcomes."""
    return dict(games_info.texts(call.path["game"], call.path["language"]))


async def own_texts(call: Call, _: Nothing) -> dict[str, str]:
    """The server's own texts by key: reasons and chat phrases (`phrase.…`)."""
    return dict(games_info.own_texts(call.path["language"]))


async def health(call: Call, _: Nothing) -> Health:
    """Whether the server is alive; `/readyz` says whether it can work."""
    tables = call.tables.in_memory()
    return Health(status="ok", tables=len(tables), connections=sum(len(t.guests) for t in tables))


async def ready(call: Call, _: Nothing) -> Response:
    """Whether work can be sent here: 200, or 503 with the reason."""
    why = await call.readiness.problem()
    told = Ready(status="ready" if why is None else "not_ready", why=why)
    headers = {"cache-control": "no-store"}
    body = msgspec.json.encode(told)
    return Response(body, 200 if why is None else 503, headers, "application/json")


async def metrics(call: Call, _: Nothing) -> Response:
    """Figures for Prometheus, for those who know the token; nobody else learns of them."""
    token = call.tables.house.settings.metrics_token
    given = call.bearer()
    right = token and given and hmac.compare_digest(given.encode(), token.encode())
    if not right:
        raise Refusal("no_such_page", 404)
    return Response(call.tables.house.metrics.page(), media_type="text/plain; version=0.0.4")


def _looked(driver: Driver, person: str | None) -> Looked:
    return Looked(table=driver.table.info(), you=driver.table.you(person))


def _joined(call: Call, driver: Driver, person: str) -> Joined:
    token = call.tokens.for_person(driver.table.doc.id, person)
    return Joined(table=driver.table.info(), you=driver.table.you(person), token=token)


TABLE = "/api/tables/{id}"
TEXT = dict[str, str]
LINES = "application/jsonl"

ENDPOINTS = (
    Endpoint("GET", "/api/games", list_games, Games),
    Endpoint("GET", "/api/games/{game}/rules/{language}", rules, str, media="text/markdown"),
    Endpoint("GET", "/api/games/{game}/texts/{language}", texts, TEXT),
    Endpoint("GET", "/api/texts/{language}", own_texts, TEXT),
    Endpoint("GET", "/api/me/tables", my_tables, Lobby),
    Endpoint("GET", "/api/tables", list_tables, Lobby),
    Endpoint("POST", "/api/tables", create_table, Joined, CreateTable, 201, costs="tables"),
    Endpoint(
        "POST",
        "/api/replays",
        import_match,
        Joined,
        bytes,
        201,
        most_bytes=MAX_LOG,
        costs="imports",
    ),
    Endpoint("GET", TABLE, look, Looked),
    Endpoint("POST", f"{TABLE}/join", join, Joined, Join, costs="joins"),
    Endpoint("POST", f"{TABLE}/sit", sit, Looked, Sit),
    Endpoint("POST", f"{TABLE}/stand", stand, Looked, Stand),
    Endpoint("POST", f"{TABLE}/seats", change_seat, Looked, ChangeSeat),
    Endpoint("POST", f"{TABLE}/settings", change_table, Looked, ChangeTable),
    Endpoint("POST", f"{TABLE}/start", start, Looked, Nothing),
    Endpoint("POST", f"{TABLE}/rematch", rematch, Looked, Nothing),
    Endpoint("POST", f"{TABLE}/leave", leave, Looked, Nothing),
    Endpoint("GET", f"{TABLE}/replay", replay, str, media=LINES, costs="reads"),
    Endpoint("GET", f"{TABLE}/replay/views", views, str, media=LINES, costs="reads"),
    Endpoint("GET", f"{TABLE}/qr.svg", qr_code, str, media="image/svg+xml"),
    Endpoint("GET", "/healthz", health, Health),
    Endpoint("GET", "/readyz", ready, Ready),
    Endpoint("GET", "/metrics", metrics, str, media="text/plain"),
)
