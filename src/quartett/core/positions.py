"""Positions: any state of any game as one JSON document, hidden cards included."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

import msgspec

from quartett.core import notation
from quartett.core.errors import RuleError
from quartett.core.forms import Form, Json, parse, plain
from quartett.core.game import AnyGame, Game

O = TypeVar("O")  # noqa: E741
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


class Position(Form, frozen=True):
    """A position as it is written: the game's id, its options, its state."""

    game: str
    state: Json
    options: Json = {}


def dump_position(game: Game[O, S, A, E, V], state: S) -> Json:
    """A state as a position in JSON values."""
    options = msgspec.to_builtins(game.options_of(state))
    return {"game": game.id, "options": options, "state": game.dump(state)}


def write_line(game: Game[O, S, A, E, V], state: S) -> str:
    """A state as a position in one line of text; see `quartett.core.notation`."""
    form = parse(game.form_type, plain(game.dump(state), "state"), "state")
    options = notation.write_fields(game.options_of(state), game.short_names)
    about = f"({','.join(options)})" if options else ""
    return " ".join([f"{game.id}{about}", *notation.write_fields(form, game.short_names)])


def read_line(text: str, game_of: Callable[[str], AnyGame]) -> Position:
    """The position that a line describes; FormatError where it is not one."""
    found = notation.read_position(text, lambda name: game_of(name).short_names)
    game, options, state = found
    return Position(game, state, options)


def load_position(game: Game[O, S, A, E, V], position: Position) -> S:
    """The state that a position describes; RuleError names the card and the rule it breaks."""
    return game.load(game.parse_options(position.options), position.state)


def check_cards(found: Iterable[str], deck: Counter[str], rule: str) -> None:
    """Refuse cards that the deck does not have, or has fewer of."""
    for card, count in Counter(found).items():
        if card not in deck:
            raise RuleError(rule, "core.no_such_card", card=card)
        if count > deck[card]:
            raise RuleError(rule, "core.too_often", card=card, count=count, most=deck[card])
