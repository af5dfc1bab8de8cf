"""Quartett: four published card games as a typed library.

>>> import quartett
>>> match = quartett.start("jericho", players=3, seed=7)
>>> match
<Match of jericho: 3 players, seed 7, 1 entries, to act: 0, 1, 2>
>>> match.view(0).phase
'first'

The id of a game as a literal tells an editor the types of everything that follows; a name that is
only known at run time gives a match of any game.
"""

from quartett import _interrupted  # noqa: F401 (before whatever takes its time to be imported)

# isort: split
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, overload

from quartett.core.errors import FormatError, QuartettError, RuleError
from quartett.core.forms import Json, parse, parse_json
from quartett.core.game import AnyGame, Game, Hidden
from quartett.core.log import Entry, Log, dump_log, load_header, load_log
from quartett.core.match import AnyMatch, Match
from quartett.core.outcome import Outcome
from quartett.core.positions import Position, dump_position, read_line
from quartett.core.seeds import Rng
from quartett.games import get, names

if TYPE_CHECKING:
    from quartett.arena.match import Played
    from quartett.bots import AnyBot
    from quartett.games import flow, jericho, photo_rummy, souvenirs

__all__ = [
    "AnyGame",
    "AnyMatch",
    "Entry",
    "FormatError",
    "Game",
    "Hidden",
    "Log",
    "Match",
    "Outcome",
    "QuartettError",
    "Rng",
    "RuleError",
    "game",
    "load",
    "load_match",
    "play_match",
    "save",
    "save_match",
    "start",
]

__version__ = "0.2.0"

Document: TypeAlias = Mapping[str, object] | str | bytes
"""A position as JSON values, as the text of a JSON document, or as one line (`Match.text`)."""


@overload
def game(name: Literal["flow"]) -> "flow.Flow": ...
@overload
def game(name: Literal["jericho"]) -> "jericho.Jericho": ...
@overload
def game(name: Literal["photo_rummy"]) -> "photo_rummy.PhotoRummy": ...
@overload
def game(name: Literal["souvenirs"]) -> "souvenirs.Souvenirs": ...
@overload
def game(name: str) -> AnyGame: ...
def game(name: str) -> AnyGame:
    """The rules of a game by its id.

    >>> list(game("souvenirs").players)
    [2, 3, 4]
    """
    return get(name)


@overload
def start(
    name: Literal["flow"],
    players: int | None = None,
    seed: int | str = 0,
    *,
    cards: int | None = None,
    target: int = 500,
    hand_ms: int = 350,
    grace_ms: int = 400,
    stalemate_ms: int = 1500,
    countdown_ms: int = 3000,
    pause_ms: int = 8000,
) -> "flow.Match": ...
@overload
def start(
    name: Literal["jericho"],
    players: int | None = None,
    seed: int | str = 0,
    *,
    starter: int | Literal["lot"] = 0,
    size: Literal["full", "small"] = "full",
) -> "jericho.Match": ...
@overload
def start(
    name: Literal["photo_rummy"],
    players: int | None = None,
    seed: int | str = 0,
    *,
    rounds: int = 3,
    starter: int | Literal["lot"] = 0,
    size: Literal["full", "small"] = "full",
) -> "photo_rummy.Match": ...
@overload
def start(
    name: Literal["souvenirs"],
    players: int | None = None,
    seed: int | str = 0,
    *,
    starter: int | Literal["lot"] = 0,
    last_cube: bool = False,
    points: "souvenirs.Points | Mapping[str, tuple[int, int] | list[int]]" = ...,
    size: Literal["full", "small"] = "full",
) -> "souvenirs.Match": ...
@overload
def start(
    name: str, players: int | None = None, seed: int | str = 0, **options: object
) -> AnyMatch: ...
def start(
    name: str, players: int | None = None, seed: int | str = 0, **options: object
) -> AnyMatch:
    """A new match of a game, dealt from a seed; options are keywords.

    Without `players`, as many play as the game is usually played with (`Game.usual_players`).

    >>> start("jericho")
    <Match of jericho: 3 players, seed 0, 1 entries, to act: 0, 1, 2>
    >>> start("photo_rummy", players=2, seed=1, rounds=1)
    <Match of photo_rummy: 2 players, seed 1, 1 entries, to act: 0>
    """
    return Match.start(get(name), players, seed, options)


