"""A match in memory: the game, its log, and the state that the log folds to."""

from typing import Any

import msgspec

from quartett.core.errors import RuleError
from quartett.core.forms import parse
from quartett.core.game import AnyGame, Seat
from quartett.core.log import Entry, Header, Log, states
from quartett.core.outcome import Outcome
from quartett.core.seeds import Rng


class Match:
    """One match from the deal to the end; every change goes through `play` or `wait`."""

    def __init__(self, game: AnyGame, state: Any, seed: int | str = 0) -> None:
        self.game = game
        self.seed = seed
        self.state = state
        self.bare = state
        self.log: list[Entry[Any, Any]] = []
        self._acting: tuple[Any, frozenset[Seat]] = (None, frozenset())

    @classmethod
    def start(
        cls, game: AnyGame, players: int, seed: int | str = 0, options: Any = None
    ) -> "Match":
        """A new match, dealt; `options` are the game's options, also as plain JSON values."""
        chosen = parse(game.options_type, {} if options is None else options, "options")
        game.check_players(parse(int, players, "players"))
        game.check_options(chosen, players)
        bare, events = game.start(chosen, players, Rng(seed, 0))
        match = cls(game, bare, seed)
        match._append(Entry(events))
        return match

    @classmethod
    def replay(cls, game: AnyGame, log: Log) -> "Match":
        """The match that a log tells, folded from its events alone."""
        header = log.header
        options = parse(game.options_type, header.options, "options")
        game.check_players(header.players)
        game.check_options(options, header.players)
        bare, _ = game.start(options, header.players, Rng(header.seed, 0))
        match = cls(game, bare, header.seed)
        for entry in log.entries:
            match._append(entry)
        return match

    def legal(self, seat: Seat) -> list[Any]:
        """What a seat may do now."""
        self.game.check_seat(self.state, seat)
        return list(self.game.legal(self.state, seat))

    def play(self, seat: Seat, action: Any, at: int | None = None) -> tuple[Any, ...]:
        """Let a seat act (`action` also as JSON values); RuleError, and no change, if illegal."""
        typed = parse(self.game.action_type, action, "action")
        passed = self._passed(at)
        state = self.game.fold(self.state, passed)
        self.game.check_seat(state, seat)
        self.game.check(state, seat, typed)
        moment = self.game.now(state)
        number = len(self.log) + bool(passed)
        events = self.game.decide(state, seat, typed, moment, Rng(self.seed, number))
        if passed:
            self._append(Entry(passed, at=moment))
        self._append(Entry(events, seat, typed, moment))
        return passed + events

    def wait(self, at: int) -> tuple[Any, ...]:
        """Let time pass until a moment; nothing happens in games without time."""
        events = self._passed(at)
        if events:
            self._append(Entry(events, at=at))
        return events

    def view(self, viewer: Seat | None = None) -> Any:
        """What a seat, or a spectator, may see."""
        if viewer is not None:
            self.game.check_seat(self.state, viewer)
        return self.game.view(self.state, viewer)

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that may act now; found once for each state, since every viewer is told."""
        if self._acting[0] is not self.state:
            self._acting = (self.state, self.game.to_act(self.state))
        return self._acting[1]

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        return self.game.outcome(self.state)

    def header(self) -> Header:
        """How this match began."""
        options = msgspec.to_builtins(self.game.options_of(self.state))
        return Header(self.game.id, self.game.seats(self.state), self.seed, options)

    def record(self) -> Log:
        """The whole match as a log that can be saved and replayed."""
        return Log(self.header(), tuple(self.log))

    def states(self) -> list[Any]:
        """The state after each entry of the log."""
        return list(states(self.game, self.bare, self.log))

    def _passed(self, at: int | None) -> tuple[Any, ...]:
        now = self.game.now(self.state)
        if at is None or at == now:
            at = now
        elif at < now and self.game.timed:
            raise RuleError(None, "core.time_runs_forward", at=at, now=now)
        return self.game.tick(self.state, at, Rng(self.seed, len(self.log)))

    def _append(self, entry: Entry[Any, Any]) -> None:
        self.state = self.game.fold(self.state, entry.events)
        self.log.append(entry)
