"""What stands where in the observations of each game, and within which bounds, as data."""

from collections.abc import Callable, Iterator
from math import prod
from typing import NamedTuple

from quartett.core.game import GameValue
from quartett.fast import flow, jericho, photo_rummy, souvenirs
from quartett.fast._variants import known_as
from quartett.games import get
from quartett.games.flow.actions import Options as FlowOptions
from quartett.games.flow.cards import COLOURS as FLOW_COLOURS
from quartett.games.flow.cards import NUMBERS, SYMBOLS
from quartett.games.flow.rules import MAX_MS, MAX_TARGET
from quartett.games.jericho.actions import Options as JerichoOptions
from quartett.games.jericho.deal import HAND_SIZE as JERICHO_HAND
from quartett.games.jericho.deal import kit_of
from quartett.games.photo_rummy.actions import STACKS
from quartett.games.photo_rummy.actions import Options as PhotoRummyOptions
from quartett.games.photo_rummy.cards import CATEGORIES, CITIES, JOKERS
from quartett.games.photo_rummy.deal import RACK_SIZE
from quartett.games.photo_rummy.rules import MAX_ROUNDS
from quartett.games.souvenirs.actions import Options as SouvenirsOptions
from quartett.games.souvenirs.cards import DECK
from quartett.games.souvenirs.combinations import COMBINATIONS
from quartett.games.souvenirs.deal import HAND_SIZE
from quartett.games.souvenirs.kit import cubes_each


class Field(NamedTuple):
    """A named part of an observation."""

    name: str
    offset: int
    """Where it begins."""
    shape: tuple[int, ...]
    """How its numbers are arranged, the last index running fastest; () is a single number."""
    low: int
    high: int | None
    """The highest that it can be; None where the rules set no limit."""
    meaning: str

    @property
    def stop(self) -> int:
        """Where the next one begins."""
        return self.offset + prod(self.shape)


class Part(NamedTuple):
    """A field that does not know yet where it begins."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int | None
    meaning: str


class Block(NamedTuple):
    """Parts that come again and again, as those of every seat do."""

    name: str
    times: int
    parts: tuple[Part, ...]
    meaning: str


def observation_fields(game: str, **options: object) -> tuple[Field, ...]:
    """What the numbers of a game's observation mean, in order; nothing is left out.

    Seats are counted from the viewer on: `seats[0]` is the viewer, `seats[1]` sits to the left. The
    places of seats that nobody has are 0. Some bounds follow from the options.
    """
    known = known_as(game)
    return fields_of(known.game, get(known.game).parse_options({**known.options, **options}))


def fields_of(game: str, options: GameValue) -> tuple[Field, ...]:
    """The same for options that are read already."""
    return tuple(_laid_out(layout(game, options)))


def layout(game: str, options: GameValue) -> tuple[Part | Block, ...]:
    """The parts of a game's observation, those that come again written once."""
    return _LAYOUTS[game](options)


def _laid_out(parts: tuple[Part | Block, ...]) -> Iterator[Field]:
    offset = 0
    for part in parts:
        for each in _repeated(part) if isinstance(part, Block) else (part,):
            field = Field(each.name, offset, *each[1:])
            yield field
            offset = field.stop


def _repeated(block: Block) -> Iterator[Part]:
    for at in range(block.times):
        for part in block.parts:
            yield part._replace(name=f"{block.name}[{at}].{part.name}")


def _flag(name: str, meaning: str) -> Part:
    return Part(name, (), 0, 1, meaning)


def _number(name: str, high: int | None, meaning: str, low: int = 0) -> Part:
    return Part(name, (), low, high, meaning)


def _phase(names: tuple[str, ...]) -> Part:
    return Part("phase", (len(names),), 0, 1, f"one-hot: {', '.join(names)}")


def _players(low: int, high: int) -> Part:
    return _number("players", high, "how many play", low)


def _seat(name: str, players: int, meaning: str, low: int = 0) -> Part:
    return _number(name, players - 1, meaning, low)


