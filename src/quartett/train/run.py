"""A whole training: updates until there have been enough, checkpoints, a log and curves.

The folder holds `weights.npz` (what a player needs), `checkpoint.npz` (what going on needs),
`log.jsonl` (a line for each look at how it goes) and `selves/` (weights on the way here, named by
the decisions they had learned from).
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import jax
import jax.numpy as jnp
import msgspec
import numpy as np

from quartett.arena.ray import Ray
from quartett.arena.run import Executor, Serial
from quartett.bots import network
from quartett.core.errors import FormatError
from quartett.jax.tables import begin, spread
from quartett.train import shards
from quartett.train.folder import CHECKPOINT, Kept, Look, append, keep, kept, read_log, unfit
from quartett.train.learner import Weights, fresh_weights, learner_of, part
from quartett.train.ppo import Rates, Size, Training, begin_adam, update
from quartett.train.ppo import win_share as share_of

POOL = 8
"""How many earlier selves are played against."""

REMEMBERED = 48
"""A snapshot joins the pool after this number of updates."""

SELVES = 10
"""How many selves of a whole training are kept for comparison."""

STEP = (1e-3, 5e-5)
ENTROPY = (0.02, 0.001)
LEAD = (0.3, 0.0)
"""From the beginning to the end; a lead counts in the first half only."""

GENTLE_STEP = (3e-4, 3e-5)
GENTLE_ENTROPY = (0.003, 0.0)
"""The same for one who begins with given weights."""

CPU_LOOK, LOOK = 512, 4096
"""How many matches it takes to see how it goes, on a CPU and on an accelerator."""

ON_A_CPU = Size(matches=128, ticks=32, parts=4)
ON_AN_ACCELERATOR = Size(matches=8192, ticks=64, parts=16)
EVERY_S = 15.0
"""How often progress is checked, by the clock."""


class Plan(msgspec.Struct, frozen=True):
    """What is to be done."""

    game: str
    folder: Path
    steps: int
    seed: int = 1
    minutes: float | None = None
    size: Size | None = None
    against: Path | None = None
    """Learn to beat these weights, which stay as they are, instead of playing against oneself."""
    begin: Path | None = None
    """Begin with these weights and go on gently."""
    players: tuple[int, ...] = ()
    """The numbers of players at the tables, in equal parts; none given: all that the game has."""
    shards: int = 0
    """The number of shards that workers can take; 0: playing and learning are one program."""
    every: int | None = None
    """Check progress after this number of updates instead of by the clock."""

    def progress(self, decisions: int, seconds: float) -> float:
        """From 0 at the beginning to 1 at the end."""
        spent = decisions / self.steps
        if self.minutes is not None:
            spent = max(spent, seconds / 60 / self.minutes)
        return min(1.0, spent)


class Learning(Protocol):
    """A training that can go on, and be compared with the levels."""

    def go(self) -> None:
        """Learn until there have been enough decisions, or the time is up."""
        ...

    def compare(self, matches: int, workers: int) -> None:
        """See how the selves kept on the way do."""
        ...


def training_of(
    plan: Plan,
    say: Callable[[str], None],
    workers: int,
    tables: int | None = None,
    ray: Ray | None = None,
) -> Learning:
    """How the plan's game is learned, with so many tables at a time."""
    own = getattr(part(plan.game), "training", None)
    if own is not None:
        found: Learning = own(plan, say, workers, tables, ray)
        return found
    size = usual_size()
    if tables is not None and tables % size.parts:
        raise FormatError(f"--tables must be a multiple of {size.parts}")
    size = size._replace(matches=tables or size.matches)
    shards = plan.shards or (0 if ray is None else ray.cores())
    say(f"{size.matches:,} tables on {device()}; compiling comes first.")
    return Run(msgspec.structs.replace(plan, size=size, shards=shards), say, ray)


