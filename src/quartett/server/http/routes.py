"""The HTTP API: what each address does."""

from starlette.responses import Response

from quartett.core.errors import FormatError
from quartett.protocol.bodies import (
    Absent,
    ByNumber,
    ChangeSeat,
    ChangeTable,
    CreateTable,
    Devices,
    DoorState,
    Games,
    Health,
    Home,
    Join,
    Joined,
    Lobby,
    Looked,
    Nothing,
    OpenDoor,
    Readiness,
    Ready,
    Rematch,
    Rename,
    Revoke,
    ServerInfo,
    Sit,
    Stand,
    StandIn,
    Standings,
    Suggest,
    Swap,
)
from quartett.server.http import (
    evenings,
    games_info,
    history,
    learning,
    notices,
    operations,
    people,
)
from quartett.server.http.qr_codes import drawn_aside
from quartett.server.http.reach import base_for_others, network_addresses, own_port
from quartett.server.http.requests import Call, Endpoint
from quartett.server.http.streaming import streamed
from quartett.server.refusals import Refusal
from quartett.server.table import replays
from quartett.server.table.importing import MAX_LOG
from quartett.server.table.live_table import LiveTable
from quartett.server.table.permissions import Role, needs

MAX_STEPS = 10_000
"""The most steps of a match shown at once; no match that people play has as many."""


@needs(Role.STRANGER)
async def create_table(call: Call, request: CreateTable) -> Joined:
    """Make a table; its creator is the host."""
    await call.limits.quota.check(call.address)
    joined = await call.tables.create(request, call.recognise_browser(), call.address)
    call.limits.quota.note(call.address, joined.table.id)
    return joined


@needs(Role.STRANGER)
async def list_tables(call: Call, _: Nothing) -> Lobby:
    """The public tables that wait or run, the most recently changed first."""
    return Lobby(tables=await call.tables.public())


@needs(Role.STRANGER)
async def my_tables(call: Call, _: Nothing) -> Lobby:
    """The tables of this browser, the latest first."""
    return Lobby(tables=await call.tables.of_browser(call.browser))


@needs(Role.STRANGER)
async def home(call: Call, _: Nothing) -> Home:
    """My tables, the most urgent first; with `before=…`, only the next page of finished ones."""
    return await call.tables.home(call.browser, call.request.query_params.get("before"))


@needs(Role.STRANGER)
async def import_match(call: Call, text: bytes) -> Joined:
    """Take a finished match from a file (JSON Lines), to be stepped through like one played here.

    It must be whole and by the rules; a seal and a deal in it must fit.
    """
    return await call.tables.keep_log(text, call.recognise_browser())


@needs(Role.STRANGER)
async def come(call: Call, request: Join) -> Joined:
    """Come to a table under a name, or come back to one's own seat with its token."""
    table = await call.table()
    call.recognise_browser()
    caller = call.stranger if request.token is None else call.named_by(request.token)
    return await table.join(caller, request)


@needs(Role.SPECTATOR)
async def replay(call: Call, _: Nothing) -> Response:
    """A match as JSON Lines: a finished one in full, a running one as the asker may know it."""
    match = _number(call, "match", "no_such_match")
    found = await (await call.table()).replay(call.caller, match)
    lines = iter((found,)) if isinstance(found, bytes) else replays.log_lines(found)
    return await streamed(call.request, lines, LINES, {})


@needs(Role.SPECTATOR)
async def views(call: Call, _: Nothing) -> Response:
    """A finished match step by step, as a seat (`seat=…`) or else a spectator saw it.

    `from` and `limit` choose steps; where there are more, a `Link` header names the next ones. With
    `taken_back=1`, what was taken back is there too, marked as undone.
    """
    match = _number(call, "match", "no_such_match")
    seat = _number(call, "seat", "no_such_seat")
    first = _number(call, "from", "no_such_step", "step") or 0
    limit = _number(call, "limit", "no_such_step", "step")
    count = MAX_STEPS if limit is None else min(limit, MAX_STEPS)
    log = await (await call.table()).finished(call.caller, match)
    taken_back = _number(call, "taken_back", "no_such_step", "step") == 1
    more = first + count < replays.step_count(log, taken_back)
    headers = {"link": _next_page(call, first + count)} if more else {}
    lines = replays.steps(log, seat, first, count, taken_back)
    return await streamed(call.request, lines, LINES, headers)


def _next_page(call: Call, first: int) -> str:
    kept = {
        k: v
        for k, v in call.request.query_params.items()
        if k in ("match", "seat", "limit", "taken_back")
    }
    query = "&".join(f"{name}={value}" for name, value in {**kept, "from": first}.items())
    return f'<{call.request.url.path}?{query}>; rel="next"'


def _number(call: Call, name: str, reason: str, field: str | None = None) -> int | None:
    """A small number of the address's query, if it is there."""
    text = call.request.query_params.get(name)
    if text is None:
        return None
    if not text:
        raise FormatError(f"`{name}`: a number is missing")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refusal(reason, 404, **{field or name: text})
    return int(text)


@needs(Role.STRANGER)
async def qr_code(call: Call, _: Nothing) -> Response:
    """The invitation as a QR code, with the address under which this server was asked.

    One that only this machine can use gives way to that in the network: phones read the code.
    """
    table = await call.table()
    drawn = await drawn_aside(f"{base_for_others(call)}/t/{table.id}")
    return Response(drawn, 200, {"cache-control": "max-age=3600"}, "image/svg+xml")


