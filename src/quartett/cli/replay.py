"""Retell a match from its log, step by step, checking that every step was legal."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from quartett import audit
from quartett.cli._given import read_log
from quartett.core.errors import FormatError
from quartett.core.forms import Json
from quartett.core.game import AnyGame
from quartett.core.history import AnyStep
from quartett.core.log import AnyLog

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
    show = _viewer(game, log, args.view)
    say = _printer()
    say(f"{game.id}, {log.header.players} players", "bold")
    step = None
    try:
        for step in audit.retell(game, log):
            say(_line(game, step, show(step)), None)
            if args.step:
                _pause()
    except audit.Mismatch as error:
        say(f"This match cannot have happened: {error}", "bold red")
        return 1
    assert step is not None
    say(_ending(game, step.after), "bold")
    return 0


Shown = tuple[object, list[object]]
"""The action and the events of a step, as far as they may be seen."""

Show = Callable[[AnyStep], Shown]


def _viewer(game: AnyGame, log: AnyLog, view: str | None) -> Show:
    if view is None:
        return lambda step: (step.entry.action, list(step.entry.events))
    viewer = None if view == SPECTATOR else _seat(view, log.header.players)
    return lambda step: _seen(game, step, viewer)


def _seat(view: str, players: int) -> int:
    # By its length first: Python refuses to read numbers of thousands of digits.
    short = view.isdecimal() and len(view) <= len(str(players))
    if not short or int(view) >= players:
        raise FormatError(f"--view takes a seat from 0 to {players - 1}, or `{SPECTATOR}`.")
    return int(view)


def _seen(game: AnyGame, step: AnyStep, viewer: int | None) -> Shown:
    """Each event as the viewer may know it; others' actions show in their events alone."""
    events = list(game.told(step.before, step.entry.events, viewer))
    own = viewer is not None and step.entry.seat == viewer
    return (step.entry.action if own else None), events


def _line(game: AnyGame, step: AnyStep, shown: Shown) -> str:
    action, events = shown
    seat = step.entry.seat
    dealt = step.number == 0
    who = f"seat {seat}" if seat is not None else "deal" if dealt else "time"
    clock = f" {step.entry.at / 1000:9.3f} s" if game.timed else ""
    if step.entry.undo:
        return f"{step.number:4}{clock}  {who} takes the last action back"
    did = f" {_words(action)} →" if action is not None else ":"
    return f"{step.number:4}{clock}  {who}{did} {'; '.join(map(_words, events)) or 'nothing'}"


def _words(value: object) -> str:
    """An action or event on one line: its kind, then its fields."""
    fields: Json = msgspec.to_builtins(value)
    kind = str(fields.pop("type", "")).replace("_", " ")
    return " ".join([kind, *(f"{name}={_plain(field)}" for name, field in fields.items())])


def _plain(value: object) -> str:
    if isinstance(value, str):
        return value
    return "?" if value is None else msgspec.json.encode(value).decode().replace('"', "")


def _ending(game: AnyGame, state: object) -> str:
    outcome = game.outcome(state)
    if outcome is None:
        return "The match is not over yet."
    scores = ", ".join(f"seat {seat}: {score}" for seat, score in enumerate(outcome.scores))
    winners = " and ".join(f"seat {seat}" for seat in outcome.winners)
    return f"The match is over. {scores}. Won by {winners or 'nobody'}."


def _printer() -> Callable[[str, str | None], None]:
    """Prints a line in a style; plainly where nobody looks at a terminal."""
    if not sys.stdout.isatty():
        return lambda text, style: print(text)
    from rich.console import Console

    console = Console(highlight=True)
    return lambda text, style: console.print(text, style=style, markup=False)


def _pause() -> None:
    """Wait for Enter; at the end of the input, go on without."""
    sys.stdout.flush()
    sys.stdin.readline()
