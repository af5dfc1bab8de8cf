"""Everything that travels over a table's socket, as typed structs.

The OpenAPI document, the socket's JSON schema and the browser's TypeScript types are made from
these; what a game shows (views, actions, events, options) is typed by the game itself.
"""

from typing import Annotated, Literal, TypeAlias

import msgspec

from quartett.core.forms import Form
from quartett.core.game import GameValue
from quartett.core.log import Reveal
from quartett.core.outcome import Outcome

PROTOCOL = 3
"""The protocol spoken here: 2 has `moved`, devices and pages of replays, 3 has `abilities`."""

MOVED_SINCE = 2
"""Since this protocol clients know `moved`; others understand the close code alone."""

MIN_PROTOCOL = 1
"""A page that speaks an older one is told to reload."""

Options: TypeAlias = dict[str, GameValue]
"""A game's options by name."""

Fields: TypeAlias = dict[str, GameValue]
"""What fills a reason's text: cards, numbers, names."""

Name = Annotated[str, msgspec.Meta(max_length=24, description="How a person is called here.")]
Contribution = Annotated[str, msgspec.Meta(max_length=64)]
RequestId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Natural = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Token = Annotated[str, msgspec.Meta(max_length=300)]
Status = Literal["waiting", "running", "over", "closed"]
ChatMode = Literal["off", "phrases", "free"]
Pace = Literal["live", "days"]
UndoMode = Literal["free", "ask", "off"]
Language = Literal["en", "de", "fr", "it", "nl", "es"]
FaceId = Literal[
    "camera",
    "beret",
    "captain",
    "headphones",
    "sunhat",
    "turban",
    "headscarf",
    "bun",
    "curls",
    "moustache",
    "beard",
    "glasses",
    "sunglasses",
    "bowtie",
    "plaits",
    "cap",
    "chef",
    "laurel",
    "bobble",
    "flower",
    "tophat",
    "mohawk",
    "goggles",
    "scarf",
]
"""A drawn portrait."""


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """The base of what the server answers."""


# What tables look like


class SeatInfo(Shape, frozen=True):
    """A seat as everybody at the table sees it."""

    kind: Literal["open", "person", "bot"]
    name: str = ""
    level: str | None = None
    host: bool = False
    here: bool = False
    """Whether the person is connected."""
    away: bool = False
    """Whether a bot plays for the person until they are back."""
    wait: bool = False
    """Whether the host chose to wait for the person rather than let a bot play."""
    person: int | None = None
    """The person's number at this table, which stays when seats and names change."""
    meant_for: int | None = None
    """The person for whom the host has opened this seat beside their own."""
    ready: bool = False
    """Whether the person has said, before a match, that it can begin."""
    face: str | None = None
    """The portrait that a person who keeps their name has chosen."""


class PersonInfo(Shape, frozen=True):
    """Somebody at the table who need not have a seat."""

    person: int
    """As in `SeatInfo.person`."""
    name: str
    face: str | None = None


class UndoAsked(Shape, frozen=True):
    """Somebody would like to take their last action back, and others are asked."""

    seat: int
    waits_for: list[int]
    """The seats of those who have not answered yet."""
    left: int
    """The milliseconds in which they can; after that it stays as it is."""


class RoundLooked(Shape, frozen=True):
    """The end of a round is looked at; bots and turn clocks wait for it."""

    waits_for: list[int]
    """The seats of those who still look."""
    left: int
    """The milliseconds in which they can; after that it goes on without them."""
    begins: bool = False
    """Whether a race is about to begin instead: they have to say (`go_on`) that they are ready."""


class Clock(Shape, frozen=True):
    """Time at the table: the match's own clock, and what is left for each seat's turn, in ms."""

    now: int | None = None
    left: dict[str, int] = {}
    """With the seat's bank, where there is one."""
    bank: dict[str, int] = {}
    """What was in each seat's bank as its turn began; a seat that is missing has it all."""
    waits: dict[str, int] = {}
    """How long a seat's clock still stands, since its owner has to be handed the device."""


class PastMatch(Shape, frozen=True):
    """A finished match of this table."""

    match: int
    names: list[str]
    outcome: Outcome
    seed: str
    deal: Reveal | None
    """Proves the seed: the promise made before the match, the secret, what the players added.

    None for a match that came from a file without these.
    """
    imported: bool = False
    """Whether it came from a file: by the rules, but nobody here has seen it played."""
    people: list[int | None] = []
    """In seat order the numbers of the people, as in `SeatInfo.person`; None for a bot."""
    replaced: list[int] = []
    """The seats of people for whom a stand-in has played: their results are not their own."""
    left: list[int] = []
    """The seats of people who were gone at the end: they left, or were sent away."""
    game: str = ""
    """Which game was played; at one table it may differ from match to match."""
    commitment: str = ""
    """What was promised before the deal; empty for a match that came from a file without it."""


class NextMatch(Shape, frozen=True):
    """What somebody suggests to play next."""

    number: int
    """Identifies this suggestion when somebody agrees."""
    game: str
    options: Options
    name: str
    """Who suggests it."""
    person: int | None = None
    """As in `SeatInfo.person`."""


