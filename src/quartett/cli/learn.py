"""Learn a game in five minutes: a lesson in the terminal, step by step."""

import argparse
import sys

import msgspec

from quartett.core.texts import LANGUAGES
from quartett.games import names


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("game", metavar="GAME", help=", ".join(names()))
    parser.add_argument("--lang", choices=LANGUAGES, help="default: your system's language")
    parser.add_argument("--json", action="store_true", help="print the lesson's steps as JSON")
    parser.add_argument("--again", action="store_true", help="start at the first step")


def run(arguments: argparse.Namespace) -> int:
    """Teach, or print what would be taught."""
    from quartett.review.lessons import lesson_of

    steps = lesson_of(arguments.game)
    if arguments.json:
        language = arguments.lang or LANGUAGES[0]
        documents = [step.document(language) for step in steps]
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(documents), indent=1).decode())
        print()
        return 0
    from quartett.terminal.learn import Bookmark, Coach, teach
    from quartett.terminal.paint import console
    from quartett.terminal.voice import usual_language

    bookmark = Bookmark()
    if arguments.again:
        bookmark.put(arguments.game, 0)
    teach(Coach(console(), arguments.game, arguments.lang or usual_language()), steps, bookmark)
    return 0
