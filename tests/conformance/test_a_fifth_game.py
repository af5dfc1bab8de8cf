"""A new game is one new folder: nothing else changes, and everything serves it at once."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import quartett
import quartett.pictures
from playing import finished
from quartett import games
from quartett.judge import answer


@pytest.fixture
def fifth_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    folder = str(Path(__file__).parent / "fifth_game")
    monkeypatch.setattr(games, "__path__", [*games.__path__, folder])
    yield "high_card"
    games.get.cache_clear()


def test_a_folder_is_enough_to_be_listed_and_played(fifth_game: str) -> None:
    assert fifth_game in games.names()
    match = finished(fifth_game, seed=1, players=3)
    assert match.outcome is not None
    assert quartett.load(quartett.save(match)).state == match.state
    with pytest.raises(quartett.FormatError, match="no pictures of high_card"):
        quartett.pictures.svg(match)
    assert match._repr_html_().startswith("<pre")


def test_the_judge_knows_the_new_game(fifth_game: str) -> None:
    moves = [{"seat": 1, "action": {"type": "show"}}, {"seat": 1, "action": {"type": "show"}}]
    request = {"game": fifth_game, "players": 2, "moves": moves}
    reply = answer(msgspec.json.encode(request))
    refused = {"ok": False, "move": 1, "rule": "HC-01", "error": "You have shown your card."}
    assert reply.content == refused


def test_without_the_folder_the_game_is_unknown() -> None:
    assert "high_card" not in games.names()
    with pytest.raises(quartett.FormatError, match="high_card"):
        quartett.start("high_card", players=2)
