"""Grab: a toy game in real time. Cards turn up one by one; whoever is quickest has them."""

from collections.abc import Sequence

from quartett.core.capabilities import Timed
from quartett.core.errors import RuleError
from quartett.core.forms import Form, Json, Move
from quartett.core.game import NOBODY, Fact, Game, Hidden, Seat, Value
from quartett.core.outcome import Outcome
from quartett.core.seeds import Rng

HAND_MS = 50
"""How long a hand is busy with a card."""


class Options(Form, frozen=True):
    """How quickly cards turn up."""

    pace_ms: int = 400


class Take(Move, frozen=True, tag="take"):
    """Take a card that lies on the table."""

    card: str


class State(Value, frozen=True):
    """The cards still to come, those on the table, each seat's, and until when hands are busy."""

    options: Options
    deck: tuple[str, ...] = ()
    lying: tuple[str, ...] = ()
    seats: tuple[tuple[str, ...], ...] = ()
    busy: tuple[int, ...] = ()
    clock: int = 0
    turned_at: int = 0


class Dealt(Fact, frozen=True, tag="dealt"):
    """The deck, shuffled."""

    deck: tuple[str, ...]
    players: int


class Passed(Fact, frozen=True, tag="passed"):
    """The clock moved on."""

    at: int


class Turned(Fact, frozen=True, tag="turned"):
    """A card turned up."""

    at: int


class Took(Fact, frozen=True, tag="took"):
    """A seat took a card."""

    seat: int
    card: str


Event = Dealt | Passed | Turned | Took


class View(Value, frozen=True):
    """All but the order of the deck."""

    options: Options
    left: int
    lying: tuple[str, ...]
    seats: tuple[tuple[str, ...], ...]
    busy: tuple[int, ...]
    clock: int
    turned_at: int


class Written(Form, frozen=True):
    """A state as written in a position."""

    seats: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...] = ()
    lying: tuple[str, ...] = ()
    busy: tuple[int, ...] = ()
    clock: int = 0
    turned_at: int = 0


class Grab(Game[Options, State, Take, Event, View], Timed[State, Take, Event]):
    """The most cards win."""

    id = "grab"
    players = range(2, 5)
    deck = ("card-1", "card-2", "card-3", "card-4", "card-5", "card-6")
    options_type = Options
    action_type = Take
    event_type = Event
    view_type = View
    form_type = Written

    def start(self, options: Options, players: int, rng: Rng) -> tuple[State, tuple[Event, ...]]:
        return State(options), (Dealt(tuple(rng.shuffled(self.deck)), players),)

    def to_act(self, state: State) -> frozenset[Seat]:
        if not state.lying:
            return NOBODY
        return frozenset(seat for seat, busy in enumerate(state.busy) if busy <= state.clock)

    def legal(self, state: State, seat: Seat) -> Sequence[Take]:
        return self.once_ready(state, seat) if seat in self.to_act(state) else ()

    def check(self, state: State, seat: Seat, action: Take) -> None:
        if state.clock < state.busy[seat]:
            raise RuleError("GR-01", "grab.busy")
        self.check_ready(state, seat, action)

    def decide(
        self, state: State, seat: Seat, action: Take, at: int, rng: Rng
    ) -> tuple[Event, ...]:
        return (Took(seat, action.card),)

    def evolve(self, state: State, event: Event) -> State:
        about = {name: getattr(state, name) for name in state.__struct_fields__}
        match event:
            case Dealt(deck=deck, players=players):
                about |= {"deck": deck, "seats": ((),) * players, "busy": (0,) * players}
            case Passed(at=at):
                about["clock"] = at
            case Turned(at=at):
                about |= {"deck": state.deck[1:], "lying": (*state.lying, state.deck[0])}
                about |= {"clock": at, "turned_at": at}
            case Took(seat=seat, card=card):
                own = (*state.seats[seat], card)
                about["lying"] = tuple(each for each in state.lying if each != card)
                about["seats"] = (*state.seats[:seat], own, *state.seats[seat + 1 :])
                free = state.clock + HAND_MS
                about["busy"] = (*state.busy[:seat], free, *state.busy[seat + 1 :])
        return State(**about)

    def outcome(self, state: State) -> Outcome | None:
        if state.deck or state.lying:
            return None
        scores = tuple(map(len, state.seats))
        winners = tuple(seat for seat, each in enumerate(scores) if each == max(scores))
        return Outcome(scores, winners, "most")

    def view(self, state: State, viewer: Seat | None) -> View:
        return View(
            state.options,
            len(state.deck),
            state.lying,
            state.seats,
            state.busy,
            state.clock,
            state.turned_at,
        )

    def redact(self, event: Event, state: State, viewer: Seat | None) -> Event | Hidden:
        return Hidden() if isinstance(event, Dealt) else event

    def determinize(self, view: View, rng: Rng) -> State:
        seen = {*view.lying, *(card for cards in view.seats for card in cards)}
        deck = tuple(rng.shuffled(card for card in self.deck if card not in seen))
        return State(
            view.options, deck, view.lying, view.seats, view.busy, view.clock, view.turned_at
        )

    def check_options(self, options: Options, players: int) -> None:
        if options.pace_ms < 1:
            raise RuleError("GR-02", "grab.not_there")

    def read(self, options: Options, form: Written) -> State:
        return State(
            options, form.deck, form.lying, form.seats, form.busy, form.clock, form.turned_at
        )

    def dump(self, state: State) -> Json:
        about = {"seats": state.seats, "deck": state.deck, "lying": state.lying, "busy": state.busy}
        return {**about, "clock": state.clock, "turned_at": state.turned_at}

    # Time

    def now(self, state: State) -> int:
        return state.clock

    def wake(self, state: State) -> int | None:
        return state.turned_at + state.options.pace_ms if state.deck else None

    def tick(self, state: State, at: int, rng: Rng) -> tuple[Event, ...]:
        pace, first = state.options.pace_ms, state.turned_at + state.options.pace_ms
        moments = list(range(first, at + 1, pace))[: len(state.deck)]
        turned: list[Event] = [Turned(moment) for moment in moments]
        now = moments[-1] if moments else state.clock
        return (*turned, Passed(at)) if now < at else tuple(turned)

    def ready_at(self, state: State, seat: Seat) -> int:
        return state.busy[seat]

    def once_ready(self, state: State, seat: Seat) -> Sequence[Take]:
        return [Take(card) for card in state.lying]

    def check_ready(self, state: State, seat: Seat, action: Take) -> None:
        if action.card not in state.lying:
            raise RuleError("GR-03", "grab.not_there")


GAME = Grab()
