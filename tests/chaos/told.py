"""Who was told of which turn: nobody too late, too early or for nothing, and none left out."""

import msgspec

DELAY_SECONDS, LEASE_SECONDS = 3.0, 3.0
"""How long a notice waits here, and after how long another takes it from a sender that is gone."""

CROSSING_SECONDS = 1.5
"""So long after a move, a notice may arrive that was on its way already."""

NOTING_SECONDS = 2.0
"""Whoever is killed so shortly after sending may not have noted it: then it is sent again."""


class Turn(msgspec.Struct):
    """A turn of somebody, as its table knows it."""

    who: str
    since: float
    """Not begun before."""
    until: float | None = None
    """Over by then; None: never."""
    waits: bool = False
    """Whether they wait for the notice: who still does at the end was not told."""


class Told(msgspec.Struct):
    """What became of the notices of all turns; the counts below the first two should be 0."""

    notices: int = 0
    again: int = 0
    """Sent again, since the sender was killed before it had noted the first."""
    lost: int = 0
    doubled: int = 0
    untrue: int = 0
    """Sent to somebody who had acted, or whose turn it was not."""
    longest: float | None = None
    """How many seconds somebody waited at most from the start of their turn to the first notice."""
    remarks: list[str] = []


def judged(turns: list[Turn], came: list[tuple[str, float]], kills: list[float]) -> Told:
    """Compare the turns with the notices that came, and when."""
    found = Told(notices=len(came), lost=sum(turn.waits for turn in turns))
    found.remarks = [f"{turn.who} was not told of a turn" for turn in turns if turn.waits]
    before = dict[int, float]()
    for who, at in sorted(came, key=lambda each: each[1]):
        turn = _turn_of([each for each in turns if each.who == who], at)
        if turn is None:
            found.untrue += 1
            found.remarks.append(f"{who} was told of a turn that was not theirs")
        elif (first := before.get(id(turn))) is not None:
            _count_second(
                found, who, any(first <= kill <= first + NOTING_SECONDS for kill in kills)
            )
        else:
            found.longest = max(found.longest or 0.0, at - turn.since)
        if turn is not None:
            before[id(turn)] = at
    return found


def _turn_of(turns: list[Turn], at: float) -> Turn | None:
    """The turn of which a notice may tell that came then."""
    begun = [each for each in turns if each.since + DELAY_SECONDS <= at]
    last = max(begun, key=lambda each: each.since, default=None)
    if last is None or (last.until is not None and at > last.until + CROSSING_SECONDS):
        return None
    return last


def _count_second(found: Told, who: str, killed: bool) -> None:
    if killed:
        found.again += 1
    else:
        found.doubled += 1
        found.remarks.append(f"{who} was told twice of a turn")
