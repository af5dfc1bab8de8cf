"""Count the rated people and matches of each game in a database; no names are shown.

Ratings follow from the stored results, so --recompute can compute them anew at any time, also while
servers run.
"""

import argparse
import asyncio
from pathlib import Path

from quartett.cli._asking import add_database, given_database

_COUNTS = """
SELECT game, count(*), (SELECT count(*) FROM matches
    WHERE matches.game = ratings.game AND rating = 'counts')
FROM ratings GROUP BY game ORDER BY game"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_database(parser)
    parser.add_argument(
        "--recompute", action="store_true", help="compute all ratings anew from the results"
    )


def run(args: argparse.Namespace) -> int:
    """Print a line for each game."""
    where, _ = given_database(args)
    for line in asyncio.run(_lines(where, args.recompute)):
        print(line)
    return 0


async def _lines(where: str | Path, anew: bool) -> list[str]:
    from quartett.server.history.rating_store import rate_due, recompute
    from quartett.server.store.opening import open_store

    store = await open_store(where)
    try:
        while await rate_due(store):
            pass
        lines = [f"computed anew from {await recompute(store)} matches"] if anew else []
        rows = await store.rows(_COUNTS)
    finally:
        await store.close()
    counted = [f"{game}: {people} people, {matches} matches" for game, people, matches in rows]
    return lines + (counted or ["nobody is rated yet"])
