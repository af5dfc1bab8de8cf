"""High Card: a toy game of four cards that shows how little a new game needs."""

from collections.abc import Sequence
from typing import Any

from quartett.core.errors import RuleError
from quartett.core.forms import Form, Move
from quartett.core.game import Fact, Game, Hidden, Seat, Value
from quartett.core.outcome import Outcome
from quartett.core.seeds import Rng


class Options(Form, frozen=True):
    """There is nothing to agree on."""


class Show(Move, frozen=True, tag="show"):
    """Turn the own card over."""


class State(Value, frozen=True):
    """Each seat's card, and who has shown it."""

    cards: tuple[str, ...] = ()
    shown: tuple[int, ...] = ()


class Dealt(Fact, frozen=True, tag="dealt"):
    """One card each."""

    cards: tuple[str | None, ...]


class Shown(Fact, frozen=True, tag="shown"):
    """A seat turned its card over."""

    seat: int
    card: str


class View(Value, frozen=True):
    """The cards a viewer can see; others are None."""

    cards: tuple[str | None, ...]
    shown: tuple[int, ...]


class Written(Form, frozen=True):
    """A state as written in a position: the card of each seat, and who has shown it."""

    seats: tuple[str, ...]
    shown: tuple[int, ...] = ()


class HighCard(Game[Options, State, Show, Dealt | Shown, View]):
    """Everybody shows a card; the highest wins."""

    id = "high_card"
    players = range(2, 5)
    deck = ("card-1", "card-2", "card-3", "card-4")
    options_type = Options
    action_type = Show
    event_type = Dealt | Shown
    view_type = View
    form_type = Written

    def start(self, options: Options, players: int, rng: Rng) -> tuple[State, tuple[Dealt]]:
        return State(), (Dealt(tuple(rng.shuffled(self.deck)[:players])),)

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset(range(len(state.cards))) - frozenset(state.shown)

    def legal(self, state: State, seat: Seat) -> Sequence[Show]:
        return [Show()] if seat in self.to_act(state) else []

    def check(self, state: State, seat: Seat, action: Show) -> None:
        if seat in state.shown:
            raise RuleError("HC-01", "high_card.shown_already")

    def decide(
        self, state: State, seat: Seat, action: Show, at: int, rng: Rng
    ) -> tuple[Dealt | Shown, ...]:
        return (Shown(seat, state.cards[seat]),)

    def evolve(self, state: State, event: Dealt | Shown) -> State:
        if isinstance(event, Dealt):
            return State(tuple(card or "" for card in event.cards))
        return State(state.cards, (*state.shown, event.seat))

    def outcome(self, state: State) -> Outcome | None:
        if self.to_act(state):
            return None
        scores = tuple(int(card[-1]) for card in state.cards)
        return Outcome(scores, (scores.index(max(scores)),), "highest")

    def view(self, state: State, viewer: Seat | None) -> View:
        seen = {*state.shown, viewer}
        cards = (card if seat in seen else None for seat, card in enumerate(state.cards))
        return View(tuple(cards), state.shown)

    def redact(
        self, event: Dealt | Shown, state: State, viewer: Seat | None
    ) -> Dealt | Shown | Hidden:
        if isinstance(event, Shown):
            return event
        cards = (card if seat == viewer else None for seat, card in enumerate(event.cards))
        return Dealt(tuple(cards))

    def determinize(self, view: View, rng: Rng) -> State:
        pool = rng.shuffled(card for card in self.deck if card not in view.cards)
        return State(tuple(card or pool.pop() for card in view.cards), view.shown)

    def check_options(self, options: Options, players: int) -> None:
        pass

    def read(self, options: Options, form: Written) -> State:
        return State(form.seats, form.shown)

    def dump(self, state: State) -> dict[str, Any]:
        return {"seats": list(state.cards), "shown": list(state.shown)}

    def options_of(self, state: State) -> Options:
        return Options()

    def seats(self, state: State) -> int:
        return len(state.cards)


GAME = HighCard()
