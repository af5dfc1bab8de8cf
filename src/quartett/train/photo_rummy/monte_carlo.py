"""Deep Monte Carlo: a network learns what came of the choices it made, and chooses by that.

Worker processes play matches on the CPU while the device learns from those before; all wait for
each other in a fixed order, so that the same seed and steps give the same network on a CPU. For
Photo Rummy, whose lays come from a solver that no accelerator runs.
"""

import time
from collections import deque
from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from quartett.arena.ray import Ray
from quartett.bots import network
from quartett.bots.photo_rummy import master_net
from quartett.core.errors import FormatError
from quartett.train.folder import CHECKPOINT, Kept, Look, append, keep, kept, unfit
from quartett.train.learner import Weights
from quartett.train.photo_rummy.self_play import Played, Task, play
from quartett.train.ppo import Adam, begin_adam, descend
from quartett.train.run import SELVES, Plan, compared, said
from quartett.train.workers import workers_of

GAME = "photo_rummy"
PLAYERS = (2, 2, 3, 4)
"""The numbers of players, in turn."""

STEP = (1e-3, 3e-5)
CURIOUS = (0.1, 0.03)
POINTS = (0.2, 0.0)
"""From the beginning to the end; a round's points count in the first half only."""

GENTLE_STEP = (2e-4, 2e-5)
GENTLY_CURIOUS = (0.04, 0.02)
"""The same for one who begins with given weights; points do not count then."""

POOL = 8
"""How many earlier selves are played against."""

REMEMBERED = 4
"""A snapshot joins the pool after this number of iterations."""

MIXED = 0.125
"""The share of matches in which one seat meets an earlier self in all others."""

SCRIPTED = 0.75
"""The share in which one seat meets players who give rounds up as the hard bot does."""

AHEAD = 2
"""The number of iterations in flight, so that no process waits for the others."""

AVERAGED = 0.99
"""How much of the mean over all steps so far remains at each; the mean plays and is kept."""

EVERY_S = 20.0


class Size(NamedTuple):
    """How much is played and learned at a time."""

    tasks: int
    """Tasks of one iteration; each is played by one process."""
    matches: int
    """Matches of one task."""
    batch: int
    recent: int
    """The number of iterations whose positions are used for learning."""
    reuse: float
    """How often each position is learned from, about."""
    look: int = 24
    """The number of matches that measure progress."""


ON_A_CPU = Size(tasks=4, matches=24, batch=512, recent=8, reuse=3)
ON_AN_ACCELERATOR = Size(tasks=30, matches=20, batch=2048, recent=24, reuse=8)


TRIES, GROWN = 4, 0.5
"""How many doubts of a match are tried at most, and from when on: to a beginner all choices look
alike, and its rounds are long."""

TRIED = 4
"""A batch has one pair of compared choices per this number of positions."""

SURER = 50.0
"""How much more a difference between two tried choices counts than what came of a match."""


class Batch(NamedTuple):
    """Some positions and some scores between rounds, with what came of them; pairs of choices."""

    seen: Array
    share: Array
    points: Array
    between: Array
    won: Array
    pairs: Array
    better: Array


