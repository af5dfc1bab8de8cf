"""A state of Speed & Flow: everything, hidden cards and the clock included."""

from typing import Literal

from quartett.core.game import Value
from quartett.games.flow.actions import Options

Phase = Literal["countdown", "running", "round_over", "over"]
Pile = tuple[str, ...]
Display = tuple[str | None, str | None]
Covered = tuple[tuple[tuple[str, int], ...], ...]
"""For each middle pile the cards covered of late, and when, the oldest first (FL-16)."""

NOTHING_COVERED: Covered = ((), ())
EMPTY_DISPLAY: Display = (None, None)


class Player(Value, frozen=True):
    """What one player has; the last card of a pile is on top."""

    draw_pile: Pile = ()
    display: Display = EMPTY_DISPLAY
    hand: str | None = None
    stolen: Pile = ()
    dealt: int = 0
    score: int = 0
    busy_until: int = 0
    refilling: bool = False


class State(Value, frozen=True):
    """The whole table at one moment; the last card of a pile is on top."""

    options: Options
    middle: tuple[Pile, ...] = ((), ())
    seats: tuple[Player, ...] = ()
    covered: Covered = NOTHING_COVERED
    clock: int = 0
    phase: Phase = "countdown"
    until: int | None = None
    acted_at: int = 0
    round: int = 1


def left(player: Player) -> int:
    """The cards a player has not got rid of: draw pile, display and hand (FL-14)."""
    lying = sum(card is not None for card in player.display)
    return len(player.draw_pile) + lying + (player.hand is not None)


def must_refill(display: Display, draw_pile: Pile) -> bool:
    """Whether an empty display has to be filled up from the draw pile (FL-10)."""
    return display == EMPTY_DISPLAY and bool(draw_pile)


def still_covered(covered: Covered, clock: int, grace_ms: int) -> Covered:
    """What is left of `covered` at a moment: only cards covered less than `grace_ms` ago."""
    first, second = covered
    # The oldest comes first, so that mostly one look is enough.
    if first and clock - first[0][1] >= grace_ms:
        first = tuple([each for each in first if clock - each[1] < grace_ms])
    if second and clock - second[0][1] >= grace_ms:
        second = tuple([each for each in second if clock - each[1] < grace_ms])
    return first, second
