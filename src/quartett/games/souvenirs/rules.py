"""The rules of Souvenirs: who may do what, and what comes of it."""

from collections.abc import Callable, Sequence
from typing import Any

from quartett.core.forms import Json
from quartett.core.game import NOBODY, ONLY, Game, Hidden, Seat, check_number, check_starter
from quartett.core.outcome import Outcome
from quartett.core.seeds import Rng
from quartett.games.souvenirs import fold, legality, position, scoring, view
from quartett.games.souvenirs.actions import Action, Book, Options, Pass, Place
from quartett.games.souvenirs.cards import DECK, SHORT_NAMES
from quartett.games.souvenirs.deal import deal
from quartett.games.souvenirs.events import (
    Booked,
    Drew,
    Event,
    Finished,
    Passed,
    Placed,
    TurnPassed,
)
from quartett.games.souvenirs.grid import BIT, is_full
from quartett.games.souvenirs.kit import SIZE_OF, kit_of
from quartett.games.souvenirs.state import State, any_open_line
from quartett.games.souvenirs.view import View


class Souvenirs(Game[Options, State, Action, Event, View]):
    """Lay one grid together, and book the rows and columns that will be worth most."""

    id = "souvenirs"
    players = range(2, 5)
    deck = DECK
    short_names = SHORT_NAMES
    options_type = Options
    action_type = Action
    event_type = Event
    view_type = View
    form_type = position.StateForm
    revealing = frozenset({Finished})

    def start(self, options: Options, players: int, rng: Rng) -> tuple[State, tuple[Event, ...]]:
        dealt = deal(players, rng, kit_of(options))
        return State(options), (dealt, _turn_of(options.starter, dealt.draw_pile))

    def to_act(self, state: State) -> frozenset[Seat]:
        return NOBODY if state.turn is None else ONLY[state.turn]

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        return legality.moves(state, seat)

    def check(self, state: State, seat: Seat, action: Action) -> None:
        legality.check(state, seat, action)

    def decide(
        self, state: State, seat: Seat, action: Action, at: int, rng: Rng
    ) -> tuple[Event, ...]:
        return _DECISIONS[type(action)](state, seat, action)

    def evolve(self, state: State, event: Event) -> State:
        return fold.FOLDS[type(event)](state, event)

    def turn(self, state: State) -> Seat | None:
        return state.turn

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def view(self, state: State, viewer: Seat | None) -> View:
        return view.view(state, viewer)

    def redact(self, event: Event, state: State, viewer: Seat | None) -> Event | Hidden:
        return view.redact(event, state, viewer)

    def determinize(self, view_: View, rng: Rng) -> State:
        return view.determinize(view_, rng)

    def check_options(self, options: Options, players: int) -> None:
        check_number(players, kit_of(options).players)
        check_starter(options.starter, players, "SO-04")
        legality.check_points(options.points)

    def read(self, options: Options, form: position.StateForm) -> State:
        return position.read(options, form)

    def dump(self, state: State) -> Json:
        return position.write(state)


def _place(state: State, seat: Seat, action: Place) -> tuple[Event, ...]:
    placed = Placed(seat, action.card, action.at)
    full = is_full(state.grid.taken | BIT[action.at], SIZE_OF[state.options.size])
    if full and not state.options.last_cube:
        return (placed, Finished())
    if _can_book(state, seat, placed):
        return (placed,)
    return (placed, Finished()) if full else _next_turn(state, seat, placed)


def _can_book(state: State, seat: Seat, placed: Placed) -> bool:
    """Whether a seat has a cube and, once the card lies, a line to place it on."""
    if not state.seats[seat].cubes:
        return False
    # Mostly a line is open already; only if none is, the card itself must open one.
    if any_open_line(state.cubes, state.grid, seat):
        return True
    return any_open_line(state.cubes, fold.evolve(state, placed).grid, seat)


def _book(state: State, seat: Seat, action: Book) -> tuple[Event, ...]:
    return _after_cube(state, seat, Booked(seat, action.line))


def _pass(state: State, seat: Seat, action: Pass) -> tuple[Event, ...]:
    return _after_cube(state, seat, Passed(seat))


def _after_cube(state: State, seat: Seat, done: Event) -> tuple[Event, ...]:
    if is_full(state.grid.taken, SIZE_OF[state.options.size]):
        return (done, Finished())
    return _next_turn(state, seat, done)


def _next_turn(state: State, seat: Seat, done: Event) -> tuple[Event, ...]:
    """What was done, then the turn of the left neighbour with its draw (SO-04, SO-05)."""
    return (done, _turn_of((seat + 1) % len(state.seats), state.draw_pile))


def _turn_of(seat: Seat, draw_pile: tuple[str | None, ...]) -> Event:
    """How the turn of a seat begins. Without a draw pile, as in the small game, nothing is drawn;
    in positions written by hand, a seat without cards then has nothing to do."""
    return Drew(seat, draw_pile[-1]) if draw_pile else TurnPassed(seat)


_DECISIONS: dict[type, Callable[[State, Seat, Any], tuple[Event, ...]]] = {
    Place: _place,
    Book: _book,
    Pass: _pass,
}
