"""How a review is made: the worth of each state, and of each choice beside the evaluator's.

U(s) is the mean result of playouts from s, with everything reshuffled that no seat can see. A
choice is judged on worlds dealt from the view before it alone, so that the real hidden cards play
no part; the evaluator's own choice is found on other worlds and judged on the same ones.
"""

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from statistics import fmean, variance
from time import monotonic
from typing import NamedTuple

import msgspec

from quartett.core.errors import FormatError
from quartett.core.game import AnyGame, GameValue
from quartett.core.history import AnyHistory, AnyStep
from quartett.core.log import AnyLog
from quartett.core.seeds import Rng, seed_of
from quartett.review.evaluator import (
    AnyEvaluator,
    Ending,
    evaluator_of,
)
from quartett.review.results import (
    Review,
    ReviewDraft,
    ReviewProgress,
    ReviewStep,
    SeatReview,
    Shares,
)

Told = Callable[[ReviewProgress], None]
"""Called with the progress of a review whenever there is something new."""

TURNING_POINTS = 3
BEFORE_STEPS = 2
"""The parts of a review before its steps: the insights, and the start."""

NORMAL_95 = 1.96
"""How many standard errors a 95 % interval reaches to either side."""


class Judgement(NamedTuple):
    """What a choice was worth beside the evaluator's."""

    best: GameValue
    delta: Shares
    """By seat: the difference that the choice made, on the same worlds."""
    variance: float
    """The variance of the chooser's own mean difference."""
    proposed: GameValue = None
    """What a hint would have proposed; asked where this was something else than the best."""
    hinted: bool = False
    """Whether a hint would have proposed this."""


