"""Show a match from its log, step by step, and check that every step was legal."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from msgspec import json
from rich.console import Console
from rich.text import Text

from quartett import audit
from quartett.cli._checks import read_log
from quartett.core.errors import FormatError
from quartett.core.game import AnyGame, Fact, GameValue
from quartett.core.history import AnyStep
from quartett.core.texts import LANGUAGES, say
from quartett.terminal.face import face_of
from quartett.terminal.paint import marked

SPECTATOR = "spectator"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the log of a match (JSON Lines)")
    parser.add_argument(
        "--view",
        metavar="SEAT",
        help="only what this seat (from 0, as in the log), or a `spectator`, could see",
    )
    parser.add_argument("--step", action="store_true", help="wait for Enter after each step")


def run(args: argparse.Namespace) -> int:
    """Print the steps and the outcome; 1 if something in the log cannot have happened."""
    game, log = audit.read(read_log(args.file))
    viewer = _viewer(args.view, log.header.players)
    teller = Teller(game, viewer)
    show = _printer()
    show(Text(f"{teller.title}, {log.header.players} players", "bold"))
    step = None
    try:
        for step in audit.retell(game, log):
            show(teller.line(step))
            if args.step:
                _pause()
    except audit.Mismatch as error:
        show(Text(f"This match cannot have happened: {error}", "bold red"))
        return 1
    assert step is not None
    show(Text(teller.ending(step.after), "bold"))
    return 0


Viewer = int | Literal["all"] | None
"""Whose view a match is retold from: a seat's, a spectator's (None), or everybody's."""


def _viewer(view: str | None, players: int) -> Viewer:
    if view is None:
        return "all"
    if view == SPECTATOR:
        return None
    # By its length first: Python refuses to read numbers of thousands of digits.
    short = view.isdecimal() and len(view) <= len(str(players))
    if not short or int(view) >= players:
        raise FormatError(f"--view takes a seat from 0 to {players - 1}, or `{SPECTATOR}`.")
    return int(view)


class Teller:
    """Tells a match step by step, with the names that the board has in the terminal."""

    def __init__(self, game: AnyGame, viewer: Viewer) -> None:
        self._game = game
        self._viewer: Viewer = viewer
        me = viewer if isinstance(viewer, int) else 0
        self._face = face_of(game.id, LANGUAGES[0], me, _player)
        self.title = say(f"{game.id}.name", None, LANGUAGES[0])

    def line(self, step: AnyStep) -> Text:
        """A step on one line: its number, the time where it counts, and what happened."""
        entry = step.entry
        clock = f" {entry.at / 1000:9.3f} s" if self._game.timed else ""
        if entry.undo:
            told = Text(f"{_player(entry.seat or 0)} takes the last action back.")
        else:
            told = _joined(self._told(step)) or Text(self._nothing(step))
        return Text.assemble(f"{step.number:4}{clock}  ", told)

    def _told(self, step: AnyStep) -> list[Text]:
        events = step.entry.events
        if self._viewer != "all":
            events = self._game.told(step.before, events, self._viewer)
        return [text for event in events for text in self._in_words(event)]

    def _in_words(self, event: Fact) -> list[Text]:
        try:
            return [marked(line) for line in self._face.told(event)]
        except Exception:  # made-up events may hold what no game has; they are shown as they are
            return [Text(json.encode(event).decode())]

    def _nothing(self, step: AnyStep) -> str:
        """The line for a step that this viewer cannot see."""
        if step.entry.seat is not None:
            return f"{_player(step.entry.seat)} has done something."
        return "The cards are dealt." if step.number == 0 else "Time passes."

    def ending(self, state: GameValue) -> str:
        """How it ended, or that it has not."""
        outcome = self._game.outcome(state)
        if outcome is None:
            return "The match is not over yet."
        scores = ", ".join(f"{_player(seat)}: {score}" for seat, score in enumerate(outcome.scores))
        winners = " and ".join(map(_player, outcome.winners))
        return f"The match is over. {scores}. Won by {winners or 'nobody'}."


def _joined(lines: list[Text]) -> Text:
    """The lines on one; without the room around cards where no colour needs it."""
    told = Text("; ").join(lines)
    if sys.stdout.isatty():
        return told
    return Text(" ".join(told.plain.split()).replace(" ;", ";").replace(" ,", ","))


def _player(seat: int) -> str:
    return f"Player {seat + 1}"


def _printer() -> Callable[[Text], None]:
    """Prints a line; plainly where nobody looks at a terminal."""
    if sys.stdout.isatty():
        return Console(highlight=False).print
    return lambda text: print(text.plain)


def _pause() -> None:
    """Wait for Enter; at the end of the input, go on without."""
    sys.stdout.flush()
    sys.stdin.readline()
