"""Who may do what at a table, and who may see which match: the one place that decides."""

from collections.abc import Callable, Collection
from enum import StrEnum
from hmac import compare_digest
from typing import TypeVar

import msgspec

from quartett.server.parts.pace import pace
from quartett.server.refusals import Refusal
from quartett.server.store.documents import TableDocument
from quartett.server.table.matches import is_hidden, is_shared
from quartett.server.table.seats import seats_of


class Role(StrEnum):
    """What somebody is at a table; a route or message names the role that it needs."""

    STRANGER = "stranger"
    """Anybody who knows the table's address."""
    SPECTATOR = "spectator"
    """Somebody who may see the match that is asked for."""
    PERSON = "person"
    """Somebody who joined the table, with or without a seat."""
    SEATED = "seated"
    """Somebody who has a seat."""
    HOST = "host"
    """The one who arranges the table, with or without a seat."""
    KEEPER = "keeper"
    """Somebody at the very machine on which the server runs, by our own page."""
    OPERATOR = "operator"
    """The server's operator: no role at a table."""


class Caller(msgspec.Struct, frozen=True):
    """Who asks, as far as their request proves it: a person by token, or a browser by cookie."""

    browser: str | None = None
    person: str | None = None
    issue: int = 0
    """Which of the person's tokens it is."""
    label: str = ""
    """What the device is, as far as it tells."""
    address: str = ""
    """From where it asks."""
    face: str = ""
    """The portrait that the browser's owner has chosen."""


_REFUSED = {
    Role.SPECTATOR: "no_spectators",
    Role.PERSON: "not_here",
    Role.SEATED: "not_seated",
    Role.HOST: "only_host",
}

F = TypeVar("F", bound=Callable[..., object])


def identified(doc: TableDocument, caller: Caller) -> str | None:
    """The person at this table who asks; None for a stranger."""
    if caller.person is None:
        return person_of(doc, caller.browser)
    if caller.person not in doc.people or caller.issue != doc.people[caller.person].issue:
        raise Refusal("bad_token", 403)
    return caller.person


def person_of(doc: TableDocument, browser: str | None) -> str | None:
    """The person at this table to whom a browser belongs."""
    if browser is None:
        return None
    return next((id for id, person in doc.people.items() if browser in person.browsers), None)


def has_role(doc: TableDocument, person: str | None, role: Role) -> bool:
    """Whether somebody is this at a table."""
    if role is Role.STRANGER:
        return True
    if role is Role.SPECTATOR:
        return may_see(doc, doc.match, person)
    if person is None or person in doc.removed:
        return False
    if role is Role.SEATED:
        return bool(seats_of(doc, person))
    return role is Role.PERSON or (role is Role.HOST and person == doc.host)


def check(doc: TableDocument, person: str | None, role: Role) -> None:
    """Refuse somebody who does not have a role."""
    if not has_role(doc, person, role):
        raise Refusal("removed" if person in doc.removed else _REFUSED[role], 403)


def check_removal(doc: TableDocument, person: str) -> None:
    """Refuse the host who would send somebody out of a match that is not the host's to end.

    A rated match is nobody's to decide but the players'. Over days people are away between their
    turns: there a bot has to have taken over their seats first.
    """
    own = seats_of(doc, person)
    if doc.status != "running" or not own:
        return
    if doc.rated:
        raise Refusal("rated_stays")
    if pace(doc) == "days" and not all(doc.places[seat].away for seat in own):
        raise Refusal("days_stay")


def check_stand_in(doc: TableDocument, seat: int, missed: Collection[int]) -> None:
    """Refuse the host who would let a bot play for somebody who is not missed.

    Over days nobody is: nothing but the turn clock ever moves for them.
    """
    if pace(doc) == "days":
        raise Refusal("days_stay")
    if seat not in missed:
        raise Refusal("still_here", seat=seat)


def may_see(doc: TableDocument, match: int, person: str | None, knows_deal: bool = False) -> bool:
    """Whether somebody may see a match of this table, as far as it is shown to them at all.

    A running match is shown as the viewer's seat knows it, a finished one in full. Whoever has
    finished the deal of a finished match elsewhere (`knows_deal`) may see how it went here.
    """
    return _why_unseen(doc, match, person, knows_deal) is None


def check_sight(doc: TableDocument, match: int, person: str | None, knows_deal: bool) -> None:
    """Refuse somebody who may not see a match."""
    if (why := _why_unseen(doc, match, person, knows_deal)) is not None:
        raise Refusal(why, 403)


def _why_unseen(doc: TableDocument, match: int, person: str | None, knows_deal: bool) -> str | None:
    if _has_played(doc, match, person):
        return None
    over = any(each.match == match for each in doc.past)
    if knows_deal and over and is_shared(doc, match):
        return None
    if is_hidden(doc, match):
        return "not_revealed"
    return None if doc.spectators else "no_spectators"


def _has_played(doc: TableDocument, match: int, person: str | None) -> bool:
    """Whether somebody has, or had, a seat in a match."""
    if person is None:
        return False
    if match == doc.match and doc.status != "over":
        return bool(seats_of(doc, person))
    past = next((each for each in doc.past if each.match == match), None)
    if past is None or not past.people:  # version 0.1 did not note who played
        return bool(seats_of(doc, person))
    return person in past.people


def is_operator(given: str | None, token: str | None) -> bool:
    """Whether a token shows that somebody runs this server; without one set, nobody does."""
    return bool(token and given) and compare_digest((given or "").encode(), (token or "").encode())


def needs(role: Role) -> Callable[[F], F]:
    """Declare which role a route's or a message's function needs."""

    def declared(function: F) -> F:
        _NEEDED[function] = role
        return function

    return declared


def needed(function: Callable[..., object]) -> Role:
    """The role that a function needs; LookupError if it declares none."""
    return _NEEDED[function]


_NEEDED: dict[Callable[..., object], Role] = {}
