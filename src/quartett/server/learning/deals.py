"""Deals that many play: the day's of each game, and a friend's challenge.

The day's deal comes from the server's key and the date, so nobody knows it before, and its secret
is shown once the day is over. Who plays it meets the same bots with the same chance.
"""

import hmac
from datetime import date, timedelta
from hashlib import sha256

import msgspec

from quartett import games
from quartett.core import commitment
from quartett.core.forms import Json
from quartett.server.refusals import Refusal
from quartett.server.shared.services import Services
from quartett.server.store.documents import Deal, SharedMatch, TableDocument
from quartett.server.table import replays
from quartett.server.table.matches import is_shared

DAY_MS = 24 * 3600 * 1000

FIRST_DAYS = 60
"""How many days back a deal can be looked at."""


class DealPlan(msgspec.Struct, frozen=True):
    """A deal that many play: everything but who sits in the free seat."""

    id: str
    game: str
    levels: tuple[str | None, ...]
    """The bots seat by seat; None is the person's seat."""
    names: tuple[str, ...]
    deal: Deal
    options: Json = {}
    reveal_at: int = 0
    """When (ms) its secret may be shown."""
    day: str | None = None
    rival: str | None = None
    """The browser that sent the challenge."""
    origin: str = ""
    """The id of the deal whose cards were sent on, if this is a challenge to play them too."""

    @property
    def seat(self) -> int:
        """The person's seat."""
        return self.levels.index(None)

    @property
    def cards(self) -> str:
        """The id under which a browser's one attempt at these cards is kept."""
        return self.origin or self.id

    def is_public(self, now: int) -> bool:
        """Whether its secret has been shown to everybody, so that nobody may play it any more."""
        return 0 < self.reveal_at <= now

    @property
    def seed(self) -> str:
        """The seed of its match."""
        return commitment.combine(self.deal.secret, list(self.deal.contributions.values()))


def turn_based() -> list[str]:
    """The games whose deals can be played again by others."""
    return [name for name in games.names() if not games.get(name).timed]


def day_of(ms: int) -> date:
    """The day (UTC) of a moment."""
    return date(1970, 1, 1) + timedelta(days=ms // DAY_MS)


def daily(services: Services, game: str, day: date) -> DealPlan:
    """The deal of a day; refused for games in real time."""
    if game not in games.names():
        raise Refusal("no_such_game", 404, game=game)
    if game not in turn_based():
        raise Refusal("no_daily", 404)
    rules = games.get(game)
    name = f"daily.{game}.{day.isoformat()}"
    begins = (day - date(1970, 1, 1)).days * DAY_MS
    key = services.keys.signing(begins).derive("deals")  # whatever is made during the day
    secret = hmac.new(key.encode(), f"quartett/{name}".encode(), sha256).hexdigest()
    level = services.bots.usual(rules)
    others = rules.players[0] - 1
    return DealPlan(
        id=name,
        game=game,
        levels=(None, *[level] * others),
        names=(),
        deal=Deal(secret, commitment.commit(secret)),
        reveal_at=begins + DAY_MS,
        day=day.isoformat(),
    )


async def asked_day(services: Services, text: str | None) -> date:
    """Today, or the past day that is asked for."""
    today = day_of(await services.store.now())
    if text is None:
        return today
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Refusal("no_such_day", 404) from None
    if not today - timedelta(days=FIRST_DAYS) <= day <= today:
        raise Refusal("no_such_day", 404)
    return day


async def challenge(services: Services, id: str) -> DealPlan:
    """A friend's challenge."""
    for kept in await services.store.attached("deal", id, limit=1):
        return msgspec.json.decode(kept.document, type=DealPlan)
    raise Refusal("no_such_deal", 404)


def plan_from(doc: TableDocument, id: str, browser: str, now: int) -> DealPlan:
    """The deal of a match that one person has finished against bots, for others to play."""
    people = [place.person for place in doc.places]
    seats = [seat for seat, person in enumerate(people) if person is not None]
    past = replays.past_match(doc, doc.match)
    dealt = past.deal is not None and not isinstance(past.header.start, dict)
    if len(seats) != 1 or games.get(doc.game).timed or not dealt:
        raise Refusal("no_challenge", 409)
    assert past.deal is not None
    shared = doc.shared if is_shared(doc, doc.match) else None
    plan = DealPlan(
        id=id,
        game=doc.game,
        levels=tuple(place.level for place in doc.places),
        names=tuple(place.name for place in doc.places),
        deal=past.deal,
        options=past.header.options,
        reveal_at=shared.reveal_at if shared else 0,
        rival=browser,
        origin=(shared.origin or shared.deal) if shared else "",
    )
    if plan.is_public(now):
        raise Refusal("public_deal", 409)
    return plan


def shared_match(plan: DealPlan) -> SharedMatch:
    """What a table remembers of the deal that it plays."""
    return SharedMatch(plan.id, plan.reveal_at, origin=plan.origin)
