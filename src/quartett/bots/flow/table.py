"""A table of Speed & Flow as a player has it in the head: only what lies face up."""

from collections.abc import Callable
from typing import Any

from quartett.games.flow.actions import SLOT, Action, Draw, Play, Set, Steal, Stop
from quartett.games.flow.view import View


def seat_of(view: View) -> int:
    """The seat whose view this is; a spectator has nothing to decide."""
    assert view.viewer is not None
    return view.viewer


class Table:
    """The face-up cards, lists by seat; an action changes them as the rules do."""

    __slots__ = ("displays", "hands", "piles", "refilling", "stolen", "tops")

    def __init__(self, view: View) -> None:
        self.tops = [pile.top for pile in view.middle]
        self.displays = [list(player.display) for player in view.seats]
        self.hands = [player.hand for player in view.seats]
        self.stolen = [player.stolen.top for player in view.seats]
        self.piles = [player.draw_pile for player in view.seats]
        self.refilling = [player.refilling for player in view.seats]

    def take(self, seat: int, slot: int) -> str | None:
        """Lift a card off a display; an empty one must be filled up again (FL-10)."""
        display = self.displays[seat]
        card, display[slot] = display[slot], None
        if self.piles[seat] and display[1 - slot] is None:
            self.refilling[seat] = True
        return card

    def act(self, seat: int, action: Action) -> None:
        """What a legal action changes of what can be seen; a drawn card stays unknown."""
        _ACTS[type(action)](self, seat, action)


def _draw(table: Table, seat: int, action: Draw) -> None:
    table.piles[seat] -= 1
    table.refilling[seat] = table.refilling[seat] and table.piles[seat] > 0


def _set(table: Table, seat: int, action: Set) -> None:
    display = table.displays[seat]
    display[action.slot], table.hands[seat] = table.hands[seat], None
    table.refilling[seat] = table.refilling[seat] and None in display


def _play(table: Table, seat: int, action: Play) -> None:
    if action.source == "hand":
        table.tops[action.pile], table.hands[seat] = table.hands[seat], None
    else:
        table.tops[action.pile] = table.take(seat, SLOT[action.source])


def _steal(table: Table, seat: int, action: Steal) -> None:
    table.stolen[seat] = table.take(action.seat, action.slot)


def _stop(table: Table, seat: int, action: Stop) -> None:
    return None


_ACTS: dict[type, Callable[[Table, int, Any], None]] = {
    Draw: _draw,
    Set: _set,
    Play: _play,
    Steal: _steal,
    Stop: _stop,
}
