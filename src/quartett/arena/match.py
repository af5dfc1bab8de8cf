"""One match between bots, wholly determined by its setup and its job (except for the times)."""

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from time import thread_time_ns
from typing import Any

import msgspec

from quartett import bots
from quartett.arena.schedule import Job, Setup
from quartett.arena.timing import Times
from quartett.bots.answers import action_of, blaming, reaction_of
from quartett.core.match import AnyMatch, Match
from quartett.core.seeds import Rng
from quartett.games import get

Watch = Callable[[Any, Any], Iterable[str]]
"""Names what is worth counting about an event, given the state before it."""


class Record(msgspec.Struct, frozen=True):
    """How one match went; scores and winners by seat, times by place in the line-up."""

    job: Job
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    actions: int
    clock: int
    counts: dict[str, int]
    times: tuple[Times, ...]
    turns: int = 0
    """None are counted while all act at once."""


class Player:
    """A bot in its seat: chooses from its view alone, with chance and a stopwatch of its own."""

    def __init__(self, bot: bots.AnyBot, name: str, seat: int, seed: str) -> None:
        self.bot, self.name, self.seat = bot, name, seat
        self.times = Times()
        self._seed = seed
        self._asked = 0

    def choose(self, match: AnyMatch) -> tuple[Any, list[Any], Rng]:
        """The bot's choice now as the game knows it, what it could choose from, and its chance."""
        view, legal = match.view(self.seat), match.once_ready(self.seat)
        rng = Rng(self._seed, self._asked)
        self._asked += 1
        # The core's own time: what else the machine does meanwhile is not the bot's doing.
        began = thread_time_ns()
        with self._blamed():
            action = self.bot.choose(view, list(legal), rng)
        self.times.add(thread_time_ns() - began)
        with self._blamed(action):
            return action_of(match.game, action), legal, rng

    def reaction_ms(self, match: AnyMatch, legal: list[Any], rng: Rng) -> int:
        """How long the bot takes for what it has just chosen."""
        with self._blamed():
            return reaction_of(self.bot.reaction_ms(match.view(self.seat), legal, rng))

    def check(self, match: AnyMatch, action: Any, legal: list[Any]) -> None:
        """BotError unless the rules allow it now, or may as soon as the hand is free."""
        with self._blamed(action):
            if action not in legal and match.earliest(self.seat, action) is None:
                match.game.check(match.state, self.seat, action)

    def act(self, match: AnyMatch, action: Any, at: int | None = None) -> tuple[Any, ...]:
        """Do it, or BotError naming the bot."""
        with self._blamed(action):
            return match.play(self.seat, action, at)

    def _blamed(self, *about: Any) -> AbstractContextManager[None]:
        return blaming(self.name, self.seat, *about)


class Table:
    """A match, its players, and what is counted while they play."""

    def __init__(self, match: AnyMatch, players: list[Player], watch: Watch | None = None) -> None:
        self.match, self.players = match, players
        self.actions = 0
        self.turns = 0
        self.counts: Counter[str] = Counter()
        self._watch = watch
        self._turn: Any = None

    def act(self, player: Player, action: Any, at: int | None = None) -> None:
        """Let a player act, and count what comes of it."""
        before = self.match.state
        self._count(before, player.act(self.match, action, at))
        self.actions += 1
        turn = self.match.game.turn(before)
        self.turns += turn not in (None, self._turn)
        self._turn = turn

    def wait(self, at: int) -> None:
        """Let time pass, and count what comes of it."""
        before = self.match.state
        self._count(before, self.match.wait(at))

    def _count(self, state: Any, events: tuple[Any, ...]) -> None:
        for event in events:
            self.counts[event.__struct_config__.tag] += 1
            if self._watch is not None:
                self.counts.update(self._watch(state, event))
                state = self.match.game.evolve(state, event)


def play(setup: Setup, job: Job, watch: Watch | None = None) -> Record:
    """Play one match of an arena to its end."""
    from quartett.arena.timed import play_timed

    table = seat(setup, job, watch)
    (play_timed if table.match.game.timed else play_in_turn)(table)
    outcome = table.match.outcome
    assert outcome is not None
    by_place = sorted(zip(job.places(setup.players), table.players, strict=True), key=_first)
    return Record(
        job=job,
        scores=outcome.scores,
        winners=outcome.winners,
        reason=outcome.reason,
        actions=table.actions,
        clock=table.match.now,
        counts=dict(table.counts),
        times=tuple(player.times for _, player in by_place),
        turns=table.turns,
    )


def _first(pair: tuple[int, Player]) -> int:
    return pair[0]


def seat(setup: Setup, job: Job, watch: Watch | None = None) -> Table:
    """A table with the bots in their seats and the cards dealt."""
    lineup = setup.lineups[job.lineup]
    seed = f"{setup.seed}/{job.deal}"
    match = Match.start(get(setup.game), len(lineup), seed, setup.options)
    players = [
        Player(
            bots.get(setup.game, lineup[place], setup.nodes), lineup[place], at, f"{seed}/{place}"
        )
        for at, place in enumerate(job.places(len(lineup)))
    ]
    return Table(match, players, watch)


def play_in_turn(table: Table) -> None:
    """Play a match without time: whoever may act is asked; in seat order where several may."""
    match = table.match
    while match.outcome is None:
        player = table.players[min(match.to_act)]
        action, _, _ = player.choose(match)
        table.act(player, action)
