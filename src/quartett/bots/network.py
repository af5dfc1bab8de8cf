"""What the games' networks share: layers that NumPy and JAX run alike, and files of weights.

A network is written once over an array module `xp`: `numpy` where it plays, `jax.numpy` where it
learns. Weights are flat names with arrays, kept in one `.npz` that holds nothing executable.
"""

from collections.abc import Mapping
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, TypeAlias

from quartett._system import write_whole
from quartett.core.errors import FormatError, QuartettError

Array: TypeAlias = Any
"""An array of NumPy or of JAX."""

Weights: TypeAlias = Mapping[str, Array]


class Net(Protocol):
    """A network for the matches of `quartett.fast`: a game's module, over any array module `xp`.

    Rows are matches as one seat observes them (`FastMatch.observe`).
    """

    @property
    def ACTIONS(self) -> int:
        """How many action ids the game has."""
        ...

    @property
    def SHAPES(self) -> Mapping[str, tuple[int, ...]]:
        """The weights by name, with their shapes."""
        ...

    def choices(self, xp: ModuleType, seen: Array) -> Array:
        """The action ids between which it chooses, in each row."""
        ...

    def evaluate(self, xp: ModuleType, weights: Weights, seen: Array) -> tuple[Array, Array]:
        """How much it likes each of its choices, legal or not, and what it expects."""
        ...

    def expected(self, xp: ModuleType, weights: Weights, seen: Array) -> Array:
        """The share of the victory that it expects."""
        ...


MISSING = "the level master needs NumPy: pip install 'quartett[master]'"


def numpy() -> ModuleType:
    """NumPy, or QuartettError naming the extra that brings it."""
    try:
        import numpy
    except ImportError:
        raise QuartettError(MISSING) from None
    return numpy


def is_ready(weights: Path) -> bool:
    """Whether there are weights, and NumPy to use them."""
    return weights.is_file() and find_spec("numpy") is not None


def dense(weights: Weights, name: str, x: Array) -> Array:
    """A linear layer, as exact as what goes in; without a bias where there is none."""
    found = x @ weights[f"{name}.w"].astype(x.dtype)
    bias = weights.get(f"{name}.b")
    return found if bias is None else found + bias.astype(x.dtype)


def relu(xp: ModuleType, x: Array) -> Array:
    """What is positive."""
    return xp.maximum(x, 0)


def one_hot(xp: ModuleType, x: Array, low: int, high: int) -> Array:
    """1 at the place of each number among `low` … `high`, else 0, as floats."""
    return (x[..., None] == xp.arange(low, high + 1)).astype(xp.float32)


def among(xp: ModuleType, legal: Array, choices: Array) -> Array:
    """Which of a network's choices are legal, given a mask over action ids; -1 is no action."""
    return xp.take_along_axis(legal, xp.maximum(choices, 0), -1) & (choices >= 0)


def fitting(weights: Weights, shapes: Mapping[str, tuple[int, ...]], what: str) -> Weights:
    """The same weights; FormatError, naming the first array that is wrong, if a net has others."""
    for name, shape in shapes.items():
        if name not in weights:
            raise FormatError(f"{what}: the array {name} is missing")
        if tuple(weights[name].shape) != tuple(shape):
            raise FormatError(f"{what}: {name} has the shape {weights[name].shape}, not {shape}")
    if unknown := sorted(set(weights) - set(shapes)):
        raise FormatError(f"{what}: the network has no array {unknown[0]}")
    return weights


def save(weights: Weights, path: Path) -> None:
    """Write weights as half-precision numbers, whole or not at all."""
    np, file = numpy(), BytesIO()
    small = {name: np.asarray(each).astype(np.float16) for name, each in weights.items()}
    np.savez_compressed(file, **small)
    write_whole(path, file.getvalue())


def load(path: Path) -> dict[str, Array]:
    """Read weights; nothing in the file can run."""
    np, content = numpy(), BytesIO(path.read_bytes())
    try:
        with np.load(content, allow_pickle=False) as file:
            return {name: file[name].astype(np.float32) for name in file.files}
    except Exception:  # a damaged archive fails in as many ways as it has parts
        raise QuartettError(f"{path} holds no weights") from None
