"""Who leads in a colour of Jericho, and who would after a trumpet; playouts ask this all the time.

A lead is how much longer a wall is than the longest other of its colour.
"""

from quartett.fast.jericho import FROM_THE_TOP, RANKS, SEAT_WALLS, WALL_SIZE


def measure_leads(lengths: list[int], colour: int, leads: list[int]) -> None:
    """Write down the leads of a colour; both lists are indexed by seat * 5 + colour."""
    best, second, holder = _best_two(lengths, colour, 5)
    for at in range(colour, len(lengths), 5):
        leads[at] = lengths[at] - (second if at == holder else best)


def look_at_trumpet(
    walls: list[int], standing: list[int], lengths: list[int], colour: int, blown: list[int]
) -> int:
    """Write down each seat's lead after its own trumpet on a colour.

    Returns the cards that would fall, whoever plays it. A trumpet that falls goes into the supply
    too, but nobody wins it there.
    """
    base = colour * WALL_SIZE
    after = lengths[colour::5]
    fallen = 0
    for rank in FROM_THE_TOP:
        if standing[base + rank]:
            fallen = 0 if rank == 5 else standing[base + rank]
            at = base + rank
            for seat in range(len(after)):
                cards = walls[at]
                if cards:
                    left = after[seat] - cards * RANKS[rank]
                    brass = 0 if rank == 5 else walls[at - rank + 5]
                    after[seat] = 0 if left == 2 * brass else left
                at += SEAT_WALLS
            break
    best, second, holder = _best_two(after, 0, 1)
    for seat in range(len(after)):
        own = after[seat]
        other = second if seat == holder else best
        blown[seat * 5 + colour] = (own + 2 if own else 0) - other
    return fallen


def _best_two(lengths: list[int], first: int, step: int) -> tuple[int, int, int]:
    """The longest of every `step`-th length, the second longest, and where the longest is."""
    best, second, holder = -1, -1, -1
    at = first
    while at < len(lengths):
        length = lengths[at]
        if length > best:
            second = best
            best = length
            holder = at
        elif length > second:
            second = length
        at += step
    return best, second, holder
