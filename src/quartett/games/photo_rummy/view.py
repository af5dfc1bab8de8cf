"""What each viewer may know of a Photo Rummy table (PR-19)."""

from quartett.core.game import Hidden, Value
from quartett.core.seeds import Rng
from quartett.games.photo_rummy.actions import Options
from quartett.games.photo_rummy.cards import DECK
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
from quartett.games.photo_rummy.state import Combinations, Phase, Player, State


class PlayerView(Value, frozen=True):
    """What a viewer sees of one player; `rack` only of the viewer's own."""

    rack_size: int
    rack: tuple[str, ...] | None
    opened: bool
    score: int


class View(Value, frozen=True):
    """A Photo Rummy table as one viewer sees it; `viewer` is None for a spectator."""

    viewer: int | None
    options: Options
    table: Combinations
    seats: tuple[PlayerView, ...]
    stacks: tuple[int, ...]
    phase: Phase
    turn: int | None
    round: int
    starter: int


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


def redact(event: Event, viewer: int | None) -> Event | Hidden:
    """The event without what the viewer may not know; one that is not named says nothing."""
    match event:
        case Dealt():
            racks = tuple(
                rack if seat == viewer else _backs(rack) for seat, rack in enumerate(event.racks)
            )
            return Dealt(event.round, event.starter, racks, tuple(map(_backs, event.stacks)))
        case Drew(seat=seat):
            return event if seat == viewer else Drew(seat, event.stack, None)
        case Laid() | Passed() | RoundWon() | RoundDrawn() | Finished():
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
    return rng.shuffled(card for card in DECK if card not in seen)


def _seat(player: PlayerView, pool: list[str]) -> Player:
    rack = _taken(pool, player.rack_size) if player.rack is None else player.rack
    return Player(rack, player.opened, player.score)


def _taken(pool: list[str], count: int) -> tuple[str, ...]:
    return tuple(pool.pop() for _ in range(count))
