"""What a seat observes after each of its choices, as the network reads it."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from quartett.bots import network
from quartett.bots.photo_rummy.bits import minus_of
from quartett.bots.photo_rummy.master_lays import Boards, line_of
from quartett.bots.photo_rummy.master_net import CATEGORIES, CITIES, SEEN
from quartett.fast.photo_rummy import CARDS, MAX_PLAYERS, MAX_ROW
from quartett.fast.photo_rummy_playout import outs
from quartett.games.photo_rummy.solving.board import PHOTO_BITS, WIDTH

BYTES = -(-CARDS // 8)

NEAR = 5
"""With more cards left than this, one more is hardly ever enough to lay them all."""


class Situation(NamedTuple):
    """All that a lay does not change; seats are counted from the viewer on."""

    round: int
    rounds: int
    stacks: Sequence[int]
    sizes: Sequence[int]
    opened: Sequence[int]
    scores: Sequence[int]


class After(NamedTuple):
    """A choice of the viewer's: the table that it leaves behind, and the rack."""

    situation: Situation
    table: Boards
    rack: int
    opened: bool
    left: int
    """What even the lay of most cards would have left on the rack."""


def observations(choices: Iterable[After]) -> network.Array:
    """A row for each choice."""
    np = network.numpy()
    boards, heads, jokers, tails = [], [], [], []
    for each in choices:
        rows, sets, held = _table(each.table)
        boards += [each.rack, rows, sets]
        heads.append(_head(each.situation))
        jokers.append(held)
        tails.append(_tail(each))
    raw = b"".join([board.to_bytes(BYTES, "little") for board in boards])
    bits = np.frombuffer(raw, np.uint8).reshape(-1, 3, BYTES)
    cards = np.unpackbits(bits, axis=-1, bitorder="little")[..., :CARDS].astype(np.int16)
    parts = [
        np.array(heads, np.int16),
        cards[:, 0],
        cards[:, 1] + 2 * cards[:, 2],
        np.array(jokers, np.int16),
        np.array(tails, np.int16),
    ]
    found = np.concatenate(parts, 1)
    assert found.shape[1] == SEEN
    return found


def _head(known: Situation) -> list[int]:
    players = len(known.sizes)
    return [1, 0, 0, 1 % players, 0, known.round, known.rounds, players, *known.stacks]


@lru_cache(maxsize=1 << 12)
def _table(table: Boards) -> tuple[int, int, list[int]]:
    """All cards in rows, all cards in sets, and the jokers of every capital and category."""
    rows, sets, jokers = 0, 0, [0] * (CITIES + CATEGORIES)
    for cards in table:
        line, largest = line_of(cards)
        place = (line & -line).bit_length() - 1
        held = (cards & ~PHOTO_BITS).bit_count()
        if largest == MAX_ROW:
            rows |= cards
            jokers[place // WIDTH] += held
        else:
            sets |= cards
            jokers[CITIES + place] += held
    return rows, sets, jokers


def _tail(after: After) -> list[int]:
    known = after.situation
    found = [after.rack.bit_count(), int(after.opened), known.scores[0]]
    for at in range(1, len(known.sizes)):
        found += [known.sizes[at], known.opened[at], known.scores[at]]
    found += [0] * (3 * (MAX_PLAYERS - len(known.sizes)))
    left = after.left.bit_count()
    near = after.rack and left <= NEAR
    number = _outs(after.table, after.rack, after.opened) if near else 0
    return [*found, 0, left, minus_of(after.left), number]


@lru_cache(maxsize=1 << 10)
def _outs(table: Boards, rack: int, opened: bool) -> int:
    return outs([*table], rack, opened)
