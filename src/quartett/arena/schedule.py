"""Who plays whom on which deal: every deal is played in all seat rotations of every line-up.

Rotations that seat equal bots alike are one and the same.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from quartett.core.errors import FormatError
from quartett.core.forms import Json
from quartett.core.game import AnyGame

LineUp = tuple[str, ...]
"""The bots of one table by name; in the first rotation the n-th sits in seat n."""


class Setup(msgspec.Struct, frozen=True):
    """Everything that determines an arena's matches: the same setup gives the same matches."""

    game: str
    lineups: tuple[LineUp, ...]
    seed: int
    nodes: int | None = None
    options: Json = {}
    pace_ms: int | None = None
    """In timed games, the pace of all bots; None: each has its own."""

    @property
    def players(self) -> int:
        """How many sit at each table."""
        return len(self.lineups[0])


class Job(msgspec.Struct, frozen=True):
    """One match to play: a line-up, turned by some seats, on a numbered deal."""

    deal: int
    lineup: int
    rotation: int

    def seated(self, lineup: LineUp) -> LineUp:
        """The line-up in seat order."""
        return tuple(lineup[place] for place in self.places(len(lineup)))

    def places(self, players: int) -> tuple[int, ...]:
        """For each seat, the place of its bot in the line-up."""
        return tuple((seat + self.rotation) % players for seat in range(players))


def line_ups(bots: Sequence[str], players: int) -> tuple[LineUp, ...]:
    """The line-ups: the last bot fills free seats; with too many bots, all combinations."""
    if not bots:
        raise FormatError("name at least one bot")
    if len(bots) <= players:
        return ((*bots, *[bots[-1]] * (players - len(bots))),)
    return tuple(combinations(bots, players))


def players_for(game: AnyGame, bots: Sequence[str], players: int | None) -> int:
    """The number of players: as given, else one per bot within the game's limits."""
    if players is None:
        return min(max(len(bots), game.players[0]), game.players[-1])
    game.check_players(players)
    return players


def jobs(setup: Setup, games: int) -> Iterator[Job]:
    """At least this many matches: whole deals, each in every line-up and rotation."""
    for deal in range(deals_for(setup, games)):
        for number, lineup in enumerate(setup.lineups):
            for rotation in range(rotations(lineup)):
                yield Job(deal, number, rotation)


def rotations(lineup: LineUp) -> int:
    """How many different seatings turning a line-up gives."""
    return len({Job(0, 0, turned).seated(lineup) for turned in range(len(lineup))})


def deals_for(setup: Setup, games: int) -> int:
    """How many deals make at least this many matches."""
    return -(-games // sum(map(rotations, setup.lineups)))
