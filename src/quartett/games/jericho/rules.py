"""The rules of Jericho: who may do what, and what comes of it."""

from collections.abc import Callable, Sequence
from typing import Any

from quartett.core.capabilities import Previews, Undoable
from quartett.core.errors import RuleError
from quartett.core.forms import Json
from quartett.core.game import NOBODY, ONLY, Game, Hidden, Seat, check_starter
from quartett.core.log import Entry
from quartett.core.outcome import Outcome
from quartett.core.seeds import Rng
from quartett.games.jericho import fold, position, scoring, view
from quartett.games.jericho.actions import (
    FEED,
    FIRST,
    PLAYS,
    Action,
    Feed,
    First,
    Options,
    Supply,
    Trumpet,
    Wall,
)
from quartett.games.jericho.cards import COLOURS, COUNTS, DECK, SCORING, TRUMPET
from quartett.games.jericho.deal import deal
from quartett.games.jericho.events import (
    Blown,
    Built,
    Drew,
    Event,
    Fed,
    FirstChosen,
    PlayBegan,
    Revealed,
    RoundBegan,
    Scored,
    ScoringDrawn,
    Supplied,
    TurnPassed,
)
from quartett.games.jericho.state import State, yet_to_choose
from quartett.games.jericho.view import View

LAST_ROUND = 3

_PHASE_OF = {First: "first", Feed: "feed", Wall: "play", Trumpet: "play", Supply: "play"}
_RULE_OF_PHASE = {"first": "JE-04", "feed": "JE-06", "play": "JE-08", "over": "JE-20"}


class Jericho(
    Game[Options, State, Action, Event, View],
    Previews[State, tuple[Blown, ...]],
    Undoable[State, Action, Event],
):
    """Build the longest walls, blow down the others', win cards from the supply."""

    id = "jericho"
    players = range(3, 6)
    deck = DECK
    options_type = Options
    action_type = Action
    event_type = Event
    view_type = View
    form_type = position.StateForm
    revealing = frozenset({Scored})
    preview_type = tuple[Blown, ...]

    def start(self, options: Options, players: int, rng: Rng) -> tuple[State, tuple[Event, ...]]:
        return State(options, (), starter=options.starter), (deal(players, rng),)

    def to_act(self, state: State) -> frozenset[Seat]:
        if state.turn is not None:
            return ONLY[state.turn]
        return NOBODY if state.phase == "over" else yet_to_choose(state)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if state.phase == "play":
            if seat != state.turn:
                return ()
            return [play for card in dict.fromkeys(state.seats[seat].hand) for play in PLAYS[card]]
        if state.phase == "over" or seat not in yet_to_choose(state):
            return ()
        if state.phase == "feed":
            return [FEED[card] for card in dict.fromkeys(state.seats[seat].hand)]
        return [FIRST[card] for card in _first_cards(state.seats[seat].hand)]

    def check(self, state: State, seat: Seat, action: Action) -> None:
        wanted = _PHASE_OF[type(action)]
        if wanted != state.phase:
            raise RuleError(_RULE_OF_PHASE[state.phase], f"jericho.phase_{state.phase}")
        if wanted == "play":
            _check_play(state, seat, action)
        else:
            _check_choice(state, seat, action)

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
        return view.redact(event, viewer)

    def determinize(self, view_: View, rng: Rng) -> State:
        return view.determinize(view_, rng)

    def preview(self, state: State, seat: Seat, draft: object) -> tuple[Blown, ...]:
        """What a trumpet of this seat would do now, for each colour; all of it lies open."""
        return tuple(_blown(state, seat, colour) for colour in COLOURS)

    def undoable(self, before: State, last: Entry[Action, Event]) -> bool:
        """Whether an action brought nothing to light, so that it may be taken back."""
        return all(isinstance(event, _OWN_DOING) for event in last.events)

    def check_options(self, options: Options, players: int) -> None:
        check_starter(options.starter, players, "JE-05")

    def read(self, options: Options, form: position.StateForm) -> State:
        state = position.read(options, form)
        position.check(state)
        return state

    def dump(self, state: State) -> Json:
        return position.write(state)


_OWN_DOING = (FirstChosen, Fed, Built, Blown, Supplied, TurnPassed)
"""What a player knows before it happens: no card is drawn or turned over."""


def _first_cards(hand: tuple[str, ...]) -> list[str]:
    """The cards that may be laid first: wall cards, where there are any (JE-04)."""
    walls = [card for card in dict.fromkeys(hand) if card != TRUMPET]
    return walls or [TRUMPET]


def _check_choice(state: State, seat: Seat, action: Any) -> None:
    rule = _RULE_OF_PHASE[state.phase]
    hand = state.seats[seat].hand
    if seat not in yet_to_choose(state):
        raise RuleError(rule, "jericho.chosen_already" if hand else "jericho.no_cards")
    _check_hand(hand, action.card, rule)
    if state.phase == "first" and action.card not in _first_cards(hand):
        raise RuleError("JE-04", "jericho.first_is_a_wall_card", card=action.card)


def _check_play(state: State, seat: Seat, action: Any) -> None:
    if seat != state.turn:
        raise RuleError("JE-08", "jericho.not_your_turn", turn=state.turn)
    hand = state.seats[seat].hand
    if type(action) is Trumpet:
        if action.colour not in COLOURS:
            raise RuleError("JE-10", "jericho.no_such_colour", colour=action.colour)
        if TRUMPET not in hand:
            raise RuleError("JE-10", "jericho.no_trumpet")
        return
    _check_hand(hand, action.card, "JE-08")
    if type(action) is Wall and action.card == TRUMPET:
        raise RuleError("JE-09", "jericho.not_a_wall_card", card=action.card)


def _check_hand(hand: tuple[str, ...], card: str, rule: str) -> None:
    if card in hand:
        return
    if card not in COUNTS:
        raise RuleError("JE-01", "jericho.no_such_card", card=card)
    raise RuleError(rule, "jericho.not_in_hand", card=card)


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
    falls = scoring.falls(state, colour)
    joins = scoring.still_has_wall(state, seat, colour, falls)
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
    if state.round == LAST_ROUND:
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
