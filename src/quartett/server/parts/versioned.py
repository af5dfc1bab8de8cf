"""A match as a server plays it: which version it has, whom it answered, what each viewer sees."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from quartett.core.capabilities import Rounds
from quartett.core.game import AnyGame, GameValue
from quartett.core.history import AnyStep, history
from quartett.core.log import AnyEntry, Entry, Header, Log
from quartett.core.match import AnyMatch, Match
from quartett.server.store.documents import StoredEntry

MAX_TAIL = 64
"""With more events than this to catch up with, a snapshot alone is the better answer."""

FEW_WORLDS = 1
"""Enough to offer an undo; whether it is granted is looked at more closely."""

MAX_UNDOS = 200
"""How many undos a match allows: each one is stored permanently."""

Step = tuple[GameValue, GameValue]
"""An event, after the state before it."""

Stored = StoredEntry[GameValue, GameValue]

StandIn: TypeAlias = Literal["away", "late"] | None
"""Why a bot acts for a person: they are away, or their time is up; None: it is their own action."""


class BotEntry(Entry[Any, Any], frozen=True, omit_defaults=True):
    """An entry in which a stand-in acted for the person whose seat it is."""

    by: Literal["bot"] | None = None


class VersionedMatch:
    """One moment of a match, which never changes: whatever happens gives the next one.

    The version counts events; an undo counts as one, so that versions only grow.
    """

    def __init__(
        self,
        match: AnyMatch,
        version: int,
        answered: dict[tuple[int, str], int],
        tail: Sequence[Step] = (),
        forced: frozenset[int] = frozenset(),
        undos: int = 0,
        by_bot: frozenset[int] = frozenset(),
        length: int = 0,
    ) -> None:
        self.match = match
        self.game = match.game
        self.version = version
        self.length = length
        """How many entries the log has."""
        self.answered = answered
        """The versions that requests led to, by seat and id; shared by all moments of a match, and
        added to once a moment is stored."""
        self._tail = tuple(tail)
        self._forced = forced
        """How many entries counted before each action that the turn clock made."""
        self._by_bot = by_bot
        """The same for each action of a stand-in, whether or not the clock had run out."""
        self._undos = undos
        self.able = match.to_act_once_ready
        """The seats that may act now, or as soon as their hands are free."""
        self.to_act = sorted(self.able)
        """The same in order."""
        self.outcome = match.outcome
        """The outcome, or None before the end."""
        last = match.last
        self.last_seat = None if last is None else last.seat
        """The seat that acted last, of what still counts; None where nobody did, or time passed."""
        self._listed: dict[int, tuple[list[GameValue], bool]] = {}
        self._can_undo: dict[tuple[int, tuple[int, ...]], bool] = {}

    @classmethod
    def start(
        cls, game: AnyGame, players: int, seed: str, options: dict[str, GameValue]
    ) -> "VersionedMatch":
        """A match freshly dealt."""
        match = Match.start(game, players, seed, options)
        return cls(match, len(match.latest), {}, match.latest, length=1)

    @classmethod
    def load(cls, game: AnyGame, header: Header, stored: Sequence[Stored]) -> "VersionedMatch":
        """The match that was stored, with the answers that were given."""
        told = history(game, Log(header, tuple(map(to_entry, stored))))
        version, answered, tail = 0, {}, list[AnyStep]()
        forced, by_bot, line, undos = set[int](), set[int](), 0, 0
        for each, step in zip(stored, told.steps, strict=True):
            version += size(each)
            if each.undo:
                line, undos, tail = line - 1, undos + 1, []
                forced.discard(line)
                by_bot.discard(line)
            else:
                tail.append(step)
                if each.forced:
                    forced.add(line)
                if each.forced or each.by:
                    by_bot.add(line)
                line += 1
            if each.id is not None and each.seat is not None:
                answered[each.seat, each.id] = version
        marks = frozenset(forced), undos, frozenset(by_bot), len(stored)
        latest = _unfolded(game, tail[-MAX_TAIL:])[-MAX_TAIL:]
        return cls(Match.told_by(told, header), version, answered, latest, *marks)

    @property
    def is_untouched(self) -> bool:
        """Whether no person has done anything since the deal."""
        return not self.answered

    @property
    def counted(self) -> int:
        """How many entries of the log still count."""
        return self.length - 2 * self._undos

    def act(
        self, seat: int, action: GameValue, at: int | None, stand_in: StandIn = None
    ) -> "VersionedMatch":
        """The match after a seat's action; RuleError if it is illegal."""
        match = self.match.fork()
        match.play(seat, action, at)
        after = self._after(match)
        here = {after.counted - 1}
        if stand_in is not None:
            after._by_bot |= here
        if stand_in == "late":
            after._forced |= here
        return after

    def wait(self, at: int) -> "VersionedMatch":
        """The match after time has passed."""
        match = self.match.fork()
        match.wait(at)
        return self._after(match)

    def undone(self) -> "VersionedMatch":
        """The match with its last action taken back."""
        match, here = self.match.undone(), {self.counted - 1}
        marks = self._forced - here, self._undos + 1, self._by_bot - here, self.length + 1
        return VersionedMatch(match, self.version + 1, self.answered, (), *marks)

    def entries_since(self, earlier: "VersionedMatch") -> tuple[AnyEntry, ...]:
        """What was added to the log since an earlier moment."""
        return self.match.since(earlier.length)

    def listed(self, viewer: int | None) -> tuple[list[GameValue], bool]:
        """What a viewer may do now, and whether there is more than can be listed."""
        if viewer is None or viewer not in self.able:
            return [], False
        if viewer not in self._listed:
            more = self.game.more(self.match.state, viewer)
            self._listed[viewer] = (self.match.once_ready(viewer), more)
        return self._listed[viewer]

    def steps_since(self, version: int) -> list[Step] | None:
        """Each event since a version with the state before it; None if that is too long ago."""
        missed = self.version - version
        if not 0 <= missed <= len(self._tail):
            return None
        return list(self._tail[len(self._tail) - missed :])

    def forced_since(self, version: int) -> list[int]:
        """The seats whose actions since a version were made by the clock, in order."""
        return self._marked_since(version, self._forced) if self._forced else []

    def by_bot_since(self, version: int) -> list[int]:
        """The seats of people for whom a stand-in acted since a version, in order."""
        return self._marked_since(version, self._by_bot) if self._by_bot else []

    def is_by_bot(self, line: int) -> bool:
        """Whether a stand-in acted after so many entries that count."""
        return line in self._by_bot

    @property
    def replaced(self) -> tuple[int, ...]:
        """The seats of people for whom a stand-in has acted in this match."""
        entries = self.match.entries
        seats = {entries[number].seat for number in self._by_bot}
        return tuple(sorted(seat for seat in seats if seat is not None))

    def own_actions(self, seat: int) -> int:
        """How often a seat's own player has acted, without what was undone."""
        entries = enumerate(self.match.entries)
        return sum(each.seat == seat and at not in self._by_bot for at, each in entries)

    def _marked_since(self, version: int, marked: frozenset[int]) -> list[int]:
        found, entries = list[int](), self.match.entries
        for number in range(len(entries) - 1, -1, -1):
            if version >= self.version:
                break
            version += size(entries[number])
            seat = entries[number].seat
            if number in marked and seat is not None:
                found.append(seat)
        return found[::-1]

    def seen(self, steps: Iterable[Step], viewer: int | None) -> list[GameValue]:
        """The events as a viewer may know them."""
        return [self.game.redact(event, state, viewer) for state, event in steps]

    def can_undo(self, seat: int, others: tuple[int, ...] = ()) -> bool:
        """Whether the last action was this seat's and may be taken back, as far as it went.

        Never where one of the `others` has seen something in it that the seat itself did not.
        """
        if (seat, others) not in self._can_undo:
            self._can_undo[seat, others] = self.may_undo(seat, others, FEW_WORLDS)
        return self._can_undo[seat, others]

    def may_undo(self, seat: int, others: tuple[int, ...] = (), worlds: int | None = None) -> bool:
        """The same, looked at more closely: for when it comes to it."""
        last = self.match.last
        if self._undos >= MAX_UNDOS or self.counted - 1 in self._forced:
            return False
        if last is None or last.seat != seat:
            return False
        foreseen = self.match.can_undo(seat, *(() if worlds is None else (worlds,)))
        return foreseen and not self._shown_to(last, others, seat)

    def _shown_to(self, last: AnyEntry, others: Collection[int], seat: int) -> bool:
        """Whether the last action showed somebody what the seat that acted did not see."""
        steps = self._tail[len(self._tail) - len(last.events) :]
        if [event for _, event in steps] != list(last.events):
            steps = tuple(_steps(self.game, self.match.undone().state, last.events))
        for state, event in steps:
            own = self.game.redact(event, state, seat)
            if own != event and any(self.game.redact(event, state, each) != own for each in others):
                return True
        return False

    def _after(self, match: AnyMatch) -> "VersionedMatch":
        steps = match.latest
        tail = (*self._tail, *steps)[-max(MAX_TAIL, len(steps)) :]
        length = self.length + len(match.since(self.length))
        marks = self._forced, self._undos, self._by_bot, length
        return VersionedMatch(match, self.version + len(steps), self.answered, tail, *marks)


