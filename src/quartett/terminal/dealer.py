"""The dealer: plays the match, lets the bots act, and shows the person what they may know."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from quartett import bots
from quartett.bots.planning import Choice, Hands, Runner
from quartett.bots.seated import SeatedBot
from quartett.core.errors import FormatError, QuartettError
from quartett.core.game import AnyGame, Fact, Seat
from quartett.core.match import AnyMatch
from quartett.core.outcome import Outcome
from quartett.core.seeds import Rng
from quartett.terminal.ask import EntryError
from quartett.terminal.face import PERSON, AnyFace, AnySight, Sight
from quartett.terminal.saving import keep, named_file, usual_file

LOG_LINES = 500
DEAD_END = "nobody can go on from here: the position has too few cards"
LATEST_LINES = 9
"""How much of the log to show when a match is resumed."""


class Dealer:
    """One match at one table; nothing else in the terminal holds the state."""

    def __init__(
        self,
        match: AnyMatch,
        face: AnyFace,
        bots: Sequence[str] = ("random",),
        file: Path | None = None,
    ) -> None:
        self.match = match
        self.face = face
        self.bots = bots
        self._opponents = opponents(match.game, bots, match.game.seats(match.state))
        self._file = file
        """Where the match is kept already."""
        self.log: list[str] = self._everything_told()
        self.news: list[str] = self.log[-LATEST_LINES:]
        """What has happened since the person last acted, in words."""

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, or None before the end."""
        return self.match.outcome

    def sight(self) -> AnySight:
        """What the person sees and may do."""
        return Sight(self.match.view(PERSON), self.match.once_ready(PERSON))

    def person_plays(self, action: object, at: int | None = None) -> None:
        """The person acts; RuleError if it is not allowed."""
        before = self.match.state
        events = self.match.play(PERSON, action, at)
        self.news = []
        self._tell(before, events)

    def take_back(self) -> None:
        """Take back the person's last action; EntryError if there is none, or the game is timed.

        What the others did since is taken back too. Chance comes out the same the next time.
        """
        if self.match.game.timed:
            raise EntryError("no_takeback_in_time")
        seats = [entry.seat for entry in self.match.entries]
        if PERSON not in seats:
            raise EntryError("nothing_to_take_back")
        for _ in range(seats[::-1].index(PERSON) + 1):
            self.match.undo()
        self.log, self.news = self._everything_told(), []

    def save(self, name: str = "") -> Path:
        """Save the match to a file; EntryError if another file is in the way, or writing fails."""
        path = named_file(name) if name else self._file or usual_file(self.match)
        keep(self.match, path, overwrite=path == self._file)
        self._file = path
        return path

    def rival_plays(self, seat: Seat) -> None:
        """One of the bots acts, knowing only what its seat may see; BotError if it fails."""
        self.act(seat, self.choose(seat).action)

    def choose(self, seat: Seat) -> Choice[object]:
        """What one of the bots would do now; QuartettError if there is nothing."""
        if not self.match.once_ready(seat):
            raise QuartettError(DEAD_END)
        return self._opponents[seat].look(self.match, seat, self._chance(seat))

    def act(self, seat: Seat, action: object, at: int | None = None) -> None:
        """One of the bots does what it chose; BotError if the rules forbid it."""
        before = self.match.state
        self._tell(before, self._opponents[seat].act(self.match, seat, action, at))

    def hint(self) -> bots.Hint | None:
        """What a bot would do in the person's place, if it has a suggestion."""
        sight = self.sight()
        return bots.hint(self.match.game.id, sight.view, sight.legal)

    def _chance(self, seat: int) -> Rng:
        return Rng(f"{self.match.seed}/terminal/{seat}", len(self.match.entries))

    def wait(self, at: int) -> None:
        """Let time pass until a moment."""
        before = self.match.state
        self._tell(before, self.match.wait(at))

    def _tell(self, state: object, events: tuple[Fact, ...]) -> None:
        """Put events into words, each as the person may know it."""
        lines = self._in_words(self.match.game.told(state, events, PERSON))
        self.news += lines
        self.log = (self.log + lines)[-LOG_LINES:]

    def _everything_told(self) -> list[str]:
        return self._in_words(self.match.told(PERSON))[-LOG_LINES:]

    def _in_words(self, events: Iterable[Fact]) -> list[str]:
        return [line for event in events for line in self.face.told(event)]


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
