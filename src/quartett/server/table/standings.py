"""How everybody has done at a table, over all its matches and whatever the game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from msgspec.structs import replace

from quartett.server.history.results import points_of
from quartett.server.store.documents import Finished, Person, Tally

MAX_TALLIES = 300
"""Of how many people and bots, game by game, a table remembers what they did long ago."""

Key = tuple[str | None, str]
"""A person; or the name of a bot, of somebody on another's device, or of somebody unknown."""


def key_of(tally: Tally) -> Key:
    """Whose tally it is."""
    return tally.person, tally.name if tally.person is None or tally.beside else ""


def tallied(
    tallies: Sequence[Tally], matches: Iterable[Finished], people: Mapping[str, Person]
) -> tuple[Tally, ...]:
    """What is known of everybody after further matches, game by game."""
    found: dict[tuple[Key, str], Tally] = {}
    for each in (*tallies, *(one for match in matches for one in _of(match, people))):
        key = key_of(each), each.game
        found[key] = _sum(found[key], each) if key in found else each
    kept = sorted(found.values(), key=lambda each: (each.bot, -each.matches))
    return tuple(kept[:MAX_TALLIES])


def _of(past: Finished, people: Mapping[str, Person]) -> Iterator[Tally]:
    """What each seat of a match has done there."""
    for seat, name in enumerate(past.names):
        person = past.people[seat] if past.people else None
        known = people.get(person or "")
        several = person is not None and past.people.count(person) > 1
        replaced = seat in past.replaced
        yield Tally(
            person=person,
            name=name,
            bot=bool(past.people) and person is None,
            beside=several and (known is None or known.name != name),
            game=past.header.game,
            matches=1,
            won=int(seat in past.outcome.winners and not replaced),
            points=0.0 if replaced else points_of(past.outcome, seat),
            score=past.outcome.scores[seat],
            places=() if replaced else (*[0] * (past.outcome.places[seat] - 1), 1),
            replaced=int(replaced),
        )


def _sum(old: Tally, new: Tally) -> Tally:
    return replace(
        new,
        matches=old.matches + new.matches,
        won=old.won + new.won,
        points=old.points + new.points,
        score=old.score + new.score,
        places=added(old.places, new.places),
        replaced=old.replaced + new.replaced,
    )


def added(first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    """Two counts of places together."""
    return tuple(a + b for a, b in zip_longest(first, second, fillvalue=0))
