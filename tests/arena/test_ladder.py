"""The ladder: ten steps a game, each stronger than the one below, and a command that draws them."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from playing import random_match, short
from quartett import bots
from quartett.arena.run import Serial, play_all
from quartett.arena.schedule import Setup, jobs
from quartett.arena.stats import tables
from quartett.bots.base import STEPS
from quartett.bots.ladder import expected_share, step_name, step_of, strength, strengths
from quartett.cli import main
from quartett.core.errors import FormatError
from quartett.core.seeds import Rng

GAMES = ("flow", "jericho", "photo_rummy", "souvenirs")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


@pytest.mark.parametrize("game", GAMES)
def test_the_four_levels_are_steps_of_ten(game: str) -> None:
    numbers = list(bots.steps(game))
    assert numbers == [str(number) for number in range(1, STEPS + 1)]
    named = [name for number in numbers if (name := step_name(game, number))]
    assert named == ["easy", "medium", "hard", "master"]
    for number, kind in bots.steps(game).items():
        assert type(bots.get(game, number)) is kind
        assert kind.level in (number, step_name(game, number))


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_of_every_step_can_travel_to_another_process(game: str) -> None:
    for number, kind in bots.steps(game).items():
        assert type(pickle.loads(pickle.dumps(bots.get(game, number)))) is kind


@pytest.mark.parametrize("number", ["0", "11", "1.5", "-1"])
def test_a_step_that_there_is_not_is_refused_with_those_that_there_are(number: str) -> None:
    with pytest.raises(FormatError, match=r"steps 1 to 10, and your own"):
        bots.get("jericho", number)


@pytest.mark.parametrize("game", GAMES)
def test_every_step_plays_by_the_rules_and_the_same_seed_gives_the_same_choice(game: str) -> None:
    for number in bots.steps(game):
        bot = bots.get(game, number, None if number not in ("9", "10") else 20)
        for match, at in random_match(game, 5, **short(game)):
            if at % 61 == 7 and match.to_act:
                seat = min(match.to_act)
                view, legal = match.view(seat), match.legal(seat)
                chosen = bot.choose(view, legal, Rng(3))
                assert bot.choose(view, legal, Rng(3)) == chosen
                match.game.check(match.state, seat, chosen)


DOCS = Path(__file__).parents[2] / "docs/ladder.md"
COLUMN = {"jericho": 2, "souvenirs": 3, "photo_rummy": 4, "flow": 5}


@pytest.mark.parametrize("game", GAMES)
def test_the_strengths_are_the_figures_that_the_docs_publish(game: str) -> None:
    rows = [line.split("|")[1:] for line in DOCS.read_text().splitlines() if line.startswith("| ")]
    published = {int(row[0]): row[COLUMN[game]] for row in rows if row[0].strip().isdigit()}
    assert sorted(published) == list(range(2, STEPS + 1))
    for step, told in published.items():
        share = float(told.split("%")[0]) / 100
        upper, lower = strength(game, str(step)), strength(game, str(step - 1))
        assert expected_share(upper, [lower]) == pytest.approx(share, abs=0.0006)


@pytest.mark.parametrize("game", GAMES)
def test_every_level_and_step_has_a_strength_on_one_scale(game: str) -> None:
    found = strengths(game)
    assert len(found) == STEPS
    assert list(found) == sorted(found)
    for number in bots.steps(game):
        assert strength(game, number) == found[int(number) - 1]
        if name := step_name(game, number):
            assert (strength(game, name), step_of(game, name)) == (
                found[int(number) - 1],
                int(number),
            )
    assert found[3] < strength(game, "4.5") < found[4]
    assert strength(game, "4.5") == pytest.approx((found[3] + found[4]) / 2)


@pytest.mark.parametrize("level", ["random", "0", "10.1", "nan", "inf", "-3", "", "mine.py:Mine"])
def test_what_is_not_on_the_ladder_has_no_strength(level: str) -> None:
    with pytest.raises(FormatError, match="not on the ladder"):
        strength("souvenirs", level)


FAR_APART = {"jericho": ("5", "1"), "souvenirs": ("5", "1"), "photo_rummy": ("6", "2")}


@pytest.mark.parametrize("game", [*FAR_APART, "flow"])
def test_some_steps_up_wins_far_more(game: str) -> None:
    upper, lower = FAR_APART.get(game, ("4", "1"))
    players = 3 if game == "jericho" else 2
    options: dict[str, Any] = {"target": 1} if game == "flow" else {}
    setup = Setup(game, ((upper, *[lower] * (players - 1)),), 5, options=options)
    (table,) = tables(setup, list(play_all(setup, list(jobs(setup, 30)), Serial())))
    assert table.bots[0].share.mean > 0.7


def test_the_command_draws_neighbouring_steps(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["ladder", "jericho", "--games", "6", "--from", "2", "--to", "5", "--workers", "1"]
    assert main(asked) == 0
    said = capsys.readouterr().out
    rows = [line for line in said.splitlines() if "●" in line]
    assert [row.split()[0] for row in rows] == ["5", "4", "3"]
    assert "easy" in rows[-1]
    assert max(map(len, said.splitlines())) <= 100
    assert main([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["complete"]
    assert [stride["step"] for stride in told["strides"]] == [3, 4, 5]
    for stride in told["strides"]:
        share, two = stride["share"]["mean"], stride["of_two"]["mean"]
        assert stride["even"] == pytest.approx(1 / 3)
        assert two == pytest.approx(share / (share + (1 - share) / 2))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["chess"], "unknown game"),
        (["jericho", "--from", "0"], "--from and --to: there are steps 1 to 10"),
        (["jericho", "--from", "3", "--to", "3"], "--from and --to"),
        (["jericho", "--to", "11"], "--from and --to"),
        (["jericho", "--players", "2"], "players"),
        (["jericho", "--games", "0"], "--games"),
    ],
)
def test_what_cannot_be_played_is_refused(
    asked: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ladder", *asked]) == 2
    assert said in capsys.readouterr().err
