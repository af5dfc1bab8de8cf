"""Automatic events: countdown, stalemate, the next round."""

from quartett.core.game import check_range
from quartett.core.seeds import Rng
from quartett.games.flow.cards import FITS
from quartett.games.flow.deal import deal
from quartett.games.flow.events import Event, Reshuffled, Started, TimePassed
from quartett.games.flow.fold import evolve
from quartett.games.flow.legality import somebody_can_move
from quartett.games.flow.scoring import end_round
from quartett.games.flow.state import Pile, State

LATEST = 10**15
"""The last moment there is: 30,000 years on, and still exact in every JSON reader."""


def wake(state: State) -> int | None:
    """The next moment at which time itself acts, never before the clock."""
    if state.phase == "running":
        return _wake_running(state)
    return None if state.until is None else max(state.clock, state.until)


def _wake_running(state: State) -> int | None:
    if somebody_can_move(state):
        return None
    return max(state.clock, state.acted_at + state.options.stalemate_ms)


def tick(state: State, at: int, rng: Rng) -> tuple[Event, ...]:
    """Everything that happens until a moment, each event at its own time, in order.

    This ends: while somebody can move time waits, and every round dealt gives everybody at least
    three points (FL-14), so that the target is reached.
    """
    check_range(None, "at", at, state.clock, LATEST)
    events: list[Event] = []
    while (due := wake(state)) is not None and due <= at:
        event = _happening(state, due, rng)
        events.append(event)
        state = evolve(state, event)
    if state.clock < at:
        events.append(TimePassed(at))
    return tuple(events)


def _happening(state: State, at: int, rng: Rng) -> Event:
    """What time does at a moment at which it acts."""
    if state.phase == "countdown":
        stolen = tuple(p.stolen[-1] if p.stolen else None for p in state.seats)
        middle = tuple(pile[-1] if pile else None for pile in state.middle)
        return Started(stolen, middle, at)
    if state.phase == "round_over":
        return deal(state.options, len(state.seats), state.round + 1, at, rng)
    tops = _tops_that_help(state, rng.apart(f"stalemate-{at}"))
    return end_round(state, "stalemate", at) if tops is None else Reshuffled(tops, at)


def _tops_that_help(state: State, rng: Rng) -> tuple[str | None, str | None] | None:
    """A random card of each pile such that somebody can move; None if no card helps (FL-13).

    Picking again and again until it helps makes every helpful pair equally likely, so one of
    them is picked at once: first those with a helpful card on the first pile, then the others.
    """
    (good, bad), (others_good, others_bad) = (_sorted_out(state, pile) for pile in state.middle)
    others = others_good + others_bad
    split = len(good) * len(others)
    pairs = split + len(bad) * len(others_good)
    if not pairs:
        return None
    pick = rng.below(pairs)
    if pick < split:
        return good[pick // len(others)], others[pick % len(others)]
    pick -= split
    return bad[pick // len(others_good)], others_good[pick % len(others_good)]


def _sorted_out(state: State, pile: Pile) -> tuple[list[str | None], list[str | None]]:
    """The cards of a pile on which a card of some display fits, and the rest (None if empty)."""
    lying = {card for player in state.seats for card in player.display}
    good: list[str | None] = [card for card in pile if not lying.isdisjoint(FITS[card])]
    bad = [card for card in pile if lying.isdisjoint(FITS[card])]
    return good, [*bad] if pile else [None]
