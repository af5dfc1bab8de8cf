"""Give a finished match's log to a running server, to step through it in the browser."""

import argparse
import asyncio
from pathlib import Path

import msgspec

from quartett.client import Api


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", type=Path, help="the log of a match (JSON Lines)")
    parser.add_argument(
        "--server", metavar="URL", default="http://127.0.0.1:8000", help="where the server is"
    )


def run(args: argparse.Namespace) -> int:
    """Print the address at which the match can be looked at."""
    api = Api(args.server)
    answer = asyncio.run(api.fetch("/api/replays", args.file.read_bytes()))
    table = msgspec.json.decode(answer)["table"]
    print(f"{api.server}/replay/{table['id']}")
    return 0
