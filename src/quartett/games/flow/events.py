"""What happens in Speed & Flow, with chance resolved. A card that nobody may know yet is None."""

from typing import Literal

from quartett.core.game import Fact, Value
from quartett.games.flow.actions import Source

Ending = Literal["stop", "empty", "stalemate"]


class Hand(Value, frozen=True):
    """What one seat is dealt; the last card of the draw pile is on top (FL-02 to FL-04)."""

    draw_pile: tuple[str | None, ...]
    display: tuple[str, str]
    stolen: str | None


class Dealt(Fact, frozen=True, tag="dealt"):
    """A round is dealt and its countdown begins; the piles lie face down (FL-02 to FL-04)."""

    round: int
    hands: tuple[Hand, ...]
    middle: tuple[str | None, ...]
    at: int


class Started(Fact, frozen=True, tag="started"):
    """The first cards of all piles are turned over: the game runs (FL-04)."""

    stolen: tuple[str | None, ...]
    middle: tuple[str | None, ...]
    at: int


class Drew(Fact, frozen=True, tag="drew"):
    """A seat took the top card of its draw pile into its hand, face up (FL-09)."""

    seat: int
    card: str
    at: int


class Laid(Fact, frozen=True, tag="laid"):
    """A seat laid the card in its hand in its display (FL-09)."""

    seat: int
    slot: int
    card: str
    at: int


class Played(Fact, frozen=True, tag="played"):
    """A seat played a card to the middle: on top, or just beneath the newest (FL-07, FL-16)."""

    seat: int
    source: Source
    card: str
    pile: int
    beneath: bool
    at: int


class Stole(Fact, frozen=True, tag="stole"):
    """A seat took a card from the display of another onto its steal pile (FL-08)."""

    seat: int
    victim: int
    slot: int
    card: str
    at: int


class Stopped(Fact, frozen=True, tag="stopped"):
    """A seat called Stop (FL-11)."""

    seat: int
    at: int


class Reshuffled(Fact, frozen=True, tag="reshuffled"):
    """A stalemate: the cards picked out of the middle piles and put on top (FL-13)."""

    tops: tuple[str | None, ...]
    at: int


class RoundEnded(Fact, frozen=True, tag="round_ended", omit_defaults=True):
    """A round is over: why, and the points each seat gets for it (FL-11 to FL-15)."""

    reason: Ending
    points: tuple[int, ...]
    at: int
    left: tuple[tuple[str, ...], ...] = ()
    """In seat order, the cards not got rid of: of the display, the hand and the draw pile.

    Viewers are told; a log leaves it out, for it follows from what is there.
    """


class TimePassed(Fact, frozen=True, tag="time_passed"):
    """Nothing happened until this moment."""

    at: int


Event = (
    Dealt | Started | Drew | Laid | Played | Stole | Stopped | Reshuffled | RoundEnded | TimePassed
)
