"""How each event changes the state: total, without chance and without checks."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from quartett.core.cards import without
from quartett.games.jericho.cards import COLOUR_INDEX, INDEX, SCORING, TRUMPET, VALUE
from quartett.games.jericho.events import (
    Blown,
    Built,
    Dealt,
    Drew,
    Event,
    Fed,
    Finished,
    FirstChosen,
    PlayBegan,
    Revealed,
    RoundBegan,
    Scored,
    ScoringDrawn,
    Supplied,
    TurnPassed,
)
from quartett.games.jericho.state import Player, Put, State, Walls


def evolve(state: State, event: Event) -> State:
    """The state after one event."""
    return FOLDS[type(event)](state, event)


def _seated(seats: tuple[Player, ...], seat: int, player: Player) -> tuple[Player, ...]:
    return (*seats[:seat], player, *seats[seat + 1 :])


def _put(state: State, seat: int, card: str) -> State:
    """A hand card goes face down into the supply. Written out, for it is on the hot path."""
    p = state.seats[seat]
    player = Player(without(p.hand, card), p.walls, p.face_down, p.won)
    return State(
        state.options,
        _seated(state.seats, seat, player),
        (*state.supply, Put(card, seat)),
        state.draw_pile,
        state.removed,
        state.round,
        state.phase,
        state.turn,
        state.starter,
    )


def _extended(walls: Walls, colour: int, card: str) -> Walls:
    return (*walls[:colour], (*walls[colour], card), *walls[colour + 1 :])


def _dealt(state: State, event: Dealt) -> State:
    seats = tuple(Player(hand=hand) for hand in event.hands)  # type: ignore[arg-type]
    return replace(state, seats=seats, draw_pile=event.draw_pile)


def _first_chosen(state: State, event: FirstChosen) -> State:
    assert event.card is not None
    p = state.seats[event.seat]
    player = Player(without(p.hand, event.card), p.walls, event.card, p.won)
    return replace(state, seats=_seated(state.seats, event.seat, player))


def _round_began(state: State, event: RoundBegan) -> State:
    return replace(state, round=event.round, starter=event.starter, phase="feed", turn=None)


def _fed(state: State, event: Fed | Supplied) -> State:
    assert event.card is not None
    return _put(state, event.seat, event.card)


def _revealed(state: State, event: Revealed) -> State:
    seats = tuple(_uncovered(player) for player in state.seats)
    lost = tuple(card for card in event.cards if card == TRUMPET)
    return replace(state, seats=seats, removed=state.removed + lost)


def _uncovered(p: Player) -> Player:
    card = p.face_down
    if card is None or card == TRUMPET:
        return Player(p.hand, p.walls, None, p.won)
    return Player(p.hand, _extended(p.walls, COLOUR_INDEX[card], card), None, p.won)


def _play_began(state: State, event: PlayBegan) -> State:
    return replace(state, phase="play", turn=event.turn)


def _built(state: State, event: Built) -> State:
    seat, card = event.seat, event.card
    p = state.seats[seat]
    walls = _extended(p.walls, COLOUR_INDEX[card], card)
    player = Player(without(p.hand, card), walls, p.face_down, p.won)
    return State(
        state.options,
        _seated(state.seats, seat, player),
        state.supply,
        state.draw_pile,
        state.removed,
        state.round,
        state.phase,
        state.turn,
        state.starter,
    )


def _blown(state: State, event: Blown) -> State:
    colour = INDEX[event.colour]
    seats = list(state.seats)
    player = seats[event.seat]
    seats[event.seat] = Player(
        without(player.hand, TRUMPET), player.walls, player.face_down, player.won
    )
    fallen: list[Put] = []
    lost = 0
    for fall in event.falls:
        seats[fall.seat] = _fallen(seats[fall.seat], colour, fall.cards, fall.crumbled)
        fallen += [Put(card) for card in fall.cards]
        lost += fall.crumbled
    if event.joins:
        p = seats[event.seat]
        seats[event.seat] = Player(p.hand, _extended(p.walls, colour, TRUMPET), p.face_down, p.won)
    else:
        lost += 1
    return State(
        state.options,
        tuple(seats),
        (*state.supply, *fallen),
        state.draw_pile,
        state.removed + (TRUMPET,) * lost,
        state.round,
        state.phase,
        state.turn,
        state.starter,
    )


def _fallen(p: Player, colour: int, cards: tuple[str, ...], crumbled: int) -> Player:
    wall = p.walls[colour]
    for card in cards:
        wall = without(wall, card)
    left = () if crumbled else wall
    walls = (*p.walls[:colour], left, *p.walls[colour + 1 :])
    return Player(p.hand, walls, p.face_down, p.won)


def _drew(state: State, event: Drew) -> State:
    assert event.card is not None
    p = state.seats[event.seat]
    player = Player((*p.hand, event.card), p.walls, p.face_down, p.won)
    return State(
        state.options,
        _seated(state.seats, event.seat, player),
        state.supply,
        state.draw_pile[:-1],
        state.removed,
        state.round,
        state.phase,
        event.turn,
        state.starter,
    )


def _turn_passed(state: State, event: TurnPassed) -> State:
    return replace(state, turn=event.turn)


def _scoring_drawn(state: State, event: ScoringDrawn) -> State:
    return replace(state, draw_pile=state.draw_pile[:-1], removed=(*state.removed, SCORING))


def _scored(state: State, event: Scored) -> State:
    seats = list(state.seats)
    for share in event.shares:
        p = seats[share.seat]
        seats[share.seat] = Player(p.hand, p.walls, p.face_down, p.won + share.cards)
    return replace(
        state,
        seats=tuple(seats),
        supply=tuple(Put(card) for card in event.left),
        removed=state.removed + (TRUMPET,) * event.trumpets,
    )


def _finished(state: State, event: Finished) -> State:
    seats = tuple(
        Player(p.hand, tuple(_final(wall) for wall in p.walls), p.face_down, p.won + ones)
        for p, ones in zip(state.seats, event.ones, strict=True)
    )
    removed = state.removed + (TRUMPET,) * event.crumbled
    return replace(state, seats=seats, removed=removed, phase="over", turn=None)


def _final(wall: tuple[str, ...]) -> tuple[str, ...]:
    kept = tuple(card for card in wall if VALUE[card] != 1)
    return kept if any(card != TRUMPET for card in kept) else ()


FOLDS: dict[type, Callable[[State, Any], State]] = {
    Dealt: _dealt,
    FirstChosen: _first_chosen,
    RoundBegan: _round_began,
    Fed: _fed,
    Revealed: _revealed,
    PlayBegan: _play_began,
    Built: _built,
    Blown: _blown,
    Supplied: _fed,
    Drew: _drew,
    TurnPassed: _turn_passed,
    ScoringDrawn: _scoring_drawn,
    Scored: _scored,
    Finished: _finished,
}
