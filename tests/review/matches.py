"""Matches to look back on, played by bots of given levels, and their reviews."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from quartett.bots import get as get_bot
from quartett.core.match import AnyMatch, Match
from quartett.core.seeds import Rng
from quartett.games import get
from quartett.review import Review, review

TURN_BASED = ("jericho", "souvenirs", "photo_rummy")
OPTIONS: dict[str, dict[str, Any]] = {"photo_rummy": {"rounds": 1}}
SEED = 5
DEALS = 2

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
    """Play a match to its end; where all choose at once, nobody knows who has chosen."""
    while match.outcome is None:
        chosen = [(seat, choosers[seat](match, seat)) for seat in sorted(match.to_act)]
        for seat, action in chosen:
            match.play(seat, action)


def bot_chooser(name: str, level: str, seed: str, nodes: int | None = None) -> Chooser:
    """A bot that draws its chance from a seed and the length of the log."""
    bot = get_bot(name, level, nodes if level.startswith("hard") else None)

    def choose(match: AnyMatch, seat: int) -> Any:
        return bot.choose(match.view(seat), match.legal(seat), Rng(seed, len(match.log)))

    return choose


def match_of(name: str, *levels: str, seed: int = 1) -> AnyMatch:
    """A short match between bots."""
    return played(name, levels, seed, nodes=40, **OPTIONS.get(name, {}))


def reviewed(match: AnyMatch, deals: int = DEALS, seed: int | str = SEED) -> Review:
    """A match looked back on with few deals."""
    found = review(match.record(), deals=deals, seed=seed)
    assert isinstance(found, Review)
    return found


@cache
def reviewed_match(name: str) -> tuple[AnyMatch, Review]:
    """A match of three bots and its review, made once for all tests."""
    match = match_of(name, "medium", "random", "easy")
    return match, reviewed(match)