class Run:
    """One training, from its beginning or from a checkpoint."""

    def __init__(
        self, plan: Plan, say: Callable[[str], None], where: Executor | None = None
    ) -> None:
        self.plan, self._say, self._where = plan, say, where or Serial()
        self.learner = learner_of(plan.game)
        self.size = plan.size or usual_size()
        if plan.against is not None:
            self.size = self.size._replace(rivals=1.0, greedy=True)
        self.decisions, self.updates, self.seconds = 0, 0, 0.0
        self._kept, self._gently = 0, plan.begin is not None or plan.against is not None
        (plan.folder / "selves").mkdir(parents=True, exist_ok=True)
        if (plan.folder / CHECKPOINT).exists():
            self.now = self._restored()
            self._check_shards()
        else:
            self._check_shards()
            self.now = jax.jit(self._fresh)()

    def go(self) -> None:
        """Learn until there have been enough decisions, or the time is up."""
        last = time.monotonic()
        while self.progress() < 1:
            figures = self.learn()
            if self._is_due(time.monotonic() - last) or self.progress() >= 1:
                self.look(figures)
                last = time.monotonic()

    def learn(self) -> dict[str, float]:
        """One update, and how it went."""
        began = time.monotonic()
        self.now, found = self._updated()
        figures = {name: float(each) for name, each in found.items()}
        self.updates += 1
        self.decisions += int(figures["decisions"])
        if self.updates % REMEMBERED == 0:
            self._remember()
        self.seconds += time.monotonic() - began
        return figures

    def _updated(self) -> tuple[Training, dict[str, jax.Array]]:
        plan, rates = self.plan, self._rates()
        if not plan.shards:
            found: tuple[Training, dict[str, jax.Array]] = update(
                self.learner, self.size, self.now, rates
            )
            return found
        return shards.update(plan.game, self.size, self.now, rates, plan.shards, self._where)

    def progress(self) -> float:
        """From 0 at the beginning to 1 at the end."""
        return self.plan.progress(self.decisions, self.seconds)

    def look(self, figures: dict[str, float]) -> None:
        """Keep everything, see how it goes, and say so."""
        self.save()
        seen = {name: figures[name] for name in ("loss", "value_loss", "entropy")}
        seen["frozen" if self.size.greedy else "random"] = self.win_share()
        self._log(Look(self.decisions, round(self.seconds, 1), **seen))

    def win_share(self, matches: int | None = None) -> float:
        """Against the frozen network where it is to be beaten, else against random players."""
        frozen = {name: each[0] for name, each in self.now.pool.items()}
        rivals = frozen if self.size.greedy else None
        matches = matches or (CPU_LOOK if jax.default_backend() == "cpu" else LOOK)
        key, players = jax.random.PRNGKey(self.updates), self.learner.players[0]
        return float(share_of(self.learner, self.now.weights, rivals, key, players, matches))

    def compare(self, matches: int, workers: int) -> None:
        """Let the selves on the way here play against the levels, where they have not yet."""
        for look in compared(self.plan, self.seconds, matches, workers):
            self._log(look)

    def save(self) -> None:
        """Write the weights and the checkpoint, each whole or not at all."""
        folder, weights = self.plan.folder, self.now.weights
        network.save(weights, folder / "weights.npz")
        keep(folder / CHECKPOINT, self.plan.game, self._checkpoint())
        if int(self.progress() * SELVES) > self._kept:
            self._kept = int(self.progress() * SELVES)
            network.save(weights, folder / f"selves/{self.decisions}.npz")

    def _fresh(self) -> Training:
        learning, dealing, key = jax.random.split(jax.random.PRNGKey(self.plan.seed), 3)
        weights = self._given() or fresh_weights(self.learner, learning)
        counts = jnp.array(self.plan.players or self.learner.players)
        players = counts[jnp.arange(self.size.matches) % len(counts)]
        state = begin(self.learner.env, dealing, players)
        state = spread(self.learner.env, state, dealing, self.learner.longest * 3 // 4)
        pool = {name: jnp.stack([each] * POOL) for name, each in weights.items()}
        return Training(key, state, weights, begin_adam(weights), pool)

    def _given(self) -> Weights | None:
        """The weights that are to be beaten, or to begin with."""
        path = self.plan.against or self.plan.begin
        if path is None:
            return None
        given = network.fitting(network.load(path), self.learner.net.SHAPES, str(path))
        return {name: jnp.asarray(each) for name, each in given.items()}

    def _rates(self) -> Rates:
        at, gently = self.progress(), self._gently
        first, last = GENTLE_STEP if gently else STEP
        step = first * (1 - at) + last * at
        first, last = GENTLE_ENTROPY if gently else ENTROPY
        entropy = first * (1 - at) + last * at
        lead = 0.0 if gently else LEAD[0] * max(0.0, 1 - 2 * at)
        return Rates(jnp.float32(step), jnp.float32(entropy), jnp.float32(lead))

    def _remember(self) -> None:
        """This self joins the pool in place of the oldest; who is to be beaten stays alone."""
        if self.size.greedy:
            return
        slot = self.updates // REMEMBERED % POOL
        pool = {
            name: each.at[slot].set(self.now.weights[name]) for name, each in self.now.pool.items()
        }
        self.now = self.now._replace(pool=pool)

    def _is_due(self, since: float) -> bool:
        if self.plan.every is not None:
            return self.updates % self.plan.every == 0
        return since >= EVERY_S

    def _log(self, look: Look) -> None:
        append(self.plan.folder, look)
        self._say(said(look))

    def _check_shards(self) -> None:
        shards, matches = self.plan.shards, self.size.matches
        if shards and matches % shards:
            raise FormatError(f"{matches} tables cannot be played in {shards} shards")

    def _checkpoint(self) -> Kept:
        arrays: Kept = {
            f"{at}": np.asarray(each) for at, each in enumerate(jax.tree.leaves(self.now))
        }
        arrays["numbers"] = np.array([self.decisions, self.updates, self._kept])
        arrays["size"] = np.array(self.size, np.float64)
        arrays["seconds"] = np.array(self.seconds)
        arrays["gently"] = np.array(self._gently)
        return arrays

    def _restored(self) -> Training:
        path = self.plan.folder / CHECKPOINT
        found = kept(path, self.plan.game)
        try:
            self.decisions, self.updates, self._kept = map(int, found.pop("numbers"))
            self.seconds = float(found.pop("seconds"))
            self._gently = bool(found.pop("gently", self._gently))
            matches, ticks, parts, epochs, rivals, greedy = found.pop("size").tolist()
            self.size = Size(
                int(matches), int(ticks), int(parts), int(epochs), rivals, bool(greedy)
            )
            leaves, shape = jax.tree.flatten(jax.eval_shape(self._fresh))
            arrays = [found.pop(f"{at}") for at in range(len(leaves))]
        except (KeyError, OverflowError, TypeError, ValueError):
            raise unfit(path) from None
        kinds = [(each.shape, each.dtype) for each in arrays]
        if found or kinds != [(each.shape, each.dtype) for each in leaves]:
            raise unfit(path)
        back: Training = jax.tree.unflatten(shape, [jnp.asarray(each) for each in arrays])
        return back


def compared(plan: Plan, seconds: float, matches: int, workers: int) -> Iterator[Look]:
    """How each self that was kept does against the levels, where that is not known yet."""
    from quartett.arena.run import executor
    from quartett.train.levels import LEVELS, share

    where = executor(workers)
    known = {each.decisions for each in read_log(plan.folder) if each.hard is not None}
    for path in sorted((plan.folder / "selves").glob("*.npz"), key=_decisions):
        if _decisions(path) not in known:
            won = {level: share(plan.game, path, level, matches, where) for level in LEVELS}
            yield Look(_decisions(path), round(seconds, 1), **won)


def device() -> str:
    """Where it learns."""
    return str(jax.devices()[0].device_kind)


def usual_size() -> Size:
    """How much is played at a time on the device at hand."""
    return ON_A_CPU if jax.default_backend() == "cpu" else ON_AN_ACCELERATOR


def said(look: Look) -> str:
    """A line of progress."""
    parts = [f"{look.decisions:>13,} decisions {look.seconds:>7.1f} s"]
    for name in ("loss", "value_loss", "entropy"):
        number = getattr(look, name)
        if number is not None:
            parts.append(f"{name.replace('_', ' ')} {number:.4f}")
    for name in ("random", "frozen", "medium", "hard"):
        share = getattr(look, name)
        if share is not None:
            parts.append(f"wins {share:.1%} against {name}")
    return "  ".join(parts)


def _decisions(path: Path) -> int:
    return int(path.stem)
