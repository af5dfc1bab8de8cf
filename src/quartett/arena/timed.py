"""Matches in which time counts: every seat acts at its own moment, as soon as it has reacted.

A plan is an action and the moment at which the hand arrives. Whenever the table changes, the seats
look again. A seat whose planned action is no longer legal plans anew, and so does one that sees
something new to do and prefers it; but a hand that has nearly arrived (`COMMITTED_MS`) goes through
with what it began. A plan that comes too early (the hand is still busy) waits until it may.
"""

from typing import Any

import msgspec

from quartett.arena.match import Player, Table
from quartett.core.match import AnyMatch
from quartett.core.seeds import Rng

COMMITTED_MS = 200
"""How long before an action lands it can no longer be called off."""


class Plan(msgspec.Struct, frozen=True):
    """What a seat is about to do and when; `luck` decides between equal moments."""

    at: int
    luck: int
    action: Any
    legal: frozenset[Any]


Plans = dict[int, Plan]


def play_timed(table: Table) -> None:
    """Play a timed match to its end, from one happening to the next."""
    plans: Plans = {}
    while table.match.outcome is None:
        look_again(table, plans)
        _go_on(table, plans)


def look_again(table: Table, plans: Plans) -> None:
    """Every seat looks at the table as it is now and keeps, makes or drops its plan."""
    match = table.match
    able = match.able
    for player in table.players:
        if player.seat not in able:
            plans.pop(player.seat, None)
        elif not _stands(match, player.seat, plans.get(player.seat)):
            plans[player.seat] = _plan(match, player, plans.get(player.seat))


def _stands(match: AnyMatch, seat: int, plan: Plan | None) -> bool:
    """Whether a seat keeps its plan without thinking: still possible, and nothing new to see."""
    if plan is None or match.earliest(seat, plan.action) is None:
        return False
    if plan.at - match.now <= COMMITTED_MS:
        return True
    return plan.legal.issuperset(match.once_ready(seat))


def _plan(match: AnyMatch, player: Player, old: Plan | None) -> Plan:
    """A fresh look: the plan stays if the choice does, else a new reaction begins."""
    action, legal, rng = player.choose(match)
    seen = frozenset(legal)
    if old is not None and action == old.action:
        return Plan(old.at, old.luck, action, seen)
    player.check(match, action, legal)
    now = match.now
    reaction = player.reaction_ms(match, legal, rng)
    earliest = match.earliest(player.seat, action) or now
    return Plan(max(now + reaction, earliest), _luck(rng), action, seen)


def _luck(rng: Rng) -> int:
    return rng.below(1 << 30)


def _go_on(table: Table, plans: Plans) -> None:
    """The next happening: time's own, or the plan that comes first."""
    match = table.match
    wake = match.wake
    seat = min(plans, key=lambda each: (plans[each].at, plans[each].luck), default=None)
    if seat is None or (wake is not None and wake <= plans[seat].at):
        assert wake is not None, "somebody can act, or time goes on by itself"
        table.wait(wake)
        return
    plan = plans.pop(seat)
    table.wait(plan.at)
    # What was possible when it was planned may have run out by itself (FL-16's grace).
    if match.earliest(seat, plan.action) == plan.at:
        table.act(table.players[seat], plan.action)