class Judge:
    """Judges states and choices of one game; the same seed gives the same numbers."""

    def __init__(self, game: AnyGame, evaluator: AnyEvaluator, seed: int | str, deals: int) -> None:
        self.game, self.evaluator = game, evaluator
        self.seed, self.deals = seed, deals
        self.nodes = max(1, evaluator.nodes * deals // evaluator.deals)

    def endings(self, state: GameValue, entry: int) -> list[Ending]:
        """How playouts from a state end; the real end, once, where the match is over."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return [Ending(outcome.shares, tuple(map(float, outcome.scores)))]
        ends = []
        for number in range(self.deals):
            rng = Rng(f"review {self.seed} state {entry}", number)
            table = self.evaluator.table(self.evaluator.reshuffled(state, rng))
            ends.append(self.evaluator.play_out(table))
        return ends

    def choice(
        self,
        views: Sequence[GameValue],
        legal: Sequence[GameValue],
        action: GameValue,
        entry: int,
    ) -> Judgement:
        """What an action was worth to all seats, given only the view before it.

        The first view is judged; the seat may have asked for a hint at any of them.
        """
        view = views[0]
        label = self._label(view, entry)
        chance = self.chance(view, entry)
        best = self.evaluator.choose(self.game.id, view, legal, chance, self.nodes)
        players = len(view.seats)
        if self.evaluator.is_same(action, best):
            return Judgement(best, (0.0,) * players, 0.0)
        proposed, hinted = self._proposed(views, legal, action)
        gains = self.gains(view, action, best, label)
        own = fmean(gain[view.viewer] for gain in gains)
        even = hinted if own < 0 else self._is(best, proposed)
        if even:  # what a hint proposes is never judged worse than something else
            return Judgement(best, (0.0,) * players, 0.0, proposed, hinted)
        spread = (
            variance(gain[view.viewer] for gain in gains) / len(gains) if len(gains) > 1 else 0.0
        )
        delta = tuple(fmean(gain[seat] for gain in gains) for seat in range(players))
        return Judgement(best, delta, spread, proposed, hinted)

    def _proposed(
        self, views: Sequence[GameValue], legal: Sequence[GameValue], action: GameValue
    ) -> tuple[GameValue, bool]:
        """What a hint proposes, and whether it is this action, whenever the seat asked for it."""
        first = None
        for view in views:
            found = self.evaluator.proposed(self.game.id, view, legal)
            if self._is(action, found):
                return found, True
            first = first or found
        return first, False

    def _is(self, action: GameValue, proposed: GameValue) -> bool:
        return proposed is not None and self.evaluator.is_same(action, proposed)

    def chance(self, view: GameValue, entry: int) -> Rng:
        """By what chance the evaluator finds its choice; that of the worlds is another one."""
        return Rng(f"{self._label(view, entry)} best")

    def gains(
        self, view: GameValue, action: GameValue, other: GameValue, label: str
    ) -> list[Shares]:
        """By how much an action is better than another one, by seat, on each of the same worlds."""
        play_out, seat, found = self.evaluator.play_out, view.viewer, []
        for number in range(self.deals):
            table = self.evaluator.table(self.game.determinize(view, Rng(label, number)))
            one, two = (play_out(table, seat, each).shares for each in (action, other))
            found.append(tuple(here - there for here, there in zip(one, two, strict=True)))
        return found

    def _label(self, view: GameValue, entry: int) -> str:
        return f"review {self.seed} choice {entry} {seed_of(view)}"


def review(
    log: AnyLog, deals: int | None = None, seed: int | str = 0, progress: Told | None = None
) -> Review:
    """A finished match looked back on; for games in turns."""
    making = _making(log, ReviewDraft(), deals, seed)
    while not making.done:
        making.go_on()
        if progress is not None:
            progress(making.progress())
    return making.review()


def go_on(
    log: AnyLog, draft: ReviewDraft, seconds: float, deals: int | None = None, seed: int | str = 0
) -> ReviewDraft | Review:
    """Continue a review for some seconds; the result can be continued by any process.

    The same as `review` in pieces: the sum of all pieces does not depend on how it is cut.
    """
    making, until = _making(log, draft, deals, seed), monotonic() + seconds
    while not making.done:
        making.go_on()
        if monotonic() >= until and not making.done:
            return making.draft
    return making.review()


def _making(log: AnyLog, draft: ReviewDraft, deals: int | None, seed: int | str) -> "_Making":
    from quartett.games import get

    game = get(log.header.game)
    evaluator = evaluator_of(game.id)
    judge = Judge(game, evaluator, seed, evaluator.deals if deals is None else deals)
    return _Making(judge, recomputed(game, log), draft)


def recomputed(game: AnyGame, log: AnyLog) -> AnyHistory:
    """A finished match step by step, after checking its log against the rules."""
    global _latest
    if _latest is None or _latest[0] != log:
        from quartett import audit

        told = audit.recompute(game, log)  # of made-up events there is nothing to judge
        if game.outcome(told.state) is None:
            raise FormatError("This match is not over yet: only a finished one can be reviewed.")
        _latest = log, told
    return _latest[1]


_latest: tuple[AnyLog, AnyHistory] | None = None
"""The match that was folded last: a review continues the same one in many slices."""


class _Making:
    """One review in the making: first the insights, then the start, then step by step."""

    def __init__(self, judge: Judge, told: AnyHistory, draft: ReviewDraft) -> None:
        self._judge, self._game, self._evaluator = judge, judge.game, judge.evaluator
        self._line, self._end = told.line, told.state
        self._deal = bool(told.line) and told.line[0].entry.seat is None
        self._start = told.line[0].after if self._deal else told.first
        self._players = self._game.seats(self._start)
        groups = list(self._groups())
        self._todo = groups[1:] if self._deal else groups
        self.draft = draft if draft.parts else _new_draft(self._players)

    @property
    def done(self) -> bool:
        """Whether there is nothing left to judge."""
        return self.draft.parts >= BEFORE_STEPS + len(self._todo)

    def go_on(self) -> None:
        """Do the next part."""
        draft = self.draft
        if draft.parts == 0:
            draft.insights = self._evaluator.insights(self._line)
        elif draft.parts == 1:
            self._judge_start()
        else:
            draft.value = self._step(self._todo[draft.parts - BEFORE_STEPS], draft.value)
        draft.parts += 1

    def progress(self) -> ReviewProgress:
        """How far it is."""
        return self.draft.progress(len(self._line))

    def _judge_start(self) -> None:
        draft, endings = self.draft, self._judge.endings(self._start, -1)
        draft.insights = self._evaluator.enrich(draft.insights, endings)
        draft.expected = draft.value = _mean(endings)
        if self._deal:
            draft.steps.append(ReviewStep(0, None, "luck", 0.0, None, draft.value))

    def _groups(self) -> Iterator[list[AnyStep]]:
        """Entry by entry; what all choose at the same time stays together."""
        at = 0
        while at < len(self._line):
            size = max(1, len(self._game.to_act(self._line[at].before)))
            yield self._line[at : at + size]
            at += size

    def _step(self, group: list[AnyStep], before: Shares) -> Shares:
        value = _mean(self._judge.endings(group[-1].after, group[-1].counted))
        steps = [
            self._judged(each, group[: at + 1], before, value) for at, each in enumerate(group)
        ]
        self.draft.steps += steps
        if any(step.kind == "decision" for step in steps):
            swing = sum(abs(new - old) for new, old in zip(value, before, strict=True))
            self.draft.swings.append((swing, group[0].counted))
        return value

    def _judged(
        self, step: AnyStep, until: Sequence[AnyStep], before: Shares, value: Shares
    ) -> ReviewStep:
        state = until[0].before
        number, seat, action = step.counted, step.entry.seat, step.entry.action
        if seat is None:
            return ReviewStep(number, None, "luck", 0.0, None, value)
        if self._evaluator.is_choice(action, self._game.legal(state, seat)):
            found = self._decided(step, until, seat, value)
        else:
            delta = value[seat] - before[seat]
            found = ReviewStep(number, seat, "luck", delta, None, value)
        places, at_end = (
            self._evaluator.places(state, each, action) for each in (step.after, self._end)
        )
        return msgspec.structs.replace(found, places=places, end_places=at_end)

    def _decided(
        self, step: AnyStep, until: Sequence[AnyStep], seat: int, value: Shares
    ) -> ReviewStep:
        """A decision beside the best one, and beside the master's."""
        state = until[0].before
        views = self._seen(seat, until)
        judged = self._judge.choice(
            views, self._game.legal(state, seat), step.entry.action, step.counted
        )
        self._add_up(seat, judged)
        best, masters = (
            {} if each is None else self._evaluator.places(state, step.after, each)
            for each in (judged.best, judged.proposed)
        )
        found = ReviewStep(
            step.counted,
            seat,
            "decision",
            judged.delta[seat],
            judged.best,
            value,
            interval=NORMAL_95 * sqrt(judged.variance),
            best_places=best,
            master=judged.proposed,
            master_places=masters,
            hinted=judged.hinted,
        )
        if not found.is_mistake:
            return found
        return msgspec.structs.replace(found, reason=self._evaluator.reason(views[0], judged.best))

    def _add_up(self, seat: int, judged: Judgement) -> None:
        """Count a decision for the seat that took it, and for the others whom it befell."""
        draft = self.draft
        for each in range(self._players):
            (draft.decisions if each == seat else draft.others)[each] += judged.delta[each]
        draft.variances[seat] += judged.variance

    def _seen(self, seat: int, until: Sequence[AnyStep]) -> list[GameValue]:
        """What a seat saw until its choice: others may have chosen before it, at the same time."""
        views: list[GameValue] = []
        for step in until:
            view = self._game.view(step.before, seat)
            if view not in views:
                views.append(view)
        return views

    def review(self) -> Review:
        """The whole review, once everything is judged."""
        draft = self.draft
        outcome = self._game.outcome(self._end)
        assert outcome is not None
        largest = sorted(draft.swings, key=lambda each: (-each[0], each[1]))[:TURNING_POINTS]
        return Review(
            self._game.id,
            self._evaluator.name,
            tuple(self._seat(seat, result) for seat, result in enumerate(outcome.shares)),
            tuple(draft.steps),
            tuple(sorted(number for _, number in largest)),
            draft.insights,
        )

    def _seat(self, seat: int, result: float) -> SeatReview:
        draft = self.draft
        expected, decisions, others = (
            each[seat] for each in (draft.expected, draft.decisions, draft.others)
        )
        cards = result - expected - decisions - others
        margin = NORMAL_95 * sqrt(draft.variances[seat])
        return SeatReview(seat, result, expected, cards + others, cards, others, decisions, margin)


def _new_draft(players: int) -> ReviewDraft:
    zeros = [0.0] * players
    return ReviewDraft(decisions=[*zeros], others=[*zeros], variances=[*zeros])


def _mean(endings: Sequence[Ending]) -> Shares:
    seats = range(len(endings[0].shares))
    return tuple(fmean(ending.shares[seat] for ending in endings) for seat in seats)
