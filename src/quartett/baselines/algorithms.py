"""The algorithms: what each is called, and how it comes to an agent."""

from collections.abc import Callable
from random import Random

import numpy as np

from quartett.baselines.agent import Agent, Budget, Look
from quartett.baselines.search import FlatMonteCarlo, InformationSetSearch
from quartett.env._matches import Spec, mask, observation
from quartett.fast import FastMatch
from quartett.policy import load

Maker = Callable[[Spec, str, Budget, int, Look], Agent]
"""An agent for a game, against opponents, within a budget, from a seed; looked at as it learns."""


def _random(spec: Spec, opponents: str, budget: Budget, seed: int, look: Look) -> Agent:
    def choose(match: FastMatch, seat: int, chance: Random) -> int:
        return chance.choice(match.legal_ids(seat))

    return choose


def _network(spec: Spec, opponents: str, budget: Budget, seed: int, look: Look) -> Agent:
    """The network that is shipped, without any search: its favourite."""
    policy = load(spec.name)

    def choose(match: FastMatch, seat: int, chance: Random) -> int:
        legal = mask(match.legal_ids(seat), spec.actions)
        return int(np.argmax(policy(observation(match, seat), legal)[0]))

    return choose


def _flat(spec: Spec, opponents: str, budget: Budget, seed: int, look: Look) -> Agent:
    return FlatMonteCarlo(spec, budget.simulations)


def _ismcts(spec: Spec, opponents: str, budget: Budget, seed: int, look: Look) -> Agent:
    return InformationSetSearch(spec, budget.simulations)


def _ppo(spec: Spec, opponents: str, budget: Budget, seed: int, look: Look) -> Agent:
    from quartett.baselines import sb3

    agent: Agent = sb3.maskable_ppo(spec, opponents, budget.steps, seed, look)
    return agent


def _dqn(spec: Spec, opponents: str, budget: Budget, seed: int, look: Look) -> Agent:
    from quartett.baselines import sb3

    agent: Agent = sb3.masked_dqn(spec, opponents, budget.steps, seed, look)
    return agent


ALGORITHMS: dict[str, Maker] = {
    "random": _random,
    "dqn": _dqn,
    "maskable-ppo": _ppo,
    "flat-mc": _flat,
    "ismcts": _ismcts,
    "network": _network,
}
"""All algorithms by name."""

LEARNING = ("dqn", "maskable-ppo")
"""Those that need the extra `baselines`."""