@needs(Role.STRANGER)
async def about_server(call: Call, _: Nothing) -> ServerInfo:
    """Where other machines of the network reach this server, for invitations."""
    if not (call.door.there and call.from_this_machine):
        return ServerInfo(addresses=network_addresses(call))
    await call.door.follow(own_port(call))
    state = DoorState(call.door.wanted, call.door.kept)
    return ServerInfo(addresses=network_addresses(call), door=state)


@needs(Role.KEEPER)
async def open_door(call: Call, request: OpenDoor) -> ServerInfo:
    """Let others in the network in, at once, or no longer."""
    if not call.door.there:
        raise Refusal("no_door", 409)
    store = call.tables.services.store
    if request.open:
        await call.door.open(own_port(call), store, request.keep)
    else:
        await call.door.close(store)
    return await about_server(call, Nothing())


@needs(Role.STRANGER)
async def list_games(call: Call, _: Nothing) -> Games:
    """The games of this server, with their options."""
    return games_info.all_games(call.tables.services.bots)


@needs(Role.STRANGER)
async def rules(call: Call, _: Nothing) -> Response:
    """A game's rules as a player reads them, in Markdown."""
    text = games_info.rules(call.path["game"], call.path["language"])
    return Response(text, 200, {"cache-control": "max-age=300"}, "text/markdown")


@needs(Role.STRANGER)
async def texts(call: Call, _: Nothing) -> dict[str, str]:
    """A game's texts by key: cards, reasons, outcomes."""
    return dict(games_info.texts(call.path["game"], call.path["language"]))


@needs(Role.STRANGER)
async def own_texts(call: Call, _: Nothing) -> dict[str, str]:
    """The server's own texts by key: reasons and chat phrases (`phrase.…`)."""
    return dict(games_info.own_texts(call.path["language"]))


TABLE = "/api/tables/{id}"
TEXT = dict[str, str]
LINES = "application/jsonl"

ENDPOINTS = (
    *learning.ENDPOINTS,
    *people.ENDPOINTS,
    *history.ENDPOINTS,
    *evenings.ENDPOINTS,
    *notices.ENDPOINTS,
    Endpoint("GET", "/api/games", list_games, Games, stored=False),
    Endpoint(
        "GET", "/api/games/{game}/rules/{language}", rules, str, media="text/markdown", stored=False
    ),
    Endpoint("GET", "/api/games/{game}/texts/{language}", texts, TEXT, stored=False),
    Endpoint("GET", "/api/texts/{language}", own_texts, TEXT, stored=False),
    Endpoint("GET", "/api/server", about_server, ServerInfo, stored=False),
    Endpoint("POST", "/api/server/door", open_door, ServerInfo, OpenDoor),
    Endpoint("GET", "/api/me/home", home, Home),
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
    Endpoint("GET", TABLE, LiveTable.look, Looked),
    Endpoint("POST", f"{TABLE}/join", come, Joined, Join, costs="joins"),
    Endpoint("POST", f"{TABLE}/sit", LiveTable.sit, Looked, Sit),
    Endpoint("POST", f"{TABLE}/stand", LiveTable.stand, Looked, Stand),
    Endpoint("POST", f"{TABLE}/swap", LiveTable.swap, Looked, Swap),
    Endpoint("POST", f"{TABLE}/ready", LiveTable.ready, Looked, Readiness),
    Endpoint("POST", f"{TABLE}/seats", LiveTable.change_seat, Looked, ChangeSeat),
    Endpoint("POST", f"{TABLE}/settings", LiveTable.change_table, Looked, ChangeTable),
    Endpoint("POST", f"{TABLE}/start", LiveTable.start, Looked, Nothing),
    Endpoint("POST", f"{TABLE}/rename", LiveTable.rename, Looked, Rename),
    Endpoint("POST", f"{TABLE}/absent", LiveTable.absent, Looked, Absent),
    Endpoint("POST", f"{TABLE}/remove", LiveTable.remove, Looked, ByNumber),
    Endpoint("POST", f"{TABLE}/admit", LiveTable.admit, Looked, ByNumber),
    Endpoint("POST", f"{TABLE}/host", LiveTable.hand_over, Looked, ByNumber),
    Endpoint("POST", f"{TABLE}/stand-in", LiveTable.stand_in, Looked, StandIn),
    Endpoint("POST", f"{TABLE}/rematch", LiveTable.rematch, Looked, Rematch),
    Endpoint("POST", f"{TABLE}/next", LiveTable.suggest, Looked, Suggest),
    Endpoint("GET", f"{TABLE}/standings", LiveTable.standings, Standings),
    Endpoint("POST", f"{TABLE}/leave", LiveTable.leave, Looked, Nothing),
    Endpoint("GET", f"{TABLE}/devices", LiveTable.devices, Devices),
    Endpoint("POST", f"{TABLE}/devices/revoke", LiveTable.revoke, Joined, Revoke),
    Endpoint("GET", f"{TABLE}/replay", replay, str, media=LINES, costs="reads"),
    Endpoint("GET", f"{TABLE}/replay/views", views, str, media=LINES, costs="reads"),
    Endpoint("GET", f"{TABLE}/qr.svg", qr_code, str, media="image/svg+xml", costs="reads"),
    Endpoint("GET", "/healthz", operations.health, Health, stored=False),
    Endpoint("GET", "/readyz", operations.ready, Ready, stored=False),
    Endpoint("GET", "/metrics", operations.metrics, str, media="text/plain", stored=False),
)
