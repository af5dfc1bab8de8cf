"""The HTTP API of evenings: what each address does.

Everybody with its link sees an evening, as on a screen in the room; what people do there needs a
role.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.responses import Response

from quartett.protocol.bodies import Nothing
from quartett.protocol.evenings import (
    ByMember,
    ByRound,
    ChangeEvening,
    EveningShown,
    ExportedEvening,
    JoinEvening,
    MyEvenings,
    OpenEvening,
    RenameMember,
)
from quartett.server.evenings import outgoing, steps
from quartett.server.evenings.model import Evening, Member
from quartett.server.evenings.permissions import check
from quartett.server.evenings.records import Versioned
from quartett.server.http.qr_codes import drawn_aside
from quartett.server.http.reach import base_for_others
from quartett.server.http.requests import WAIT_SECONDS, Call, Endpoint
from quartett.server.moved import pin_in
from quartett.server.store.faces import faces_of
from quartett.server.table.permissions import Role, needs
from quartett.server.tokens import new_id

Handler = Callable[[Call, Any], Awaitable[EveningShown]]
Wish = Callable[[Member, Any], steps.Command]
"""What somebody at an evening asks for, as a command of its rules."""


@needs(Role.STRANGER)
async def open_evening(call: Call, request: OpenEvening) -> EveningShown:
    """Open an evening; the caller is its host."""
    return await _shown(call, await call.evenings.open(request, call.recognise_browser()))


@needs(Role.STRANGER)
async def my_evenings(call: Call, _: Nothing) -> MyEvenings:
    """My evenings, and those to which I am invited, the latest first."""
    found = await call.evenings.of(call.browser)
    return MyEvenings([outgoing.line(each, call.browser or "") for each in found])


@needs(Role.STRANGER)
async def look_at_evening(call: Call, _: Nothing) -> EveningShown | Response:
    """An evening with its standings and rounds; 304 while it is as `If-None-Match` knows it."""
    found = await _found(call)
    if call.request.headers.get("if-none-match") == _tag(found):
        return Response(status_code=304, headers={"etag": _tag(found)})
    return await _shown(call, found)


@needs(Role.STRANGER)
async def join_evening(call: Call, request: JoinEvening) -> EveningShown:
    """Come to an evening under a name, or come back to it."""
    evening, browser = (await _found(call)).evening, call.recognise_browser()
    call.evenings.newcomers.admit(evening, browser, call.address)
    command = steps.Join(new_id(), request.name, browser)
    return await _shown(call, await call.evenings.do(call.path["id"], command))


@needs(Role.HOST)
async def start_round(call: Call, request: ByRound) -> EveningShown:
    """The host starts a round: everybody who is there gets a seat."""
    await call.limits.quota.check(call.address)
    found = await _asked(call, Role.HOST, lambda *_: steps.Start(request.round))
    current = found.evening.current
    for table in current.tables if current else ():
        call.limits.quota.note(call.address, table.id)
    return await _shown(call, found)


@needs(Role.HOST)
async def stand_in_for_member(call: Call, request: ByMember) -> EveningShown:
    """The host lets a bot play for a member who has been gone from the table for half a minute."""
    found = await _found(call)
    check(found.evening, found.evening.member_of(call.browser), Role.HOST)
    pin = pin_in(call.request.scope)
    done = await call.evenings.stand_in(found.evening.id, request.member, pin, WAIT_SECONDS)
    return await _shown(call, done)


async def _asked(call: Call, role: Role, wish: Callable[[Member], steps.Command]) -> Versioned:
    """Do what somebody wishes, if they have the role."""
    browser = call.browser

    def granted(evening: Evening) -> steps.Command:
        member = evening.member_of(browser)
        check(evening, member, role)
        assert member is not None
        return wish(member)

    return await call.evenings.ask(call.path["id"], granted)


def _asking(role: Role, name: str, about: str, wish: Wish) -> Handler:
    """A handler that does what is wished for by somebody who has a role."""

    async def ask(call: Call, request: Any) -> EveningShown:
        return await _shown(call, await _asked(call, role, lambda me: wish(me, request)))

    ask.__name__, ask.__doc__ = name, about
    return needs(role)(ask)


def _change(_: Member, request: ChangeEvening) -> steps.Command:
    return steps.Change(request.name, request.rounds, request.auto, request.closed, request.plays)


leave_evening = _asking(
    Role.PERSON,
    "leave_evening",
    "Go; at one's table a bot plays on.",
    lambda me, _: steps.Leave(me.id),
)
rename_member = _asking(
    Role.PERSON,
    "rename_member",
    "Go by another name.",
    lambda me, request: steps.Rename(me.id, request.name),
)
change_evening = _asking(
    Role.HOST,
    "change_evening",
    "The host changes name, rounds, who can come, whether they play.",
    _change,
)
end_round = _asking(
    Role.HOST,
    "end_round",
    "The host ends a round: tables that still play count as a draw.",
    lambda _, request: steps.EndRound(request.round),
)
end_evening = _asking(
    Role.HOST, "end_evening", "The host ends the evening.", lambda *_: steps.End()
)
remove_member = _asking(
    Role.HOST,
    "remove_member",
    "The host sends somebody away for good.",
    lambda _, request: steps.Remove(request.member),
)
hand_over_evening = _asking(
    Role.HOST,
    "hand_over_evening",
    "The host makes somebody else the host.",
    lambda _, request: steps.HandOver(request.member),
)


@needs(Role.STRANGER)
async def evening_qr(call: Call, _: Nothing) -> Response:
    """The way to an evening as a QR code, for a screen in the room."""
    found = await _found(call)
    drawn = await drawn_aside(f"{base_for_others(call)}{outgoing.path_of(found.evening)}")
    return Response(drawn, 200, {"cache-control": "max-age=3600"}, "image/svg+xml")


@needs(Role.STRANGER)
async def export_evening(call: Call, _: Nothing) -> ExportedEvening:
    """All results of an evening, for other programs."""
    return outgoing.exported((await _found(call)).evening)


@needs(Role.STRANGER)
async def export_evening_csv(call: Call, _: Nothing) -> Response:
    """The results of an evening seat by seat, for a spreadsheet."""
    found = await _found(call)
    headers = {
        "cache-control": "no-store",
        "content-disposition": f'attachment; filename="evening-{found.evening.id}.csv"',
    }
    # With a byte order mark: spreadsheets take the file for an old encoding otherwise.
    return Response("\ufeff" + outgoing.as_csv(found.evening), 200, headers, "text/csv")


async def _found(call: Call) -> Versioned:
    return await call.evenings.find(call.path["id"])


async def _shown(call: Call, found: Versioned) -> EveningShown:
    call.evenings.newcomers.saw(found.evening, call.browser, call.address)
    store = call.tables.services.store
    now = await store.now()
    faces = await faces_of(store, {each.browser for each in found.evening.members})
    return outgoing.shown(found, call.browser, now, faces)


def _tag(found: Versioned) -> str:
    return f'"{found.version}"'


EVENINGS = "/api/evenings"
EVENING = f"{EVENINGS}/{{id}}"

ENDPOINTS = (
    Endpoint("GET", "/api/me/evenings", my_evenings, MyEvenings),
    Endpoint("POST", EVENINGS, open_evening, EveningShown, OpenEvening, 201, costs="tables"),
    Endpoint("GET", EVENING, look_at_evening, EveningShown),
    Endpoint("POST", f"{EVENING}/join", join_evening, EveningShown, JoinEvening, costs="joins"),
    Endpoint("POST", f"{EVENING}/leave", leave_evening, EveningShown, Nothing),
    Endpoint("POST", f"{EVENING}/rename", rename_member, EveningShown, RenameMember),
    Endpoint("POST", f"{EVENING}/change", change_evening, EveningShown, ChangeEvening),
    Endpoint("POST", f"{EVENING}/start", start_round, EveningShown, ByRound),
    Endpoint("POST", f"{EVENING}/end-round", end_round, EveningShown, ByRound),
    Endpoint("POST", f"{EVENING}/end", end_evening, EveningShown, Nothing),
    Endpoint("POST", f"{EVENING}/remove", remove_member, EveningShown, ByMember),
    Endpoint("POST", f"{EVENING}/host", hand_over_evening, EveningShown, ByMember),
    Endpoint("POST", f"{EVENING}/stand-in", stand_in_for_member, EveningShown, ByMember),
    Endpoint("GET", f"{EVENING}/qr.svg", evening_qr, str, media="image/svg+xml", costs="reads"),
    Endpoint("GET", f"{EVENING}/export.json", export_evening, ExportedEvening, costs="reads"),
    Endpoint(
        "GET", f"{EVENING}/export.csv", export_evening_csv, str, media="text/csv", costs="reads"
    ),
)
