"""Whole matches between bots, looked at before each action."""

from collections.abc import Iterator, Sequence

from quartett import bots
from quartett.core.match import AnyMatch, Match
from quartett.core.seeds import Rng
from quartett.games import get


def played(
    game: str, names: Sequence[str], seed: int, nodes: int, **options: object
) -> Iterator[AnyMatch]:
    """A match between bots in which one acts after the other, before each action and at its end."""
    match = Match.start(get(game), len(names), seed, options)
    players = [bots.get(game, name, nodes) for name in names]
    while match.outcome is None:
        yield match
        (seat,) = match.to_act
        rng = Rng(f"{seed}/{seat}", len(match.log))
        match.play(seat, players[seat].choose(match.view(seat), match.legal(seat), rng))
    yield match
