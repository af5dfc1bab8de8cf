"""A round of Photo Rummy on boards of bits, for learned players: to train on and to look ahead."""

from collections.abc import Sequence

from quartett.bots.photo_rummy.bits import minus_of
from quartett.bots.photo_rummy.master_lays import Boards, Turn
from quartett.bots.photo_rummy.master_seen import After, Situation
from quartett.fast.photo_rummy import BITS
from quartett.games.photo_rummy.actions import STACKS


class Round:
    """What lies, what everybody holds, and the cards to come, the last one first."""

    def __init__(
        self,
        table: Boards,
        racks: list[int],
        opened: list[int],
        pile: list[int],
        turn: int,
        scores: list[int],
        numbers: tuple[int, int],
    ) -> None:
        self.table, self.racks, self.opened, self.pile = table, racks, opened, pile
        self.turn, self.scores = turn, scores
        self.round, self.rounds = numbers
        """The number of this round, and how many there are."""

    def copy(self) -> "Round":
        """The same round, to be played on its own."""
        return Round(
            self.table,
            self.racks[:],
            self.opened[:],
            self.pile[:],
            self.turn,
            self.scores,
            (self.round, self.rounds),
        )

    def draw(self) -> list[After]:
        """What the seat to act can leave behind, now that it has drawn: first a pass."""
        self.racks[self.turn] |= BITS[self.pile.pop()]
        return self.options()

    def options(self) -> list[After]:
        """The same without drawing: what the seat to act can leave behind of what it holds."""
        seat = self.turn
        return options_of(
            self._situation(seat), self.table, self.racks[seat], bool(self.opened[seat])
        )

    def lay(self, after: After) -> list[int] | None:
        """End the turn as chosen; everybody's points if that ends the round."""
        seat = self.turn
        self.table, self.racks[seat] = after.table, after.rack
        self.opened[seat] = int(after.opened)
        if not after.rack:
            losses = [minus_of(rack) for rack in self.racks]
            losses[seat] = -sum(losses)
            return [-loss for loss in losses]
        if not self.pile:
            return [0] * len(self.racks)
        self.turn = (seat + 1) % len(self.racks)
        return None

    def _situation(self, seat: int) -> Situation:
        height, more = divmod(len(self.pile), STACKS)
        return Situation(
            self.round,
            self.rounds,
            [height + (at < more) for at in range(STACKS)],
            turned([rack.bit_count() for rack in self.racks], seat),
            turned(self.opened, seat),
            turned(self.scores, seat),
        )


def options_of(known: Situation, table: Boards, rack: int, opened: bool) -> list[After]:
    """What a seat that has drawn can leave behind: first the table as it is, which is to pass."""
    together, turn = sum(table) | rack, Turn([*table], rack, opened)
    return [
        After(known, after, together & ~sum(after), opened or at > 0, turn.left)
        for at, after in enumerate(turn.choices())
    ]


def favourite(options: Sequence[After], odds: Sequence[float]) -> int:
    """The place of the choice to make, by the odds of victory that each leaves.

    Whoever can go out does so, unless the match would be over and not surely won.
    """
    for at, each in enumerate(options):
        if not each.rack and _pays(each.situation):
            return at
    return max(range(len(options)), key=odds.__getitem__)


def _pays(known: Situation) -> bool:
    """Whether to go out wins the match for sure, or leaves rounds to come."""
    if known.round < known.rounds:
        return True
    own = known.scores[0] + sum(known.sizes[1:])
    pairs = zip(known.scores[1:], known.sizes[1:], strict=True)
    return all(own > score - size for score, size in pairs)


def turned(numbers: list[int], seat: int) -> list[int]:
    """The same numbers counted from a seat on."""
    return numbers[seat:] + numbers[:seat]
