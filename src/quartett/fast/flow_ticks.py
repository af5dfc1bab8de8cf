"""Speed & Flow in ticks of fifty milliseconds, in which everybody chooses at the same time.

In each tick, every seat chooses an action or waits; a seat whose hand is busy can only wait or call
Stop. Then all of them act, in an order derived from the seed and the tick; an action that comes too
late has no effect. Ticks in which nobody can act are skipped.
"""

from random import Random
from typing import Final

from quartett.core.outcome import Outcome
from quartett.core.seeds import Rng
from quartett.fast.flow import ACTIONS, OBSERVED, OVER, RUNNING, WAIT_ID, Flow
from quartett.fast.flow import action_of as flow_action_of
from quartett.fast.flow import deal as deal_flow
from quartett.fast.flow import from_state as flow_from_state
from quartett.fast.flow import id_of as flow_id_of
from quartett.fast.flow import to_state as flow_to_state
from quartett.games.flow.actions import Action, Options
from quartett.games.flow.state import State

__all__ = ["ACTIONS", "OBSERVED", "TICK_MS", "WAIT_ID", "FlowTicks", "deal", "play_randomly"]

TICK_MS: Final = 50


class FlowTicks:
    """A match in ticks; `turn` is the next seat to choose in this tick, or -1 once it is over."""

    def __init__(self, game: Flow) -> None:
        self.game = game
        self.players = game.players
        self.chosen = [-1] * game.players
        self.waiting: list[int] = []
        self.turn = -1
        self._next_tick()

    def copy(self) -> "FlowTicks":
        """An independent copy of this match."""
        other = FlowTicks(self.game.copy())
        other.chosen, other.waiting, other.turn = self.chosen[:], self.waiting[:], self.turn
        return other

    def __copy__(self) -> "FlowTicks":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> "FlowTicks":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return FlowTicks, (self.game,), (self.chosen, self.waiting, self.turn)

    def __setstate__(self, state: tuple[list[int], list[int], int]) -> None:
        self.chosen, self.waiting, self.turn = state

    def to_act(self) -> list[int]:
        """The seats that have yet to choose in this tick."""
        return self.waiting[:]

    def legal_ids(self, seat: int) -> list[int]:
        """The ids that a seat may choose: what it may do now, or to wait."""
        if seat not in self.waiting:
            return []
        found = self.game.legal_ids(seat)
        found.append(WAIT_ID)
        return found

    def mask(self, seat: int) -> list[int]:
        """1 for each id that is legal, else 0."""
        found = [0] * ACTIONS
        for each in self.legal_ids(seat):
            found[each] = 1
        return found

    def apply(self, seat: int, action: int) -> None:
        """Record what a seat chooses; once all have, everybody acts and the clock advances."""
        self.chosen[seat] = action
        self.waiting.remove(seat)
        if self.waiting:
            self.turn = self.waiting[0]
            return
        self._act()
        self._next_tick()

    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.game.phase == OVER

    def scores(self) -> list[int]:
        """The totals of the rounds that are over."""
        return self.game.scores()

    def winners(self) -> list[int]:
        """The seats in the lead (FL-15)."""
        return self.game.winners()

    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it is running."""
        return self.game.outcome()

    def observe(self, seat: int) -> list[int]:
        """What a seat may know; see `quartett.fast.flow`."""
        return self.game.observe(seat)

    def _act(self) -> None:
        game = self.game
        acting = [seat for seat in range(self.players) if 0 <= self.chosen[seat] < WAIT_ID]
        if len(acting) > 1:
            acting = Rng(game.seed).apart(f"tick-{game.clock}").shuffled(acting)
        for seat in acting:
            if self.chosen[seat] in game.legal_ids(seat):
                game.apply(seat, self.chosen[seat])
        self.chosen = [-1] * self.players

    def _next_tick(self) -> None:
        """Go on to the next tick in which somebody can choose, or to the end."""
        game = self.game
        if self.turn >= 0:
            game.wait(game.clock + TICK_MS)
        while game.phase != OVER:
            if game.to_act():
                self.waiting = list(range(self.players))
                self.turn = 0
                return
            game.wait(self._later())
        self.waiting, self.turn = [], -1

    def _later(self) -> int:
        """The first tick at which something may have changed, since nobody can act now."""
        game = self.game
        moment = game.wake()
        if game.phase == RUNNING and moment < 0:
            free = [game.busy[seat] for seat in range(self.players) if game.can_move(seat)]
            moment = min(free)
        return max(game.clock + 1, -(-moment // TICK_MS) * TICK_MS)


_USUAL: Final = Options()


def deal(players: int, chance: Random, options: Options = _USUAL) -> FlowTicks:
    """A new match in ticks; its seed comes from this chance."""
    return FlowTicks(deal_flow(players, chance, options))


def from_state(state: State, seed: int | str = 0) -> FlowTicks:
    """The same match as the rules know it, going on in ticks."""
    return FlowTicks(flow_from_state(state, seed))


def to_state(game: FlowTicks) -> State:
    """The match as the rules know it; what was chosen in this tick has not happened yet."""
    return flow_to_state(game.game)


def action_of(game: FlowTicks, seat: int, action: int) -> Action:
    """The action with this id; waiting is none."""
    return flow_action_of(game.game, seat, action)


def id_of(game: FlowTicks, seat: int, action: Action) -> int:
    """The id of an action."""
    return flow_id_of(game.game, seat, action)


def play_randomly(game: FlowTicks, chance: Random) -> int:
    """Play uniformly random legal actions to the end; returns the number of unforced choices."""
    decisions = 0
    number = chance.random
    while game.turn >= 0:
        seat = game.turn
        ids = game.legal_ids(seat)
        count = len(ids)
        if count > 1:
            decisions += 1
            game.apply(seat, ids[int(number() * count)])
        else:
            game.apply(seat, ids[0])
    return decisions
