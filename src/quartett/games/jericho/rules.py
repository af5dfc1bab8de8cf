"""The rules of Jericho: who may do what, and what comes of it."""

from collections.abc import Callable, Sequence
from typing import Any

from quartett.core.capabilities import Previews, Rounds, Undoable
from quartett.core.forms import Json
from quartett.core.game import NOBODY, ONLY, Game, Hidden, Seat, check_number, check_starter
from quartett.core.log import Entry
from quartett.core.outcome import Outcome
from quartett.core.seeds import Rng
from quartett.games.jericho import fold, legality, position, scoring, view, walls
from quartett.games.jericho.actions import (
    Action,
    Feed,
    First,
    Options,
    Supply,
    Trumpet,
    Wall,
)
from quartett.games.jericho.cards import COLOURS, DECK, SCORING, SHORT_NAMES
from quartett.games.jericho.deal import KITS, deal, kit_of
from quartett.games.jericho.events import (
    Blown,
    Built,
    Drew,
    Event,
    Fed,
    Finished,
    FirstChosen,
    PlayBegan,
    Revealed,
    RoundBegan,
    Scored,
    ScoringDrawn,
    Supplied,
    TurnPassed,
)
from quartett.games.jericho.state import MAX_PLAYERS, State, yet_to_choose
from quartett.games.jericho.view import View


class Jericho(
    Game[Options, State, Action, Event, View],
    Previews[State, tuple[Blown, ...]],
    Undoable[State, Action, Event],
    Rounds[Event],
):
    """Build the longest walls, blow down the others', win cards from the supply."""

    id = "jericho"
    players = range(3, MAX_PLAYERS + 1)
    deck = DECK
    short_names = SHORT_NAMES
    options_type = Options
    action_type = Action
    event_type = Event
    view_type = View
    form_type = position.StateForm
    revealing = frozenset({Scored, Finished})
    preview_type = tuple[Blown, ...]

    def start(self, options: Options, players: int, rng: Rng) -> tuple[State, tuple[Event, ...]]:
        return State(options, (), starter=options.starter), (deal(players, rng, kit_of(options)),)

    def to_act(self, state: State) -> frozenset[Seat]:
        if state.turn is not None:
            return ONLY[state.turn]
        return NOBODY if state.phase == "over" else yet_to_choose(state)

    def ends_round(self, event: Event) -> bool:
        """The supply has been shared out."""
        return isinstance(event, Scored)

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

    def preview(self, state: State, seat: Seat, draft: object) -> tuple[Blown, ...]:
        """What a trumpet of this seat would do now, for each colour; all of it lies open."""
        return tuple(_blown(state, seat, colour) for colour in COLOURS)

    def undoable(self, before: State, last: Entry[Action, Event]) -> bool:
        """Whether an action brought nothing to light, so that it may be taken back."""
        return all(isinstance(event, _OWN_DOING) for event in last.events)

    def check_players(self, players: int) -> None:
        """Raise RuleError unless a game of some size is made for this number of players."""
        if not any(players in kit.players for kit in KITS.values()):
            super().check_players(players)

    def check_options(self, options: Options, players: int) -> None:
        check_number(players, kit_of(options).players)
        check_starter(options.starter, players, "JE-05")

    def read(self, options: Options, form: position.StateForm) -> State:
        state = position.read(options, form)
        position.check(state)
        return state

    def dump(self, state: State) -> Json:
        return position.write(state)


_OWN_DOING = (FirstChosen, Fed, Built, Blown, Supplied, TurnPassed)
"""What a player knows before it happens: no card is drawn or turned over."""


def _first(state: State, seat: Seat, action: First) -> tuple[Event, ...]:
    chosen = FirstChosen(seat, action.card)
    if yet_to_choose(state) != {seat}:
        return (chosen,)
    return (chosen, RoundBegan(state.round, state.starter))


def _feed(state: State, seat: Seat, action: Feed) -> tuple[Event, ...]:
    fed = Fed(seat, action.card)
    if yet_to_choose(state) != {seat}:
        return (fed,)
    hidden = tuple(player.face_down for player in state.seats)
    revealed = (Revealed(hidden),) if any(hidden) else ()
    return (fed, *revealed, PlayBegan(state.starter))


def _wall(state: State, seat: Seat, action: Wall) -> tuple[Event, ...]:
    return _and_draw(state, seat, Built(seat, action.card))


def _supply(state: State, seat: Seat, action: Supply) -> tuple[Event, ...]:
    return _and_draw(state, seat, Supplied(seat, action.card))


def _trumpet(state: State, seat: Seat, action: Trumpet) -> tuple[Event, ...]:
    return _and_draw(state, seat, _blown(state, seat, action.colour))


def _blown(state: State, seat: Seat, colour: str) -> Blown:
    falls = walls.falls(state, colour)
    joins = walls.still_has_wall(state, seat, colour, falls)
    return Blown(seat, colour, falls, joins)


def _and_draw(state: State, seat: Seat, played: Event) -> tuple[Event, ...]:
    """The card played, then the draw (JE-08); a scoring card brings a scoring (JE-15)."""
    if not state.draw_pile:
        return (played, TurnPassed(_left(state, seat)))
    card = state.draw_pile[-1]
    if card != SCORING:
        return (played, Drew(seat, card, _left(state, seat)))
    return (played, *_scoring(fold.evolve(state, played), seat))


def _scoring(state: State, seat: Seat) -> list[Event]:
    """A scoring, the replacement card and the next round, or the end (JE-15 to JE-21)."""
    shown = ScoringDrawn(seat)
    after = fold.evolve(state, shown)
    scored = scoring.score(after, seat)
    after = fold.evolve(after, scored)
    if state.round == kit_of(state.options).rounds:
        return [shown, scored, scoring.finish(after)]
    began = RoundBegan(state.round + 1, _left(state, seat))
    if not after.draw_pile:
        return [shown, scored, began]
    if after.draw_pile[-1] == SCORING:  # only in positions written by hand
        return [shown, scored, began, *_scoring(fold.evolve(after, began), seat)]
    return [shown, scored, Drew(seat, after.draw_pile[-1], None), began]


def _left(state: State, seat: Seat) -> Seat:
    """The left neighbour, who is next. In a small position written by hand that seat may have no
    cards: it is still that seat's turn, with nothing to do.
    """
    return (seat + 1) % len(state.seats)


_DECISIONS: dict[type, Callable[[State, Seat, Any], tuple[Event, ...]]] = {
    First: _first,
    Feed: _feed,
    Wall: _wall,
    Supply: _supply,
    Trumpet: _trumpet,
}
