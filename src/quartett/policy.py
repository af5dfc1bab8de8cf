"""Networks as a library: logits and value for an observation, in NumPy or JAX.

    policy = quartett.policy.load("jericho")
    logits, value = policy(observation, action_mask)

Weights are an `.npz` file of arrays with fixed names and shapes (`Policy.shapes`), which holds
nothing executable. NumPy is the extra `master`, JAX the extra `train`.
"""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType

from quartett.bots import network
from quartett.bots.network import Array, Weights
from quartett.core.errors import FormatError
from quartett.core.plugins import part_of
from quartett.games import get

__all__ = ["ILLEGAL", "Policy", "load", "save"]

ILLEGAL = -1e9
"""The logit of what may not be chosen; a softmax makes it 0, and one over nothing else is even."""


class Policy:
    """A game's network with weights.

    What comes in decides what comes out: arrays of JAX are looked at in JAX, so that a policy can
    stand inside `jax.jit` and `jax.vmap`; everything else in NumPy.
    """

    def __init__(self, game: str, weights: Weights) -> None:
        self.game = game
        self.net = _net_of(game)
        self.weights = network.fitting(weights, self.net.SHAPES, "weights")

    def __repr__(self) -> str:
        return f"<quartett.policy.Policy {self.game}>"

    @property
    def shapes(self) -> Mapping[str, tuple[int, ...]]:
        """The name and shape of every array of weights."""
        shapes: Mapping[str, tuple[int, ...]] = self.net.SHAPES
        return shapes

    def __call__(self, observation: Array, mask: Array | None = None) -> tuple[Array, Array]:
        """The logits of all action ids, and the value, of one observation or of many.

        Where a mask is given, what it forbids has the logit ILLEGAL. The value is the expected
        share of the victory; in Speed & Flow the expected lead at the end of the round, in units
        of 20 points.
        """
        return self.evaluate(self.weights, observation, mask)

    def evaluate(
        self, weights: Weights, observation: Array, mask: Array | None = None
    ) -> tuple[Array, Array]:
        """The same with other weights, for gradients."""
        xp, seen = _arrays(observation)
        logits, value = self.net.evaluate(xp, weights, seen)
        logits = self.net.by_id(xp, seen, logits, ILLEGAL)
        if mask is not None:
            logits = xp.where(xp.asarray(mask) > 0, logits, ILLEGAL)
        return logits, value

    def probabilities(self, observation: Array, mask: Array) -> Array:
        """How likely the network is to choose each action id."""
        xp, _ = _arrays(observation)
        logits, _ = self(observation, mask)
        likely = xp.exp(logits - logits.max(-1, keepdims=True))
        return likely / likely.sum(-1, keepdims=True)


def load(game: str, weights: str | Path | None = None) -> Policy:
    """The network of a game: the one that is shipped, or with the weights of a file.

    >>> load("jericho")
    <quartett.policy.Policy jericho>
    """
    _net_of(game)
    path = _shipped(game) if weights is None else Path(weights)
    if not path.is_file():
        raise FormatError(f"weights: the file {path} does not exist")
    return Policy(game, network.load(path))


def save(game: str, weights: Weights, path: str | Path) -> None:
    """Write weights as `load`, `quartett train --begin` and the arena read them.

    They are kept as numbers of 16 bits. The file appears whole or not at all.
    """
    network.save(network.fitting(weights, _net_of(game).SHAPES, "weights"), Path(path))


def _shipped(game: str) -> Path:
    path: Path = import_module(f"{part_of('bots', game)}.master").WEIGHTS
    return path


def _net_of(game: str) -> ModuleType:
    """The network of a game; FormatError where it has none that judges observations."""
    part = part_of("bots", get(game).id)
    if part is not None:
        try:
            net = import_module(f"{part}.master_net")
        except ModuleNotFoundError:
            pass
        else:
            if hasattr(net, "by_id"):
                return net
    raise FormatError(f"game: {game} has no network that judges observations")


def _arrays(observation: object) -> tuple[ModuleType, Array]:
    """The module for an observation's arrays: JAX's or NumPy's."""
    namespace = getattr(observation, "__array_namespace__", None)
    xp: ModuleType = network.numpy() if namespace is None else namespace()
    return xp, xp.asarray(observation)
