"""Quartett: four published card games as a typed library.

import quartett

match = quartett.start("jericho", players=3, seed=7)
"""

from typing import Any

from quartett.core.errors import FormatError, QuartettError, RuleError
from quartett.core.forms import parse, parse_json
from quartett.core.game import AnyGame
from quartett.core.log import dump_log, load_header, load_log
from quartett.core.match import Match
from quartett.core.outcome import Outcome
from quartett.core.positions import Position, dump_position, load_position
from quartett.games import get

__all__ = [
    "FormatError",
    "Match",
    "Outcome",
    "QuartettError",
    "RuleError",
    "game",
    "load",
    "load_match",
    "save",
    "save_match",
    "start",
]


def game(name: str) -> AnyGame:
    """The rules of a game by its id."""
    return get(name)


def start(name: str, players: int, seed: int | str = 0, **options: Any) -> Match:
    """A new match of a game, dealt from a seed."""
    return Match.start(game(name), players, seed, options)


def save(match: Match) -> dict[str, Any]:
    """The position of a match as JSON values, hidden cards included."""
    return dump_position(match.game, match.state)


def load(position: dict[str, Any] | str | bytes, seed: int | str = 0) -> Match:
    """A match that goes on from a position; its log begins there."""
    data = position if isinstance(position, dict) else parse_json(position)
    form: Position = parse(Position, data, "position")
    rules = game(form.game)
    return Match(rules, load_position(rules, form), seed)


def save_match(match: Match) -> bytes:
    """The whole match as a log in JSON Lines."""
    return dump_log(match.record())


def load_match(text: bytes) -> Match:
    """The match that a log tells."""
    rules = game(load_header(text).game)
    return Match.replay(rules, load_log(rules, text))
