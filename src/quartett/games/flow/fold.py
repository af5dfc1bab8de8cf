"""How each event changes the state: total, without chance and without checks.

The folds of what players do are written out field by field, for they are the hot path.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from quartett.games.flow.actions import SLOT
from quartett.games.flow.deal import cards_each
from quartett.games.flow.events import (
    Dealt,
    Drew,
    Event,
    Laid,
    Played,
    Reshuffled,
    RoundEnded,
    Started,
    Stole,
    Stopped,
    TimePassed,
)
from quartett.games.flow.state import (
    NOTHING_COVERED,
    Covered,
    Display,
    Pile,
    Player,
    State,
    still_covered,
)


def evolve(state: State, event: Event) -> State:
    """The state after one event."""
    return FOLDS[type(event)](state, event)


def _acted(state: State, seat: int, player: Player, at: int) -> State:
    """A seat has acted: its player, the clock and what is still covered are new."""
    seats = state.seats
    return State(
        state.options,
        state.middle,
        (*seats[:seat], player, *seats[seat + 1 :]),
        still_covered(state.covered, at, state.options.grace_ms),
        at,
        state.phase,
        state.until,
        at,
        state.round,
    )


def _dealt(state: State, event: Dealt) -> State:
    dealt = cards_each(state.options, len(event.hands))
    scores = [player.score for player in state.seats] or [0] * len(event.hands)
    seats = tuple(
        Player(hand.draw_pile, hand.display, None, (hand.stolen,), dealt, score)  # type: ignore[arg-type]
        for hand, score in zip(event.hands, scores, strict=True)
    )
    return replace(
        state,
        middle=tuple((card,) for card in event.middle),
        seats=seats,
        covered=NOTHING_COVERED,
        clock=event.at,
        phase="countdown",
        until=event.at + state.options.countdown_ms,
        round=event.round,
    )


def _started(state: State, event: Started) -> State:
    return replace(state, clock=event.at, phase="running", until=None, acted_at=event.at)


def _drew(state: State, event: Drew) -> State:
    p = state.seats[event.seat]
    at, pile = event.at, p.draw_pile[:-1]
    player = Player(
        pile,
        p.display,
        event.card,
        p.stolen,
        p.dealt,
        p.score,
        at + state.options.hand_ms,
        p.refilling and bool(pile),
    )
    return _acted(state, event.seat, player, at)


def _laid(state: State, event: Laid) -> State:
    p = state.seats[event.seat]
    at, card = event.at, event.card
    display = _put(p.display, event.slot, card)
    player = Player(
        p.draw_pile,
        display,
        None,
        p.stolen,
        p.dealt,
        p.score,
        at + state.options.hand_ms,
        p.refilling and None in display,
    )
    return _acted(state, event.seat, player, at)


def _put(display: Display, slot: int, card: str | None) -> Display:
    return (display[0], card) if slot else (card, display[1])


def _without(p: Player, slot: int, busy_until: int) -> Player:
    """A player whose display has lost a card; an empty one must be refilled (FL-10)."""
    display = _put(p.display, slot, None)
    refilling = bool(p.draw_pile) and (p.refilling or display[1 - slot] is None)
    return Player(p.draw_pile, display, p.hand, p.stolen, p.dealt, p.score, busy_until, refilling)


def _played(state: State, event: Played) -> State:
    seat, at, seats = event.seat, event.at, state.seats
    p, busy_until = seats[seat], at + state.options.hand_ms
    if event.source == "hand":
        player = Player(
            p.draw_pile, p.display, None, p.stolen, p.dealt, p.score, busy_until, p.refilling
        )
    else:
        player = _without(p, SLOT[event.source], busy_until)
    middle, covered = _on_pile(state, event)
    return State(
        state.options,
        middle,
        (*seats[:seat], player, *seats[seat + 1 :]),
        covered,
        at,
        state.phase,
        state.until,
        at,
        state.round,
    )


def _on_pile(state: State, event: Played) -> tuple[tuple[Pile, ...], Covered]:
    """The middle with the card on top of its pile, or just beneath the newest (FL-16)."""
    at, covered = event.at, state.covered
    first, second = state.middle
    pile = second if event.pile else first
    if event.beneath:
        pile = (*pile[:-1], event.card, pile[-1])
    else:
        covered = _cover(covered, event.pile, pile[-1], at)
        pile = (*pile, event.card)
    middle = (first, pile) if event.pile else (pile, second)
    return middle, still_covered(covered, at, state.options.grace_ms)


def _cover(covered: Covered, pile: int, card: str, at: int) -> Covered:
    first, second = covered
    return (first, (*second, (card, at))) if pile else ((*first, (card, at)), second)


def _stole(state: State, event: Stole) -> State:
    at, seats = event.at, list(state.seats)
    victim = seats[event.victim]
    seats[event.victim] = _without(victim, event.slot, victim.busy_until)
    p = seats[event.seat]
    seats[event.seat] = Player(
        p.draw_pile,
        p.display,
        p.hand,
        (*p.stolen, event.card),
        p.dealt,
        p.score,
        at + state.options.hand_ms,
        p.refilling,
    )
    return State(
        state.options,
        state.middle,
        tuple(seats),
        still_covered(state.covered, at, state.options.grace_ms),
        at,
        state.phase,
        state.until,
        at,
        state.round,
    )


def _stopped(state: State, event: Stopped) -> State:
    return _acted(state, event.seat, state.seats[event.seat], event.at)


def _reshuffled(state: State, event: Reshuffled) -> State:
    """The cards picked go on top; what they cover is covered, they themselves no longer are."""
    at, covered = event.at, state.covered
    middle: list[Pile] = []
    for index, (pile, card) in enumerate(zip(state.middle, event.tops, strict=True)):
        if card is None or card == pile[-1]:
            middle.append(pile)
            continue
        covered = _cover(_uncover(covered, card), index, pile[-1], at)
        middle.append((*(each for each in pile if each != card), card))
    covered = still_covered(covered, at, state.options.grace_ms)
    return replace(state, middle=tuple(middle), covered=covered, clock=at)


def _uncover(covered: Covered, card: str) -> Covered:
    return tuple(tuple(each for each in pile if each[0] != card) for pile in covered)


def _round_ended(state: State, event: RoundEnded) -> State:
    at, options = event.at, state.options
    seats = tuple(
        Player(
            p.draw_pile,
            p.display,
            p.hand,
            p.stolen,
            p.dealt,
            p.score + points,
            p.busy_until,
            p.refilling,
        )
        for p, points in zip(state.seats, event.points, strict=True)
    )
    over = any(player.score >= options.target for player in seats)
    return replace(
        state,
        seats=seats,
        covered=still_covered(state.covered, at, options.grace_ms),
        clock=at,
        phase="over" if over else "round_over",
        until=None if over else at + options.pause_ms,
    )


def _time_passed(state: State, event: TimePassed) -> State:
    at = event.at
    return State(
        state.options,
        state.middle,
        state.seats,
        still_covered(state.covered, at, state.options.grace_ms),
        at,
        state.phase,
        state.until,
        state.acted_at,
        state.round,
    )


FOLDS: dict[type, Callable[[State, Any], State]] = {
    Dealt: _dealt,
    Started: _started,
    Drew: _drew,
    Laid: _laid,
    Played: _played,
    Stole: _stole,
    Stopped: _stopped,
    Reshuffled: _reshuffled,
    RoundEnded: _round_ended,
    TimePassed: _time_passed,
}
