"""Steps of `quartett.jax` beside those of Pgx, like for like: one program plays all games.

A step is a uniform choice from the mask, applied to a match that is not over, and then the next
player's observation and mask, both of which are used: they are added up. Choices are drawn in the
same way for everybody, checks of illegal actions are on, as both libraries have them. Matches that
end are dealt anew by `auto_reset`, ours and Pgx's own; ours also with `refill`, which deals only
where a match has ended. The best of three timed runs or more counts; everybody takes turns.

    python benchmarks/bench_jax.py [--size N] [--ticks N] [--seconds S] [--only NAME,NAME,…]
"""

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

import quartett.jax
from quartett.jax.arrays import any_of

PEER = "sparrow_mahjong"
PEERS = (PEER, "backgammon")
GAMES = {"jericho": 3, "souvenirs": 2, "flow": 2}
FRESH = {"jericho": 64, "souvenirs": 24, "flow": 128}
"""After each step `refill` can deal one in this many matches anew; few more end at a time."""

TARGET = 5.0
"""The target: Jericho makes this many times the steps of Pgx's sparrow_mahjong."""

ROUNDS = 3
WARMING = 4

Step = Callable[[Any, Array, Array], Any]
"""A step of a whole batch: states, actions, key."""


class Contestant(NamedTuple):
    """A batch of matches, and a compiled program that runs a number of ticks."""

    states: Any
    play: Callable[[Any, Array], tuple[Any, Array, Array]]


def contestant(env: Any, step: Step, size: int, ticks: int) -> Contestant:
    """The program of all contestants: the states, the steps, and the sum of what was observed."""

    def tick(state: Any, key: Array) -> tuple[Any, tuple[Array, Array]]:
        choosing, going = jax.random.split(key)
        action = jax.vmap(any_of)(state.legal_action_mask, jax.random.bits(choosing, (size,)))
        live = ~(state.terminated & state.legal_action_mask.all(1))
        then = step(state, action, going)
        seen = then.observation.reshape(size, -1).astype(jnp.float32).sum()
        return then, (live.sum(), seen + then.legal_action_mask.sum())

    def program(state: Any, key: Array) -> tuple[Any, Array, Array]:
        state, (steps, seen) = lax.scan(tick, state, jax.random.split(key, ticks))
        return state, steps.astype(jnp.float32).sum(), seen.sum()

    keys = jax.random.split(jax.random.PRNGKey(1), size)
    return Contestant(jax.jit(jax.vmap(env.init))(keys), jax.jit(program))


def resetting(env: Any, auto_reset: Callable[..., Any], size: int) -> Step:
    """Steps that deal anew with a library's own `auto_reset`."""
    step = jax.vmap(auto_reset(env.step, env.init))
    return lambda state, action, key: step(state, action, jax.random.split(key, size))


def refilling(env: Any, name: str, size: int) -> Step:
    """Our steps, dealing anew only where a match has ended."""
    step = jax.vmap(env.step)
    fresh = max(1, size // FRESH[name])

    def stepped(state: Any, action: Array, key: Array) -> Any:
        return quartett.jax.refill(env, step(state, action), key, fresh)

    return stepped


def makers(size: int, ticks: int) -> dict[str, Callable[[], Contestant]]:
    """The contestants by name."""

    def peer(name: str) -> Contestant:
        import pgx
        from pgx.experimental import auto_reset

        env = pgx.make(name)
        return contestant(env, resetting(env, auto_reset, size), size, ticks)

    def ours(name: str, refills: bool) -> Contestant:
        env = quartett.jax.make(name, players=GAMES[name])
        reset = resetting(env, quartett.jax.auto_reset, size)
        step = refilling(env, name, size) if refills else reset
        return contestant(env, step, size, ticks)

    found: dict[str, Callable[[], Contestant]] = {}
    for name in PEERS:
        found[f"pgx {name}, auto_reset"] = lambda name=name: peer(name)
    for name in GAMES:
        found[f"{name}, auto_reset"] = lambda name=name: ours(name, False)
        found[f"{name}, refill"] = lambda name=name: ours(name, True)
    return found


def measured(ready: dict[str, Contestant], seconds: float) -> dict[str, float]:
    """The best steps per second of each contestant; they take turns."""
    states = {name: each.states for name, each in ready.items()}
    best = dict.fromkeys(ready, 0.0)
    for round in range(ROUNDS):
        for name, each in ready.items():
            began, number = time.perf_counter(), 0
            while not number or time.perf_counter() - began < seconds / ROUNDS:
                key, number = jax.random.PRNGKey(1000 * round + number), number + 1
                then = time.perf_counter()
                states[name], steps, seen = each.play(states[name], key)
                count = float(steps) if float(seen) > 0 else 0.0
                best[name] = max(best[name], count / (time.perf_counter() - then))
    return best


def prepared(names: list[str], size: int, ticks: int) -> dict[str, Contestant]:
    """The chosen contestants, compiled side by side and warmed up."""
    wanted = {
        name: make
        for name, make in makers(size, ticks).items()
        if any(each in name for each in names)
    }
    with ThreadPoolExecutor() as threads:
        return dict(zip(wanted, threads.map(warmed, wanted.values()), strict=True))


def warmed(make: Callable[[], Contestant]) -> Contestant:
    """A contestant after some runs, the first of which compiles it."""
    each = make()
    states = each.states
    for number in range(WARMING):
        states, _, _ = each.play(states, jax.random.PRNGKey(2 + number))
    return each._replace(states=jax.block_until_ready(states))


def main() -> None:
    """Measure all contestants and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    small = jax.default_backend() == "cpu"
    parser.add_argument("--size", type=int, default=1 << 12 if small else 1 << 18)
    parser.add_argument("--ticks", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=6.0, help="for each contestant")
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    print(f"{jax.devices()[0].device_kind}, JAX {jax.__version__}, {given.size:,} matches at once")
    began = time.perf_counter()
    ready = prepared(given.only.split(","), given.size, given.ticks)
    print(f"compiled and warmed up in {time.perf_counter() - began:.0f} s", flush=True)
    speed = measured(ready, given.seconds)
    peer = speed.get(f"pgx {PEER}, auto_reset")
    print(f"{'observation and mask used':30}{'steps/s':>14}{'× ' + PEER:>20}   target", flush=True)
    for name, each in speed.items():
        times = "" if peer is None else f"{each / peer:.2f}"
        wanted = peer is not None and name.startswith("jericho")
        met = wanted and each >= TARGET * (peer or 0)
        said = f"≥ {TARGET:g}×: {'met' if met else 'MISSED'}" if wanted else ""
        print(f"{name:30}{each:14,.0f}{times:>20}   {said}", flush=True)


if __name__ == "__main__":
    main()
