"""The benchmark of algorithms: honest searches, runs that are kept, intervals that hold."""

import json
import sys
from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest

from quartett.baselines import interquartile_mean, summarised
from quartett.baselines.agent import Agent, Budget
from quartett.baselines.algorithms import ALGORITHMS
from quartett.baselines.page import learned, report
from quartett.baselines.runs import Exam, Plan, Run, Runs, play, score_of
from quartett.cli import main
from quartett.core.errors import FormatError
from quartett.core.seeds import Rng
from quartett.env._matches import Spec

SEARCHING = pytest.mark.parametrize("algorithm", ["flat-mc", "ismcts"])


def agent(algorithm: str, spec: Spec, simulations: int = 24) -> Agent:
    return ALGORITHMS[algorithm](spec, "random", Budget(0, simulations), 0, lambda *_: None)


@SEARCHING
@pytest.mark.parametrize("game", ["jericho", "jericho_small", "souvenirs", "flow"])
def test_a_search_sees_no_more_than_its_seat(algorithm: str, game: str) -> None:
    """It chooses the same whatever the hidden cards are."""
    spec = Spec(game, None, {"target": 1, "cards": 5} if game == "flow" else {})
    searches = agent(algorithm, spec, 8)
    match, chance, looked = spec.deal(Random(3)), Random(4), 0
    while match.turn >= 0 and looked < 6:
        seat, legal = match.turn, match.legal_ids(match.turn)
        if len(legal) > 1 and (not spec.game.timed or seat == 0):
            view = spec.game.view(spec.module.to_state(match), seat)
            chosen = {searches(match, seat, Random(1))}
            for number in range(3):
                other = spec.taken_up(spec.game.determinize(view, Rng("elsewhere", number)))
                while other.turn != seat:
                    other.apply(other.turn, other.legal_ids(other.turn)[-1])
                chosen.add(searches(other, seat, Random(1)))
            assert len(chosen) == 1
            assert chosen <= set(legal)
            looked += 1
        match.apply(seat, chance.choice(legal))
    assert looked > 1


@SEARCHING
def test_a_search_beats_chance(algorithm: str) -> None:
    spec = Spec("jericho_small", None, {})
    searches = agent(algorithm, spec)
    won = [play(spec, searches, each % 2, "random", f"{each}") for each in range(80)]
    assert np.mean(won) > 0.6


def test_an_interquartile_mean_leaves_the_outer_quarters_out() -> None:
    assert interquartile_mean([-100, 1, 3, 100]) == pytest.approx(2)
    assert interquartile_mean([5]) == pytest.approx(5)
    assert interquartile_mean([0, 1, 2, 3, 100]) == pytest.approx((0.75 * 1 + 2 + 0.75 * 3) / 2.5)
    assert interquartile_mean([[1, 1], [0, 2]]).tolist() == pytest.approx([1, 1])


def test_an_interval_holds_the_truth_as_often_as_it_says() -> None:
    draw, held = np.random.default_rng(1), 0
    for number in range(60):
        found = summarised([draw.normal(0.5, 0.1, 20).tolist() for _ in range(2)], number)
        assert found.low <= found.mean <= found.high
        held += found.low <= 0.5 <= found.high
    assert held >= 50


def test_runs_are_drawn_again_within_each_game() -> None:
    """Two games far apart and each without any luck: there is nothing to be unsure of."""
    found = summarised([[0.1] * 4, [0.9] * 4])
    assert found == summarised([[0.9] * 4, [0.1] * 4])
    assert (found.low, found.high) == (found.mean, found.mean) == pytest.approx((0.5, 0.5))


def test_a_score_of_a_half_is_as_good_as_the_opponents_whatever_their_number() -> None:
    for players in (2, 3, 4):
        assert Run("jericho", "random", 0, (1 / players,), players, 0, 0).score == pytest.approx(
            0.5
        )
    assert Run("jericho", "random", 0, (1.0,), 3, 0, 0).score == 1
    assert Run("jericho", "random", 0, (0.5, 0.5), 3, 0, 0).score == pytest.approx(2 / 3)


PLAN = Plan(("jericho_small",), ("random", "flat-mc"), "easy", 2, 1, 4, 4)