def save(match: AnyMatch) -> Json:
    """The position of a match as JSON values, hidden cards included.

    >>> sorted(save(start("jericho", players=3)))
    ['game', 'options', 'state']
    """
    return dump_position(match.game, match.state)


@overload
def load(position: Document, seed: int | str = 0, *, game: Literal["flow"]) -> "flow.Match": ...
@overload
def load(
    position: Document, seed: int | str = 0, *, game: Literal["jericho"]
) -> "jericho.Match": ...
@overload
def load(
    position: Document, seed: int | str = 0, *, game: Literal["photo_rummy"]
) -> "photo_rummy.Match": ...
@overload
def load(
    position: Document, seed: int | str = 0, *, game: Literal["souvenirs"]
) -> "souvenirs.Match": ...
@overload
def load(position: Document, seed: int | str = 0, *, game: str | None = None) -> AnyMatch: ...
def load(position: Document, seed: int | str = 0, *, game: str | None = None) -> AnyMatch:
    """A match that continues from a position; its log begins there. It must be of `game`, if given.

    >>> table = {"phase": "play", "seats": [{"hand": ["red-3"]}, {}, {}]}
    >>> load({"game": "jericho", "state": table}).legal(0)
    [Wall(card='red-3'), Supply(card='red-3')]
    """
    form = _position(position)
    _check_game(form.game, game)
    return Match.load(get(form.game), form, seed)


def _position(document: Document) -> Position:
    if isinstance(document, str) and re.split(r"[ (]", document.strip(), maxsplit=1)[0] in names():
        return read_line(document, get)
    data = document if isinstance(document, Mapping) else parse_json(document)
    return parse(Position, data, "position")


def save_match(match: AnyMatch) -> bytes:
    """The whole match as a log in JSON Lines."""
    return dump_log(match.record())


@overload
def load_match(text: bytes, *, game: Literal["flow"]) -> "flow.Match": ...
@overload
def load_match(text: bytes, *, game: Literal["jericho"]) -> "jericho.Match": ...
@overload
def load_match(text: bytes, *, game: Literal["photo_rummy"]) -> "photo_rummy.Match": ...
@overload
def load_match(text: bytes, *, game: Literal["souvenirs"]) -> "souvenirs.Match": ...
@overload
def load_match(text: bytes, *, game: str | None = None) -> AnyMatch: ...
def load_match(text: bytes, *, game: str | None = None) -> AnyMatch:
    """The match that a log tells. It has to be of `game`, if named.

    >>> load_match(save_match(start("flow", players=2, seed=5)), game="flow").seed
    5
    """
    header = load_header(text)
    _check_game(header.game, game)
    rules = get(header.game)
    return Match.replay(rules, load_log(rules, text))


def play_match(
    bots: "Sequence[str | AnyBot]",
    *,
    game: str,
    seed: int | str = 0,
    nodes: int | None = None,
    pace_ms: int | None = None,
    **options: object,
) -> "Played":
    """A match between bots, in this process: its `outcome` and its `log`.

    Bots are named as in the arena, or given as objects; the n-th sits in seat n. `nodes` is how
    much the named ones look at, `pace_ms` how long all of them take for an action where time
    counts; the game's options are keywords. The same bots and seed give the same match.

    >>> from quartett.bots import Bot
    >>> class Last(Bot):
    ...     def choose(self, view, legal, rng):
    ...         return legal[-1]
    >>> played = play_match(["easy", Last(), "random"], game="jericho", seed=7)
    >>> played.outcome.scores, played.outcome.share(0)
    ((33, 3, 21), 1.0)
    >>> Match.replay(get("jericho"), played.log).outcome == played.outcome
    True
    """
    from quartett.arena.match import play_match as play  # bots take their time to be imported

    return play(bots, game=game, seed=seed, nodes=nodes, pace_ms=pace_ms, **options)


def _drawn(match: AnyMatch, style: Literal["plain", "html"]) -> str:
    # Only where a match is shown: rich takes its time.
    from quartett import pictures
    from quartett.terminal.text_picture import drawn

    if style == "html" and pictures.is_drawn(match.game.id):
        return pictures.svg(match)
    return drawn(match, style)


Match.drawing = staticmethod(_drawn)


def _check_game(found: str, wanted: str | None) -> None:
    if wanted is not None and found != wanted:
        raise FormatError(f"this is {found}, not {wanted}")
