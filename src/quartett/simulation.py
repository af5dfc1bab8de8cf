"""Many matches of random players, and what they say about a game."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from statistics import fmean, pstdev

import msgspec

from quartett.arena.match import Record
from quartett.arena.run import Executor, Serial, play_all
from quartett.arena.schedule import Setup, jobs
from quartett.arena.stats import wilson, win_share
from quartett.core.forms import Json
from quartett.core.game import AnyGame
from quartett.core.match import AnyMatch

REACTION_MS = 400
"""How long a player takes for an action where nobody says otherwise."""


class SeatSummary(msgspec.Struct, frozen=True):
    """How one seat fared: its share of the wins (shared ones in parts), and its scores."""

    seat: int
    wins: float
    share: float
    low: float
    high: float
    score: float
    spread: float


class Lengths(msgspec.Struct, frozen=True):
    """How long matches were, counted in something."""

    mean: float
    fewest: int
    most: int


class Summary(msgspec.Struct, frozen=True):
    """What many matches say."""

    game: str
    players: int
    games: int
    seed: int
    seats: tuple[SeatSummary, ...]
    turns: Lengths | None
    """None where all act at once."""
    actions: Lengths


def let_time_pass(match: AnyMatch) -> None:
    """Bring a timed match to the next moment at which a player can do something."""
    if match.game.timed:
        due = match.now + REACTION_MS
        match.wait(due if match.to_act_once_ready or match.wake is None else match.wake)


def simulate(
    game: AnyGame,
    players: int,
    games: int,
    seed: int,
    options: Json | None = None,
    where: Executor | None = None,
) -> Iterator[Record]:
    """Matches between random players in the arena, one by one."""
    setup = Setup(game.id, (("random",) * players,), seed, options=options or {})
    return play_all(setup, list(islice(jobs(setup, games), games)), where or Serial())


def summarize(game: str, seed: int, results: Iterable[Record]) -> Summary:
    """What the results of matches between the same number of players say."""
    played = list(results)
    players = len(played[0].scores)
    turns = [record.turns for record in played]
    return Summary(
        game=game,
        players=players,
        games=len(played),
        seed=seed,
        seats=tuple(_seat(played, seat) for seat in range(players)),
        turns=_lengths(turns) if any(turns) else None,
        actions=_lengths([record.actions for record in played]),
    )


def _lengths(counts: Sequence[int]) -> Lengths:
    return Lengths(fmean(counts), min(counts), max(counts))


def _seat(played: Sequence[Record], seat: int) -> SeatSummary:
    wins = sum(win_share(record, {seat}) for record in played)
    low, high = wilson(wins, len(played))
    scores = [record.scores[seat] for record in played]
    share = wins / len(played)
    return SeatSummary(seat, wins, share, low, high, fmean(scores), pstdev(scores))
