"""What each viewer may know of a table of Speed & Flow (FL-18).

Everybody sees the same: all that lies face up. Before the first cards of the steal piles and of
the middle are turned over (FL-04), these are hidden too.
"""

from quartett.core.game import Hidden, Value
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
    size: int


class PlayerView(Value, frozen=True):
    """What everybody sees of one player; of the draw pile only the size."""

    draw_pile: int
    display: Display
    hand: str | None
    stolen: PileView
    dealt: int
    score: int
    busy_until: int
    refilling: bool


class View(Value, frozen=True):
    """A table of Speed & Flow as one viewer sees it; `viewer` is None for a spectator."""

    viewer: int | None
    options: Options
    middle: tuple[PileView, ...]
    seats: tuple[PlayerView, ...]
    clock: int
    phase: Phase
    until: int | None
    acted_at: int
    round: int


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


def redact(event: Event) -> Event | Hidden:
    """The event without what nobody may know yet; one that is not named says nothing."""
    match event:
        case Dealt():
            hands = tuple(
                Hand((None,) * len(hand.draw_pile), hand.display, None) for hand in event.hands
            )
            return Dealt(event.round, hands, (None,) * len(event.middle), event.at)
        case Started() | Drew() | Laid() | Played() | Stole() | Stopped():
            return event
        case Reshuffled() | RoundEnded() | TimePassed():
            return event
    return Hidden()


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
