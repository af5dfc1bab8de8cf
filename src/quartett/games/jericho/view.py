"""What each viewer may know of a Jericho table (JE-23)."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, cast

from msgspec.structs import replace

from quartett.core.game import FrozenDict, Hidden, Value, own_seat
from quartett.core.seeds import Rng
from quartett.games.jericho.actions import Options
from quartett.games.jericho.cards import COLOURS, SCORING, TRUMPET, VALUE
from quartett.games.jericho.deal import kit_of, scoring_piles
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
from quartett.games.jericho.state import MAX_PLAYERS, Phase, Player, Put, State, Walls
from quartett.games.jericho.walls import length


class PlayerView(Value, frozen=True):
    """What a viewer sees of one player; `hand` and `face_down` only of the viewer's own."""

    hand_size: int
    """How many cards are in the hand."""
    hand: tuple[str, ...] | None
    """The cards in the hand; None in others' seats."""
    walls: Mapping[str, tuple[str, ...]]
    """The cards of each wall, by colour; a colour without a wall is left out."""
    lengths: Mapping[str, int]
    """How long each of these walls is."""
    face_down: str | Literal["hidden"] | None
    """The first card, until all are revealed (JE-04); `hidden` in others' seats."""
    fed: bool
    """Whether a card of this seat went into the supply in this round (JE-06)."""
    won: tuple[str, ...]
    """The cards won at scorings."""


class OwnView(PlayerView, frozen=True):
    """How `View.me` is typed: a player whose hand and first card are known."""

    hand: tuple[str, ...]
    face_down: str | None


class PutView(Value, frozen=True):
    """A card in the supply: known only to the seat that put it there."""

    card: str | None
    """The card, or None where it is somebody else's."""
    by: int | None
    """The seat that put it there in this round; None for cards of earlier rounds."""


class View(Value, frozen=True):
    """A Jericho table as one viewer sees it; `viewer` is None for a spectator."""

    viewer: int | None
    """The seat that sees this; None for a spectator."""
    options: Options
    """What was agreed before the match."""
    seats: tuple[PlayerView, ...]
    """Everybody, seat by seat."""
    supply: tuple[PutView, ...]
    """The cards in the supply, the oldest first."""
    draw_pile: int
    """How many cards are left in the draw pile."""
    removed: tuple[str, ...]
    """The cards that are out of the game; everybody has seen them."""
    round: int
    """The round, from 1."""
    phase: Phase
    """What is going on: `first`, `feed`, `play` or `over`."""
    turn: int | None
    """The seat whose turn it is; None where all choose at once."""
    starter: int
    """The seat that begins this round."""
    trumpet_length: int = VALUE[TRUMPET]
    """How long a trumpet is in a wall."""

    @property
    def me(self) -> OwnView:
        """The viewer's own seat, with the hand; a spectator has none."""
        return cast(OwnView, own_seat(self.viewer, self.seats))


_FACE_DOWN = {by: PutView(None, by) for by in (None, *range(MAX_PLAYERS))}
"""A supply card that a viewer may not know, by the seat that put it there."""


def view(state: State, viewer: int | None) -> View:
    """The table as a viewer sees it, built by copying in."""
    supply = state.supply
    fed = {put.by for put in supply}
    shown = [
        PutView(put.card, put.by) if put.by is not None and put.by == viewer else _FACE_DOWN[put.by]
        for put in supply
    ]
    seats = [
        _player(player, seat == viewer, seat in fed) for seat, player in enumerate(state.seats)
    ]
    return View(
        viewer,
        state.options,
        tuple(seats),
        tuple(shown),
        len(state.draw_pile),
        state.removed,
        state.round,
        state.phase,
        state.turn,
        state.starter,
    )


def _lengths(player: Player) -> Mapping[str, int]:
    return _walls(player.walls)[1]


@lru_cache(maxsize=4096)
def _walls(walls: Walls) -> tuple[Mapping[str, tuple[str, ...]], Mapping[str, int]]:
    """Walls and their lengths by colour; most walls are the same from one view to the next."""
    standing = {colour: wall for colour, wall in zip(COLOURS, walls, strict=True) if wall}
    lengths = {colour: length(wall) for colour, wall in standing.items()}
    return FrozenDict(standing), FrozenDict(lengths)


