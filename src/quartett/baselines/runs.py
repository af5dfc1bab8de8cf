"""Runs: one algorithm, one game, one seed; kept in a file as they come, so that none is lost."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec

from quartett._system import write_whole
from quartett.baselines.agent import Agent, Budget
from quartett.baselines.algorithms import ALGORITHMS
from quartett.core.errors import FormatError
from quartett.env._matches import Spec
from quartett.env._opponents import Opponents
from quartett.env._rewards import shares
from quartett.fast import FastMatch


class Plan(msgspec.Struct, frozen=True):
    """What is compared, and under which conditions."""

    games: tuple[str, ...]
    algorithms: tuple[str, ...]
    opponents: str
    """The level of all other seats, in training and in evaluation."""
    seeds: int
    steps: int
    """Steps in the environment for what learns."""
    simulations: int
    """Playouts for each decision for what searches."""
    matches: int
    """Matches after training, the seats in turn."""


class Run(msgspec.Struct, frozen=True):
    """What came of one run."""

    game: str
    algorithm: str
    seed: int
    shares: tuple[float, ...]
    """The share of the victory in each match."""
    players: int
    prepared_s: float
    """How long learning took."""
    decision_ms: float
    """How long a decision took on average."""
    curve: tuple[tuple[int, float], ...] = ()
    """What a learner scored on its way: after so many steps, in the same matches."""

    @property
    def score(self) -> float:
        """The mean share of the victory beside that of one opponent: a half is as good as they."""
        return score_of(self.shares, self.players)


def score_of(shares: Sequence[float], players: int) -> float:
    """The mean share of the victory beside that of one opponent."""
    share = sum(shares) / len(shares)
    return share / (share + (1 - share) / (players - 1))


class Runs(msgspec.Struct):
    """A plan and the runs that there are."""

    plan: Plan
    done: list[Run]

    @classmethod
    def kept(cls, plan: Plan, file: Path) -> "Runs":
        """Those in a file, if it is of the same plan; else none yet."""
        if not file.exists():
            return cls(plan, [])
        found = msgspec.json.decode(file.read_bytes(), type=cls)
        if found.plan != plan:
            raise FormatError(f"{file} is of other settings; choose another folder")
        return found

    def missing(self) -> Iterator[tuple[str, str, int]]:
        """The runs still to come: game, algorithm and seed."""
        there = {(run.game, run.algorithm, run.seed) for run in self.done}
        for game in self.plan.games:
            for seed in range(self.plan.seeds):
                for algorithm in self.plan.algorithms:
                    if (game, algorithm, seed) not in there:
                        yield game, algorithm, seed

    def take(self, game: str, algorithm: str, seed: int, file: Path) -> Run:
        """Do one run, and keep it."""
        run = _run(self.plan, game, algorithm, seed)
        self.done.append(run)
        write_whole(file, msgspec.json.format(msgspec.json.encode(self)) + b"\n")
        return run

    def scores(self, algorithm: str, game: str) -> list[float]:
        """The score of every run of an algorithm in a game."""
        return [run.score for run in self.of(algorithm, game)]

    def of(self, algorithm: str, game: str) -> list[Run]:
        """The runs of an algorithm in a game."""
        return [run for run in self.done if (run.algorithm, run.game) == (algorithm, game)]


def _run(plan: Plan, game: str, algorithm: str, seed: int) -> Run:
    spec = Spec(game, None, {})
    budget = Budget(plan.steps, plan.simulations)
    began = time.perf_counter()
    exam = Exam(plan, spec, seed)
    agent = ALGORITHMS[algorithm](spec, plan.opponents, budget, seed, exam.look)
    prepared = time.perf_counter() - began - exam.spent
    timed = Timed(agent)
    won = exam.shares(timed)
    spent = round(timed.milliseconds / max(1, timed.decisions), 3)
    curve = tuple(exam.curve)
    return Run(game, algorithm, seed, won, spec.players, round(prepared, 1), spent, curve)


class Exam:
    """The matches of a run, for the finished agent and for a learner on its way."""

    def __init__(self, plan: Plan, spec: Spec, seed: int) -> None:
        self._plan, self._spec, self._seed = plan, spec, seed
        self.curve: list[tuple[int, float]] = []
        self.spent = 0.0
        """The seconds that looking took."""

    def shares(self, agent: Agent) -> tuple[float, ...]:
        """An agent's share of the victory in every match."""
        spec, seed, opponents = self._spec, self._seed, self._plan.opponents
        return tuple(
            play(spec, agent, number % spec.players, opponents, f"{spec.title} {seed} {number}")
            for number in range(self._plan.matches)
        )

    def look(self, steps: int, agent: Agent) -> None:
        """Note what a learner scores after so many steps."""
        began = time.perf_counter()
        self.curve.append((steps, score_of(self.shares(agent), self._spec.players)))
        self.spent += time.perf_counter() - began


class Timed:
    """An agent, and how long its decisions took."""

    def __init__(self, agent: Agent) -> None:
        self._agent, self.decisions, self.milliseconds = agent, 0, 0.0

    def __call__(self, match: FastMatch, seat: int, chance: Random) -> int:
        """The id that the seat chooses."""
        began = time.perf_counter()
        id = self._agent(match, seat, chance)
        self.decisions += 1
        self.milliseconds += 1000 * (time.perf_counter() - began)
        return id


def play(spec: Spec, agent: Agent, seat: int, opponents: str, seed: str) -> float:
    """An agent's share of the victory in one match, whose deal the seed decides."""
    names = [opponents] * spec.players
    names[seat] = "random"
    others, chance = Opponents(spec, names), Random(seed)
    match = spec.deal(chance)
    others.reset(chance)
    while match.turn >= 0:
        legal = match.legal_ids(match.turn)
        if match.turn != seat:
            match = others.play(match, match.turn)
        elif len(legal) == 1:
            match.apply(seat, legal[0])
        else:
            match.apply(seat, agent(match, seat, chance))
    return shares(match)[seat]
