"""What happens in Photo Rummy, with chance resolved. A card that a viewer may not know is None."""

from quartett.core.game import Fact


class Dealt(Fact, frozen=True, tag="dealt"):
    """A round begins: all 108 cards are shuffled and dealt (PR-03, PR-04, PR-18)."""

    round: int
    starter: int
    racks: tuple[tuple[str | None, ...], ...]
    stacks: tuple[tuple[str | None, ...], ...]


class Drew(Fact, frozen=True, tag="drew"):
    """A seat drew the top card of a stack (PR-06)."""

    seat: int
    stack: int
    card: str | None


class Laid(Fact, frozen=True, tag="laid"):
    """A seat laid cards and took jokers; how the table lies now (PR-09 to PR-13)."""

    seat: int
    table: tuple[tuple[str, ...], ...]
    laid: tuple[str, ...]
    taken: tuple[str, ...]


class Passed(Fact, frozen=True, tag="passed"):
    """A seat ended its turn and left the table as it was (PR-14)."""

    seat: int


class RoundWon(Fact, frozen=True, tag="round_won", omit_defaults=True):
    """A seat has laid its last card; what each seat writes down, in seat order (PR-15, PR-16)."""

    seat: int
    points: tuple[int, ...]
    racks: tuple[tuple[str, ...], ...] = ()
    """In seat order, the cards left on the racks.

    Viewers are told; a log leaves it out, for it follows from what is there.
    """


class RoundDrawn(Fact, frozen=True, tag="round_drawn", omit_defaults=True):
    """The stacks are used up and nobody went out: no points for anybody (PR-17)."""

    racks: tuple[tuple[str, ...], ...] = ()
    """As when a round is won."""


class Finished(Fact, frozen=True, tag="finished"):
    """The agreed number of rounds has been played (PR-18)."""


Event = Dealt | Drew | Laid | Passed | RoundWon | RoundDrawn | Finished
