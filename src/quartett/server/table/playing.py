"""A match as a server plays it: which version it has, whom it answered, what each viewer sees."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from quartett.core.game import AnyGame
from quartett.core.log import Entry, Header, Log
from quartett.core.match import AnyMatch, Match
from quartett.server.store.documents import StoredEntry

LONGEST_TAIL = 400
"""With more events than this to catch up with, a snapshot alone is the better answer."""

FEW_WORLDS = 1
"""Enough to offer an undo; whether it is granted is looked at more closely."""


class Play:
    """A match in progress. A change is tried on a fork, kept in the store, then put in place."""

    def __init__(self, match: AnyMatch, version: int, answered: dict[tuple[int, str], int]) -> None:
        self.match = match
        self.version = version
        self.answered = answered
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
        return cls(Match.replay(game, Log(header, entries)), version, answered)

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self.match.game

    def fork(self) -> "Play":
        """The same match, to try something on."""
        return Play(self.match.fork(), self.version, self.answered)

    def act(self, seat: int, action: Any, at: int | None) -> tuple[Any, ...]:
        """Let a seat act; what happened."""
        return self._counted(self.match.play(seat, action, at))

    def wait(self, at: int) -> tuple[Any, ...]:
        """Let time pass; what happened."""
        return self._counted(self.match.wait(at))

    def listed(self, viewer: int | None) -> tuple[list[Any], bool]:
        """What a viewer may do now, and whether there is more than can be listed."""
        match = self.match
        if viewer is None or viewer not in match.able:
            return [], False
        if viewer not in self._listed:
            more = self.game.more(match.state, viewer)
            self._listed[viewer] = (match.once_ready(viewer), more)
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
            self._can_undo[seat] = self.match.can_undo(seat, FEW_WORLDS)
        return self._can_undo[seat]

    def may_undo(self, seat: int) -> bool:
        """The same, looked at more closely: for when it comes to it."""
        return self.match.can_undo(seat)

    def undone(self) -> "Play":
        """The match without its last action."""
        *kept, last = self.match.log
        log = Log(self.match.header(), tuple(kept))
        return Play(Match.replay(self.game, log), self.version - len(last.events), {})

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
