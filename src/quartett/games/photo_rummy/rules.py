"""The rules of Photo Rummy: who may do what, and what comes of it."""

from collections.abc import Sequence

from quartett.core.capabilities import Previews, Rounds
from quartett.core.forms import Json, parse
from quartett.core.game import (
    NOBODY,
    ONLY,
    Game,
    Hidden,
    Seat,
    check_number,
    check_range,
    check_starter,
)
from quartett.core.outcome import Outcome
from quartett.core.seeds import Rng
from quartett.games.photo_rummy import drafts, fold, legality, position, scoring, view
from quartett.games.photo_rummy.actions import Action, Draw, Lay, Options, Pass
from quartett.games.photo_rummy.cards import DECK, SHORT_NAMES, is_joker
from quartett.games.photo_rummy.deal import deal
from quartett.games.photo_rummy.events import (
    Drew,
    Event,
    Finished,
    Laid,
    Passed,
    RoundDrawn,
    RoundWon,
)
from quartett.games.photo_rummy.kit import kit_of
from quartett.games.photo_rummy.lay import same_table
from quartett.games.photo_rummy.legality import Offers
from quartett.games.photo_rummy.state import Player, State
from quartett.games.photo_rummy.view import View

MAX_ROUNDS = 20


class PhotoRummy(
    Game[Options, State, Action, Event, View],
    Previews[State, drafts.DraftVerdict],
    Rounds[Event],
):
    """Lay sets and rows, rearrange the table, be the first to have an empty rack."""

    id = "photo_rummy"
    players = range(2, 5)
    deck = DECK
    short_names = SHORT_NAMES
    options_type = Options
    action_type = Action
    event_type = Event
    view_type = View
    form_type = position.StateForm
    preview_type = drafts.DraftVerdict
    unlisted = frozenset({Lay})
    revealing = frozenset({RoundWon, RoundDrawn})

    def start(self, options: Options, players: int, rng: Rng) -> tuple[State, tuple[Event, ...]]:
        bare = State(options, (Player(),) * players, starter=options.starter)
        return bare, (deal(players, 1, options.starter, rng, kit_of(options)),)

    def to_act(self, state: State) -> frozenset[Seat]:
        return NOBODY if state.turn is None else ONLY[state.turn]

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        return legality.moves(state, seat)

    def ends_round(self, event: Event) -> bool:
        """Somebody has gone out, or the stacks are used up."""
        return isinstance(event, RoundWon | RoundDrawn)

    def more(self, state: State, seat: Seat) -> bool:
        """Whether the seat can lay at all: there are more ways to lay than the best ones."""
        return state.phase == "lay" and seat == state.turn and Offers(state, seat).is_lay_possible()

    def check(self, state: State, seat: Seat, action: Action) -> None:
        legality.check(state, seat, action)

    def decide(
        self, state: State, seat: Seat, action: Action, at: int, rng: Rng
    ) -> tuple[Event, ...]:
        if isinstance(action, Draw):
            return (Drew(seat, action.stack, state.stacks[action.stack][-1]),)
        ended = _turn(state, seat, action)
        after = fold.evolve(state, ended)
        if isinstance(ended, Laid) and ended.laid and not after.seats[seat].rack:
            return (ended, scoring.round_won(after, seat), _next_round(state, rng))
        if not any(state.stacks):
            return (ended, RoundDrawn(), _next_round(state, rng))
        return (ended,)

    def evolve(self, state: State, event: Event) -> State:
        return fold.FOLDS[type(event)](state, event)

    def turn(self, state: State) -> tuple[int, Seat | None]:
        """Round and seat: the seat that ends a round may begin the next one."""
        return state.round, state.turn

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def view(self, state: State, viewer: Seat | None) -> View:
        return view.view(state, viewer)

    def redact(self, event: Event, state: State, viewer: Seat | None) -> Event | Hidden:
        return view.redact(event, state, viewer)

    def determinize(self, view_: View, rng: Rng) -> State:
        return view.determinize(view_, rng)

    def preview(self, state: State, seat: Seat, draft: object) -> drafts.DraftVerdict:
        """What the rules say of a table that a seat tries out; nothing happens."""
        return drafts.judge(view.view(state, seat), parse(drafts.Draft, draft, "draft"))

    def check_options(self, options: Options, players: int) -> None:
        check_number(players, kit_of(options).players)
        check_range("PR-02", "rounds", options.rounds, 1, MAX_ROUNDS)
        check_starter(options.starter, players, "PR-05")

    def read(self, options: Options, form: position.StateForm) -> State:
        state = position.read(options, form)
        position.check(state)
        return state

    def dump(self, state: State) -> Json:
        return position.write(state)


def _turn(state: State, seat: Seat, action: Lay | Pass) -> Laid | Passed:
    """How a turn ends; a lay that changes nothing is a pass."""
    if isinstance(action, Pass) or same_table(state.table, action.table):
        return Passed(seat)
    before = {card for cards in state.table for card in cards}
    after = {card for cards in action.table for card in cards}
    laid = tuple(card for card in state.seats[seat].rack if card in after)
    taken = tuple(sorted(card for card in before - after if is_joker(card)))
    return Laid(seat, action.table, laid, taken)


def _next_round(state: State, rng: Rng) -> Event:
    """The deal of the next round, begun one seat further on, or the end (PR-05, PR-18)."""
    if state.round >= state.options.rounds:
        return Finished()
    players = len(state.seats)
    starter = (state.starter + 1) % players
    return deal(players, state.round + 1, starter, rng, kit_of(state.options))
