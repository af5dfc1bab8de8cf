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

LONGEST_TAIL = 400
"""With more events than this to catch up with, a snapshot alone is the better answer."""

OTHER_WORLDS = 12
"""In so many worlds that could have been the player's, an undone action must look the same."""

FEW_WORLDS = 1
"""Enough to offer an undo; whether it is granted is looked at more closely."""


class Play:
    """A match in progress. A change is tried on a fork, kept in the store, then put in place."""

    def __init__(self, match: Match, version: int, answered: dict[tuple[int, str], int]) -> None:
        self.match = match
        self.version = version
        self.answered = answered
        self._before: Any = None
        self._listed: dict[int, tuple[list[Any], bool]] = {}
        self._can_undo: dict[int, bool] = {}

    @classmethod
    def start(cls, game: AnyGame, players: int, seed: str, options: Any) -> "Play":
        """A match freshly dealt."""
        match = Match.start(game, players, seed, options)
        return cls(match, len(match.log[0].events), {})

    @classmethod
    def load(cls, game: AnyGame, header: Header, kept: Sequence[StoredEntry[Any, Any]]) -> "Play":
        """The match that was kept, with the answers that were given."""
        entries = tuple(Entry(each.events, each.seat, each.action, each.at) for each in kept)
        version, answered = 0, {}
        for each in kept:
            version += len(each.events)
            if each.id is not None and each.seat is not None:
                answered[each.seat, each.id] = version
        play = cls(Match.replay(game, Log(header, entries)), version, answered)
        play._before = play._state_before_last()
        return play

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self.match.game

    def fork(self) -> "Play":
        """The same match, to try something on."""
        match = Match(self.game, self.match.bare, self.match.seed)
        match.state = self.match.state
        match.log = list(self.match.log)
        return Play(match, self.version, self.answered)

    def act(self, seat: int, action: Any, at: int | None) -> tuple[Any, ...]:
        """Let a seat act; what happened."""
        self._before = self.match.state
        return self._counted(self.match.play(seat, action, at))

    def wait(self, at: int) -> tuple[Any, ...]:
        """Let time pass; what happened."""
        return self._counted(self.match.wait(at))

    def listed(self, viewer: int | None) -> tuple[list[Any], bool]:
        """What a viewer may do now, and whether there is more than can be listed."""
        match = self.match
        if viewer is None or viewer not in match.to_act:
            return [], False
        if viewer not in self._listed:
            more = self.game.more(match.state, viewer)
            self._listed[viewer] = (match.legal(viewer), more)
        return self._listed[viewer]

    def steps_since(self, version: int) -> list[tuple[Any, Any]] | None:
        """Each event since a version with the state before it; None if that is too long ago."""
        if not self.version - LONGEST_TAIL <= version <= self.version:
            return None
        return self.steps(self.match.bare, self.events())[version:]

    def steps(self, state: Any, events: Iterable[Any]) -> list[tuple[Any, Any]]:
        """Each event with the state before it."""
        found = []
        for event in events:
            found.append((state, event))
            state = self.game.evolve(state, event)
        return found

    def events(self) -> list[Any]:
        """All that happened, in order."""
        return [event for entry in self.match.log for event in entry.events]

    def seen(self, steps: Iterable[tuple[Any, Any]], viewer: int | None) -> list[Any]:
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
        found = self.seen(self.steps(before, last.events), seat)
        if any(isinstance(event, Hidden) for event in found):
            return False
        for number in range(worlds):
            world = self.game.determinize(view, Rng("other worlds", number))
            try:
                events = self.game.decide(world, seat, last.action, last.at, Rng("chance", number))
            except QuartettError:
                return False
            if self.seen(self.steps(world, events), seat) != found:
                return False
        return True

    def _counted(self, events: tuple[Any, ...]) -> tuple[Any, ...]:
        self.version += len(events)
        return events


def told_log(play: Play, viewer: int | None) -> bytes:
    """A running match as one viewer may know it, as JSON Lines: the frame, then each step."""
    match = play.match
    header = match.header()
    frame = {"game": header.game, "players": header.players, "options": header.options}
    lines: list[Any] = [{**frame, "viewer": viewer, "version": play.version}]
    state = match.bare
    for entry in match.log:
        events = play.seen(play.steps(state, entry.events), viewer)
        own = entry.action if viewer is not None and entry.seat == viewer else None
        lines.append(Entry(tuple(events), entry.seat, own, entry.at))
        state = play.game.fold(state, entry.events)
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