class OfEvening(Shape, frozen=True):
    """The evening to which a table belongs."""

    path: str
    name: str
    round: int
    rounds: int
    """How many there were to be when this round began."""


class TableInfo(Shape, frozen=True):
    """A table as everybody who may see it sees it."""

    id: str
    game: str
    name: str
    status: Status
    match: int
    """Counts the matches of this table: the first is 1, a rematch the next."""
    options: Options
    seats: list[SeatInfo]
    public: bool
    spectators: bool
    chat: ChatMode
    turn_seconds: int | None
    away_seconds: int | None
    commitment: str
    watching: int
    created_at: int
    updated_at: int
    path: str
    """Where the browser shows the table: the invitation."""
    past: list[PastMatch]
    turn_bank_seconds: int | None = None
    """What each seat has for a whole match, beyond the seconds of each turn."""
    turn_increment_seconds: int = 0
    """What each turn adds to the bank."""
    hints: bool = True
    """Whether players may ask for hints."""
    imported: bool = False
    """Whether it shows a match from a file, which nobody here has seen played."""
    rematch: list[int] = []
    """The seats that want another match, once one is over."""
    next: NextMatch | None = None
    """What they want to play then; None: the same again."""
    clock: Clock = Clock()
    pace: Pace = "live"
    """`days`: with an hour or more for a turn, nothing but the turn clock moves for anybody."""
    undo: UndoMode = "ask"
    """`free`: the last action can be taken back; `ask`: if those who have seen it agree; `off`."""
    undo_asked: UndoAsked | None = None
    show_what_fits: bool = True
    """Whether players may be shown what can be played, where all play at once."""
    looking: RoundLooked | None = None
    """Who still looks at the end of a round, where others wait for them."""
    rated: bool = False
    """Whether matches count for the ratings of people who keep their name."""
    removed: list[PersonInfo] = []
    """The people whom the host has sent away."""
    shared: str | None = None
    """The deal of this match where others play it too: the day's, or a challenge."""
    evening: OfEvening | None = None
    """The evening of which this table is a part."""


class You(Shape, frozen=True):
    """Who one is at a table."""

    name: str | None
    seats: list[int]
    host: bool
    path: str | None
    """Opened on another device, this address gives the same seats there. Keep it private."""


class Away(Shape, frozen=True):
    """What somebody who comes back had seen of the table when they last looked, on any device."""

    match: int
    version: int
    at: int
    """When that was (ms since 1970)."""
    ago_ms: int


# From the client


class Ask(Form, frozen=True, tag_field="type", kw_only=True):
    """The base of what a client sends over the socket."""


class Hello(Ask, frozen=True, tag="hello", forbid_unknown_fields=False):
    """The first message: who one is, and what one knows already.

    It never grows, for a server of an earlier version refuses what it does not know; whatever else
    a device has to say of itself waits for the snapshot (`Abilities`).
    """

    protocol: Natural = 1
    token: Token | None = None
    language: Language = "en"
    seat: Natural | None = None
    match: Natural | None = None
    version: Natural | None = None


class Abilities(Ask, frozen=True, tag="abilities", forbid_unknown_fields=False):
    """What a device can do, said once a snapshot has named a protocol of at least 3.

    A server ignores abilities that it does not know.
    """

    shows_round_ends: bool = False
    """Whether it shows the end of a round until its player goes on, and then says `go_on`: only for
    such devices the others wait."""


class GoOn(Ask, frozen=True, tag="go_on"):
    """The end of the round has been looked at; nobody need wait any more for this person."""


class Act(Ask, frozen=True, tag="act"):
    """Play an action with the focused seat; a repeated id gets the first answer again."""

    id: RequestId
    action: GameValue
    aims_at: Natural | None = None
    """The version that was on the screen (timed games)."""
    reaction_ms: Annotated[float, msgspec.Meta(ge=0, le=3_600_000)] | None = None
    """From painting that version to the input, measured in the browser (timed games)."""


class Undo(Ask, frozen=True, tag="undo"):
    """Take one's last action back, where nothing was learnt from it; others may be asked first."""

    id: RequestId


class AnswerUndo(Ask, frozen=True, tag="answer_undo"):
    """Whether one agrees that somebody takes their last action back."""

    agree: bool


class CatchUp(Ask, frozen=True, tag="catch_up"):
    """Ask for what happened since a version; for a match long gone, a snapshot comes."""

    match: Natural = 0
    version: Natural = 0


class Focus(Ask, frozen=True, tag="focus"):
    """Look from another of one's own seats (several people on one device)."""

    seat: Natural


class Draft(Ask, frozen=True, tag="draft"):
    """Ask what the rules say of a draft that is not played yet."""

    id: RequestId
    draft: GameValue


class WantHint(Ask, frozen=True, tag="hint"):
    """Ask a bot what it would do in one's place."""

    id: RequestId


