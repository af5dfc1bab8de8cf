"""Souvenirs as the hard bot sees it: all lay and book soundly until the grid is full."""

from collections.abc import Sequence

import msgspec

from quartett.bots.souvenirs.players import lines_at
from quartett.bots.souvenirs.worlds import seen_table
from quartett.core.forms import Json
from quartett.core.history import Step
from quartett.core.seeds import Rng
from quartett.fast.souvenirs import BOOK_PHASE, KIND, PLACE_PHASE, from_state
from quartett.fast.souvenirs_playout import TURNS, Thought, thought_of
from quartett.games.souvenirs.actions import Action, Book, Place
from quartett.games.souvenirs.events import Event
from quartett.games.souvenirs.grid import INDEX, LINE_INDEX, LINES, SIZE
from quartett.games.souvenirs.legality import line_about
from quartett.games.souvenirs.state import State
from quartett.games.souvenirs.view import View
from quartett.review.evaluator import Ending, Evaluator, Renamed, shared
from quartett.review.results import Reason
from quartett.review.souvenirs.insights import Insights, corner, insights_of, line_name


class SouvenirsEvaluator(Evaluator[State, Action, View, Thought]):
    """Judges Souvenirs."""

    deals = 128
    relative = frozenset({"cell", "name"})
    nodes = 4000

    def reshuffled(self, state: State, rng: Rng) -> State:
        return msgspec.structs.replace(state, draw_pile=tuple(rng.shuffled(state.draw_pile)))

    def table(self, state: State) -> Thought:
        return thought_of(from_state(state))

    def play_out(
        self, table: Thought, seat: int | None = None, action: Action | None = None
    ) -> Ending:
        thought = table.copy()
        turn = thought.game.turn if seat is None else seat
        if isinstance(action, Place):
            thought.lay_from_hand(turn, KIND[action.card], INDEX[action.at])
            thought.book_if_good(turn)
        elif isinstance(action, Book):
            thought.game.book(turn, LINE_INDEX[action.line])
        elif action is None:
            _finish_turn(thought, turn)
        _play_to_the_end(thought, turn)
        scores = thought.scores()
        return Ending(shared(scores), tuple(scores))

    def places(self, before: State, shown: State, action: Action) -> Json:
        """Columns are A to E from the left, rows 1 to 5 from above, as far as cards lie."""
        if isinstance(action, Place):
            (left, top), (x, y) = corner(shown), action.at
            return {"cell": f"{'ABCDEFGHI'[x - min(left, x)]}{y - min(top, y) + 1}"}
        if isinstance(action, Book):
            return {"name": line_name(shown, action.line)}
        return {}

    def usual_places(self, fields: Json) -> Json:
        """Where the first card is in the middle of columns a to i and rows 1 to 9."""
        if "at" in fields:
            return {"cell": _named(*fields["at"])}
        if "line" not in fields:
            return {}
        kind, number = fields["line"].split(" ")
        name = _named(int(number), int(number))
        return {"kind": kind, "name": name[0] if kind == "column" else name[1]}

    def told(self, insights: Json) -> list[Json]:
        found: list[Json] = insights["bookings"]
        return found

    def renumber(self, position: Json, renamed: Renamed) -> None:
        booked = position["cubes"].items()
        position["cubes"] = {line: [renamed(seat) for seat in by] for line, by in booked}

    def insights(self, line: Sequence[Step[State, Action, Event]]) -> Insights:
        return insights_of(line)

    def reason(self, view: View, action: Action) -> Reason | None:
        assert view.viewer is not None
        table = seen_table(view)
        if isinstance(action, Place):
            return _why_lay(table, view.viewer, action)
        return _why_book(table, action)


def _finish_turn(thought: Thought, seat: int) -> None:
    """What is left of the turn of a seat, soundly played."""
    game = thought.game
    if game.phase == PLACE_PHASE and game.hands[seat] and thought.free():
        card, cell = thought.best_laying(seat)
        thought.lay_from_hand(seat, card, cell)
        thought.book_if_good(seat)
    elif game.phase == BOOK_PHASE:
        thought.book_if_good(seat)


def _play_to_the_end(thought: Thought, last: int) -> None:
    while (free := thought.free()) > 0:
        thought.play_on(last)
        if thought.free() == free:  # only in positions written by hand: nobody has a card left
            return
        last = (last + min(TURNS, free)) % thought.players


def _why_lay(table: Thought, seat: int, action: Place) -> Reason:
    """What the line does that changes most for the seat."""
    card = KIND[action.card]
    line = max(lines_at(INDEX[action.at]), key=lambda each: table.laying_gain(seat, each, card))
    about = {"card": action.card, **line_about(LINES[line])}
    owners = table.owners(line)
    if table.laying_gain(seat, line, card) <= 0:
        return Reason("souvenirs.hint.harmless", about)
    key = "build" if not owners else "tend" if seat in owners else "spoil"
    return Reason(f"souvenirs.hint.{key}", about)


def _why_book(table: Thought, action: Action) -> Reason:
    if not isinstance(action, Book):
        return Reason("souvenirs.hint.wait", {})
    line = LINE_INDEX[action.line]
    node, about = table.nodes[line], line_about(action.line)
    if table.owners(line):
        return Reason("souvenirs.hint.book_second", {**about, "points": round(node.second)})
    return Reason("souvenirs.hint.book_first", {**about, "points": round(node.mean)})


def _named(column: int, row: int) -> str:
    return f"{'abcdefghi'[column + SIZE - 1]}{row + SIZE}"