def test_an_interrupted_comparison_continues_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    runs = Runs.kept(PLAN, file)
    todo = list(runs.missing())
    assert len(todo) == 4
    first = runs.take(*todo[0], file)
    again = Runs.kept(PLAN, file)
    assert again.done == [first]
    assert list(again.missing()) == todo[1:]
    other = msgspec.structs.replace(PLAN, seeds=3)
    with pytest.raises(FormatError, match="other settings"):
        Runs.kept(other, file)


def test_the_same_plan_gives_the_same_results(tmp_path: Path) -> None:
    told = []
    for name in ("one", "other"):
        runs = Runs.kept(PLAN, tmp_path / name)
        for each in list(runs.missing()):
            runs.take(*each, tmp_path / name)
        told.append([run.shares for run in runs.done])
    assert told[0] == told[1]


def test_the_command_writes_a_report_with_a_bar_for_each_algorithm(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["baselines", "--games", "jericho_small,jericho", "--algorithms", "random,network"]
    command += ["--opponents", "easy", "--seeds", "2", "--matches", "2", "--out", str(tmp_path)]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "jericho network 1: " in told
    page = (tmp_path / "report.html").read_text()
    assert page.count("<svg") == 3  # both games together, and each
    assert page.count("<rect") == 6
    kept = json.loads((tmp_path / "results.json").read_bytes())
    assert len(kept["done"]) == 8
    assert main(command) == 0  # nothing is left to do
    assert "network 1: " not in capsys.readouterr().out


def test_a_report_can_be_written_before_all_runs_are_there() -> None:
    some = Runs(PLAN, [Run("jericho_small", "random", 0, (1.0, 0.0), 2, 0.0, 0.1)])
    assert "random" in report(some)
    assert "flat-mc" not in report(some)


def test_a_report_shows_how_learners_came_to_their_scores() -> None:
    """A picture for each learner and game: every look over all runs, then the end."""
    plan = Plan(("jericho_small",), ("maskable-ppo", "random"), "easy", 2, 1000, 4, 2)
    curves = [((0, 0.1), (500, 0.3)), ((0, 0.3), (512, 0.5))]
    runs = [
        Run("jericho_small", "maskable-ppo", seed, (1.0, 0.0), 2, 9.0, 0.1, curve)
        for seed, curve in enumerate(curves)
    ]
    some = Runs(plan, [*runs, Run("jericho_small", "random", 0, (1.0, 0.0), 2, 0.0, 0.1)])
    found = learned(some, "jericho_small", "maskable-ppo")
    assert {steps: each.mean for steps, each in found.items()} == pytest.approx(
        {0: 0.2, 500: 0.4, 1000: 0.5}
    )
    assert not learned(some, "jericho_small", "random")
    page = report(some)
    assert page.count("<svg") == 2
    assert "maskable-ppo: score by steps of learning" in page


def test_a_learner_is_looked_at_with_the_matches_of_its_end() -> None:
    spec, exam = Spec("jericho_small", None, {}), Exam(PLAN, Spec("jericho_small", None, {}), 1)
    plays = agent("random", spec)
    exam.look(0, plays)
    assert exam.curve == [(0, score_of(exam.shares(plays), 2))]
    assert exam.spent > 0


@pytest.mark.parametrize(
    "wrong",
    [
        ["--games", "chess"],
        ["--algorithms", "alphazero"],
        ["--opponents", "nobody"],
        ["--seeds", "0"],
    ],
)
def test_what_cannot_be_compared_is_refused_before_anything_runs(
    wrong: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["baselines", "--games", "jericho", "--out", str(out), *wrong]) == 2
    assert wrong[1] in capsys.readouterr().err
    assert not out.exists()


def test_without_the_libraries_that_learn_the_extra_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sb3_contrib", None)
    monkeypatch.delitem(sys.modules, "quartett.baselines.sb3", raising=False)
    out = tmp_path / "out"
    command = ["baselines", "--games", "jericho", "--algorithms", "maskable-ppo"]
    assert main([*command, "--out", str(out)]) == 2
    assert "quartett[baselines]" in capsys.readouterr().err
    assert not out.exists()
