"""The judge: one request in, one answer out; it knows every game and trusts nobody."""

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from quartett.core.errors import FormatError, RuleError
from quartett.core.forms import Form, Json, parse, parse_json
from quartett.core.game import AnyGame, Seat
from quartett.core.match import AnyMatch, Match
from quartett.core.positions import Position
from quartett.games import get

Viewer: TypeAlias = Seat | Literal["all"] | None
"""Whose eyes an answer is for: a seat's, a spectator's (None), or the judge's own (`all`)."""


class MoveForm(Form, frozen=True):
    """A move as it is written; without a seat it lets time pass."""

    seat: int | None = None
    action: Json | None = None
    at: int | None = None


class Request(Form, frozen=True):
    """A request as it is written: a fresh match or a position, and moves to apply to it."""

    game: str
    options: Json = {}
    seed: int | str = 0
    state: Json | None = None
    players: int | None = None
    moves: tuple[MoveForm, ...] = ()


class Reply(NamedTuple):
    """An answer and what it means for the exit status: 0 ok, 1 refused, 2 not a request."""

    content: Json
    status: int


class RefusedError(Exception):
    """A move (or, for None, the position) that breaks a rule."""

    def __init__(self, move: int | None, error: RuleError) -> None:
        super().__init__(move, error)
        self.move = move
        self.error = error


def answer(line: bytes, viewer: Viewer = "all") -> Reply:
    """Judge one line."""
    return replying(lambda: _judge(line, viewer))


def replying(work: Callable[[], Json]) -> Reply:
    """What the work brings, or the plain answer that says why it was refused."""
    try:
        return Reply(work(), 0)
    except RefusedError as refusal:
        error = refusal.error
        about = {"move": refusal.move, "rule": error.rule, "error": error.written()}
        return Reply({"ok": False, **about}, 1)
    except FormatError as error:
        return Reply({"ok": False, "move": None, "rule": None, "error": str(error)}, 2)


def _judge(line: bytes, viewer: Viewer) -> Json:
    request: Request = parse(Request, parse_json(line), "request")
    game = get(request.game)
    actions = [_action(game, number, move) for number, move in enumerate(request.moves)]
    match = _begin(game, request)
    if viewer != "all" and viewer is not None and viewer >= game.seats(match.state):
        raise FormatError(f"--view: seat {viewer} does not exist")
    events = [
        _apply(match, number, move, action, viewer)
        for number, (move, action) in enumerate(zip(request.moves, actions, strict=True))
    ]
    return _report(match, events, viewer)


def _action(game: AnyGame, number: int, move: MoveForm) -> object:
    where = f"moves[{number}]"
    if move.at is not None and move.at < 0:
        raise FormatError(f"{where}: `at` must not be negative")
    if move.seat is None:
        if move.action is not None or move.at is None:
            raise FormatError(f"{where}: a move has a `seat` and an `action`, or only `at`")
        return None
    if move.action is None:
        raise FormatError(f"{where}: `action` is missing")
    return game.parse_action(move.action, f"{where}.action")


def _begin(game: AnyGame, request: Request) -> AnyMatch:
    if (request.state is None) == (request.players is None):
        raise FormatError("request: give either `state` or `players`")
    try:
        if request.players is not None:
            return Match.start(game, request.players, request.seed, request.options)
        state = request.state or {}
        return Match.load(game, Position(game.id, state, request.options), request.seed)
    except RuleError as error:
        raise RefusedError(None, error) from None


def _apply(
    match: AnyMatch, number: int, move: MoveForm, action: object, viewer: Viewer
) -> list[object]:
    before = match.state
    try:
        if move.seat is None:
            happened = match.wait(move.at or 0)
        else:
            happened = match.play(move.seat, action, move.at)
    except RuleError as error:
        raise RefusedError(number, error) from None
    return list(happened if viewer == "all" else match.game.told(before, happened, viewer))


def _report(match: AnyMatch, events: list[list[object]], viewer: Viewer) -> Json:
    game, state = match.game, match.state
    to_act = sorted(match.to_act)
    seats = [seat for seat in to_act if viewer in ("all", seat)]
    report: Json = {"ok": True}
    if viewer == "all":
        report["state"] = game.dump(state)
    else:
        report["view"] = game.view(state, viewer)
    report |= {"to_act": to_act, "legal": {str(seat): match.legal(seat) for seat in seats}}
    if any(game.more(state, seat) for seat in seats):
        report["more"] = True
    return report | {"outcome": match.outcome, "events": events}
