"""What a step may know, and what follows from it: what is stored, what is told, who is woken.

A step is a pure function from one moment of a table to its effects. It knows nothing of clocks,
sockets or the store; `runner.py` carries its effects out.
"""

from collections.abc import Callable, Collection, Sequence
from enum import Enum, auto

import msgspec
from msgspec.structs import replace

from quartett.server.bots.policy import BotPolicy
from quartett.server.parts.moment import Moment
from quartett.server.parts.versioned import Stored
from quartett.server.refusals import Refusal

Reply = Callable[[int | Exception], None]
"""Takes the version that a request led to, or why there was none."""


class Around(msgspec.Struct, frozen=True):
    """What a step may have to know besides the moment."""

    bots: BotPolicy
    here: Sequence[str] = ()
    """The people who are connected, the longest first."""
    missed: Collection[int] = ()
    """The seats whose people have been gone for half a minute."""
    looking: Collection[int | None] = ()
    """The seats from which devices look, where a turn clock runs."""
    attentive: Collection[str] = ()
    """The people with a device that shows them the end of a round."""
    together: bool = False
    """Whether two players are connected from the same address, where matches are rated."""
    on: int = 0
    """The time of day (wall ms)."""
    ticking: float = 0.0
    """The clock (s) by which things wait."""
    clock: int | None = None
    """The match's clock (ms); None where time plays no part."""


class Tell(Enum):
    """What everybody is told, each as they may know it."""

    TABLE = auto()
    """How the table is now."""
    EVENTS = auto()
    """What has happened in the match."""
    SNAPSHOT = auto()
    """All that can be seen now: a fresh start."""


class Answer(msgspec.Struct, frozen=True):
    """The answer to a request that had to wait."""

    seat: int
    id: str
    result: int | Refusal
    """The version that it led to, or why there was none."""


class Effects(msgspec.Struct, frozen=True):
    """What follows from a step, in this order: stored, so from now on, woken, told, answered."""

    after: Moment
    document: bool = False
    """Whether the document has changed and is to be stored."""
    entries: tuple[Stored, ...] = ()
    """What is added to the log."""
    first: int = 0
    """The number of the first of these entries."""
    seat: int | None = None
    """The seat that acted."""
    id: str | None = None
    """The request that is answered by this, now and whenever it is repeated."""
    begins: bool = False
    """Whether a match begins: its clock starts anew."""
    others: tuple[int, ...] = ()
    """The seats that somebody else plays now: what was under way for them is dropped."""
    tell: tuple[Tell, ...] = ()
    answers: tuple[Answer, ...] = ()


def without_question(now: Moment, why: Refusal | None) -> tuple[Moment, tuple[Answer, ...]]:
    """Nothing is undone, and nobody learns who disagreed or whether anybody answered.

    Without a reason the people asked did not agree, and are not asked about this version again.
    """
    if (asked := now.asked) is None:
        return now, ()
    declined = (now.doc.match, asked.version) if why is None else now.declined
    after = replace(now, asked=None, declined=declined)
    return after, (Answer(asked.seat, asked.id, why or Refusal("undo_not_agreed")),)
