"""What travels over HTTP about evenings: several rounds at newly mixed tables."""

from typing import Annotated, Literal

from msgspec import Meta

from quartett.core.forms import Form
from quartett.protocol.bodies import GameId, Level, TableName, TurnSeconds
from quartett.protocol.messages import Name, Options, Pace, Shape

Deals = Literal["own", "duplicate"]
Fill = Literal["bots", "small", "bye"]
State = Literal["waiting", "running", "between", "over"]

Rounds = Annotated[int, Meta(ge=1, le=30)]
Seats = Annotated[int, Meta(ge=1, le=12)]
RoundSeconds = Annotated[int, Meta(ge=60, le=60 * 24 * 3600)]
RoundNumber = Annotated[int, Meta(ge=1, le=30)]
MemberId = Annotated[str, Meta(max_length=40)]


class OpenEvening(Form, frozen=True, kw_only=True):
    """A new evening; the person who opens it is its host."""

    game: GameId
    you: Name
    name: TableName = ""
    options: Options = {}
    rounds: Rounds = 3
    seats: Seats = 4
    deals: Deals = "own"
    """Whether each table has cards of its own, or all tables of a round the same."""
    fill: Fill = "bots"
    """What is done with people who do not fill a table: bots, smaller tables, or a round off."""
    pace: Pace = "live"
    turn_seconds: TurnSeconds | None = None
    round_seconds: RoundSeconds | None = None
    """After this time a round ends, and tables that still play count as a draw."""
    level: Level = ""
    """How well bots play that fill tables up; empty: as they usually do."""
    auto: bool = False
    """Whether the next round begins by itself."""
    plays: bool = True
    """Whether the host plays too."""
    table: Annotated[str, Meta(max_length=40)] | None = None
    """Everybody at this table is invited; only somebody who belongs there can do that."""


class JoinEvening(Form, frozen=True, kw_only=True):
    """Come to an evening, or come back to it."""

    name: Name = ""


class RenameMember(Form, frozen=True, kw_only=True):
    """Go by another name from now on."""

    name: Name


class ChangeEvening(Form, frozen=True, kw_only=True):
    """The host changes what can still be changed; null: it stays."""

    name: TableName | None = None
    rounds: Rounds | None = None
    auto: bool | None = None
    closed: bool | None = None
    """Whether nobody new can join."""
    plays: bool | None = None


class ByRound(Form, frozen=True):
    """A round by its number, so that asking twice does a thing once."""

    round: RoundNumber


class ByMember(Form, frozen=True):
    """Somebody at the evening."""

    member: MemberId


class MemberShown(Shape, frozen=True):
    """Somebody at an evening."""

    id: str
    name: str
    host: bool
    plays: bool
    left: bool
    removed: bool
    face: str | None = None


class EveningSeat(Shape, frozen=True):
    """A seat of an evening's table, and what came of it."""

    member: str | None
    """None: a bot's."""
    name: str
    place: int | None = None
    """None: the table still plays."""
    score: int | None = None
    points: float | None = None
    gain: float | None = None
    """How many points more than the others with the same cards."""
    more: float | None = None
    """The same in the game's own score."""
    replaced: bool = False
    gone: bool = False


class EveningTableShown(Shape, frozen=True):
    """A table of a round."""

    id: str
    path: str
    seats: list[EveningSeat]
    over: bool
    drawn: bool
    """Whether the round ended before the table did: it counts as a draw."""


class RoundShown(Shape, frozen=True):
    """A round of an evening."""

    number: int
    tables: list[EveningTableShown]
    byes: list[str]
    began_at: int
    ended_at: int | None


class EveningStanding(Shape, frozen=True):
    """Where a member stands after all tables that are over."""

    member: str
    name: str
    place: int
    points: float
    gain: float
    more: float
    opponents: float
    """The points of all whom they have met."""
    rounds: int
    won: int
    byes: int
    there: bool
    """Whether they sit down in the next round."""


class YouThere(Shape, frozen=True):
    """Who one is at an evening."""

    member: str | None
    name: str | None
    host: bool
    removed: bool = False
    table: str | None = None
    """Where one plays now."""
    bye: bool = False
    """Whether one has this round off."""


class EveningShown(Shape, frozen=True):
    """An evening as everybody with its link sees it."""

    id: str
    path: str
    name: str
    version: int
    game: str
    options: Options
    rounds: int
    seats: int
    deals: Deals
    fill: Fill
    pace: Pace
    turn_seconds: int | None
    round_seconds: int | None
    level: str
    auto: bool
    closed: bool
    state: State
    round: int
    """How many rounds have begun."""
    ends_at: int | None
    """When (ms) the round that is played ends at the latest."""
    next_at: int | None
    """When (ms) the next round begins by itself; the host can start it before."""
    now: int
    """The server's clock (ms)."""
    members: list[MemberShown]
    standings: list[EveningStanding]
    played: list[RoundShown]
    you: YouThere


class EveningLine(Shape, frozen=True):
    """An evening in a list."""

    id: str
    path: str
    name: str
    game: str
    state: State
    round: int
    rounds: int
    people: int
    invited: bool
    """Whether one has not answered an invitation yet."""
    table: str | None
    """Where one plays now."""


class MyEvenings(Shape, frozen=True):
    """One's own evenings, the latest first."""

    evenings: list[EveningLine]


class ExportedTable(Shape, frozen=True):
    """One seat of one table, as a line of an export."""

    round: int
    table: int
    seat: int
    name: str
    bot: bool
    place: int | None
    score: int | None
    points: float | None
    gain: float | None
    more: float | None
    replaced: bool
    drawn: bool


class ExportedEvening(Shape, frozen=True):
    """All results of an evening, for other programs."""

    format: int
    name: str
    game: str
    options: Options
    deals: Deals
    rounds: int
    over: bool
    standings: list[EveningStanding]
    tables: list[ExportedTable]
