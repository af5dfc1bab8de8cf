"""Steps of a PettingZoo environment by random legal play; run in any interpreter that has it."""

import random
import sys
import time
from importlib import import_module

SECONDS = 3.0


def main(name: str) -> None:
    """Print how many steps per second `env()` of this module makes."""
    env = import_module(name).env()
    env.reset(seed=1)
    chance, steps, spent = random.Random(1), 0, 0.0
    began = time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = observation["action_mask"].nonzero()[0]
                env.step(legal[int(chance.random() * len(legal))])
            steps += 1
    print(steps / spent)


if __name__ == "__main__":
    main(sys.argv[1])
