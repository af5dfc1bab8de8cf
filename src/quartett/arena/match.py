"""One match between bots, wholly determined by its setup and its job (except for the times)."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from contextlib import AbstractContextManager
from functools import partial
from time import thread_time_ns
from typing import Any

import msgspec

from quartett import bots
from quartett.arena.schedule import Job, Setup
from quartett.arena.timing import Times
from quartett.bots.answers import action_of, blaming, reaction_of
from quartett.bots.planning import Choice, Hands
from quartett.core.errors import QuartettError
from quartett.core.game import Fact, Seat
from quartett.core.match import AnyMatch, Match
from quartett.core.seeds import Rng
from quartett.games import get

Watch = Callable[[Any, Any], Iterable[str]]
"""Names what is worth counting about an event, given the state before it: both a game's own."""


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

    def choose(self, match: AnyMatch) -> Choice[object]:
        """The bot's choice now, as the game knows it."""
        view, legal = match.view(self.seat), match.once_ready(self.seat)
        rng = Rng(self._seed, self._asked)
        self._asked += 1
        # The core's own time: what else the machine does meanwhile is not the bot's doing.
        began = thread_time_ns()
        with self._blamed():
            action = self.bot.choose(view, list(legal), rng)
        self.times.add(thread_time_ns() - began)
        with self._blamed(action):
            chosen: object = action_of(match.game, action)
        return Choice(
            chosen,
            frozenset(legal),
            reaction_ms=lambda: self._reaction_ms(match, chosen, legal, rng),
            luck=partial(rng.below, 1 << 30),
        )

    def _reaction_ms(self, match: AnyMatch, action: object, legal: list[object], rng: Rng) -> int:
        """How long the bot takes for what it has just chosen; BotError if the rules forbid it."""
        with self._blamed(action):
            if action not in legal and match.earliest(self.seat, action) is None:
                match.game.check(match.state, self.seat, action)
        with self._blamed():
            return reaction_of(self.bot.reaction_ms(match.view(self.seat), legal, rng))

    def act(self, match: AnyMatch, action: object, at: int | None = None) -> tuple[Fact, ...]:
        """Do it, or BotError naming the bot."""
        with self._blamed(action):
            return match.play(self.seat, action, at)

    def _blamed(self, *about: object) -> AbstractContextManager[None]:
        return blaming(self.name, self.seat, *about)


class Table:
    """A match, its players, and what is counted while they play."""

    def __init__(self, match: AnyMatch, players: list[Player], watch: Watch | None = None) -> None:
        self.match, self.players = match, players
        self.actions = 0
        self.turns = 0
        self.counts: Counter[str] = Counter()
        self._watch = watch
        self._turn: Hashable = None

    def choose(self, seat: Seat) -> Choice[object]:
        """What a seat's bot would do now."""
        return self.players[seat].choose(self.match)

    def act(self, seat: Seat, action: object, at: int | None = None) -> None:
        """Let a seat act, and count what comes of it."""
        before = self.match.state
        self._count(before, self.players[seat].act(self.match, action, at))
        self.actions += 1
        turn = self.match.game.turn(before)
        self.turns += turn not in (None, self._turn)
        self._turn = turn

    def wait(self, at: int) -> None:
        """Let time pass, and count what comes of it."""
        before = self.match.state
        self._count(before, self.match.wait(at))

    def _count(self, state: object, events: tuple[Fact, ...]) -> None:
        for event in events:
            self.counts[str(event.__struct_config__.tag)] += 1
            if self._watch is not None:
                self.counts.update(self._watch(state, event))
                state = self.match.game.evolve(state, event)


def play(setup: Setup, job: Job, watch: Watch | None = None) -> Record:
    """Play one match of an arena to its end."""
    table = seat(setup, job, watch)
    (play_at_once if table.match.game.timed else play_in_turn)(table)
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
        seat = min(match.to_act)
        table.act(seat, table.choose(seat).action)


def play_at_once(table: Table) -> None:
    """Play a timed match, from one thing that happens to the next."""
    hands = Hands(table, range(len(table.players)))
    while table.match.outcome is None:
        hands.look()
        if hands.go_on() is None:
            raise QuartettError(f"{table.match.game.id}: nobody can act, and time does nothing")