class Say(Ask, frozen=True, tag="say"):
    """Say a phrase by its key, or free text where the table allows it."""

    phrase: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    text: Annotated[str, msgspec.Meta(max_length=300)] | None = None


class Contribute(Ask, frozen=True, tag="contribute"):
    """Add one's own part to the chance of the next deal."""

    text: Contribution


class Ping(Ask, frozen=True, tag="ping"):
    """Are you there? Answered with a pong of the same number."""

    n: Natural = 0


class Pong(Ask, frozen=True, tag="pong"):
    """The answer to a ping; from it the server measures the round trip."""

    n: Natural = 0


ClientMessage = (
    Hello
    | Abilities
    | Act
    | Undo
    | AnswerUndo
    | GoOn
    | CatchUp
    | Focus
    | Draft
    | WantHint
    | Say
    | Contribute
    | Ping
    | Pong
)


# From the server


class Told(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    """The base of what the server sends over the socket."""


class Snapshot(Told, frozen=True, tag="snapshot"):
    """Everything one viewer may see now; `events` since `since`, where the client named a version.

    Before the start there is no view, and the version is 0.
    """

    match: int
    version: int
    seat: int | None
    view: GameValue
    legal: list[GameValue]
    more: bool
    to_act: list[int]
    outcome: Outcome | None
    can_undo: bool
    clock: Clock
    table: TableInfo
    you: You
    chat: list["Said"]
    since: int | None = None
    events: list[GameValue] = []
    forced: list[int] = []
    """The seats whose time ran out among these events, so that a bot played for them."""
    by_bot: list[int] = []
    """The seats of people for whom a stand-in acted among these events, for whatever reason."""
    protocol: int = 1
    """The protocol that the server speaks."""
    away: Away | None = None
    """Since when something has happened here without this person; None: nothing has."""


class Events(Told, frozen=True, tag="events"):
    """What happened from one version to the next, and what the viewer sees now."""

    match: int
    since: int
    version: int
    events: list[GameValue]
    view: GameValue
    legal: list[GameValue]
    more: bool
    to_act: list[int]
    outcome: Outcome | None
    can_undo: bool
    clock: Clock
    forced: list[int] = []
    """The seats whose time ran out among these events, so that a bot played for them."""
    by_bot: list[int] = []
    """The seats of people for whom a stand-in acted among these events, for whatever reason."""


class Ack(Told, frozen=True, tag="ack"):
    """The action with this id is done and kept; the version it led to."""

    id: str
    version: int


class Refused(Told, frozen=True, tag="refused"):
    """Something was refused: the rule, the reason as a key with its fields, and as a sentence."""

    id: str | None
    rule: str | None
    reason: str
    about: Fields
    text: str


class Verdict(Told, frozen=True, tag="verdict"):
    """What the rules say of a draft; its shape is the game's."""

    id: str
    verdict: GameValue


class Hint(Told, frozen=True, tag="hint"):
    """What a good bot would do, why (a key with its fields, and a sentence), how much it gains."""

    id: str
    action: GameValue
    reason: str
    about: Fields
    text: str
    gain: float
    unit: str
    """What the gain counts: `points`, or `chance` of winning from 0 to 1."""


class TableChanged(Told, frozen=True, tag="table"):
    """The table itself changed: seats, names, settings, state."""

    table: TableInfo
    you: You


class Presence(Told, frozen=True, tag="presence"):
    """Who is connected, for whom a bot plays, and how many watch."""

    here: list[int]
    away: list[int]
    watching: int
    absent: list[int] = []
    """The seats whose people have been gone for five seconds."""
    missed: list[int] = []
    """The seats whose people have been gone for half a minute."""
    onlookers: list[PersonInfo] = []
    """Those who look on and have said who they are; told to those who have done so themselves."""


class Said(Told, frozen=True, tag="said"):
    """Somebody said something; a text is plain text, never markup."""

    seat: int | None
    name: str
    phrase: str | None
    text: str | None
    at: int


class Lead(Told, frozen=True, tag="lead"):
    """You got what somebody else reached for too: whose hand was slower, and by how much."""

    seat: int
    ms: int


class PingBack(Told, frozen=True, tag="ping"):
    """Are you there? Please answer with a pong of the same number."""

    n: int
    round_trip_ms: float | None


class PongBack(Told, frozen=True, tag="pong"):
    """The answer to a ping, with the server's time (ms) and the match's clock."""

    n: int
    at: int
    clock: int | None


class Moved(Told, frozen=True, tag="moved"):
    """The table lives elsewhere now, or will in a moment: connect again, there and not at once."""

    path: str | None = None
    """Where the table's socket is now; None: at the same address."""
    after_ms: int = 0
    """How long to wait; it differs, so that not everybody comes at once."""


class Bye(Told, frozen=True, tag="bye"):
    """The server ends this connection, and why."""

    reason: str
    text: str


ServerMessage = (
    Snapshot
    | Events
    | Ack
    | Refused
    | Verdict
    | Hint
    | TableChanged
    | Presence
    | Said
    | Lead
    | PingBack
    | PongBack
    | Moved
    | Bye
)
