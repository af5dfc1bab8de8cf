"""Lessons in the terminal: a coach says one sentence at a time, and mistakes cost nothing."""

import os
import sys
from pathlib import Path

import msgspec
from rich.console import Console

from quartett._system import write_whole
from quartett.core.errors import FormatError, QuartettError
from quartett.core.forms import parse, parse_json
from quartett.core.game import GameValue
from quartett.core.match import AnyMatch
from quartett.core.texts import say
from quartett.review.lessons import LEARNER, LessonStep
from quartett.review.wording import say_about, texts
from quartett.terminal.ask import EntryError, LeftError, ask, folded
from quartett.terminal.face import AnySight, face_of
from quartett.terminal.fitting import Heading, listed
from quartett.terminal.loop import refuse
from quartett.terminal.paint import key, keyed, marked

COMMANDS = ("hint", "skip", "quit")


class RefusedEntryError(Exception):
    """An entry that was refused, with the reason already shown."""


class Coach:
    """Says the review's sentences about one game, and understands what every pupil may type."""

    def __init__(self, console: Console, game: str, language: str) -> None:
        self.console, self.game, self.language = console, game, language
        self.face = face_of(game, language)

    def say(self, key: str, **about: GameValue) -> str:
        """The sentence of a key, as plain text."""
        return say_about(self.game, key, about, self.language)

    def tell(self, text: str) -> None:
        """Print a sentence; words in backticks can be typed."""
        self.console.print(marked(keyed(text.replace("[", "("))))

    def title(self) -> str:
        """What the game is called."""
        return say(f"{self.game}.name", None, self.language)

    def help(self, about: str) -> None:
        """Say what can be typed at any time."""
        words = {each: self._words(each)[0] for each in COMMANDS}
        self.console.print(f"[dim]{keyed(self.say(about, **words))}[/]")

    def command(self, entry: str) -> str | None:
        """Which of the pupil's commands an entry is, if any."""
        for each in COMMANDS:
            if folded(entry) in map(folded, self._words(each)):
                return each
        return None

    def show(self, match: AnyMatch, *heading: str) -> AnySight:
        """Draw the table; what the pupil sees of it."""
        sight = AnySight(match.view(LEARNER), match.legal(LEARNER))
        if self.console.is_terminal:
            self.console.clear()
        self.console.print(Heading(self.title(), heading))
        self.console.print(self.face.table(sight))
        return sight

    def read(self, entry: str, sight: AnySight, match: AnyMatch) -> GameValue:
        """A legal action; None to redraw the table."""
        try:
            action = self.face.read(entry, sight)
            if action is not None:
                match.game.check(match.state, LEARNER, action)
        except (EntryError, QuartettError) as error:
            refuse(self.console, self.face, error)
            raise RefusedEntryError from None
        return action

    def entries(self, action: GameValue, sight: AnySight) -> str:
        """What is typed for an action."""
        return ", ".join(f"`{entry}`" for entry in self.face.entries(action, sight))

    def news(self, match: AnyMatch, before: GameValue, events: GameValue) -> None:
        """Tell what came of a move."""
        told = match.game.told(before, events, LEARNER)
        lines = [line for event in told for line in self.face.told(event)]
        if lines:
            self.console.print(listed(lines))

    def _words(self, command: str) -> list[str]:
        if command == "skip":
            own, english = texts(self.language)["learn.word_skip"], texts("en")["learn.word_skip"]
            return list(dict.fromkeys(f"{own} {english}".split()))
        return self.face.voice.understood(f"word.{command}")


def teach(coach: Coach, steps: tuple[LessonStep, ...], bookmark: "Bookmark") -> None:
    """Continue a lesson where it was left."""
    at = bookmark.place(coach.game, len(steps))
    if at:
        coach.tell(coach.say("learn.resumed"))
    coach.help("learn.help")
    try:
        while at < len(steps):
            _step(coach, steps[at], at, len(steps))
            at += 1
            bookmark.put(coach.game, at)
    except LeftError:
        coach.tell(coach.say("learn.left", id=coach.game, number=at + 1))
        return
    bookmark.put(coach.game, 0)
    coach.tell(coach.say("learn.done", id=coach.game))


def _step(coach: Coach, step: LessonStep, at: int, count: int) -> None:
    match = step.begin()
    heading = coach.say("learn.step", number=at + 1, count=count)
    sight = coach.show(match, heading)
    _ask_for(coach, step, sight)
    while True:
        entry = ask()
        command = coach.command(entry)
        if command == "quit":
            raise LeftError
        if command == "skip":
            return
        if command == "hint" or not entry:
            awaited = match.game.parse_action(step.awaits[0])
            coach.tell(coach.say("learn.show", entries=coach.entries(awaited, sight)))
        elif _did(coach, step, match, sight, entry):
            return


def _did(coach: Coach, step: LessonStep, match: AnyMatch, sight: AnySight, entry: str) -> bool:
    """Whether an entry was what the step waits for; then it has been played."""
    try:
        action = coach.read(entry, sight, match)
    except RefusedEntryError:
        return False
    if action is None:
        coach.console.print(coach.face.table(sight))
        _ask_for(coach, step, sight)
        return False
    if not step.is_awaited(action):
        coach.tell(coach.say("learn.wrong"))
        return False
    before = match.state
    coach.news(match, before, match.play(LEARNER, action))
    coach.tell(coach.say("learn.right"))
    _pause(coach)
    return True


def _ask_for(coach: Coach, step: LessonStep, sight: AnySight) -> None:
    coach.console.print()
    coach.console.print(marked(f"[bold]{step.text(coach.language).replace('[', '(')}[/]"))
    coach.console.print(f"[dim]{keyed(coach.face.todo(sight))}[/]")


def _pause(coach: Coach) -> None:
    """Wait until the pupil has read the result, if the next step would clear the screen."""
    if coach.console.is_terminal and sys.stdin.isatty():
        coach.console.print(f"[dim]{key('↵')}[/]")
        ask()
    else:
        coach.console.print()


class Bookmark:
    """Where lessons were left, in a small file in the home folder; without one, nothing is kept."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or _usual_path()

    def place(self, game: str, count: int) -> int:
        """The step to continue with."""
        at = self._read().get(game, 0)
        return at if 0 <= at < count else 0

    def put(self, game: str, at: int) -> None:
        """Remember a step."""
        if self._path is None:
            return
        places = {**self._read(), game: at}
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, msgspec.json.encode(places))
        except OSError:
            return

    def _read(self) -> dict[str, int]:
        if self._path is None:
            return {}
        try:
            return parse(dict[str, int], parse_json(self._path.read_bytes()), "lessons")
        except (OSError, FormatError):
            return {}


def _usual_path() -> Path | None:
    """Where the file is; None if there is no home folder."""
    own = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        folder = Path(own) if own else Path.home() / ".local" / "state"
    except RuntimeError:
        return None
    return folder / "quartett" / "lessons.json"
