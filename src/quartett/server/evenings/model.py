"""An evening as it is: how it is played, who is there, its rounds, and what is still to be done.

All of it is one stored document; it is changed by `steps.py` alone.
"""

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Literal

import msgspec

from quartett.core.forms import Json
from quartett.protocol.messages import Pace

Deals = Literal["own", "duplicate"]
"""Whether each table has cards of its own, or all tables of a round the same."""

Fill = Literal["bots", "small", "bye"]
"""What is done with people who do not fill a table: bots join them, tables get smaller, or some
sit a round out."""

FORMAT = 1
ID_BYTES = 12


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How an evening is played."""

    game: str
    options: Json
    rounds: int
    seats: int
    """How many seats a table has."""
    deals: Deals
    fill: Fill
    pace: Pace
    turn_seconds: int | None
    level: str
    """How well the bots play that fill tables up."""
    auto: bool
    """Whether the next round begins by itself."""
    round_seconds: int | None = None
    """How long a round takes at most; tables that still play then count as a draw."""


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at the evening."""

    id: str
    name: str
    browser: str
    """As whom they are known at tables; nobody after they were forgotten."""
    plays: bool = True
    """A host can also direct the evening without playing."""
    left: bool = False
    removed: bool = False
    """Whether the host has sent them away: they cannot come back."""

    @property
    def there(self) -> bool:
        """Whether they have a seat in the next round."""
        return self.plays and not self.left


class Score(msgspec.Struct, frozen=True):
    """What came of a table's match, seat by seat."""

    places: tuple[int, ...]
    scores: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    replaced: tuple[int, ...] = ()
    """The seats of people for whom a bot has played: they get no more than for a draw."""


class EveningTable(msgspec.Struct, frozen=True):
    """A table of a round."""

    id: str
    seats: tuple[str | None, ...]
    """The members; None is a bot's seat."""
    score: Score | None = None
    drawn: bool = False
    """Whether the host ended the round before this table did: then it counts as a draw."""
    gone: tuple[str, ...] = ()
    """The members who left the evening before the table was over: they get nothing."""


class Round(msgspec.Struct, frozen=True):
    """A round: everybody who was there sits at one table, or has a bye."""

    number: int
    tables: tuple[EveningTable, ...]
    byes: tuple[str, ...] = ()
    began_at: int = 0
    ended_at: int | None = None


class Task(msgspec.Struct, frozen=True):
    """Something that has to be done at a table; it is repeated until it certainly was done.

    `open`: make the table; `release`: a bot plays for a member who has left the evening;
    `reveal`: the round's deal may be seen by everybody.
    """

    kind: Literal["open", "release", "reveal"]
    table: str
    member: str | None = None


class Evening(msgspec.Struct, frozen=True, kw_only=True):
    """All of an evening."""

    id: str
    name: str
    plan: Plan
    secret: str
    """From which all deals and the ids of the tables are derived."""
    host: str
    members: tuple[Member, ...]
    rounds: tuple[Round, ...] = ()
    over: bool = False
    closed: bool = False
    """Whether nobody new can join."""
    todo: tuple[Task, ...] = ()
    invited: tuple[str, ...] = ()
    """The browsers that are told of the evening, whether or not they come."""
    created_at: int = 0
    next_at: int | None = None
    """When (ms) the next round begins by itself, as soon as somebody is there."""
    format: int = FORMAT

    @property
    def current(self) -> Round | None:
        """The round that is being played."""
        last = self.rounds[-1] if self.rounds else None
        return last if last is not None and last.ended_at is None else None

    @property
    def ends_at(self) -> int | None:
        """When (ms) the round that is played ends at the latest."""
        seconds, current = self.plan.round_seconds, self.current
        return None if seconds is None or current is None else current.began_at + seconds * 1000

    @property
    def due_at(self) -> int | None:
        """When (ms) something has to be done though nobody asks for it; None: never."""
        if self.todo:
            return 0
        return self.ends_at if self.current is not None else self.starts_at

    @property
    def starts_at(self) -> int | None:
        """When (ms) the next round begins by itself; None: not as things are."""
        return self.next_at if self.there else None

    @property
    def there(self) -> list[Member]:
        """Those who sit down in the next round."""
        return [each for each in self.members if each.there]

    def member(self, id: str | None) -> Member | None:
        """A member by id."""
        return next((each for each in self.members if each.id == id), None)

    def member_of(self, browser: str | None) -> Member | None:
        """The member to whom a browser belongs."""
        if not browser:
            return None
        return next((each for each in self.members if each.browser == browser), None)

    def table(self, id: str) -> tuple[Round, EveningTable] | None:
        """A table of any round."""
        for round in self.rounds:
            for table in round.tables:
                if table.id == id:
                    return round, table
        return None

    def derived(self, what: str) -> bytes:
        """A secret of this evening for one purpose: who knows one knows no other."""
        return hmac.new(self.secret.encode(), f"quartett/{what}".encode(), sha256).digest()

    def table_id(self, round: int, number: int) -> str:
        """The id of a round's table: always the same, so that no table is made twice."""
        found = self.derived(f"table/{round}/{number}")[:ID_BYTES]
        return urlsafe_b64encode(found).decode().rstrip("=")

    def deal_secret(self, round: int, table: EveningTable) -> str:
        """What a table's cards are drawn from: in a duplicate evening the same for all tables."""
        own = "" if self.plan.deals == "duplicate" else f"/{table.id}"
        return self.derived(f"deal/{round}{own}").hex()
