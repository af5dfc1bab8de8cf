"""`quartett.play_match`: bots as names or objects, in one process, without any ceremony."""

from collections.abc import Sequence
from typing import Any

import pytest

import quartett
from quartett import FormatError, Match, Rng, RuleError
from quartett.bots import Bot
from quartett.bots.failures import BotError
from quartett.core.log import dump_log
from quartett.games import get, names
from seating import players_of

SHORT: dict[str, dict[str, Any]] = {"photo_rummy": {"rounds": 1}, "flow": {"target": 40}}


class Last(Bot[Any, Any]):
    """Takes the last action that is listed."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        return legal[-1]


class Fails(Last):
    """Has no idea."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        raise ValueError("no idea")


@pytest.mark.parametrize("name", names())
def test_the_same_bots_and_seed_give_the_same_match_and_its_log_tells_it(name: str) -> None:
    def play(seed: int) -> Any:
        bots: list[Any] = [Last(), *["easy"] * (players_of(name) - 1)]
        return quartett.play_match(bots, game=name, seed=seed, **SHORT.get(name, {}))

    first, again = play(7), play(7)
    assert dump_log(first.log) == dump_log(again.log) != dump_log(play(8).log)
    assert Match.replay(get(name), first.log).outcome == first.outcome


def test_options_nodes_and_pace_reach_the_table() -> None:
    bots = ["easy", "easy"]
    last = quartett.play_match(bots, game="souvenirs", seed=1, nodes=10, starter=1)
    assert last.log.header.options["starter"] == 1
    own = quartett.play_match(bots, game="flow", seed=1, target=40)
    slow = quartett.play_match(bots, game="flow", seed=1, target=40, pace_ms=3500)
    assert slow.log.entries[-1].at > own.log.entries[-1].at


@pytest.mark.parametrize(
    ("bots", "more", "said"),
    [
        (["easy"], {}, "players"),
        (["easy", Last], {}, "is a class: make a bot of it"),
        (["easy", None], {}, "bots: None is no bot"),
        (["easy", "divine"], {}, "unknown bot 'divine'"),
        (["easy", "easy"], {"handicap": 1}, "handicap"),
        (["easy", "easy"], {"pace_ms": 500}, "pace: time does not count in souvenirs"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(
    bots: list[Any], more: dict[str, Any], said: str
) -> None:
    with pytest.raises((FormatError, RuleError), match=said):
        quartett.play_match(bots, game="souvenirs", **more)


@pytest.mark.parametrize("pace", [0, 179, 4000, "fast"])
def test_a_pace_is_one_that_a_hand_can_have(pace: Any) -> None:
    with pytest.raises(FormatError, match="pace"):
        quartett.play_match(["easy", "easy"], game="flow", pace_ms=pace)


def test_a_failing_bot_is_named() -> None:
    with pytest.raises(BotError, match=r"^bot Fails in seat 1: ValueError\('no idea'\)"):
        quartett.play_match([Fails(), "easy"], game="souvenirs")
