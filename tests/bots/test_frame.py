"""What holds for the bots of every game: they see a view only, and they play by the rules."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from playing import random_match, short
from quartett import bots
from quartett.arena.match import play
from quartett.arena.schedule import Job, Setup
from quartett.core.errors import FormatError
from quartett.core.match import AnyMatch
from quartett.core.seeds import Rng
from quartett.core.texts import LANGUAGES, say
from quartett.games import names
from seating import players_of

NODES = 12
"""Few, so that tests are quick: what is promised holds for any number."""

MINE = """
from quartett.bots import Bot

class First(Bot):
    def choose(self, view, legal, rng):
        return legal[0]
"""


def some_matches(name: str, every: int = 37) -> Iterator[tuple[AnyMatch, int]]:
    """A few moments of a random match, each with a seat that may act."""
    for match, number in random_match(name, 5, **short(name)):
        if number % every == 3 and match.to_act:
            yield match, min(match.to_act)


@pytest.mark.parametrize("name", names())
def test_no_bot_can_tell_what_it_cannot_see(name: str) -> None:
    for match, seat in some_matches(name):
        view, legal = match.view(seat), match.legal(seat)
        other = match.game.determinize(view, Rng("swapped"))
        for level in bots.bots_of(name):
            bot = bots.get(name, level, NODES)
            seen = bot.choose(view, legal, Rng(7))
            swapped = match.game.view(other, seat), list(match.game.legal(other, seat))
            assert bot.choose(*swapped, Rng(7)) == seen, level


@pytest.mark.parametrize("name", names())
def test_bots_play_whole_matches_by_the_rules(name: str) -> None:
    levels, players = tuple(bots.bots_of(name)), players_of(name, 4)
    for first in range(0, len(levels), players):
        lineup = (levels[first:] + levels * players)[:players]
        record = play(Setup(name, (lineup,), 3, NODES, short(name)), Job(0, 0, 1))
        assert len(record.scores) == players


@pytest.mark.parametrize("name", names())
def test_the_same_seed_and_nodes_give_the_same_match(name: str) -> None:
    lineup = (list(bots.bots_of(name))[-1],) * players_of(name)
    setup = Setup(name, (lineup,), 4, NODES, short(name))
    first, again = play(setup, Job(0, 0, 0)), play(setup, Job(0, 0, 0))
    assert (first.scores, first.actions, first.clock) == (again.scores, again.actions, again.clock)


@pytest.mark.parametrize("name", names())
def test_a_level_without_hints_is_refused(name: str) -> None:
    with pytest.raises(FormatError, match="'easy' gives no hints"):
        bots.hint(name, None, ["anything"], Rng(1), "easy")


@pytest.mark.parametrize("name", names())
def test_hints_are_legal_and_give_a_reason_in_every_language(name: str) -> None:
    for match, seat in some_matches(name, 60):
        found = bots.hint(name, match.view(seat), match.legal(seat), Rng(1))
        if found is not None:
            match.game.check(match.state, seat, found.action)
            assert all(say(found.reason, found.about, language) for language in LANGUAGES)
            assert found.gain >= 0


@pytest.mark.parametrize("name", names())
def test_asking_again_gives_the_same_hint(name: str) -> None:
    for match, seat in some_matches(name, 90):
        view, legal = match.view(seat), match.legal(seat)
        found = bots.hint(name, view, legal)
        assert bots.hint(name, view, legal) == found
        assert bots.proposal(name, view, legal) == (None if found is None else found.action)


def test_an_own_bot_loads_by_file_and_class(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    bot, game = f"{file}:First", "jericho"
    chosen: object = bots.get(game, bot).choose(None, ["a", "b"], Rng(1))
    assert chosen == "a"
    record = play(Setup(game, ((bot, "random", "random"),), 1), Job(0, 0, 0))
    assert len(record.scores) == 3


@pytest.mark.parametrize("name", ["nobody", "missing.py:Bot"])
def test_an_unknown_bot_is_refused_in_plain_words(name: str) -> None:
    with pytest.raises(FormatError, match="bot"):
        bots.get("jericho", name)


def test_a_game_that_there_is_not_has_neither_bots_nor_hints() -> None:
    with pytest.raises(FormatError, match="unknown game 'chess'"):
        bots.get("chess", "easy")
    with pytest.raises(FormatError, match="unknown game 'chess'"):
        bots.hint("chess", None, ["a"], Rng(1))


@pytest.mark.parametrize("nodes", [0, -5, 1.5, "many", True])
def test_a_bot_cannot_look_at_no_positions(nodes: Any) -> None:
    with pytest.raises(FormatError, match="nodes: "):
        bots.get("jericho", "hard", nodes)


def test_an_own_file_without_a_bot_or_with_a_mistake_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("nothing = here")
    with pytest.raises(FormatError, match="cannot be loaded"):
        bots.get("jericho", f"{file}:Mine")
    other = tmp_path / "empty.py"
    other.write_text("")
    with pytest.raises(FormatError, match="no bot 'Mine'; it has no class"):
        bots.get("jericho", f"{other}:Mine")
