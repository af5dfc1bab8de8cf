"""What each viewer may know of a Photo Rummy table (PR-19)."""

from typing import cast

from msgspec.structs import replace

from quartett.core.game import Hidden, Value, own_seat
from quartett.core.seeds import Rng
from quartett.games.photo_rummy.actions import Options
from quartett.games.photo_rummy.events import (
    Dealt,
    Drew,
    Event,
    Finished,
    Laid,
    Passed,
    RoundDrawn,
    RoundWon,
)
from quartett.games.photo_rummy.kit import kit_of
from quartett.games.photo_rummy.state import Combinations, Phase, Player, State


class PlayerView(Value, frozen=True):
    """What a viewer sees of one player; `rack` only of the viewer's own."""

    rack_size: int
    """How many cards are on the rack."""
    rack: tuple[str, ...] | None
    """The cards on the rack; None in others' seats."""
    opened: bool
    """Whether this seat has made its first lay in this round (PR-10)."""
    score: int
    """The points of the rounds so far."""


class OwnView(PlayerView, frozen=True):
    """How `View.me` is typed: a player whose rack is known."""

    rack: tuple[str, ...]


class View(Value, frozen=True):
    """A Photo Rummy table as one viewer sees it; `viewer` is None for a spectator."""

    viewer: int | None
    """The seat that sees this; None for a spectator."""
    options: Options
    """What was agreed before the match."""
    table: Combinations
    """The sets and rows on the table; their order means nothing."""
    seats: tuple[PlayerView, ...]
    """Everybody, seat by seat."""
    stacks: tuple[int, ...]
    """How many cards are left in each stack."""
    phase: Phase
    """What the seat in turn has to do: `draw` or `lay`; `over` at the end."""
    turn: int | None
    """The seat whose turn it is."""
    round: int
    """The round, from 1."""
    starter: int
    """The seat that began this round."""

    @property
    def me(self) -> OwnView:
        """The viewer's own seat, with the rack; a spectator has none."""
        return cast(OwnView, own_seat(self.viewer, self.seats))


def view(state: State, viewer: int | None) -> View:
    """The table as a viewer sees it, built by copying in; of the stacks only their heights."""
    return View(
        viewer=viewer,
        options=state.options,
        table=state.table,
        seats=tuple(_seen(player, seat == viewer) for seat, player in enumerate(state.seats)),
        stacks=tuple(map(len, state.stacks)),
        phase=state.phase,
        turn=state.turn,
        round=state.round,
        starter=state.starter,
    )


def _seen(player: Player, own: bool) -> PlayerView:
    rack = player.rack if own else None
    return PlayerView(len(player.rack), rack, player.opened, player.score)


def redact(event: Event, state: State, viewer: int | None) -> Event | Hidden:
    """The event without what the viewer may not know; one that is not named says nothing.

    When a round is over, the racks are turned over: everybody may check the points.
    """
    match event:
        case Dealt():
            racks = tuple(
                rack if seat == viewer else _backs(rack) for seat, rack in enumerate(event.racks)
            )
            return Dealt(event.round, event.starter, racks, tuple(map(_backs, event.stacks)))
        case Drew(seat=seat):
            return event if seat == viewer else Drew(seat, event.stack, None)
        case RoundWon() | RoundDrawn():
            return replace(event, racks=tuple(player.rack for player in state.seats))
        case Laid() | Passed() | Finished():
            return event
    return Hidden()


def _backs(cards: tuple[str | None, ...]) -> tuple[None, ...]:
    return (None,) * len(cards)


def determinize(view: View, rng: Rng) -> State:
    """A full state that this viewer could be in: the unseen cards are dealt out afresh."""
    pool = _unseen(view, rng)
    return State(
        options=view.options,
        seats=tuple(_seat(each, pool) for each in view.seats),
        table=view.table,
        stacks=tuple(_taken(pool, height) for height in view.stacks),
        phase=view.phase,
        turn=view.turn,
        round=view.round,
        starter=view.starter,
    )


def _unseen(view: View, rng: Rng) -> list[str]:
    seen = {card for cards in view.table for card in cards}
    for player in view.seats:
        seen.update(player.rack or ())
    return rng.shuffled(card for card in kit_of(view.options).all_cards if card not in seen)


def _seat(player: PlayerView, pool: list[str]) -> Player:
    rack = _taken(pool, player.rack_size) if player.rack is None else player.rack
    return Player(rack, player.opened, player.score)


def _taken(pool: list[str], count: int) -> tuple[str, ...]:
    return tuple(pool.pop() for _ in range(count))