class MonteCarlo:
    """One training, from its beginning or from a checkpoint."""

    def __init__(
        self,
        plan: Plan,
        say: Callable[[str], None],
        workers: int = 1,
        size: Size | None = None,
        ray: Ray | None = None,
    ) -> None:
        self.plan, self._say, self._workers, self._ray = plan, say, workers, ray
        self.size = size or usual_size()
        self.decisions, self.iterations, self.seconds = 0, 0, 0.0
        self._kept, self._attacks = 0, plan.against is not None
        self._gently = self._attacks or plan.begin is not None
        self._recent: deque[Played] = deque(maxlen=self.size.recent)
        (plan.folder / "selves").mkdir(parents=True, exist_ok=True)
        self.weights = fresh_weights(jax.random.PRNGKey(plan.seed))
        given = plan.against or plan.begin
        if given is not None:
            self.weights = _given(given)
        self.mean = jax.tree.map(jnp.copy, self.weights)
        """The mean of the weights over the last steps, which is what plays."""
        self.adam = begin_adam(self.weights)
        self.pool = [self._plain()]
        if (plan.folder / CHECKPOINT).exists():
            self._restore()

    def go(self) -> None:
        """Learn until there have been enough decisions, or the time is up."""
        last = time.monotonic()
        with closing(self.learn()) as iterations:  # whatever happens, nobody plays on afterwards
            for figures in iterations:
                due = time.monotonic() - last >= EVERY_S
                if self.plan.every is not None:
                    due = self.iterations % self.plan.every == 0
                if due or self.progress() >= 1:
                    self.look(figures)
                    last = time.monotonic()

    def learn(self) -> Generator[dict[str, float], None, None]:
        """Iteration by iteration, and how each went."""
        with (workers := workers_of(self._workers, self._ray, self._say)):
            coming = deque(workers.begin(play, self._tasks(ahead)) for ahead in range(AHEAD))
            while self.progress() < 1:
                began = time.monotonic()
                played = coming.popleft()()
                coming.append(workers.begin(play, self._tasks(AHEAD)))
                figures = self._learn_from(played)
                self.seconds += time.monotonic() - began
                yield figures

    def progress(self) -> float:
        """From 0 at the beginning to 1 at the end."""
        return self.plan.progress(self.decisions, self.seconds)

    def look(self, figures: dict[str, float]) -> None:
        """Keep everything, see how it goes, and say so."""
        self.save()
        look = Look(
            self.decisions,
            round(self.seconds, 1),
            loss=figures["loss"],
            value_loss=figures["value_loss"],
            random=None if self._attacks else self.win_share(None),
            frozen=self.win_share(self.pool[0]) if self._attacks else None,
        )
        self._log(look)

    def compare(self, matches: int, workers: int) -> None:
        """Let the selves on the way here play against the levels, where they have not yet."""
        for look in compared(self.plan, self.seconds, matches, workers):
            self._log(look)

    def win_share(self, rivals: network.Weights | None, matches: int | None = None) -> float:
        """The share of the victory of one of two players; without rivals against random choices."""
        seed, matches = f"look {self.iterations}", matches or self.size.look
        task = Task(self._plain(), rivals, (2,) * matches, matches, 0, 0.0, seed)
        return float(play(task).rivalry.mean())

    def save(self) -> None:
        """Write the weights and the checkpoint, each whole or not at all."""
        folder = self.plan.folder
        network.save(self.mean, folder / "weights.npz")
        keep(folder / CHECKPOINT, GAME, self._checkpoint())
        if int(self.progress() * SELVES) > self._kept:
            self._kept = int(self.progress() * SELVES)
            network.save(self.mean, folder / f"selves/{self.decisions}.npz")

    def _log(self, look: Look) -> None:
        append(self.plan.folder, look)
        self._say(said(look))

    def _tasks(self, ahead: int) -> list[Task]:
        """What is played next, with the weights as they are now."""
        number, size = self.iterations + ahead, self.size
        luck = np.random.default_rng([self.plan.seed, number])
        counts = self.plan.players or PLAYERS
        players = tuple(counts[at % len(counts)] for at in range(size.matches))
        mixed = size.matches if self._attacks else int(size.matches * MIXED)
        scripted = 0 if self._attacks else int(size.matches * SCRIPTED)
        weights = self._plain()
        curious = self._between(GENTLY_CURIOUS if self._gently else CURIOUS)
        return [
            Task(
                weights,
                self.pool[int(luck.integers(len(self.pool)))],
                players,
                mixed,
                scripted,
                curious,
                f"{self.plan.seed}/{number}/{at}",
                TRIES if self._gently or self.progress() >= GROWN else 0,
            )
            for at in range(size.tasks)
        ]

    def _learn_from(self, played: list[Played]) -> dict[str, float]:
        self._recent.extend([_joined(played)])
        self.decisions += sum(each.turns for each in played)
        fresh = len(self._recent[-1].seen)
        step = jnp.float32(self._between(GENTLE_STEP if self._gently else STEP))
        points = jnp.float32(0.0 if self._gently else POINTS[0] * max(0.0, 1 - 2 * self.progress()))
        luck = np.random.default_rng([self.plan.seed, self.iterations, 1])
        figures: list[dict[str, Array]] = []
        for _ in range(max(1, int(fresh * self.size.reuse / self.size.batch))):
            self.weights, self.mean, self.adam, found = update(
                self.weights, self.mean, self.adam, self._batch(luck), step, points
            )
            figures.append(found)
        self.iterations += 1
        if self.iterations % REMEMBERED == 0 and not self._attacks:
            self.pool = [*self.pool, self._plain()][-POOL:]
        return {name: float(np.mean([each[name] for each in figures])) for name in figures[0]}

    def _batch(self, luck: np.random.Generator) -> Batch:
        """What was played in all recent iterations, each position as likely as any other."""
        size = self.size.batch
        positions = self._some(luck, size, "seen", "share", "points")
        scores = self._some(luck, size, "between", "won")
        pairs = self._some(luck, size // TRIED, "pairs", "better")
        return Batch(*(jnp.asarray(each) for each in (*positions, *scores, *pairs)))

    def _some(self, luck: np.random.Generator, count: int, *names: str) -> list[network.Array]:
        """So many lines of what belongs together; nothing but zeros where there are none at all."""
        columns = [[getattr(each, name) for each in self._recent] for name in names]
        sizes = np.array([len(each) for each in columns[0]])
        if not sizes.any():
            return [np.zeros((count, *each[0].shape[1:]), each[0].dtype) for each in columns]
        counts = luck.multinomial(count, sizes / sizes.sum())
        places = [
            luck.integers(max(1, size), size=n) for size, n in zip(sizes, counts, strict=True)
        ]
        return [
            np.concatenate([part[at] for part, at in zip(each, places, strict=True)])
            for each in columns
        ]

    def _between(self, ends: tuple[float, float]) -> float:
        at = self.progress()
        return ends[0] * (1 - at) + ends[1] * at

    def _plain(self) -> network.Weights:
        """The weights for workers, who have no JAX."""
        return {name: np.asarray(each) for name, each in self.mean.items()}

    def _checkpoint(self) -> Kept:
        arrays: Kept = {}
        for kind, weights in self._kept_weights().items():
            arrays.update({f"{kind}/{name}": np.asarray(each) for name, each in weights.items()})
        arrays["numbers"] = np.array([self.decisions, self.iterations, self._kept, len(self.pool)])
        arrays["adam"] = np.asarray(self.adam.number)
        arrays["seconds"] = np.array(self.seconds)
        arrays["way"] = np.array([self._attacks, self._gently])
        return arrays

    def _kept_weights(self) -> dict[str, network.Weights]:
        earlier = {f"pool{at}": each for at, each in enumerate(self.pool)}
        adam = {"first": self.adam.mean, "second": self.adam.square}
        return {"now": self.weights, "mean": self.mean, **adam, **earlier}

    def _restore(self) -> None:
        path = self.plan.folder / CHECKPOINT
        found = kept(path, GAME)

        def weights(kind: str) -> dict[str, np.ndarray]:
            some = {name: found[f"{kind}/{name}"] for name in master_net.SHAPES}
            if {name: each.shape for name, each in some.items()} != master_net.SHAPES:
                raise KeyError(kind)
            return {name: each.astype(np.float32) for name, each in some.items()}

        try:
            self.decisions, self.iterations, self._kept, count = map(int, found["numbers"])
            self.seconds = float(found["seconds"])
            self._attacks, self._gently = map(bool, found.get("way", (self._attacks, self._gently)))
            self.weights, self.mean, first, second = (
                {name: jnp.asarray(each) for name, each in weights(kind).items()}
                for kind in ("now", "mean", "first", "second")
            )
            self.adam = Adam(first, second, jnp.asarray(found["adam"].astype(np.int32)))
            self.pool = [weights(f"pool{at}") for at in range(count)]
        except (KeyError, OverflowError, TypeError, ValueError):
            raise unfit(path) from None


def _given(path: Path) -> Weights:
    """The weights that are to be beaten, or to begin with."""
    given = network.fitting(network.load(path), master_net.SHAPES, str(path))
    return {name: jnp.asarray(each) for name, each in given.items()}


def training(
    plan: Plan,
    say: Callable[[str], None],
    workers: int,
    tables: int | None = None,
    ray: Ray | None = None,
) -> MonteCarlo:
    """A training with so many matches at a time."""
    if plan.shards:
        raise FormatError(f"--shards: {plan.game} is played by --workers, or by --ray")
    size = usual_size()
    return MonteCarlo(plan, say, workers, size._replace(matches=tables or size.matches), ray)


def usual_size() -> Size:
    """How much is played at a time on the device at hand."""
    return ON_A_CPU if jax.default_backend() == "cpu" else ON_AN_ACCELERATOR


def fresh_weights(key: Array) -> Weights:
    """Weights to begin with: every position is worth about the same."""
    found = {}
    for number, (name, shape) in enumerate(master_net.SHAPES.items()):
        scale = (0.05 if "value" in name else 2**0.5) / shape[-2] ** 0.5
        fresh = scale * jax.random.normal(jax.random.fold_in(key, number), shape)
        found[name] = jnp.zeros(shape) if name.endswith(".b") else fresh
    return found


@partial(jax.jit, donate_argnums=(0, 1, 2))
def update(
    weights: Weights, mean: Weights, adam: Adam, batch: Batch, step: Array, points: Array
) -> tuple[Weights, Weights, Adam, dict[str, Array]]:
    """One step towards what came of these positions."""
    gradient, figures = jax.grad(loss, has_aux=True)(weights, batch, points)
    weights, adam = descend(weights, adam, gradient, step)
    # In the beginning the mean is that of all steps.
    kept = jnp.minimum(AVERAGED, adam.number / (adam.number + 1))
    mean = {name: kept * each + (1 - kept) * weights[name] for name, each in mean.items()}
    return weights, mean, adam, figures


def loss(weights: Weights, batch: Batch, points: Array) -> tuple[Array, dict[str, Array]]:
    """How far off each member's expected shares of the victory are, and its expected points."""
    odds, gained = master_net.evaluate_members(jnp, weights, batch.seen)
    of_choices = _cross_entropy(odds, batch.share)
    of_points = ((gained - batch.points / 20) ** 2).mean()
    of_scores = _cross_entropy(
        master_net.evaluate_scores_members(jnp, weights, batch.between),
        batch.won,
        batch.between[:, 0] > 0,
    )
    of_pairs = _of_pairs(weights, batch)
    whole = of_choices + of_scores + points * of_points + SURER * of_pairs
    return whole, {"loss": whole, "value_loss": of_choices, "score_loss": of_scores}


def _of_pairs(weights: Weights, batch: Batch) -> Array:
    """How far off each member is about which of two choices is better, and by how much."""
    odds, _ = master_net.evaluate_members(jnp, weights, batch.pairs.reshape(-1, master_net.SEEN))
    share = jax.nn.sigmoid(odds).reshape(master_net.MEMBERS, -1, 2)
    return ((share[..., 0] - share[..., 1] - batch.better) ** 2).mean()


def _cross_entropy(odds: Array, share: Array, weight: Array | float = 1.0) -> Array:
    found = jnp.logaddexp(0, odds) - share * odds
    weight = jnp.broadcast_to(jnp.asarray(weight, jnp.float32), found.shape)
    return (found * weight).sum() / (weight.sum() + 1e-6)


def _joined(played: list[Played]) -> Played:
    def all_of(name: str) -> network.Array:
        return np.concatenate([getattr(each, name) for each in played])

    return Played(
        seen=all_of("seen"),
        share=all_of("share"),
        points=all_of("points"),
        between=all_of("between"),
        won=all_of("won"),
        pairs=all_of("pairs"),
        better=all_of("better"),
        rivalry=all_of("rivalry"),
        turns=sum(each.turns for each in played),
    )
