"""Photo Rummy as the hard bot sees it: the round is played ahead, the rounds to come are reckoned.

In thought nobody lays anything until everything can be laid at once; only a player who has laid
piecemeal before goes on doing so.
"""

from collections.abc import Sequence
from math import exp, sqrt

import msgspec

from quartett.bots.photo_rummy.bits import bits_of, goes_out, minus_of
from quartett.bots.photo_rummy.search import NARROW, WIDE
from quartett.core.forms import Json
from quartett.core.history import Step
from quartett.core.seeds import Rng
from quartett.games.photo_rummy.actions import Action, Draw, Lay
from quartett.games.photo_rummy.cards import is_joker
from quartett.games.photo_rummy.events import Event
from quartett.games.photo_rummy.solver import solve
from quartett.games.photo_rummy.solving.board import BIT, board, cards_of
from quartett.games.photo_rummy.state import Combinations, State
from quartett.games.photo_rummy.view import View
from quartett.review.evaluator import Ending, Evaluator, shared
from quartett.review.photo_rummy.insights import Insights, insights_of
from quartett.review.results import Reason, Shares


class RoundTable(msgspec.Struct, frozen=True):
    """The rest of a round: racks as bits, and the cards in the order they will be drawn."""

    table: Combinations
    racks: tuple[int, ...]
    opened: tuple[bool, ...]
    scores: tuple[int, ...]
    draws: tuple[int, ...]
    turn: int
    has_drawn: bool
    rounds_left: int


class PhotoRummyEvaluator(Evaluator[State, Action, View, RoundTable]):
    """Judges Photo Rummy."""

    deals = 64
    nodes = 1000

    def reshuffled(self, state: State, rng: Rng) -> State:
        cards = rng.shuffled(card for stack in state.stacks for card in stack)
        stacks = tuple(tuple(cards.pop() for _ in stack) for stack in state.stacks)
        return msgspec.structs.replace(state, stacks=stacks)

    def table(self, state: State) -> RoundTable:
        draws = [BIT[card] for stack in state.stacks for card in reversed(stack)]
        return RoundTable(
            state.table,
            tuple(board(player.rack) for player in state.seats),
            tuple(player.opened for player in state.seats),
            tuple(player.score for player in state.seats),
            tuple(draws),
            state.turn or 0,
            state.phase == "lay",
            state.options.rounds - state.round,
        )

    def play_out(
        self, table: RoundTable, seat: int | None = None, action: Action | None = None
    ) -> Ending:
        scores = _Playout(table).run(None if isinstance(action, Draw) else action)
        return Ending(_outlook(scores, table.rounds_left), tuple(map(float, scores)))

    def is_choice(self, action: Action, legal: Sequence[Action]) -> bool:
        """Nobody knows what lies where: one stack is as good as another."""
        return not isinstance(action, Draw) and super().is_choice(action, legal)

    def is_same(self, action: Action, other: Action) -> bool:
        if isinstance(action, Lay) and isinstance(other, Lay):
            return _in_order(action.table) == _in_order(other.table)
        return action == other

    def places(self, before: State, shown: State, action: Action) -> Json:
        """The cards that leave the rack: the rest of the table says little."""
        if not isinstance(action, Lay) or before.turn is None:
            return {}
        rack = before.seats[before.turn].rack
        return {"laid": [card for cards in action.table for card in cards if card in rack]}

    def usual_places(self, fields: Json) -> Json:
        if "table" not in fields:
            return {}
        return {"laid": [card for cards in fields["table"] for card in cards]}

    def achieved(self, state: State, seat: int, action: Action) -> int:
        """How many cards leave the rack in a lay."""
        table = action.table if isinstance(action, Lay) else ()
        lying = {card for cards in table for card in cards}
        taken = {card for cards in state.table for card in cards} - lying
        return sum(card in lying for card in state.seats[seat].rack) - len(taken)

    def part(self, state: State, action: Json) -> list[str] | None:
        """The first combination that is new on the table."""
        before = [sorted(cards) for cards in state.table]
        new = (cards for cards in action.get("table", ()) if sorted(cards) not in before)
        return next(new, None)

    def moved(self, state: State, seat: int) -> int:
        player = state.seats[seat]
        return solve(state.table, player.rack, player.opened).moved

    def insights(self, line: Sequence[Step[State, Action, Event]]) -> Insights:
        return insights_of(line)

    def reason(self, view: View, action: Action) -> Reason | None:
        player = view.me
        rack = player.rack
        if not isinstance(action, Lay):
            best = solve(view.table, rack, player.opened)
            about = {"count": len(best.laid), "rack": len(rack)}
            return Reason("photo_rummy.hint.hold", about) if best.laid else None
        before = {card for cards in view.table for card in cards}
        after = {card for cards in action.table for card in cards}
        taken = sorted(card for card in before - after if is_joker(card))
        count = sum(card in after for card in rack)
        if count == len(rack) and not taken:
            return Reason("photo_rummy.hint.out", {})
        numbers = {"count": count, "rack": len(rack), "jokers": taken}
        return Reason(f"photo_rummy.hint.{'joker' if taken else 'lay'}", numbers)


class _Playout:
    """One round played to its end in thought."""

    def __init__(self, start: RoundTable) -> None:
        self._start = start
        self._table = start.table
        self._lying = bits_of(start.table)
        self._racks = list(start.racks)
        self._opened = list(start.opened)
        self._players = len(start.racks)

    def run(self, action: Action | None) -> list[int]:
        """The scores once the round is over."""
        start, seat = self._start, self._start.turn
        if start.has_drawn:
            out = self._act(seat) if action is None else self._do(seat, action)
            if out:
                return self._scores(seat)
            seat = (seat + 1) % self._players
        for card in start.draws:
            self._racks[seat] |= card
            if self._act(seat):
                return self._scores(seat)
            seat = (seat + 1) % self._players
        return list(start.scores)

    def _do(self, seat: int, action: Action) -> bool:
        """Lay as told; whether the seat is out."""
        if isinstance(action, Lay):
            self._lay(seat, action.table)
        return not self._racks[seat]

    def _act(self, seat: int) -> bool:
        """Go out if possible; only who has laid before the playout lays less."""
        rack, opened = self._racks[seat], self._opened[seat]
        if goes_out(self._table, self._lying, rack, opened):
            self._racks[seat] = 0
            return True
        if self._start.opened[seat]:
            solution = solve(self._table, cards_of(rack), opened)
            if solution.laid:
                self._lay(seat, tuple(map(tuple, solution.table)))
        return False

    def _lay(self, seat: int, table: Combinations) -> None:
        # Everything that leaves the table in a lay is a joker taken onto the rack.
        together = self._lying | self._racks[seat]
        self._table, self._lying = table, bits_of(table)
        self._racks[seat] = together & ~self._lying
        self._opened[seat] = True

    def _scores(self, winner: int) -> list[int]:
        losses = [minus_of(rack) for rack in self._racks]
        losses[winner] = -sum(losses)
        return [score - loss for score, loss in zip(self._start.scores, losses, strict=True)]


def _outlook(scores: Sequence[int], rounds_left: int) -> Shares:
    """Totals as chances to win the match: exact at its end, else as the hard bot weighs leads."""
    if not rounds_left:
        return shared(scores)
    wide = NARROW + WIDE * sqrt(rounds_left)
    weights = [exp((score - max(scores)) / wide) for score in scores]
    return tuple(weight / sum(weights) for weight in weights)


def _in_order(table: Combinations) -> list[list[str]]:
    return sorted(sorted(cards) for cards in table)
