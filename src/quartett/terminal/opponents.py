"""The bots that play the others; in a game without turns, each acts after a human pause."""

from collections.abc import Sequence

from quartett import bots
from quartett.bots.planning import Hands, Runner
from quartett.bots.seated import SeatedBot
from quartett.core.errors import FormatError
from quartett.core.game import AnyGame, Seat
from quartett.terminal.face import PERSON

USUAL = "easy"


def usual_opponents(game: str) -> str:
    """Who plays the others unless somebody else is wanted; random players where there are none."""
    return USUAL if USUAL in bots.bots_of(game) else "random"


def opponents(game: AnyGame, names: Sequence[str], players: int) -> dict[Seat, SeatedBot]:
    """A bot in each seat but the person's: the last name fills up, as in the arena."""
    others = [seat for seat in range(players) if seat != PERSON]
    if len(names) > len(others):
        raise FormatError(f"--bots: there are {len(others)} other seats, and {len(names)} bots")
    known = {name: bots.get(game.id, name) for name in names}
    named = [*names, *[names[-1]] * (len(others) - len(names))]
    return {
        seat: SeatedBot.named(name, known[name], seat)
        for seat, name in zip(others, named, strict=True)
    }


class Rivals:
    """The bots' hands in a game without turns, and when each may act again."""

    def __init__(self, runner: Runner[object]) -> None:
        seats = range(runner.match.game.seats(runner.match.state))
        self._hands = Hands(runner, [seat for seat in seats if seat != PERSON])
        self._now = runner.match.now

    def act_until(self, now: int) -> None:
        """Let time and the others act up to a moment, in order."""
        self._hands.look(self._now)
        while (at := self._hands.go_on(now)) is not None:
            self._now = max(self._now, at)
            self._hands.look(self._now)
        self._now = now
