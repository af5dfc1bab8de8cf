"""What a player can do in Speed & Flow, and what is agreed before a match."""

from typing import Literal

import msgspec

from quartett.core.forms import Form, Move
from quartett.games.flow.cards import DECK

Source = Literal["display-0", "display-1", "hand"]
SOURCES: tuple[Source, ...] = ("display-0", "display-1", "hand")
SLOT: dict[Source, int] = {"display-0": 0, "display-1": 1}
"""The place in the display that a source names."""

HAND = 2
"""The index of the hand in SOURCES."""


class Draw(Move, frozen=True, tag="draw"):
    """Take the top card of one's own draw pile into the hand (FL-09)."""


class Set(Move, frozen=True, tag="set"):
    """Lay the card in the hand in a free place of one's own display (FL-09)."""

    slot: int


class Play(Move, frozen=True, tag="play"):
    """Play one's own card on a middle pile, aimed at a card there or at its top (FL-07, FL-16)."""

    source: Source = msgspec.field(name="from")
    pile: int
    on: str | None = None


class Steal(Move, frozen=True, tag="steal"):
    """Take a card of another display onto one's own steal pile (FL-08)."""

    seat: int
    slot: int


class Stop(Move, frozen=True, tag="stop"):
    """End the round (FL-11)."""


Action = Draw | Set | Play | Steal | Stop

DRAW = Draw()
STOP = Stop()
SETS = (Set(0), Set(1))
STEALS = tuple((Steal(seat, 0), Steal(seat, 1)) for seat in range(4))
PLAYS = tuple(
    tuple({on: Play(source, pile, on) for on in DECK} for pile in (0, 1)) for source in SOURCES
)
"""Every action by source, pile and card aimed at, made once: listing only looks them up."""


class Options(Form, frozen=True):
    """The agreements before a match; times are in milliseconds."""

    cards: int | None = None
    """Cards dealt to each player; None means as many as the rules say (FL-02)."""
    target: int = 500
    hand_ms: int = 350
    grace_ms: int = 400
    stalemate_ms: int = 1500
    countdown_ms: int = 3000
    pause_ms: int = 8000
