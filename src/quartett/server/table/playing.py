"""A match as a server plays it: which version it has, whom it answered, what each viewer sees."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from quartett.core.errors import QuartettError
from quartett.core.game import AnyGame, Hidden
from quartett.core.log import Entry, Header, Log
from quartett.core.match import Match
from quartett.core.seeds import Rng
from quartett.server.store.documents import StoredEntry

MAX_TAIL = 64
"""With more events than this to catch up with, a snapshot alone is the better answer."""

OTHER_WORLDS = 12
"""In so many worlds that could have been the player's, an undone action must look the same."""

FEW_WORLDS = 1
"""Enough to offer an undo; whether it is granted is looked at more closely."""

Step = tuple[Any, Any]
"""An event, after the state before it."""


class Play:
    """One moment of a match. A change gives the next one, which is stored and then put in place."""

    def __init__(
        self,
        match: Match,
        version: int,
        answered: dict[tuple[int, str], int],
        tail: Sequence[Step] = (),
    ) -> None:
        self.match = match
        self.version = version
        self.answered = answered
        """The versions that requests led to, by seat and id; shared by all moments of a match."""
        self._tail = tuple(tail[-MAX_TAIL:])
        self._before: Any = None
        self._listed: dict[int, tuple[list[Any], bool]] = {}
        self._can_undo: dict[int, bool] = {}

    @classmethod
    def start(cls, game: AnyGame, players: int, seed: str, options: Any) -> "Play":
        """A match freshly dealt."""
        match = Match.start(game, players, seed, options)
        steps = _steps(game, match.bare, match.log[0].events)
        return cls(match, len(steps), {}, steps)

    @classmethod
    def load(cls, game: AnyGame, header: Header, kept: Sequence[StoredEntry[Any, Any]]) -> "Play":
        """The match that was stored, with the answers that were given."""
        entries = tuple(Entry(each.events, each.seat, each.action, each.at) for each in kept)
        version, answered = 0, {}
        for each in kept:
            version += len(each.events)
            if each.id is not None and each.seat is not None:
                answered[each.seat, each.id] = version
        match = Match.replay(game, Log(header, entries))
        events = [event for entry in match.log for event in entry.events]
        play = cls(match, version, answered, _steps(game, match.bare, events))
        play._before = play._state_before_last()
        return play

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self.match.game

    def act(self, seat: int, action: Any, at: int | None) -> "Play":
        """The match after a seat's action; RuleError if it is illegal."""
        match = self._fork()
        events = match.play(seat, action, at)
        after = self._after(match, events)
        after._before = self.match.state
        return after

    def wait(self, at: int) -> "Play":
        """The match after time has passed."""
        match = self._fork()
        return self._after(match, match.wait(at))

    def entries_since(self, earlier: "Play") -> list[Entry[Any, Any]]:
        """What was added to the log since an earlier moment."""
        return self.match.log[len(earlier.match.log) :]

    def listed(self, viewer: int | None) -> tuple[list[Any], bool]:
        """What a viewer may do now, and whether there is more than can be listed."""
        match = self.match
        if viewer is None or viewer not in match.to_act:
            return [], False
        if viewer not in self._listed:
            more = self.game.more(match.state, viewer)
            self._listed[viewer] = (match.legal(viewer), more)
        return self._listed[viewer]

    def steps_since(self, version: int) -> list[Step] | None:
        """Each event since a version with the state before it; None if that is too long ago."""
        missed = self.version - version
        if not 0 <= missed <= len(self._tail):
            return None
        return list(self._tail[len(self._tail) - missed :])

    def seen(self, steps: Iterable[Step], viewer: int | None) -> list[Any]:
        """The events as a viewer may know them."""
        return [self.game.redact(event, state, viewer) for state, event in steps]

    def can_undo(self, seat: int) -> bool:
        """Whether the last action was this seat's and may be taken back."""
        if seat not in self._can_undo:
            self._can_undo[seat] = self._undoable(seat, FEW_WORLDS)
        return self._can_undo[seat]

    def may_undo(self, seat: int) -> bool:
        """The same, looked at more closely: for when it comes to it."""
        return self._undoable(seat, OTHER_WORLDS)

    def undone(self) -> "Play":
        """The match without its last action."""
        *kept, last = self.match.log
        match = Match(self.game, self.match.bare, self.match.seed)
        match.state, match.log = self._before, kept
        undone = Play(match, self.version - len(last.events), {})
        undone._before = undone._state_before_last()
        return undone

    def _fork(self) -> Match:
        match = Match(self.game, self.match.bare, self.match.seed)
        match.state = self.match.state
        match.log = list(self.match.log)
        return match

    def _after(self, match: Match, events: Sequence[Any]) -> "Play":
        steps = _steps(self.game, self.match.state, events)
        return Play(match, self.version + len(steps), self.answered, [*self._tail, *steps])

    def _state_before_last(self) -> Any:
        events = [event for entry in self.match.log[:-1] for event in entry.events]
        return self.game.fold(self.match.bare, events)

    def _undoable(self, seat: int, worlds: int) -> bool:
        """Whether the game says so; or else whether the player learnt nothing from the action."""
        last = self.match.log[-1]
        if self.game.timed or last.seat != seat or self.match.outcome:
            return False
        rule = getattr(self.game, "undoable", None)
        if rule is not None:
            return bool(rule(self._before, last))
        return self._foreseen(self._before, last, worlds)

    def _foreseen(self, before: Any, last: Entry[Any, Any], worlds: int) -> bool:
        """Whether the player would have seen the same in any world that could have been theirs."""
        assert last.seat is not None
        seat, view = last.seat, self.game.view(before, last.seat)
        found = self.seen(_steps(self.game, before, last.events), seat)
        if any(isinstance(event, Hidden) for event in found):
            return False
        for number in range(worlds):
            world = self.game.determinize(view, Rng("other worlds", number))
            try:
                events = self.game.decide(world, seat, last.action, last.at, Rng("chance", number))
            except QuartettError:
                return False
            if self.seen(_steps(self.game, world, events), seat) != found:
                return False
        return True


def _steps(game: AnyGame, state: Any, events: Iterable[Any]) -> list[Step]:
    found = []
    for event in events:
        found.append((state, event))
        state = game.evolve(state, event)
    return found


def told_log(play: Play, viewer: int | None) -> bytes:
    """A running match as one viewer may know it, as JSON Lines: the frame, then each step."""
    match = play.match
    header = match.header()
    frame = {"game": header.game, "players": header.players, "options": header.options}
    lines: list[Any] = [{**frame, "viewer": viewer, "version": play.version}]
    state = match.bare
    for entry in match.log:
        events = play.seen(_steps(play.game, state, entry.events), viewer)
        own = entry.action if viewer is not None and entry.seat == viewer else None
        lines.append(Entry(tuple(events), entry.seat, own, entry.at))
        state = play.game.fold(state, entry.events)
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
