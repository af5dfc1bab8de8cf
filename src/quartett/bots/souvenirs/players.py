"""The players of Souvenirs: some are sound, in more or less doubt; hard looks ahead."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from quartett.bots.base import Bot
from quartett.bots.search import chance_of, halving, softly
from quartett.bots.souvenirs import endgame
from quartett.bots.souvenirs.worlds import seen_table, unseen
from quartett.core.seeds import Rng
from quartett.fast.souvenirs import WIDTH
from quartett.fast.souvenirs_playout import TURNS, Laying, Thought
from quartett.games.souvenirs.actions import BOOKS, PASS, PLACES, Action
from quartett.games.souvenirs.cards import CARDS
from quartett.games.souvenirs.view import View

HARD_NODES = 8000
"""How many turns ahead the hard bot plays per move, all playouts together."""

LAYINGS, BOOKINGS = 16, 6
"""How many candidates are looked at closely."""

MIN_DEALS = 2
"""Every candidate is tried on at least this many deals."""


def lines_at(cell: int) -> tuple[int, int]:
    """The row and column of a cell."""
    return cell // WIDTH, WIDTH + cell % WIDTH


def placing(laying: Laying) -> Action:
    """The action that lays a card."""
    card, place = laying
    return PLACES[CARDS[card]][place]


def booking(line: int | None) -> Action:
    """The action that books a counted line, or passes."""
    return PASS if line is None else BOOKS[line]


class Sound(Bot[View, Action]):
    """Tends own lines, spoils those of others, and waits for lines that promise enough."""

    doubt: ClassVar[float]
    """How many points better something has to look to be done e times as often."""
    patience: ClassVar[float] = 0.0
    """How many points more than is sound a line must promise to be booked now."""

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """What makes the table look best now; in doubt, what looks nearly as good."""
        table, seat = seen_table(view), view.viewer
        assert seat is not None
        if view.phase == "place":
            return placing(self._laying(table, seat, rng))
        line = self._booking(table, seat, rng)
        return booking(None if line < 0 else line)

    def _laying(self, table: Thought, seat: int, rng: Rng) -> Laying:
        if not self.doubt:
            return table.best_laying(seat)
        gains = table.laying_gains(seat)
        layings = [(card, cell) for _, card, cell in gains]
        return softly(layings, [gain for gain, _, _ in gains], self.doubt, chance_of(rng))

    def _booking(self, table: Thought, seat: int, rng: Rng) -> int:
        if not self.doubt or not table.may_book(seat):
            return table.best_booking(seat)
        lines = table.game.open_lines(seat)
        gains = [table.booking_gain(seat, line) for line in lines]
        waiting = table.awaited(seat) + self.patience
        return softly([-1, *lines], [waiting, *gains], self.doubt, chance_of(rng))


class Easy(Sound):
    """Has sound ideas, and seldom knows which of them is worth most."""

    level = "easy"
    doubt = 1.6


class Medium(Sound):
    """Always does what looks best now."""

    level = "medium"
    doubt = 0.0


class Hard(Bot[View, Action]):
    """Plays the sound candidates on in imagined deals; exact when two cells are free."""

    level = "hard"
    usual_nodes: ClassVar[int] = HARD_NODES

    def __init__(self, nodes: int | None = None) -> None:
        super().__init__(self.usual_nodes if nodes is None else nodes)

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """The candidate with the best chance to win."""
        if len(legal) == 1:
            return legal[0]
        thinking = Thinking(view, rng, self.nodes)
        if view.phase == "place":
            return placing(thinking.laying())
        return booking(thinking.booking())


class Thinking:
    """One decision of a player that looks ahead; `values` holds what the candidates promise."""

    def __init__(self, view: View, rng: Rng, nodes: int) -> None:
        assert view.viewer is not None
        self.view, self.seat, self.nodes = view, view.viewer, nodes
        self.table = seen_table(view)
        self.pool = unseen(view)
        self.values: dict[Action, float] = {}
        self._chance = Random(rng.below(1 << 62))

    def laying(self) -> Laying:
        """The best card and cell."""
        if self.is_end(endgame.CELLS):
            return self._last_laying()
        ranked = sorted(self.table.laying_gains(self.seat), reverse=True)
        seat = self.seat
        found = halving(
            [(card, cell) for _, card, cell in ranked[:LAYINGS]],
            self._trials(),
            self._imagine,
            lambda laying, table: table.after_laying(seat, *laying),
            MIN_DEALS,
        )
        self.values = {placing(each.action): each.mean for each in found}
        return found[0].action

    def booking(self) -> int | None:
        """The line to book now, or None."""
        if self.is_end(endgame.CELLS - 1):
            return self._last_booking()
        seat, table = self.seat, self.table
        lines = table.game.open_lines(seat)
        lines.sort(key=lambda line: -table.booking_gain(seat, line))
        found = halving(
            [-1, *lines[:BOOKINGS]],
            self._trials(),
            self._imagine,
            lambda line, table: table.after_booking(seat, line),
            MIN_DEALS,
        )
        chosen = {None if each.action < 0 else each.action: each.mean for each in found}
        self.values = {booking(line): mean for line, mean in chosen.items()}
        return next(iter(chosen))

    def is_end(self, cells: int) -> bool:
        """Whether so few cells are free that the rest is exact."""
        return self.table.free() <= cells and len(self.pool) >= self._rival_hand() > 0

    def _last_laying(self) -> Laying:
        values = endgame.turn_values(self.table, self.seat, self.pool, self._rival_hand())
        for (card, place, _), value in values.items():
            action = placing((card, place))
            self.values[action] = max(value, self.values.get(action, value))
        card, place, _ = max(values, key=values.__getitem__)
        return card, place

    def _last_booking(self) -> int | None:
        values = endgame.booking_values(self.table, self.seat, self.pool, self._rival_hand())
        self.values = {booking(line): value for line, value in values.items()}
        return max(values, key=values.__getitem__)

    def _rival_hand(self) -> int:
        """How many cards the next player will choose from."""
        rival = self.view.seats[(self.seat + 1) % len(self.view.seats)]
        return rival.hand_size + (self.view.draw_pile > 0)

    def _imagine(self) -> Thought:
        return self.table.imagine(self.seat, self.pool, self.view.draw_pile, self._chance)

    def _trials(self) -> int:
        return self.nodes // max(1, min(TURNS, self.table.free()))
