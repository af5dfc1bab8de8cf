"""Many matches of random players, and what they say about a game."""

import random
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from statistics import fmean, pstdev
from typing import Any

import msgspec

from quartett.core.game import AnyGame
from quartett.core.match import Match

Z95 = 1.959964
"""How many standard deviations hold 95 % of a normal distribution."""

REACTION_MS = 400
"""How long a random player of a timed game takes for an action."""


class Result(msgspec.Struct, frozen=True):
    """How one match went."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    actions: int


class SeatSummary(msgspec.Struct, frozen=True):
    """How one seat fared: its share of the wins (shared ones in parts), and its scores."""

    seat: int
    wins: float
    share: float
    low: float
    high: float
    score: float
    spread: float


class Summary(msgspec.Struct, frozen=True):
    """What many matches say."""

    game: str
    players: int
    games: int
    seed: int
    seats: tuple[SeatSummary, ...]
    actions: float
    fewest_actions: int
    most_actions: int


def random_result(game: AnyGame, players: int, seed: int, options: Any = None) -> Result:
    """One match between random players, wholly determined by its seed."""
    chance = random.Random(seed)
    match = Match.start(game, players, seed, options)
    actions = 0
    while match.outcome is None:
        let_time_pass(match)
        if match.to_act:
            seat = chance.choice(sorted(match.to_act))
            match.play(seat, chance.choice(match.legal(seat)))
            actions += 1
    return Result(match.outcome.scores, match.outcome.winners, actions)


def let_time_pass(match: Match) -> None:
    """Bring a timed match to the next moment at which a player can do something."""
    game = match.game
    if not game.timed:
        return
    wake = game.wake(match.state)
    if match.to_act or wake is None:
        match.wait(game.now(match.state) + REACTION_MS)
    else:
        match.wait(wake)


def simulate(
    game: AnyGame, players: int, games: int, seed: int, options: Any = None
) -> Iterator[Result]:
    """The results of many matches, one by one."""
    for number in range(games):
        yield random_result(game, players, seed + number, options)


def summarize(game: str, seed: int, results: Iterable[Result]) -> Summary:
    """What the results of matches between the same number of players say."""
    played = list(results)
    players = len(played[0].scores)
    actions = [result.actions for result in played]
    return Summary(
        game=game,
        players=players,
        games=len(played),
        seed=seed,
        seats=tuple(_seat(played, seat) for seat in range(players)),
        actions=fmean(actions),
        fewest_actions=min(actions),
        most_actions=max(actions),
    )


def _seat(played: Sequence[Result], seat: int) -> SeatSummary:
    wins = sum(1 / len(result.winners) for result in played if seat in result.winners)
    low, high = wilson(wins, len(played))
    scores = [result.scores[seat] for result in played]
    share = wins / len(played)
    return SeatSummary(seat, wins, share, low, high, fmean(scores), pstdev(scores))


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson's), which stays inside 0 and 1."""
    share = wins / games
    centre = share + Z95**2 / (2 * games)
    margin = Z95 * sqrt(share * (1 - share) / games + Z95**2 / (4 * games**2))
    scale = 1 + Z95**2 / games
    return max(0.0, (centre - margin) / scale), min(1.0, (centre + margin) / scale)