def _player(player: Player, own: bool, fed: bool) -> PlayerView:
    walls, lengths = _walls(player.walls)
    hand, down = player.hand, player.face_down
    if own:
        return PlayerView(len(hand), hand, walls, lengths, down, fed, player.won)
    hidden: Literal["hidden"] | None = None if down is None else "hidden"
    return PlayerView(len(hand), None, walls, lengths, hidden, fed, player.won)


def redact(event: Event, state: State, viewer: int | None) -> Event | Hidden:
    """The event without what the viewer may not know; one that is not named says nothing."""
    match event:
        case Dealt():
            hands = tuple(
                hand if seat == viewer else (None,) * len(hand)
                for seat, hand in enumerate(event.hands)
            )
            return Dealt(hands, (None,) * len(event.draw_pile))
        case FirstChosen(seat=seat) | Fed(seat=seat) | Supplied(seat=seat):
            return event if seat == viewer else type(event)(seat, None)
        case Drew(seat=seat):
            return event if seat == viewer else Drew(seat, None, event.turn)
        case RoundBegan() | Revealed() | PlayBegan() | Built() | Blown() | TurnPassed():
            return event
        case Scored():
            return replace(event, lengths=tuple(map(_lengths, state.seats)))
        case Finished():
            return replace(event, hands=tuple(player.hand for player in state.seats))
        case ScoringDrawn():
            return event
    return Hidden()


def determinize(view: View, rng: Rng) -> State:
    """A full state that this viewer could be in: the unseen cards are dealt out afresh."""
    pool = _unseen(view, rng)
    faces = [_face_down(player, pool) for player in view.seats]
    seats = tuple(_seat(each, face, pool) for each, face in zip(view.seats, faces, strict=True))
    supply = tuple(Put(put.card or pool.pop(), put.by) for put in view.supply)
    return State(
        options=view.options,
        seats=seats,
        supply=supply,
        draw_pile=_draw_pile(view, pool, rng),
        removed=view.removed,
        round=view.round,
        phase=view.phase,
        turn=view.turn,
        starter=view.starter,
    )


def _unseen(view: View, rng: Rng) -> list[str]:
    seen = Counter(view.removed)
    seen.update(put.card for put in view.supply if put.card)
    for player in view.seats:
        seen.update(player.hand or ())
        seen.update(player.won)
        seen.update(card for wall in player.walls.values() for card in wall)
        seen.update([player.face_down] if player.face_down else ())
    return rng.shuffled((Counter(kit_of(view.options).cards) - seen).elements())


def _face_down(player: PlayerView, pool: list[str]) -> str | None:
    """A hidden first card is a wall card, if any is left (JE-04)."""
    if player.face_down != "hidden":
        return player.face_down
    at = next((i for i, card in enumerate(pool) if card != TRUMPET), 0)
    return pool.pop(at)


def _seat(player: PlayerView, face: str | None, pool: list[str]) -> Player:
    hand = player.hand
    if hand is None:
        hand = tuple(pool.pop() for _ in range(player.hand_size))
    walls = tuple(player.walls.get(colour, ()) for colour in COLOURS)
    return Player(hand, walls, face, player.won)


def _draw_pile(view: View, pool: list[str], rng: Rng) -> tuple[str, ...]:
    """The rest of the six piles: each scoring card yet to come lies somewhere in its own pile."""
    places = _scoring_places(view, rng)
    return tuple(SCORING if at in places else pool.pop() for at in range(view.draw_pile))


def scoring_piles_of(view: View) -> list[tuple[int, int]]:
    """Where scoring cards still lie: the bottom of each such pile and the cards left in it."""
    kit = kit_of(view.options)
    left = kit.scorings - view.removed.count(SCORING)
    return scoring_piles(len(view.seats), view.draw_pile, left, kit)


def _scoring_places(view: View, rng: Rng) -> set[int]:
    return {bottom + rng.below(room) for bottom, room in scoring_piles_of(view)}
