"""A bot that sits down: its answer is read once and blamed on it, and it has a human hand."""

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import pytest

import quartett
from quartett import Rng
from quartett.bots import Bot
from quartett.bots.base import MIN_REACTION_MS
from quartett.bots.failures import BotError
from quartett.bots.seated import WAITING_MS, SeatedBot
from quartett.core.errors import FormatError
from quartett.env.gymnasium import QuartettEnv
from quartett.games.jericho.actions import Wall


class Answers(Bot[object, object]):
    """Says what it was told to say."""

    def __init__(self, answer: Any, reaction: Any = 500) -> None:
        super().__init__()
        self.answer, self.reaction = answer, reaction

    def choose(self, view: object, legal: Sequence[object], rng: Rng) -> object:
        return self.answer

    def reaction_ms(self, view: object, legal: Sequence[object], rng: Rng) -> int:
        return self.reaction  # type: ignore[no-any-return]


def test_an_answer_is_read_as_the_game_reads_actions() -> None:
    game = quartett.game("jericho")
    plain = SeatedBot(Answers({"type": "wall", "card": "red-1"}))
    assert plain.choose(game, None, [], Rng(1)) == Wall("red-1")


def test_a_failure_is_blamed_on_bot_and_seat_only_where_somebody_asked_for_that() -> None:
    game = quartett.game("jericho")
    with pytest.raises(BotError, match=r"^bot odd in seat 3: 'wall': action"):
        SeatedBot.named("odd", Answers("wall"), 2).choose(game, None, [], Rng(1))
    with pytest.raises(FormatError, match=r"^action"):
        SeatedBot(Answers("wall")).choose(game, None, [], Rng(1))


def test_a_bot_cannot_spoil_the_list_of_what_is_legal() -> None:
    legal: list[object] = [Wall("red-1")]

    class Vandal(Answers):
        def choose(self, view: object, legal: Sequence[object], rng: Rng) -> object:
            found = legal[0]
            legal.clear()  # type: ignore[attr-defined]
            return found

    SeatedBot(Vandal(None)).choose(quartett.game("jericho"), None, legal, Rng(1))
    assert legal == [Wall("red-1")]


@pytest.mark.parametrize("claimed", [0, -5, 0.3, True, 100])
def test_no_bot_is_quicker_than_a_hand(claimed: float) -> None:
    assert SeatedBot(Answers(None, claimed)).reaction_ms(None, [], Rng(1)) == MIN_REACTION_MS


def test_at_a_common_pace_what_a_bot_says_of_its_speed_does_not_count() -> None:
    def times(reaction: int) -> list[int]:
        bot = SeatedBot(Answers(None, reaction), pace_ms=700)
        return [bot.reaction_ms(None, [], Rng("pace", each)) for each in range(200)]

    assert times(0) == times(3000)
    assert 650 < median(times(0)) < 750
    assert len(set(times(0))) > 100


def test_at_a_common_pace_a_bot_may_still_wait_and_see() -> None:
    waits = SeatedBot(Answers(None, WAITING_MS + 1), pace_ms=700)
    assert waits.reaction_ms(None, [], Rng(1)) == WAITING_MS + 1


CHEAT = """
from quartett.bots import Bot
from quartett.games.jericho.actions import First

class Cheat(Bot):
    def choose(self, view, legal, rng):
        return First("red-7" if "red-7" not in view.seats[view.viewer].hand else "blue-7")
"""


def test_an_opponent_in_an_environment_is_held_to_the_rules(tmp_path: Path) -> None:
    file = tmp_path / "cheat.py"
    file.write_text(CHEAT)
    env = QuartettEnv("jericho", opponents=f"{file}:Cheat", seat=2)
    with pytest.raises(BotError, match=r"Cheat in seat 1: First\(card='(red|blue)-7'\): "):
        env.reset(seed=1)
