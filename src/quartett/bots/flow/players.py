"""The Flow bots: easy overlooks much, medium takes what it sees, hard looks a step ahead."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from quartett.bots.base import Bot
from quartett.bots.flow.pace import Pace
from quartett.bots.flow.stopping import lead, without_stop
from quartett.bots.flow.worth import gain, worth
from quartett.core.seeds import Rng
from quartett.games.flow.actions import STOP, Action, Draw, Play, Set, Steal, Stop
from quartett.games.flow.view import View

# Calibrated by `tests/bots/flow_newcomer.py` and `research/flow_rounds.py`.
EASY_PACE = Pace(median=0.905, spread=0.35, choice=0.05, change=0.08, patience=0.75)
# Among three and four a lead in pace counts more, so the quicker hands slow down more there.
MEDIUM_PACE = Pace(0.846, spread=0.28, choice=0.03, change=0.05, patience=3.0, crowd=(1.1, 1.138))
HARD_PACE = Pace(0.65, spread=0.22, choice=0.015, change=0.025, patience=3.0, crowd=(1.165, 1.195))
PRACTICE_PACE = Pace(median=2.5, spread=0.2, choice=0.0, change=0.0, patience=3.0)

Eyes = Mapping[type, int]
"""In how many of a hundred looks a player notices an action of a kind."""

SHARP_EYES: Eyes = {Draw: 100, Set: 100, Play: 100, Steal: 100, Stop: 100}
GOOD_EYES: Eyes = {Draw: 100, Set: 100, Play: 80, Steal: 50, Stop: 90}
CHILDS_EYES: Eyes = {Draw: 95, Set: 95, Play: 80, Steal: 50, Stop: 60}

LEARNERS_EYES: Eyes = {Draw: 100, Set: 100, Play: 60, Steal: 25, Stop: 0}

CHILDS_TASTE: Mapping[type, float] = {Play: 4.0, Steal: 3.0, Draw: 2.0, Stop: 1.0, Set: 0.0}
"""A child likes to get rid of cards, and to take some away; it never counts points."""

NEVER_MS = 3_600_000
"""Longer than any round."""


class FlowBot(Bot[View, Action]):
    """Does what it likes best of what it notices; a subclass may lend it another pace."""

    pace: ClassVar[Pace]
    eyes: ClassVar[Eyes]

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        noticed = [each for each in rng.shuffled(legal) if rng.below(100) < self.eyes[type(each)]]
        # A player who notices nothing looks again.
        return max(noticed or legal, key=lambda action: self.liking(view, action))

    def reaction_ms(self, view: View, legal: Sequence[Action], rng: Rng) -> int:
        return self.pace.reaction_ms(view, legal, rng)

    @abstractmethod
    def liking(self, view: View, action: Action) -> float:
        """How much the bot wants to do this."""


class Easy(FlowBot):
    """Looks at its own cards rather than at the others', and calls Stop without counting."""

    level = "easy"
    pace = EASY_PACE
    eyes = CHILDS_EYES

    def liking(self, view: View, action: Action) -> float:
        return CHILDS_TASTE[type(action)]


class Counting(FlowBot):
    """Counts points: calls Stop only when ahead, and waits for a chance when it is not."""

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        if STOP not in legal:
            return super().choose(view, legal, rng)
        if lead(view) > 0:
            return STOP
        return super().choose(view, without_stop(legal) or legal, rng)

    def reaction_ms(self, view: View, legal: Sequence[Action], rng: Rng) -> int:
        if without_stop(legal) or lead(view) > 0:
            return super().reaction_ms(view, legal, rng)
        return self.pace.waiting_ms(rng)


class Medium(Counting):
    """Takes the most points it sees at once, and overlooks a chance now and then."""

    level = "medium"
    pace = MEDIUM_PACE
    eyes = GOOD_EYES

    def liking(self, view: View, action: Action) -> float:
        return gain(view, action)


class Hard(Counting):
    """Sees everything, and weighs what an action leaves to itself and to the others."""

    level = "hard"
    pace = HARD_PACE
    eyes = SHARP_EYES

    def liking(self, view: View, action: Action) -> float:
        return worth(view, action)


class Practice(Easy):
    """Leaves a newcomer time for a first round, and never ends it."""

    level = "practice"
    pace = PRACTICE_PACE
    eyes = LEARNERS_EYES

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        return super().choose(view, without_stop(legal) or legal, rng)

    def reaction_ms(self, view: View, legal: Sequence[Action], rng: Rng) -> int:
        return super().reaction_ms(view, legal, rng) if without_stop(legal) else NEVER_MS
