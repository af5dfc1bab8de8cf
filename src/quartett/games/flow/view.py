"""What each viewer may know of a table of Speed & Flow (FL-18).

Everybody sees the same face-up cards. The first cards of the steal piles and of the middle are
hidden until they are turned over (FL-04).
"""

from msgspec.structs import replace

from quartett.core.game import Hidden, Value, own_seat
from quartett.core.seeds import Rng
from quartett.games.flow.actions import Options
from quartett.games.flow.cards import DECK
from quartett.games.flow.events import (
    Dealt,
    Drew,
    Event,
    Hand,
    Laid,
    Played,
    Reshuffled,
    RoundEnded,
    Started,
    Stole,
    Stopped,
    TimePassed,
)
from quartett.games.flow.state import Display, Phase, Pile, Player, State


class PileView(Value, frozen=True):
    """A face-up pile: its top card (None: hidden, or no card at all) and its size."""

    top: str | None
    """The card on top; None where it is hidden, or where there is none."""
    size: int
    """How many cards are in the pile."""


class PlayerView(Value, frozen=True):
    """What everybody sees of one player; of the draw pile only the size."""

    draw_pile: int
    """How many cards are left in the draw pile."""
    display: Display
    """The two cards that lie open; None is a free place."""
    hand: str | None
    """The card in the hand."""
    stolen: PileView
    """The steal pile."""
    dealt: int
    """How many cards were dealt to this seat in this round."""
    score: int
    """The points of the rounds so far."""
    busy_until: int
    """When the hand is free again, on the match's clock."""
    refilling: bool
    """Whether the hand is busy filling up an empty display (FL-10)."""


class View(Value, frozen=True):
    """A table of Speed & Flow as one viewer sees it; `viewer` is None for a spectator."""

    viewer: int | None
    """The seat that sees this; None for a spectator."""
    options: Options
    """What was agreed before the match."""
    middle: tuple[PileView, ...]
    """The two piles in the middle."""
    seats: tuple[PlayerView, ...]
    """Everybody, seat by seat."""
    clock: int
    """The match's clock in milliseconds."""
    phase: Phase
    """What is going on: `countdown`, `running`, `round_over` or `over`."""
    until: int | None
    """When the countdown or the pause between two rounds ends."""
    acted_at: int
    """When somebody last did something in this round."""
    round: int
    """The round, from 1."""

    @property
    def me(self) -> PlayerView:
        """The viewer's own seat; a spectator has none."""
        return own_seat(self.viewer, self.seats)


def view(state: State, viewer: int | None) -> View:
    """The table as a viewer sees it, built by copying in."""
    shown = state.phase != "countdown"
    return View(
        viewer=viewer,
        options=state.options,
        middle=tuple(_pile(pile, shown) for pile in state.middle),
        seats=tuple(_player(player, shown) for player in state.seats),
        clock=state.clock,
        phase=state.phase,
        until=state.until,
        acted_at=state.acted_at,
        round=state.round,
    )


def _pile(pile: Pile, shown: bool) -> PileView:
    return PileView(pile[-1] if pile and shown else None, len(pile))


def _player(player: Player, shown: bool) -> PlayerView:
    return PlayerView(
        draw_pile=len(player.draw_pile),
        display=player.display,
        hand=player.hand,
        stolen=_pile(player.stolen, shown),
        dealt=player.dealt,
        score=player.score,
        busy_until=player.busy_until,
        refilling=player.refilling,
    )


def redact(event: Event, state: State) -> Event | Hidden:
    """The event without what nobody may know yet; one that is not named says nothing."""
    match event:
        case Dealt():
            hands = tuple(
                Hand((None,) * len(hand.draw_pile), hand.display, None) for hand in event.hands
            )
            return Dealt(event.round, hands, (None,) * len(event.middle), event.at)
        case Started() | Drew() | Laid() | Played() | Stole() | Stopped():
            return event
        case RoundEnded():
            return replace(event, left=tuple(map(_left, state.seats)))
        case Reshuffled() | TimePassed():
            return event
    return Hidden()


def _left(player: Player) -> Pile:
    """The cards that count as not got rid of (FL-14), turned over when a round is over."""
    lying = (*player.display, player.hand, *player.draw_pile[::-1])
    return tuple(card for card in lying if card is not None)


def determinize(view: View, rng: Rng) -> State:
    """A full state that looks like this: the unseen cards are dealt out afresh."""
    pool = _unseen(view, rng)
    return State(
        options=view.options,
        middle=tuple(_whole(pile, pool) for pile in view.middle),
        seats=tuple(_seat(player, pool) for player in view.seats),
        clock=view.clock,
        phase=view.phase,
        until=view.until,
        acted_at=view.acted_at,
        round=view.round,
    )


def _unseen(view: View, rng: Rng) -> list[str]:
    seen = {pile.top for pile in view.middle}
    for player in view.seats:
        seen |= {*player.display, player.hand, player.stolen.top}
    return rng.shuffled(card for card in DECK if card not in seen)


def _taken(pool: list[str], count: int) -> Pile:
    return tuple(pool.pop() for _ in range(count))


def _whole(pile: PileView, pool: list[str]) -> Pile:
    """A pile with its top known, or with nothing known."""
    if pile.top is None:
        return _taken(pool, pile.size)
    return (*_taken(pool, pile.size - 1), pile.top)


def _seat(player: PlayerView, pool: list[str]) -> Player:
    return Player(
        draw_pile=_taken(pool, player.draw_pile),
        display=player.display,
        hand=player.hand,
        stolen=_whole(player.stolen, pool),
        dealt=player.dealt,
        score=player.score,
        busy_until=player.busy_until,
        refilling=player.refilling,
    )