def _seats(players: int, *parts: Part) -> Block:
    return Block("seats", players, parts, "for each seat, the viewer's first")


_TURN = "whose turn it is, −1 where it is nobody's alone"


def _jericho(options: JerichoOptions) -> tuple[Part | Block, ...]:
    kinds, players = jericho.KINDS, jericho.MAX_PLAYERS
    cards = len(jericho.ONCE)
    pile = cards - 3 * JERICHO_HAND + jericho.LAST_ROUND
    most = max(jericho.ONCE.count(kind) for kind in range(kinds))
    longest = sum(jericho.VALUE[kind] for kind in jericho.ONCE if kind < 5 or kind == jericho.BRASS)
    order = "by kind: red 1 3 4 5 7, yellow, green, blue, white, trumpet"
    return (
        _phase(jericho.PHASES),
        _number("round", jericho.LAST_ROUND, "the current round", 1),
        _number("draw_pile", pile, "cards in the draw pile, scorings too"),
        _seat("starter", players, "who begins the round"),
        _seat("turn", players, _TURN, -1),
        _number("supply", cards, "cards in the supply"),
        Part("hand", (kinds,), 0, most, f"the viewer's hand, {order}"),
        Part("face_down", (kinds,), 0, 1, "the viewer's face-down card, by kind"),
        Part("put", (kinds,), 0, most, "cards the viewer put into the supply this round, by kind"),
        Part("removed", (kinds + 1,), 0, most, "removed cards by kind, then scoring cards"),
        _players(kit_of(options).players[0], players),
        _seats(
            players,
            _number("hand_size", JERICHO_HAND, "cards in the hand"),
            _flag("face_down", "whether it has a face-down card"),
            _flag("fed", "whether it has fed the supply this round"),
            _number("put", cards, "cards it put into the supply this round"),
            _number("score", cards, "cards won"),
            Part("walls", (5, 6), 0, most, "cards in its walls by colour and value 1 3 4 5 7 2"),
            Part("lengths", (5,), 0, longest, "the lengths of its walls by colour"),
            Part("won", (kinds,), 0, most, "the cards won, by kind"),
        ),
    )


def _souvenirs(options: SouvenirsOptions) -> tuple[Part | Block, ...]:
    kinds, players, lines = souvenirs.KINDS, souvenirs.MAX_PLAYERS, souvenirs.LINE_COUNT
    most = max(1, *(getattr(options.points, name)[0] for name in COMBINATIONS))
    left = len(DECK) - 2 * HAND_SIZE - 1
    order = "rows −4 … 4, then columns −4 … 4"
    cubes = cubes_each(2)
    return (
        _phase(souvenirs.PHASES),
        _seat("turn", players, _TURN, -1),
        _number("draw_pile", left, "cards in the draw pile"),
        _number("grid_cards", souvenirs.FULL, "cards in the grid", 1),
        _flag("last_cube", "whether a cube may be placed after the last card"),
        _players(2, players),
        Part("hand", (kinds,), 0, HAND_SIZE + 1, "the viewer's hand by kind: five colours from 1 "
             "to 6, the joker"),
        Part("grid", (9, 9), 0, kinds, "for each cell the kind of card plus 1, or 0"),
        Part("first", (lines,), 0, players, f"who booked each line first, plus 1, or 0: {order}"),
        Part("second", (lines,), 0, players, "who booked each line second, plus 1, or 0"),
        Part("pays_first", (lines,), 0, most, "what each line currently pays the first booker"),
        Part("pays_second", (lines,), 0, most, "what each line currently pays the second booker"),
        Part("points", (len(COMBINATIONS), 2), 0, most, "what each combination pays the first and "
             f"the second: {', '.join(COMBINATIONS)}"),
        _seats(
            players,
            _number("hand_size", HAND_SIZE + 1, "cards in the hand"),
            _number("cubes", cubes, "cubes left"),
            _number("score", cubes * most, "points"),
        ),
    )  # fmt: skip


