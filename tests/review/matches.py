"""Matches to look back on, played by bots of given levels."""

from collections.abc import Callable, Sequence
from typing import Any

from quartett.bots import get as get_bot
from quartett.core.match import AnyMatch, Match
from quartett.core.seeds import Rng
from quartett.games import get

Chooser = Callable[[AnyMatch, int], Any]
"""What a seat does now."""


def played(
    name: str, levels: Sequence[str], seed: int, nodes: int | None = None, **options: Any
) -> AnyMatch:
    """A match between bots, seat by seat."""
    choosers = [bot_chooser(name, level, f"{seed} {at}", nodes) for at, level in enumerate(levels)]
    return played_by(name, choosers, seed, **options)


def played_by(name: str, choosers: Sequence[Chooser], seed: int, **options: Any) -> AnyMatch:
    """A match in which each seat chooses for itself."""
    match: AnyMatch = Match.start(get(name), len(choosers), seed, options)
    play_on(match, choosers)
    return match


def play_on(match: AnyMatch, choosers: Sequence[Chooser]) -> None:
    """Play a match to its end."""
    while match.outcome is None:
        seat = min(match.to_act)
        match.play(seat, choosers[seat](match, seat))


def bot_chooser(name: str, level: str, seed: str, nodes: int | None = None) -> Chooser:
    """A bot that draws its chance from a seed and the length of the log."""
    bot = get_bot(name, level, nodes if level.startswith("hard") else None)

    def choose(match: AnyMatch, seat: int) -> Any:
        return bot.choose(match.view(seat), match.legal(seat), Rng(seed, len(match.log)))

    return choose
