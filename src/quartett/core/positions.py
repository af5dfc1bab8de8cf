"""Positions: any state of any game as one JSON document, hidden cards included."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from quartett.core.errors import RuleError
from quartett.core.forms import Form, parse
from quartett.core.game import AnyGame


class Position(Form, frozen=True):
    """A position as it is written: the game's id, its options, its state."""

    game: str
    state: dict[str, Any]
    options: dict[str, Any] = {}


def dump_position(game: AnyGame, state: Any) -> dict[str, Any]:
    """A state as a position in JSON values."""
    options = msgspec.to_builtins(game.options_of(state))
    return {"game": game.id, "options": options, "state": game.dump(state)}


def load_position(game: AnyGame, position: Position) -> Any:
    """The state that a position describes; RuleError names the card and the rule it breaks."""
    options = parse(game.options_type, position.options, "options")
    return game.load(options, position.state)


def check_cards(found: Iterable[str], deck: Counter[str], rule: str) -> None:
    """Refuse cards that the deck does not have, or has fewer of."""
    for card, count in Counter(found).items():
        if card not in deck:
            raise RuleError(rule, "core.no_such_card", card=card)
        if count > deck[card]:
            raise RuleError(rule, "core.too_often", card=card, count=count, most=deck[card])
