"""Runs: one algorithm, one game, one seed; kept in a file as they come, so that none is lost."""

import time
from collections.abc import Iterator
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

    @property
    def score(self) -> float:
        """The mean share of the victory beside that of one opponent: a half is as good as they."""
        share = sum(self.shares) / len(self.shares)
        return share / (share + (1 - share) / (self.players - 1))


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
    agent = ALGORITHMS[algorithm](spec, plan.opponents, budget, seed)
    prepared = time.perf_counter() - began
    timed = Timed(agent)
    won = tuple(
        play(spec, timed, number % spec.players, plan.opponents, f"{game} {seed} {number}")
        for number in range(plan.matches)
    )
    spent = round(timed.milliseconds / max(1, timed.decisions), 3)
    return Run(game, algorithm, seed, won, spec.players, round(prepared, 1), spent)


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
