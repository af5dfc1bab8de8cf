"""Upload a finished match's log to a running server, to step through it in the browser."""

import argparse
import asyncio
from pathlib import Path

from quartett.cli._checks import read_log


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the log of a match (JSON Lines)")
    parser.add_argument(
        "--server",
        metavar="URL",
        default="http://127.0.0.1:8000",
        help="where the server is; default: %(default)s",
    )


def run(args: argparse.Namespace) -> int:
    """Print the address at which the match can be looked at."""
    from quartett.client import Api
    from quartett.protocol.bodies import Joined

    api = Api(args.server)
    answer = asyncio.run(api.fetch("/api/replays", read_log(args.file)))
    print(f"{api.server}/replay/{api.read(answer, Joined).table.id}")
    return 0
