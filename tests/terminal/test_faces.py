"""Faces: what they show comes from the person's view alone, and every game has one."""

import io
import random
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from rich.console import Console

from playing import finished, random_match, short
from quartett import games
from quartett.cli import main
from quartett.core.game import Fact
from quartett.core.seeds import Rng
from quartett.terminal.dealer import Dealer
from quartett.terminal.face import PERSON, AnySight, Sight, face_of
from quartett.terminal.loop import show
from quartett.terminal.paint import marked

GAMES = ("flow", "jericho", "photo_rummy", "souvenirs")


def painted(dealer: Dealer, sight: AnySight) -> str:
    console = Console(file=io.StringIO(), width=80, record=True)
    show(console, dealer, sight)
    return console.export_text()


@pytest.mark.parametrize("name", GAMES)
def test_unseen_cards_change_nothing_on_the_screen(name: str) -> None:
    chance = random.Random(1)
    for match, actions in random_match(name, seed=2, players=3, **short(name)):
        if chance.random() > 0.1 and actions:
            continue
        dealer = Dealer(match, face_of(name, "en"))
        sight = dealer.sight()
        other = match.game.determinize(sight.view, Rng(actions, "other"))
        swapped = Sight(match.game.view(other, PERSON), match.game.legal(other, PERSON))
        assert painted(dealer, sight) == painted(dealer, swapped)


@cache
def events_of(name: str) -> tuple[Fact, ...]:
    """What the person is told of a match played at random."""
    return finished(name, seed=3, players=3, **short(name)).told(PERSON)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "de", "fr", "it", "nl", "es"])
def test_every_event_of_a_match_can_be_told(name: str, language: str) -> None:
    face = face_of(name, language)
    for event in events_of(name):
        for line in face.told(event):
            told = marked(line).plain
            assert told.strip()
            assert not set("[]…") & set(told), told


@pytest.fixture
def fifth_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    folder = Path(__file__).parents[1] / "conformance" / "fifth_game"
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(folder)])
    yield "high_card"
    games.get.cache_clear()


def test_a_game_with_neither_face_nor_bots_of_its_own_can_be_played(
    fifth_game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("7\n1\n\n"))
    assert main(["play", fifth_game, "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "not a number from 1 to 1" in shown
    assert "The match is over" in shown


def test_opponents_that_a_game_does_not_have_are_still_refused(
    fifth_game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", fifth_game, "--lang", "en", "--bots", "easy"]) == 2
    assert "unknown bot 'easy'" in capsys.readouterr().err
