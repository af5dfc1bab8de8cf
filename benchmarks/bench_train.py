"""Random legal play in batches, dealing included, beside Pgx on the same device in the same run.

A decision is one uniform legal choice, applied to a match that is not over; matches that end are
dealt anew. Everything runs inside one compiled program; the best of three timed runs counts. With
the policy network in the loop, choices are sampled from its probabilities. Pgx resets as its own
`auto_reset` does. Sizes fit the device; `--size N` gives every contestant N matches. All are
compiled and warmed up side by side before the first is timed.

    python benchmarks/bench_train.py [--size N] [--seconds S] [--only NAME,NAME,…] [--patience S]
"""

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array, lax

from quartett.jax.tables import begin, refill, spread
from quartett.train.learner import allowed, fresh_weights, ids_of, learner_of, policy, turns

TARGETS = {"jericho": 200e6, "souvenirs": 200e6, "jericho network": 5e6, "souvenirs network": 5e6}
FRESH = {"jericho": 64, "souvenirs": 24, "flow": 128}
"""After each decision, one in this many matches can be dealt anew; few more end at a time."""

PLAYERS = {"jericho": 3, "souvenirs": 2, "flow": 2}
SMALLER = {"flow": 8}
"""Games whose tables take more memory play this many times fewer matches."""

PEERS = ("sparrow_mahjong", "backgammon")

Program = Callable[[Any, Array], tuple[Any, Array]]


def ours(name: str, size: int, ticks: int, network: bool) -> tuple[Any, Program]:
    """Our batch engine: the first matches, and a program that runs a number of ticks."""
    learner = learner_of(name)
    env, fresh = learner.env, max(1, size // FRESH[name])
    weights = fresh_weights(learner, jax.random.PRNGKey(0))
    seats = PLAYERS[name]

    def tick(state: Any, key: Array) -> tuple[Any, Array]:
        choosing, dealing = jax.random.split(key)
        live = (turns(state) >= 0).sum()
        if network:
            legal = allowed(learner, state)
            logits, _ = policy(learner, weights, state.observation, legal)
            action = ids_of(learner, state, jax.random.categorical(choosing, logits))
        else:
            action = jax.vmap(env.sample)(state, jax.random.bits(choosing, (size,)))
        then = jax.vmap(env.step)(state, action)
        return refill(env, then, dealing, fresh), live

    def program(state: Any, key: Array) -> tuple[Any, Array]:
        state, live = lax.scan(tick, state, jax.random.split(key, ticks))
        return state, live.astype(jnp.float32).sum()

    def start(key: Array) -> Any:
        state = begin(env, key, jnp.full(size, seats))
        return spread(env, state, key, learner.longest * 3 // 4)

    return jax.jit(start)(jax.random.PRNGKey(1)), jax.jit(program, donate_argnums=0)


def pgx_game(name: str, size: int, ticks: int) -> tuple[Any, Program]:
    """A game of Pgx with its own way to reset."""
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step, init = jax.vmap(auto_reset(env.step, env.init)), jax.vmap(env.init)

    def tick(state: Any, key: Array) -> tuple[Any, Array]:
        choosing, going = jax.random.split(key)
        ways = jnp.cumsum(state.legal_action_mask.astype(jnp.int32), 1)
        wanted = jnp.floor(jax.random.uniform(choosing, (size, 1)) * ways[:, -1:])
        action = (ways <= wanted).sum(1)
        return step(state, action, jax.random.split(going, size)), jnp.float32(size)

    def program(state: Any, key: Array) -> tuple[Any, Array]:
        state, live = lax.scan(tick, state, jax.random.split(key, ticks))
        return state, live.sum()

    keys = jax.random.split(jax.random.PRNGKey(1), size)
    return jax.jit(init)(keys), jax.jit(program)


def warmed(make: Callable[[], tuple[Any, Program]]) -> tuple[Any, Program]:
    """A contestant after one run, which compiles it."""
    state, program = make()
    state, _ = program(state, jax.random.PRNGKey(2))
    return jax.block_until_ready(state), program


def measure(state: Any, program: Program, seconds: float) -> float:
    """Decisions per second, the best of at least three runs."""
    best, began, number = 0.0, time.perf_counter(), 0
    while number < 3 or time.perf_counter() - began < seconds:
        number += 1
        then = time.perf_counter()
        state, decisions = program(state, jax.random.PRNGKey(2 + number))
        count = float(jax.block_until_ready(decisions))
        best = max(best, count / (time.perf_counter() - then))
    return best


def contestants(size: int | None) -> dict[str, Callable[[], tuple[Any, Program]]]:
    """The contestants, and how many matches each plays at once."""
    small = jax.default_backend() == "cpu"
    many, few = (1 << 12, 1 << 10) if small else (1 << 20, 1 << 15)
    ticks = 32 if small else 64
    found: dict[str, Callable[[], tuple[Any, Program]]] = {}
    for name in PLAYERS:
        matches = size or many // SMALLER.get(name, 1)
        found[name] = lambda name=name, matches=matches: ours(name, matches, ticks, False)
    for name in PLAYERS:
        found[f"{name} network"] = lambda name=name: ours(name, size or few, ticks // 4, True)
    for name in PEERS:
        found[f"pgx {name}"] = lambda name=name: pgx_game(name, size or many >> 2, ticks // 2)
    return found


def main() -> None:
    """Measure all contestants and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--only", default="")
    parser.add_argument("--patience", type=float, default=600, help="seconds for compiling")
    given = parser.parse_args()
    print(f"{jax.devices()[0].device_kind}, JAX {jax.__version__}")
    names = given.only.split(",")
    threads = ThreadPoolExecutor()
    ready = {
        name: threads.submit(warmed, make)
        for name, make in contestants(given.size).items()
        if any(each in name for each in names)
    }
    wait(ready.values(), given.patience)
    print(f"{'random legal play':24}{'decisions/s':>16}   target", flush=True)
    for name, coming in ready.items():
        if not coming.done():
            print(f"{name:24}{'compiles still':>16}", flush=True)
            continue
        try:
            speed = measure(*coming.result(), given.seconds)
        except ImportError:
            print(f"{name:24}{'not installed':>16}")
            continue
        wanted = TARGETS.get(name) if jax.default_backend() != "cpu" else None
        said = (
            "" if wanted is None else f"≥ {wanted:,.0f}: {'met' if speed >= wanted else 'MISSED'}"
        )
        print(f"{name:24}{speed:16,.0f}   {said}", flush=True)


if __name__ == "__main__":
    main()
