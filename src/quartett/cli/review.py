"""Look back on a finished match: luck, decisions, turning points, what was better."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from quartett.cli._asking import utf8
from quartett.cli._checks import check_number, read_log
from quartett.core.texts import LANGUAGES

if TYPE_CHECKING:
    from quartett.review import Review, SpeedReview

MAX_DEALS = 10_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the log of a match (JSON Lines)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument("--html", action="store_true", help="print a self-contained page")
    parser.add_argument(
        "--seed", type=utf8, default="0", metavar="S", help="the same seed gives the same numbers"
    )
    parser.add_argument("--deals", type=int, metavar="N", help="sampled worlds per decision")
    parser.add_argument("--lang", choices=LANGUAGES, help="default: your system's language")


def run(arguments: argparse.Namespace) -> int:
    """Review the match and print what there is to say."""
    check_number("--deals", arguments.deals, MAX_DEALS)
    from quartett import audit
    from quartett.review import ReviewProgress, review

    _, log = audit.read(read_log(arguments.file))

    def tell(progress: ReviewProgress) -> None:
        if sys.stderr.isatty():
            end = "\n" if progress.done == progress.total else ""
            print(f"\r{progress.done} / {progress.total}", end=end, file=sys.stderr, flush=True)

    found = review(log, deals=arguments.deals, seed=arguments.seed, progress=tell)
    _print(found, arguments)
    return 0


def _print(found: "Review | SpeedReview", arguments: argparse.Namespace) -> None:
    """In the form and the language that were asked for."""
    from quartett.review import page, plain
    from quartett.terminal.voice import usual_language

    language = arguments.lang or usual_language()
    if arguments.json:
        print(msgspec.json.encode(found.document()).decode())
    else:
        tell = page.html if arguments.html else plain.text
        print(tell(found, language), end="")
