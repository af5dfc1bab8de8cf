"""Characters play in a way of their own, which shows in what they do, and by the rules."""

import pickle
from collections.abc import Callable
from statistics import fmean

import pytest

from quartett import bots, games
from quartett.arena.match import seat as seated
from quartett.arena.schedule import Job, Setup
from quartett.bots.ladder import on_ladder, step_of, strength
from quartett.core.match import AnyMatch
from quartett.core.texts import LANGUAGES, room_texts
from quartett.games.photo_rummy.cards import is_joker

CHARACTERS = [(game, level) for game in games.names() for level in bots.characters(game)]
MATCHES = 24

Figure = Callable[[AnyMatch, int], float]


def own(match: AnyMatch, seat: int) -> list[str]:
    """The sorts of a seat's actions, in order."""
    return [
        str(each.action.__struct_config__.tag)
        for each in match.log
        if each.seat == seat and each.action is not None
    ]


def often(kind: str) -> Figure:
    """How often a seat acts in this way."""
    return lambda match, seat: own(match, seat).count(kind)


def early(kind: str) -> Figure:
    """How many of its actions a seat has done before it acts in this way, on average."""

    def figure(match: AnyMatch, seat: int) -> float:
        return fmean([at for at, each in enumerate(own(match, seat)) if each == kind] or [99])

    return figure


def part(kind: str, others: tuple[str, ...]) -> Figure:
    """What part of these actions is of this kind."""

    def figure(match: AnyMatch, seat: int) -> float:
        acted = [each for each in own(match, seat) if each in others]
        return acted.count(kind) / max(1, len(acted))

    return figure


def jokers(match: AnyMatch, seat: int) -> float:
    """How many jokers a seat has on its rack at the end of its turns, on average."""
    kept = [
        sum(map(is_joker, state.seats[seat].rack))
        for entry, state in zip(match.log, match.states(), strict=True)
        if entry.seat == seat
    ]
    return fmean(kept)


SHOWS: dict[str, tuple[Figure, float]] = {
    "trumpeter": (early("trumpet"), 1 / 1.15),
    "builder": (often("trumpet"), 1 / 1.2),
    "early_bird": (early("book"), 1 / 1.1),
    "collector": (early("book"), 1.1),
    "hoarder": (jokers, 1.3),
    "spender": (often("lay"), 1.15),
    "thief": (part("steal", ("steal", "play")), 1.3),
    "sprinter": (part("steal", ("steal", "play")), 1 / 1.3),
}
"""What a character does, and how many times as often, or as late, as the step as strong does it."""


def figures(game: str, level: str) -> tuple[float, float]:
    """The figure of a character and of its step, which has all other seats."""
    figure, players = SHOWS[level][0], games.get(game).players[0]
    step = str(bots.characters(game)[level].step)
    options = {"flow": {"target": 1}, "photo_rummy": {"rounds": 1}}.get(game, {})
    setup = Setup(game, ((level, *[step] * (players - 1)),), 7, options=options)
    mine, others = list[float](), list[float]()
    for number in range(MATCHES):
        job = Job(number // players, 0, number % players)
        table = seated(setup, job)
        table.play()
        for at, place in enumerate(job.places(players)):
            (others if place else mine).append(figure(table.match, at))
    return fmean(mine), fmean(others)


@pytest.mark.parametrize(("game", "level"), CHARACTERS)
def test_a_character_shows_in_what_it_does(game: str, level: str) -> None:
    mine, others = figures(game, level)
    wanted = SHOWS[level][1]
    ratio = mine / others
    assert ratio >= wanted if wanted > 1 else ratio <= wanted, f"{mine:.3g} beside {others:.3g}"


@pytest.mark.parametrize(("game", "level"), CHARACTERS)
def test_a_character_counts_as_the_step_as_strong_and_has_a_name_of_its_own(
    game: str, level: str
) -> None:
    step = str(bots.characters(game)[level].step)
    assert on_ladder(game, level)
    assert step_of(game, level) == float(step)
    assert strength(game, level) == strength(game, step)
    names = [bots.name_of(game, each) for each in (*bots.levels_of(game), *bots.characters(game))]
    assert len(set(names)) == len(names)
    assert type(pickle.loads(pickle.dumps(bots.get(game, level)))) is type(bots.get(game, level))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_every_language_says_what_each_character_is_like(game: str, language: str) -> None:
    texts = room_texts("bots", language, game)
    known = bots.characters(game)
    assert set(texts) == {*known, *(f"{level}.about" for level in known)}
    assert all(text.strip() for text in texts.values())
    assert all(texts[f"{level}.about"].endswith(".") for level in known)
