"""What travels over HTTP: requests and answers."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from quartett.core.forms import Form
from quartett.core.game import GameValue
from quartett.protocol.messages import (
    ChatMode,
    Contribution,
    Fields,
    Name,
    Natural,
    Options,
    Pace,
    Shape,
    Status,
    TableInfo,
    Token,
    UndoMode,
    You,
)

TurnSeconds = Annotated[int, msgspec.Meta(ge=5, le=30 * 24 * 3600)]
IncrementSeconds = Annotated[int, msgspec.Meta(ge=0, le=24 * 3600)]
Level = Annotated[str, msgspec.Meta(max_length=60)]
GameId = Annotated[str, msgspec.Meta(max_length=40)]
TableName = Annotated[str, msgspec.Meta(max_length=40)]


class SeatSetup(Form, frozen=True):
    """What a seat is before anybody sits there."""

    kind: Literal["open", "bot"] = "open"
    level: Level | None = None


class CreateTable(Form, frozen=True, kw_only=True):
    """A new table; the creator is its host and, unless told otherwise, sits down."""

    game: GameId
    you: Name = ""
    name: TableName = ""
    options: Options = {}
    seats: Annotated[list[SeatSetup], msgspec.Meta(max_length=12)] = []
    sit: bool = True
    public: bool = False
    spectators: bool = True
    chat: ChatMode | None = None
    """None: free text at a private table, phrases at a public one."""
    turn_seconds: TurnSeconds | None = None
    away_seconds: TurnSeconds | None = 120
    turn_bank_seconds: TurnSeconds | None = None
    turn_increment_seconds: IncrementSeconds = 0
    hints: bool = True
    undo: UndoMode = "ask"
    """Alone with bots there is nobody to be asked."""
    show_what_fits: bool = True
    rated: bool = False
    """Whether matches count for the ratings of people who keep their name."""
    contribution: Contribution = ""


class Join(Form, frozen=True, kw_only=True):
    """Come to a table under a name, or with the token of a seat one already has."""

    name: Name = ""
    token: Token | None = None
    sit: bool = True
    contribution: Contribution = ""


class Sit(Form, frozen=True, kw_only=True):
    """Take an open seat; with a name of its own where several people share a device."""

    seat: Natural
    name: Name = ""
    contribution: Contribution = ""


class Stand(Form, frozen=True):
    """Give a seat up before the match begins."""

    seat: Natural


class Swap(Form, frozen=True, kw_only=True):
    """Swap two seats and their occupants before the match.

    You can swap your own seat with an open one or a bot's; the host can swap any two.
    """

    seat: Natural
    to: Natural


class Readiness(Form, frozen=True):
    """Whether the match can begin, as far as one is concerned."""

    ready: bool = True


class ChangeSeat(Form, frozen=True, kw_only=True):
    """The host arranges a seat: open it, put a bot there, add one at the end or remove it."""

    seat: Natural
    kind: Literal["open", "bot", "none"]
    level: Level | None = None
    person: Natural | None = None
    """For whom an open seat is: somebody at the table, who can then have it beside their own."""


class ChangeTable(Form, frozen=True, kw_only=True):
    """The host changes the table before a match; what is left out stays.

    After a match, this takes everybody on to the next. Another game has its own options.
    """

    game: GameId | UnsetType = UNSET
    name: TableName | UnsetType = UNSET
    options: Options | UnsetType = UNSET
    public: bool | UnsetType = UNSET
    spectators: bool | UnsetType = UNSET
    chat: ChatMode | UnsetType = UNSET
    turn_seconds: TurnSeconds | UnsetType | None = UNSET
    away_seconds: TurnSeconds | UnsetType | None = UNSET
    turn_bank_seconds: TurnSeconds | UnsetType | None = UNSET
    turn_increment_seconds: IncrementSeconds | UnsetType = UNSET
    hints: bool | UnsetType = UNSET
    undo: UndoMode | UnsetType = UNSET
    show_what_fits: bool | UnsetType = UNSET
    rated: bool | UnsetType = UNSET

    def changes(self) -> dict[str, GameValue]:
        """What is to change, by field."""
        fields = ((name, getattr(self, name)) for name in self.__struct_fields__)
        return {name: value for name, value in fields if value is not UNSET}


class Rename(Form, frozen=True, kw_only=True):
    """Go by another name; with a seat, only there (several people on one device)."""

    name: Name
    seat: Natural | None = None


class Rematch(Form, frozen=True, kw_only=True):
    """Ask for another match, or agree to one; `false` declines."""

    answer: bool = True
    next: Natural | None = None
    """What this agrees to: a suggestion's number, or 0 for the same again; refused otherwise."""


class Suggest(Form, frozen=True, kw_only=True):
    """What one would like to play next; everybody who is there has to agree (`Rematch`)."""

    game: GameId
    options: Options = {}


class Absent(Form, frozen=True, kw_only=True):
    """The host decides about a player: a bot plays for who is gone, or wait, or remove them."""

    seat: Natural
    choice: Literal["bot", "wait", "remove"]


class StandIn(Form, frozen=True):
    """Let a bot play one's own seat until one acts again."""

    seat: Natural


class ByNumber(Form, frozen=True):
    """Somebody at the table, by their number (`SeatInfo.person`)."""

    person: Natural


class Revoke(Form, frozen=True, kw_only=True):
    """Take a device back; without one, all but that which asks. Links given out end as well."""

    device: Annotated[str, msgspec.Meta(max_length=40)] | None = None


class Nothing(Form, frozen=True):
    """A request that needs no more than its address."""


