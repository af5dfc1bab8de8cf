"""The rules of Speed & Flow: who may do what and when, and what comes of it."""

from collections.abc import Callable, Sequence
from typing import Any

from quartett.core.capabilities import Contested, Timed
from quartett.core.forms import Json
from quartett.core.game import NOBODY, Game, Hidden, Seat, check_range
from quartett.core.outcome import Outcome
from quartett.core.seeds import Rng
from quartett.games.flow import fold, legality, position, scoring, time, view
from quartett.games.flow.actions import SLOT, STOP, Action, Draw, Options, Play, Set, Steal, Stop
from quartett.games.flow.cards import DECK, SHORT_NAMES
from quartett.games.flow.deal import MIN_CARDS, cards_each, deal
from quartett.games.flow.events import (
    Drew,
    Event,
    Laid,
    Played,
    RoundEnded,
    Stole,
    Stopped,
    TimePassed,
)
from quartett.games.flow.state import EMPTY_DISPLAY, Player, State
from quartett.games.flow.view import View

MAX_MS = 3_600_000
"""No wait that players agree on is longer than an hour."""

MAX_TARGET = 100_000

_RULE_OF_WAIT = {
    "hand_ms": "FL-05",
    "grace_ms": "FL-16",
    "stalemate_ms": "FL-13",
    "countdown_ms": "FL-04",
    "pause_ms": "FL-15",
}


class Flow(
    Game[Options, State, Action, Event, View],
    Timed[State, Action, Event],
    Contested[State, Action],
):
    """Get rid of your cards and steal those of the others, all at the same time."""

    id = "flow"
    players = range(2, 5)
    deck = DECK
    short_names = SHORT_NAMES
    options_type = Options
    action_type = Action
    event_type = Event
    view_type = View
    form_type = position.StateForm
    revealing = frozenset({RoundEnded})

    def start(self, options: Options, players: int, rng: Rng) -> tuple[State, tuple[Event, ...]]:
        return State(options), (deal(options, players, 1, 0, rng),)

    def to_act(self, state: State) -> frozenset[Seat]:
        if state.phase != "running":
            return NOBODY
        return frozenset(
            [seat for seat in range(len(state.seats)) if legality.can_act_now(state, seat)]
        )

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if state.phase != "running":
            return ()
        if state.clock < state.seats[seat].busy_until:
            return (STOP,) if legality.can_stop(state.seats[seat]) else ()
        return legality.moves(state, seat)

    def check(self, state: State, seat: Seat, action: Action) -> None:
        legality.check(state, seat, action)

    def decide(
        self, state: State, seat: Seat, action: Action, at: int, rng: Rng
    ) -> tuple[Event, ...]:
        return _DECISIONS[type(action)](state, seat, action, at)

    def evolve(self, state: State, event: Event) -> State:
        return fold.FOLDS[type(event)](state, event)

    def now(self, state: State) -> int:
        return state.clock

    def wake(self, state: State) -> int | None:
        return time.wake(state)

    def tick(self, state: State, at: int, rng: Rng) -> tuple[Event, ...]:
        return time.tick(state, at, rng)

    def ready_at(self, state: State, seat: Seat) -> int:
        return state.seats[seat].busy_until

    def once_ready(self, state: State, seat: Seat) -> Sequence[Action]:
        return legality.moves(state, seat) if state.phase == "running" else ()

    def check_ready(self, state: State, seat: Seat, action: Action) -> None:
        legality.check_ready(state, seat, action)

    def target(self, state: State, seat: Seat, action: Action) -> str | None:
        """The card that a legal action takes from a display: somebody else may want it (FL-17)."""
        match action:
            case Steal():
                return state.seats[action.seat].display[action.slot]
            case Play(source=source) if source != "hand":
                return state.seats[seat].display[SLOT[source]]
        return None

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def view(self, state: State, viewer: Seat | None) -> View:
        return view.view(state, viewer)

    def redact(self, event: Event, state: State, viewer: Seat | None) -> Event | Hidden:
        return view.redact(event, state)

    def determinize(self, view_: View, rng: Rng) -> State:
        return view.determinize(view_, rng)

    def check_options(self, options: Options, players: int) -> None:
        most = len(DECK) // players
        check_range("FL-02", "cards", cards_each(options, players), MIN_CARDS, most)
        check_range("FL-15", "target", options.target, 1, MAX_TARGET)
        for field, rule in _RULE_OF_WAIT.items():
            check_range(rule, field, getattr(options, field), 0, MAX_MS)

    def read(self, options: Options, form: position.StateForm) -> State:
        state = position.read(options, form)
        position.check(state)
        return fold.evolve(state, TimePassed(state.clock))  # what was covered long ago is forgotten

    def dump(self, state: State) -> Json:
        return position.write(state)


def _draw(state: State, seat: Seat, action: Draw, at: int) -> tuple[Event, ...]:
    return (Drew(seat, state.seats[seat].draw_pile[-1], at),)


def _set(state: State, seat: Seat, action: Set, at: int) -> tuple[Event, ...]:
    card = state.seats[seat].hand
    assert card is not None
    return (Laid(seat, action.slot, card, at),)


def _play(state: State, seat: Seat, action: Play, at: int) -> tuple[Event, ...]:
    player, source = state.seats[seat], action.source
    card = player.hand if source == "hand" else player.display[SLOT[source]]
    assert card is not None
    beneath = action.on is not None and action.on != state.middle[action.pile][-1]
    played = Played(seat, source, card, action.pile, beneath, at)
    return (played,) if player.draw_pile else _unless_empty(state, seat, played, at)


def _steal(state: State, seat: Seat, action: Steal, at: int) -> tuple[Event, ...]:
    victim = state.seats[action.seat]
    card = victim.display[action.slot]
    assert card is not None
    stole = Stole(seat, action.seat, action.slot, card, at)
    return (stole,) if victim.draw_pile else _unless_empty(state, action.seat, stole, at)


def _unless_empty(state: State, seat: Seat, event: Event, at: int) -> tuple[Event, ...]:
    """The event, and the end of the round if it took the last card of a seat (FL-12)."""
    after = fold.evolve(state, event)
    player = after.seats[seat]
    if _has_cards(player):
        return (event,)
    return (event, scoring.end_round(after, "empty", at))


def _has_cards(player: Player) -> bool:
    return bool(player.draw_pile or player.hand is not None or player.display != EMPTY_DISPLAY)


def _stop(state: State, seat: Seat, action: Stop, at: int) -> tuple[Event, ...]:
    return (Stopped(seat, at), scoring.end_round(state, "stop", at))


_DECISIONS: dict[type, Callable[[State, Seat, Any, int], tuple[Event, ...]]] = {
    Draw: _draw,
    Set: _set,
    Play: _play,
    Steal: _steal,
    Stop: _stop,
}
