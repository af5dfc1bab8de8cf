"""Jericho as the hard bot sees it: every playout follows its rules of thumb to the end."""

from collections.abc import Sequence

import msgspec

from quartett.bots.jericho.hints import reason
from quartett.core.forms import Json
from quartett.core.history import Step
from quartett.core.seeds import Rng
from quartett.fast.jericho import Jericho, from_state, id_of
from quartett.fast.jericho_playout import Thumb
from quartett.games.jericho.actions import Action
from quartett.games.jericho.cards import SCORING
from quartett.games.jericho.deal import scoring_piles
from quartett.games.jericho.events import Event
from quartett.games.jericho.state import State
from quartett.games.jericho.view import View
from quartett.review.evaluator import Ending, Evaluator, Renamed, shares_of
from quartett.review.jericho.insights import Insights, insights_of, mean_places
from quartett.review.results import Reason


class JerichoEvaluator(Evaluator[State, Action, View, Jericho]):
    """Judges Jericho."""

    deals = 96
    nodes = 320

    def reshuffled(self, state: State, rng: Rng) -> State:
        """The draw pile dealt afresh; each scoring card stays within its own pile (JE-03)."""
        pile = state.draw_pile
        cards = rng.shuffled(card for card in pile if card != SCORING)
        places = _scoring_places(state, rng)
        mixed = tuple(SCORING if at in places else cards.pop() for at in range(len(pile)))
        return msgspec.structs.replace(state, draw_pile=mixed)

    def table(self, state: State) -> Jericho:
        return from_state(state)

    def play_out(
        self, table: Jericho, seat: int | None = None, action: Action | None = None
    ) -> Ending:
        game = table.copy()
        if seat is not None and action is not None:
            game.apply(seat, id_of(game, seat, action))
        if not game.is_over():
            Thumb(game).play_out()
        shares = shares_of(game.winners(), game.players)
        return Ending(shares, tuple(map(float, game.scores())))

    def insights(self, line: Sequence[Step[State, Action, Event]]) -> Insights:
        return insights_of(line)

    def renumber(self, position: Json, renamed: Renamed) -> None:
        for put in position["supply"]:
            put["by"] = renamed(put["by"])

    def enrich(self, insights: Insights, start: Sequence[Ending]) -> Insights:
        return mean_places(insights, start)

    def reason(self, view: View, action: Action) -> Reason | None:
        key, about = reason(view, action)
        return Reason(f"jericho.hint.{key}", about)


def _scoring_places(state: State, rng: Rng) -> set[int]:
    """Where scoring cards may lie as well; where they do lie if the piles are unusual."""
    pile = state.draw_pile
    real = {at for at, card in enumerate(pile) if card == SCORING}
    places: set[int] = set()
    found = 0
    for bottom, room in scoring_piles(len(state.seats), len(pile)):
        inside = sum(bottom <= at < bottom + room for at in real)
        if inside:
            places.add(bottom + rng.below(room))
            found += inside
    return places if found == len(real) == len(places) else real
