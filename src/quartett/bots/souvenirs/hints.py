"""Hints for Souvenirs: what the strongest player would do, and why."""

from collections.abc import Mapping, Sequence

from quartett.bots import network
from quartett.bots.base import DEFAULT_NODES, MASTER, Bot, Hint, Reason
from quartett.bots.souvenirs.master import WEIGHTS, Master, exactly
from quartett.bots.souvenirs.players import Hard, Thinking, booking, lines_at, placing
from quartett.core.seeds import Rng
from quartett.fast.souvenirs import BOOK_ID, CELL_COUNT, PASS_ID, id_of
from quartett.fast.souvenirs_playout import Laying, Thought
from quartett.games.souvenirs.actions import Action
from quartett.games.souvenirs.cards import CARDS
from quartett.games.souvenirs.grid import LINES
from quartett.games.souvenirs.legality import line_about
from quartett.games.souvenirs.view import View


def hint(view: View, legal: Sequence[Action], rng: Rng, level: str | None = None) -> Hint | None:
    """A suggestion for the viewer in turn: the master's where there is one, or hard's."""
    if view.viewer is None or view.viewer != view.turn or not legal:
        return None
    thinking = Thinking(view, rng, DEFAULT_NODES)
    learned = adviser(level)
    if isinstance(learned, Master) and not exactly(thinking, view):
        action, gain = learned.advice(view, rng)
    else:
        laying = view.phase == "place"
        action = placing(thinking.laying()) if laying else booking(thinking.booking())
        gain = _gain(thinking.values, action)
    reason, about = _why(thinking.table, view.viewer, action)
    return Hint(action, f"souvenirs.hint.{reason}", about, gain, "chance")


def adviser(level: str | None = None) -> Bot[View, Action]:
    """Whose choice a hint is."""
    learned = (level or MASTER) == MASTER and network.is_ready(WEIGHTS)
    return Master() if learned else Hard(DEFAULT_NODES)


def _why(table: Thought, seat: int, action: Action) -> Reason:
    found = id_of(table.game, seat, action)
    if found < BOOK_ID:
        return _why_lay(table, seat, divmod(found, CELL_COUNT))
    return _why_book(table, None if found == PASS_ID else found - BOOK_ID)


def _why_lay(table: Thought, seat: int, laying: Laying) -> Reason:
    """What the line does that changes most for the seat: grow, suffer, or become worth a cube."""
    card, place = laying
    line = max(lines_at(place), key=lambda each: _change(table, seat, each, card))
    about = {"card": CARDS[card], **line_about(LINES[line])}
    owners = table.owners(line)
    if _change(table, seat, line, card) <= 0:
        return "harmless", about
    if not owners:
        return "build", about
    return ("tend" if seat in owners else "spoil"), about


def _change(table: Thought, seat: int, line: int, card: int) -> float:
    """How much better a line looks to a seat with this card in it."""
    node = table.nodes[line]
    after = table.lines.after(node, card)
    if not table.owners(line):
        return (after.mean - node.mean) * bool(table.game.cubes[seat]) / 2
    return table.promise(line, after, seat) - table.promise(line, node, seat)


def _why_book(table: Thought, line: int | None) -> Reason:
    if line is None:
        return "wait", {}
    node, about = table.nodes[line], line_about(LINES[line])
    if table.owners(line):
        return "book_second", {**about, "points": round(node.second)}
    return "book_first", {**about, "points": round(node.mean)}


def _gain(values: Mapping[Action, float], action: Action) -> float:
    """By how much the best other candidate is worse, in chance to win; never below nothing."""
    others = [value for each, value in values.items() if each != action]
    return min(1.0, max(0.0, values[action] - max(others))) if others else 0.0
