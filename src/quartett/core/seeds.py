"""Random numbers that anyone can recompute: SHAKE-256 streams of a seed and a number.

The n-th entry of a match's log draws from `Rng(seed, n)`, so that nothing but the seed has to be
kept, and a shuffle can be checked later in any language that knows SHAKE-256.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256, shake_256
from struct import unpack
from typing import TypeVar

import msgspec

from quartett.core.errors import FormatError
from quartett.core.forms import parse

T = TypeVar("T")

MAX_SEED = 4096
"""The longest seed, in characters or bits."""


def check_seed(seed: int | str) -> int | str:
    """The seed, if it is a whole number or a text that every log can keep; else FormatError."""
    parse(int | str, seed, "seed")
    size = seed.bit_length() if isinstance(seed, int) else len(seed)
    if size > MAX_SEED:
        raise FormatError(f"seed: longer than {MAX_SEED} characters or bits")
    if isinstance(seed, str) and not seed.isascii():
        try:
            seed.encode()
        except UnicodeEncodeError:
            raise FormatError("seed: not Unicode text") from None
    return seed


def seed_of(value: object) -> str:
    """A seed drawn from a value, such as a view: equal values have equal seeds."""
    return sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()


class Rng:
    """A random source, the same for the same seed and number on every machine.

    >>> Rng("any words", 1).shuffled("abcdef")
    ['d', 'f', 'c', 'e', 'b', 'a']
    """

    __slots__ = ("_calls", "_label")

    def __init__(self, seed: int | str, number: int | str = 0) -> None:
        self._label = (seed, number)
        self._calls = 0

    def apart(self, name: str) -> "Rng":
        """A source for this seed and a name, independent of the log, for timed events."""
        return Rng(self._label[0], name)

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in random order: sorted by fresh 64-bit keys."""
        pool = list(items)
        keys = self._keys(len(pool))
        return [pool[i] for i in sorted(range(len(pool)), key=keys.__getitem__)]

    def below(self, bound: int) -> int:
        """A whole number from 0 up to, not including, the bound."""
        # 64 spare bits make the bias of the remainder smaller than anyone can measure.
        high, low = self._keys(2)
        return ((high << 64) | low) % bound

    def choice(self, items: Sequence[T]) -> T:
        """One of the items; IndexError where there is none."""
        if not items:
            raise IndexError("there is nothing to choose from")
        return items[self.below(len(items))]

    def _keys(self, count: int) -> tuple[int, ...]:
        seed, number = self._label
        stream = shake_256(f"quartett/{seed}/{number}/{self._calls}".encode())
        self._calls += 1
        return unpack(f">{count}Q", stream.digest(8 * count))
