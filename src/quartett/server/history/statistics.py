"""What many results add up to: sums, bests, opponents, and whom of the bots somebody plays like."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

import msgspec

from quartett.arena.strength import Result, estimate
from quartett.bots.ladder import step_name, steps
from quartett.core.forms import Json
from quartett.protocol.history import BestResult, Opponent, PlayedPoint, PlaysLike, Summary
from quartett.server.parts.faces import shown_face

MAX_LINE, MAX_BEST, MAX_OPPONENTS, MAX_AGAINST_BOTS = 200, 5, 8, 200
"""How much is told; results against bots that are older say nothing of today."""


class Own(msgspec.Struct, frozen=True, gc=False):
    """One's own result in a match."""

    table: str
    match: int
    game: str
    ended_at: int
    place: int
    score: int
    points: float
    share: float
    players: int
    people: int


class Met(msgspec.Struct, frozen=True, gc=False):
    """Somebody else in one's matches of a game."""

    game: str
    who: str
    name: str
    """As they were called when one met them last."""
    matches: int
    ahead: int
    """In how many of these one was ahead of them."""
    behind: int


class BotsMet(msgspec.Struct, frozen=True):
    """A match against bots alone."""

    game: str
    share: float
    options: Json
    levels: tuple[str | None, ...]


def summary(results: Sequence[Own]) -> Summary:
    """All of these together."""
    if not results:
        return Summary()
    places = [0] * max(each.place for each in results)
    for each in results:
        places[each.place - 1] += 1
    return Summary(
        matches=len(results),
        won=sum(each.share > 0 for each in results),
        share=sum(each.share for each in results) / len(results),
        points=sum(each.points for each in results),
        places=places,
    )


def line(results: Sequence[Own]) -> list[PlayedPoint]:
    """The latest results one by one."""
    return [
        PlayedPoint(
            ended_at=each.ended_at,
            score=each.score,
            place=each.place,
            players=each.players,
            people=each.people > 1,
        )
        for each in results[-MAX_LINE:]
    ]


def best(results: Sequence[Own]) -> list[BestResult]:
    """The victories with the most points; fewest, where those who win have few."""
    sign = -1 if _few_are_good(results) else 1
    won = [each for each in results if each.share > 0]
    ranked = sorted(won, key=lambda each: (-sign * each.score, -each.players, -each.ended_at))
    return [
        BestResult(
            table=each.table,
            match=each.match,
            ended_at=each.ended_at,
            score=each.score,
            place=each.place,
            players=each.players,
        )
        for each in ranked[:MAX_BEST]
    ]


def _few_are_good(results: Sequence[Own]) -> bool:
    """Whether one has fewer points where one wins, as far as these results tell."""
    won = [each.score for each in results if each.place == 1]
    lost = [each.score for each in results if each.place > 1]
    return bool(won and lost) and sum(won) * len(lost) < sum(lost) * len(won)


def most_met(met: Iterable[Met]) -> dict[str, list[Met]]:
    """Whom one has played with most, by game."""
    most: dict[str, list[Met]] = defaultdict(list)
    for each in sorted(met, key=lambda each: (-each.matches, each.who)):
        if len(most[each.game]) < MAX_OPPONENTS:
            most[each.game].append(each)
    return most


def opponents(me: str, met: Iterable[Met], faces: Mapping[str, str]) -> list[Opponent]:
    """How one did against those whom one has played with most; `faces` has their portraits."""
    return [
        Opponent(
            id=opponent_id(me, each.who),
            name=each.name,
            matches=each.matches,
            ahead=each.ahead,
            behind=each.behind,
            face=shown_face(faces.get(each.who)),
        )
        for each in met
    ]


def opponent_id(me: str, who: str) -> str:
    """A name for somebody that says nothing of them, and that only one person can use."""
    return sha256(f"quartett/opponent/{me}/{who}".encode()).hexdigest()[:16]


def plays_like(game: str, met: Sequence[BotsMet]) -> PlaysLike | None:
    """The step of the ladder that somebody plays like; None where little is known."""
    known = [
        Result(each.share, tuple(level for level in each.levels if level), each.options)
        for each in met[-MAX_AGAINST_BOTS:]
        if all(each.levels)
    ]
    found = estimate(game, known)
    if found is None:
        return None
    step = round(found.place)
    name = step_name(game, str(step)) if str(step) in steps(game) else ""
    return PlaysLike(
        step=step,
        low=round(found.place_low),
        high=round(found.place_high),
        level=name or str(step),
        matches=found.matches,
    )
