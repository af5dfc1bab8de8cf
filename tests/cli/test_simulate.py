"""`quartett simulate`: random players, and what their matches say."""

import json
import re
from collections.abc import Callable
from statistics import fmean
from typing import Any

import pytest

from quartett.cli import main
from quartett.games import get, names

Simulated = Callable[..., dict[str, Any]]


@pytest.fixture
def simulated(capsys: pytest.CaptureFixture[str]) -> Simulated:
    """What the command says as JSON."""

    def run(*arguments: str) -> dict[str, Any]:
        assert main(["simulate", *arguments, "--json"]) == 0
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    return run


@pytest.mark.parametrize("name", names())
def test_every_number_of_players_is_simulated_and_the_wins_add_up(
    name: str, simulated: Simulated
) -> None:
    for players in get(name).players:
        found = simulated(name, "--players", str(players), "--games", "1", "--seed", "3")
        assert (found["game"], found["players"], found["games"]) == (name, players, 1)
        assert [seat["seat"] for seat in found["seats"]] == list(range(players))
        assert sum(seat["wins"] for seat in found["seats"]) == pytest.approx(1)


def test_a_share_lies_within_its_interval_and_the_interval_narrows_with_more_games(
    simulated: Simulated,
) -> None:
    few, many = (simulated("souvenirs", "--games", games) for games in ("10", "80"))
    for found in (few, many):
        for seat in found["seats"]:
            assert 0 <= seat["low"] <= seat["share"] <= seat["high"] <= 1
            assert seat["share"] == pytest.approx(seat["wins"] / found["games"])
    widths = [fmean(seat["high"] - seat["low"] for seat in found["seats"]) for found in (few, many)]
    assert widths[1] < widths[0] / 2


def test_what_all_choose_at_once_is_no_turn(simulated: Simulated) -> None:
    jericho = simulated("jericho", "--games", "3")
    assert jericho["actions"]["mean"] - jericho["turns"]["mean"] == 3 + 3 * 3
    assert simulated("flow", "--games", "1")["turns"] is None


def test_a_turn_in_souvenirs_is_a_card_and_what_comes_of_the_cubes(simulated: Simulated) -> None:
    found = simulated("souvenirs", "--games", "5")
    assert found["turns"] == {"mean": 24, "fewest": 24, "most": 24}
    assert 24 < found["actions"]["mean"] <= 2 * 24


def test_the_same_seed_gives_the_same_figures_and_another_seed_others(simulated: Simulated) -> None:
    first, again, other = (simulated("jericho", "--games", "5", "--seed", s) for s in "112")
    assert first == again
    assert first["seats"] != other["seats"]


def test_the_table_shows_what_the_json_says(
    simulated: Simulated, capsys: pytest.CaptureFixture[str]
) -> None:
    found = simulated("jericho", "--games", "8", "--seed", "2")
    assert main(["simulate", "jericho", "--games", "8", "--seed", "2"]) == 0
    said = capsys.readouterr().out
    for seat in found["seats"]:
        row = (
            rf"{seat['seat'] + 1} .*{seat['wins']:.1f} .*{seat['share']:.1%} .*{seat['score']:.1f}"
        )
        assert re.search(row, said)
    turns = found["turns"]
    assert f"Turns per match: {turns['mean']:.1f} ({turns['fewest']} to {turns['most']})" in said


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["chess"], "chess"),
        (["jericho", "--players", "2"], "3 to 5 players"),
        (["flow", "--players", "5"], "2 to 4 players"),
        (["souvenirs", "--games", "0"], "--games"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_one_line(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *arguments]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert complaint in error
    assert len(error.strip().splitlines()) == 1