def size(entry: AnyEntry) -> int:
    """By how much an entry raises the version."""
    return 1 if entry.undo else len(entry.events)


def ends_round(game: AnyGame, events: Iterable[GameValue]) -> bool:
    """Whether a round ends with one of these events."""
    return isinstance(game, Rounds) and any(map(game.ends_round, events))


def to_entry(stored: Stored) -> AnyEntry:
    """An entry as the rules know it, without what only the server keeps."""
    told = stored.events, stored.seat, stored.action, stored.at, stored.undo
    return BotEntry(*told, by="bot") if stored.forced or stored.by else Entry(*told)


def _steps(game: AnyGame, state: GameValue, events: Iterable[GameValue]) -> list[Step]:
    found = list[Step]()
    for event in events:
        if found:
            state = game.evolve(*found[-1])
        found.append((state, event))
    return found


def _unfolded(game: AnyGame, entries: Iterable[AnyStep]) -> list[Step]:
    return [step for each in entries for step in _steps(game, each.before, each.entry.events)]


def told_log(play: VersionedMatch, viewer: int | None) -> bytes:
    """A running match as one viewer may know it, as JSON Lines: the frame, then each step."""
    match = play.match
    header = match.header()
    frame = {"game": header.game, "players": header.players, "options": header.options}
    lines: list[GameValue] = [{**frame, "viewer": viewer, "version": play.version}]
    line = 0
    for step in match.history().steps:
        entry, events = step.entry, play.game.told(step.before, step.entry.events, viewer)
        own = entry.action if viewer is not None and entry.seat == viewer else None
        line -= entry.undo
        told = events, entry.seat, own, entry.at, entry.undo
        by_bot = not entry.undo and play.is_by_bot(line)
        lines.append(BotEntry(*told, by="bot") if by_bot else Entry(*told))
        line += not entry.undo
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