def _photo_rummy(options: PhotoRummyOptions) -> tuple[Part | Block, ...]:
    cards, players = photo_rummy.CARDS, photo_rummy.MAX_PLAYERS
    minus = photo_rummy.PHOTOS + len(JOKERS) * photo_rummy.JOKER_MINUS
    stack = -(-(cards - 2 * RACK_SIZE) // STACKS)
    total = minus * options.rounds
    return (
        _phase(photo_rummy.PHASES),
        _seat("turn", players, _TURN, -1),
        _seat("starter", players, "who began the round"),
        _number("round", MAX_ROUNDS, "the current round", 1),
        _number("rounds", MAX_ROUNDS, "the number of rounds", 1),
        _players(2, players),
        Part("stacks", (STACKS,), 0, stack, "the heights of the stacks"),
        Part("rack", (cards,), 0, 1, "1 for each card on the viewer's rack: capitals by category, "
             "then jokers"),
        Part("table", (cards,), 0, 2, "for each card 1 in a row, 2 in a set, else 0"),
        Part("row_jokers", (len(CITIES),), 0, len(JOKERS), "jokers in the rows of each capital"),
        Part("set_jokers", (len(CATEGORIES),), 0, len(JOKERS), "jokers in the sets of each "
             "category"),
        _seats(
            players,
            _number("rack_size", cards, "cards on the rack"),
            _flag("opened", "whether it has opened"),
            _number("score", total, "points of the rounds that are over", -total),
        ),
        Block(
            "candidates",
            photo_rummy.CANDIDATES,
            (
                _number("laid", cards, "cards laid"),
                _number("left", cards, "cards left on the rack"),
                _number("minus", minus, "their minus points"),
                _flag("goes_out", "whether it ends the round"),
                _number("moved", cards, "cards moved on the table"),
                _number("taken", len(JOKERS), "jokers taken from the table"),
            ),
            "for each lay that the solver proposes while the viewer may lay, else 0",
        ),
    )  # fmt: skip


def _flow(options: FlowOptions) -> tuple[Part | Block, ...]:
    cards, players = flow.CARDS, flow.MAX_PLAYERS
    dealt = cards // 2
    features = max(len(NUMBERS), len(FLOW_COLOURS), len(SYMBOLS))
    shown = "number, colour, symbol, each from 1, or 0 0 0"
    waits = max(1, options.countdown_ms, options.pause_ms)
    return (
        _phase(flow.PHASES),
        _players(2, players),
        _number("round", None, "the current round", 1),
        _number("target", MAX_TARGET, "the points that end the match", 1),
        _number("hand_ms", MAX_MS, "how long a hand is busy, in milliseconds"),
        _number("idle_ms", None, "time since the last action"),
        _number("until_ms", waits, "time until a countdown or a pause ends, else 0"),
        Block(
            "middle",
            2,
            (
                Part("top", (3,), 0, features, f"the top card: {shown}"),
                _number("size", cards, "cards in the pile"),
            ),
            "for each pile in the middle",
        ),
        _seats(
            players,
            Part("display", (2, 3), 0, features, f"both cards of the display: {shown}"),
            Part("hand", (3,), 0, features, "the card in the hand"),
            Part("stolen_top", (3,), 0, features, "the top of the steal pile"),
            _number("draw_pile", dealt, "cards in the draw pile"),
            _number("stolen", cards, "cards in the steal pile"),
            _number("dealt", dealt, "cards dealt to the seat"),
            _number(
                "score",
                options.target - 1 + dealt + 2 * cards,
                "points of the rounds that are over",
            ),
            _number("busy_ms", max(1, options.hand_ms), "how long the hand is still busy"),
            _flag("refilling", "whether the seat has to fill its display first"),
        ),
    )


_LAYOUTS: dict[str, Callable[[GameValue], tuple[Part | Block, ...]]] = {
    "flow": _flow,
    "jericho": _jericho,
    "photo_rummy": _photo_rummy,
    "souvenirs": _souvenirs,
}