class Joined(Shape, frozen=True):
    """A table, who one is there, and the token that proves it."""

    table: TableInfo
    you: You
    token: str


class Looked(Shape, frozen=True):
    """A table, and who one is there."""

    table: TableInfo
    you: You


class Device(Shape, frozen=True):
    """A browser on which somebody has their seats at a table."""

    id: str
    label: str
    """Such as `Firefox, Linux`; empty where it is not known."""
    this: bool
    """Whether it is the one that asks."""


class Devices(Shape, frozen=True):
    """The browsers on which somebody has their seats, the latest last."""

    devices: list[Device]


class InGame(Shape, frozen=True):
    """How somebody has done in one game at a table."""

    game: str
    matches: int
    won: int
    score: int
    """The game's own points, added up."""


class Standing(Shape, frozen=True):
    """How somebody has done in all matches of a table, whatever the game."""

    name: str
    person: int | None
    """As in `SeatInfo.person`; None for a bot, and for somebody of whom only the name is known."""
    bot: bool
    matches: int
    won: int
    points: float
    """For each match one for everybody left behind, and half a point for everybody level."""
    places: list[int]
    """How often first, second and so on."""
    replaced: int
    """In how many matches a bot has played for them: these bring neither points nor victories."""
    games: list[InGame]


class Standings(Shape, frozen=True):
    """The standings of a table over all its matches: people first, then bots, the best first."""

    matches: int
    standings: list[Standing]


class Lobby(Shape, frozen=True):
    """Tables, the most recently changed first."""

    tables: list[TableInfo]


class MySeat(Shape, frozen=True):
    """A seat as lists of tables show it."""

    kind: Literal["open", "person", "bot"]
    name: str
    mine: bool = False
    to_act: bool = False
    """Whether it is this seat's turn."""
    place: int | None = None
    """Where it came in the match that is over."""


class MyTable(Shape, frozen=True):
    """One of my tables, as far as a list of them shows it."""

    id: str
    game: str
    name: str
    path: str
    status: Status
    match: int
    pace: Pace
    seats: list[MySeat]
    changed_at: int
    my_turn: bool = False
    """Whether the table waits for me: for my turn, or for me to agree to another match."""
    left_ms: int | None = None
    """What is left of my turn, where a clock runs."""
    invited: bool = False
    """Whether a seat is open and I have none."""
    news: bool = False
    """Whether something happened since I looked."""
    imported: bool = False
    """Whether it shows a match from a file."""


class ChallengeAnswer(Shape, frozen=True):
    """What somebody reached who took up my challenge."""

    path: str
    """Where the challenge is; once I have looked there, this is not told any more."""
    game: str
    name: str
    score: int
    mine: int
    """What I have reached with the same deal."""


class Home(Shape, frozen=True):
    """My tables, the most urgent first."""

    turns: list[MyTable]
    """Those that wait for me; what has to be done soonest, first."""
    running: list[MyTable]
    waiting: list[MyTable]
    """Those that have not begun, invitations first."""
    finished: list[MyTable]
    """One page of those that are over, the latest first."""
    next: str | None = None
    """Asked for as `before`, this gives the next page of finished ones, and nothing else."""
    answers: list[ChallengeAnswer] = []
    """The latest ones to my challenges, until I look at these."""


class Step(Shape, frozen=True):
    """A step of a game's ladder of bots."""

    level: str
    """By what a seat is given to it: the name of a level, or the step's number."""
    name: str
    """The bot's own name, by which its portrait is found."""


class CharacterInfo(Shape, frozen=True):
    """A bot with a way of its own to play."""

    level: str
    step: int
    """The step of the ladder that is as strong."""
    name: str
    title: dict[str, str]
    """What it is like, by language: in a few words."""
    about: dict[str, str]
    """In a sentence."""


class GameInfo(Shape, frozen=True):
    """A game that can be played here."""

    id: str
    name: dict[str, str]
    players: list[int]
    timed: bool
    levels: list[str]
    """The weakest first; then bots that the server's owner brought along."""
    steps: list[Step]
    """The ladder, the weakest first: some steps are levels by name. The rival is none of them."""
    characters: list[CharacterInfo]
    options: dict[str, GameValue]
    """JSON schema of the options, with their defaults."""


class Games(Shape, frozen=True):
    """The games of this server."""

    games: list[GameInfo]


class DoorState(Shape, frozen=True):
    """Whether others in the network may come in, for somebody at the machine itself."""

    open: bool
    kept: bool
    """Whether that stays so when the program is started again."""


class OpenDoor(Shape, frozen=True, forbid_unknown_fields=True):
    """Let others in the network in, or no longer."""

    open: bool
    keep: bool = False
    """For good; otherwise until the program ends."""


class ServerInfo(Shape, frozen=True):
    """Where a server can be reached."""

    addresses: list[str]
    """Under which addresses other machines of the network have this page, such as
    `http://192.168.1.5:8000`, the best first; none where only this machine can reach it, and none
    are told to somebody who asks from outside."""
    door: DoorState | None = None
    """None: the caller cannot open or close it, or there is none."""


class Problem(Shape, frozen=True):
    """Why a request was refused: as a key with fields, and as a sentence."""

    rule: str | None
    reason: str
    about: Fields
    text: str


class Health(Shape, frozen=True):
    """That the server is well."""

    status: Literal["ok"]
    tables: int
    connections: int


class Ready(Shape, frozen=True):
    """Whether a server can be given work, and what is in the way."""

    status: Literal["ready", "not_ready"]
    why: Literal["ending", "event_loop", "database", "lease"] | None = None
