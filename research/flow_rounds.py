"""How Speed & Flow's steps fare against the one below, and its characters against their step.

    python research/flow_rounds.py --matches 600 --seed 5

One plays one round against others of a kind, each deal from every seat. The hands are those of
`quartett.bots.planning` and the bots those of the ladder up to hard, but on the fast core, where a
round takes 2 to 5 ms instead of 20 to 50. What a hand reaches for is a `Reach`: the id of an
action, and the card on top of the pile where it is played.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import exp, sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from quartett.bots.base import MIN_REACTION_MS, REACTION_MS
from quartett.bots.flow import LADDER
from quartett.bots.flow.characters import CHARACTERS
from quartett.bots.flow.players import CHILDS_TASTE, Counting, Easy, FlowBot, Hard
from quartett.bots.flow.worth import worth_at
from quartett.bots.ladder import of_two
from quartett.bots.planning import COMMITTED_MS
from quartett.core.outcome import share_of
from quartett.fast.flow import (
    DRAW_ID,
    FIT,
    OVER,
    PLAY_ID,
    RUNNING,
    SET_ID,
    STEAL_ID,
    STOP_ID,
    empty,
)
from quartett.games.flow.actions import Draw, Options, Play, Set, Steal, Stop

ONE_ROUND = Options(target=1)
HAND = 2
"""The source of a play that is no place of the display."""

KINDS: Sequence[type] = (
    *[Draw] * (SET_ID - DRAW_ID),
    *[Set] * (PLAY_ID - SET_ID),
    *[Play] * (STEAL_ID - PLAY_ID),
    *[Steal] * (STOP_ID - STEAL_ID),
    Stop,
)
"""The kind of action that each id is."""

Bot = type[FlowBot]


class Reach(NamedTuple):
    """What a hand reaches for: an action, and the top of the pile if it is a play (else -1)."""

    action: int
    on: int


class Plan(NamedTuple):
    """What a seat is about to do, when, and what there was to do when it decided."""

    at: int
    luck: float
    reach: Reach
    seen: frozenset[Reach]


class Round:
    """One round between bots, each with its own eyes and hands."""

    def __init__(self, bots: Sequence[Bot], seed: str) -> None:
        self.bots, self.chance = bots, Random(seed)
        self.table = empty(len(bots), ONE_ROUND, seed)
        self.table.deal_round()
        self.table.wait(self.table.until)
        self.plans: dict[int, Plan] = {}

    def play(self) -> list[int]:
        """Play it to its end; the winners."""
        while self.table.phase != OVER:
            for seat in range(len(self.bots)):
                self._look(seat)
            self._go_on()
        return self.table.winners()

    def _look(self, seat: int) -> None:
        ids, plan = self.table.once_ready_ids(seat), self.plans.get(seat)
        if not ids:
            self.plans.pop(seat, None)
            return
        there = frozenset(self._reach(each) for each in ids)
        if plan is None or not self._stands(seat, plan, there):
            self.plans[seat] = self._planned(seat, ids, there, plan)

    def _stands(self, seat: int, plan: Plan, there: frozenset[Reach]) -> bool:
        if not self._possible(seat, plan.reach):
            return False
        return plan.at - self.table.clock <= COMMITTED_MS or plan.seen >= there

    def _planned(
        self, seat: int, ids: list[int], there: frozenset[Reach], old: Plan | None
    ) -> Plan:
        reach = self._reach(self._chosen(seat, ids))
        if old is not None and old.reach == reach:
            return old._replace(seen=there)
        at = max(self.table.clock + self._reaction_ms(seat, ids), self._ready(seat, reach))
        return Plan(at, self.chance.random(), reach, there)

    def _go_on(self) -> None:
        table, wake = self.table, self.table.wake()
        seat = min(self.plans, key=lambda each: self.plans[each][:2], default=None)
        if seat is None or 0 <= wake <= self.plans[seat].at:
            table.wait(wake)
            return
        plan = self.plans.pop(seat)
        table.wait(max(plan.at, table.clock))
        if self._possible(seat, plan.reach) and self._ready(seat, plan.reach) <= table.clock:
            self._act(seat, plan.reach)

    def _reach(self, action: int) -> Reach:
        is_play = PLAY_ID <= action < STEAL_ID
        return Reach(action, self.table.middle[(action - PLAY_ID) % 2][-1] if is_play else -1)

    def _ready(self, seat: int, reach: Reach) -> int:
        clock = self.table.clock
        return clock if reach.action == STOP_ID else max(clock, self.table.busy[seat])

    def _possible(self, seat: int, reach: Reach) -> bool:
        """Whether a hand that is free could do it; a play also on what was just covered (FL-16)."""
        table = self.table
        if table.phase != RUNNING:
            return False
        if reach.on < 0 or self._reach(reach.action) == reach:
            return reach.action in table.once_ready_ids(seat)
        source, pile = divmod(reach.action - PLAY_ID, 2)
        held = table.hands[seat]
        card = held if source == HAND else table.displays[2 * seat + source]
        hindered = source != HAND and (held >= 0 or table.refilling[seat])
        if card < 0 or hindered or not FIT[reach.on][card]:
            return False
        covered = zip(table.covered[pile], table.covered_at[pile], strict=True)
        return any(each == reach.on and table.clock - at < table.grace_ms for each, at in covered)

    def _act(self, seat: int, reach: Reach) -> None:
        table, beneath = self.table, self._reach(reach.action) != reach
        pile = (reach.action - PLAY_ID) % 2
        covered = table.covered[pile][:], table.covered_at[pile][:]
        table.apply(seat, reach.action)
        if beneath and table.phase == RUNNING:
            table.middle[pile].insert(-1, table.middle[pile].pop())
            table.covered[pile], table.covered_at[pile] = covered

    def _chosen(self, seat: int, ids: list[int]) -> int:
        """As `FlowBot.choose`: what it likes best of what it notices."""
        bot, found = self.bots[seat], ids[:]
        if issubclass(bot, Counting) and STOP_ID in ids:
            if self._lead(seat) > 0:
                return STOP_ID
            found = [each for each in ids if each != STOP_ID] or found
        self.chance.shuffle(found)
        noticed = [each for each in found if self.chance.randrange(100) < bot.eyes[KINDS[each]]]
        return max(noticed or found, key=lambda each: self._liking(seat, each))

    def _liking(self, seat: int, action: int) -> float:
        bot, kind = self.bots[seat], KINDS[action]
        if issubclass(bot, Easy):
            return CHILDS_TASTE[kind]
        gains: Mapping[type, float] = {Play: 1.0, Steal: 2.0 - 1 / (len(self.bots) - 1)}
        gain = gains.get(kind, 0.0)
        if not issubclass(bot, Hard) or action == STOP_ID:
            return gain
        return worth_at(self.table.copy(), seat, action, gain)

    def _reaction_ms(self, seat: int, ids: list[int]) -> int:
        """As `Pace.reaction_ms`, or as long as one waits where only Stop is left."""
        bot, table = self.bots[seat], self.table
        waits = issubclass(bot, Counting) and ids == [STOP_ID] and self._lead(seat) <= 0
        median = bot.pace.usual(len(self.bots)) + bot.pace.choice * (len(ids) - 1)
        if table.acted_at > table.busy[seat] - table.hand_ms:
            median += bot.pace.change
        factor = exp(self.chance.gauss(0, bot.pace.spread))
        ms = round(REACTION_MS * (bot.pace.patience if waits else median) * factor)
        ready = table.clock if waits else table.busy[seat]
        return max(MIN_REACTION_MS, ms, ready - table.clock)

    def _lead(self, seat: int) -> int:
        points = [
            self.table.dealt[at] - self.table.left(at) + 2 * len(self.table.stolen[at])
            for at in range(len(self.bots))
        ]
        return points.pop(seat) - max(points)


def shares(upper: Bot, lower: Bot, players: int, deals: int, seed: str) -> list[float]:
    """The share of the victories that one of a kind has on each deal, over all seats."""
    found = []
    for deal in range(deals):
        wins = 0.0
        for seat in range(players):
            table = [lower] * players
            table[seat] = upper
            wins += share_of(Round(table, f"{seed} {deal}").play(), seat)
        found.append(wins / players)
    return found


def told(found: Sequence[float], players: int) -> str:
    """The share as it would be in matches of two, with its 95 % interval."""
    mean, error = fmean(found), 1.96 * stdev(found) / sqrt(len(found))
    two, low, high = (of_two(each, players - 1) for each in (mean, mean - error, mean + error))
    return f"{two:.1%} ({100 * low:.1f}–{100 * high:.1f}), {len(found) * players}"


def pairs() -> Iterator[tuple[str, Bot, Bot]]:
    """The steps up to hard with the one below each, and the characters with the step as strong."""
    kinds = [kind for kind in LADDER if issubclass(kind, FlowBot)]
    for number, (lower, upper) in enumerate(pairwise(kinds), start=2):
        yield f"step {number}", upper, lower
    for each in CHARACTERS:
        assert issubclass(each.kind, FlowBot)
        yield each.level, each.kind, kinds[each.step - 1]


def main() -> None:
    """Play, and print a row for each step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=600, help="for each figure, about")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    for players in given.players:
        for name, upper, lower in pairs():
            found = shares(upper, lower, players, given.matches // players, given.seed)
            print(f"{players} players, {name}: {told(found, players)}", flush=True)


if __name__ == "__main__":
    main()
