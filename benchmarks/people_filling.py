"""A database with many people and results, written in bulk through the store's own schema."""

import random
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import islice

import asyncpg

from quartett import games
from quartett.bots import ladder

ME, MY_MATCHES = 0, 2000
"""The person with very many matches, half of them against a bot alone."""

BEGAN, ALL_MS = 1_700_000_000_000, 2 * 365 * 86_400_000
AT_ONCE = 20_000
"""How many matches or people are written in one go."""

COLUMNS = {
    "people": "id, handle, browser, name, created_at",
    "matches": "table_id, match, game, options, pace, deal, rating, moves, ended_at",
    "results": "table_id, match, seat, who, rated_as, kind, name, level, place, score, points, "
    "share, fate, game, players, people, ended_at",
}

Row = tuple[object, ...]


def browser_of(person: int) -> str:
    """The browser by which a person is known at tables."""
    return f"browser{person:06}"


async def fill(url: str, people: int, results: int) -> None:
    """Write people and results; all matches between people are rated."""
    rows = [(f"p{n}", f"handle{n}", browser_of(n), f"Person {n}", BEGAN) for n in range(people)]
    await _write(url, "people", rows)
    found = matches(random.Random(1), people, results)
    while chunk := list(islice(found, AT_ONCE)):
        await _write(url, "matches", [match for match, _ in chunk])
        await _write(url, "results", [seat for _, seats in chunk for seat in seats])
    if url.startswith("postgresql"):
        connection = await asyncpg.connect(url)
        await connection.execute("ANALYZE")  # as the server itself does after a while
        await connection.close()


def matches(rng: random.Random, people: int, results: int) -> Iterator[tuple[Row, list[Row]]]:
    """Matches of two to four over two years, with their results, until there are enough."""
    done = mine = 0
    while done < results:
        players = rng.sample(range(1, people), rng.randint(2, 4))
        bot = False
        if mine * results <= MY_MATCHES * done:
            bot, mine = mine % 2 == 1, mine + 1
            others = [] if bot else rng.sample(range(1, min(people, 60)), rng.randint(1, 3))
            players = [ME, *others]
        match, seats = _match(rng, BEGAN + ALL_MS * done // results, players, bot)
        done += len(seats)
        yield match, seats


def _match(rng: random.Random, at: int, players: list[int], bot: bool) -> tuple[Row, list[Row]]:
    """A match and its results, as stored."""
    key, game, size = (f"{rng.getrandbits(60):015x}", 1), rng.choice(games.names()), len(players)
    level = rng.choice([*ladder.steps(game), "rival-4"])
    own = [
        (browser_of(n), None if bot else f"p{n}", "person", f"Person {n}", None) for n in players
    ]
    who: list[Row] = [*own, (None, None, "bot", "Kim", level)] if bot else [*own]
    places = rng.sample(range(1, len(who) + 1), len(who))
    seats: list[Row] = []
    for seat, place in enumerate(places):
        came = place, 90 - 10 * place, float(len(who) - place), float(place == 1), "played"
        seats.append((*key, seat, *who[seat], *came, game, len(who), size, at))
    return (*key, game, "{}", "live", None, "off" if bot else "counts", 60, at), seats


async def _write(url: str, table: str, rows: Sequence[Row]) -> None:
    columns = COLUMNS[table].split(", ")
    if url.startswith("postgresql"):
        connection = await asyncpg.connect(url)
        await connection.copy_records_to_table(table, records=rows, columns=columns)
        await connection.close()
        return
    marks = ", ".join("?" * len(columns))
    file = sqlite3.connect(url.removeprefix("sqlite:///"))
    file.execute("PRAGMA synchronous = OFF")
    with file:
        insert = f"INSERT INTO {table} ({COLUMNS[table]}) VALUES ({marks})"  # noqa: S608
        file.executemany(insert, rows)
    file.close()
