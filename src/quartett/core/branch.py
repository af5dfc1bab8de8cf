"""A sequence that grows without a copy of what it has, and that never changes."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Branch(Sequence[T], Generic[T]):
    """An immutable sequence; longer ones that grew from it share its items.

    All of them are the beginning of one list. The first to grow past its end extends the list; any
    other takes a copy, as after an undo or a write that failed.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def plus(self, item: T) -> "Branch[T]":
        """This sequence and one item more."""
        items, end = self._items, self._length
        if len(items) == end:
            items.append(item)
            # Another thread may have grown the list at the same moment: then its end is not ours.
            if items[end] is item:
                return self._cut(items, end + 1)
        return Branch([*items[:end], item])

    def shorter(self) -> "Branch[T]":
        """This sequence without its last item."""
        return self._cut(self._items, max(0, self._length - 1))

    @classmethod
    def _cut(cls, items: list[T], length: int) -> "Branch[T]":
        branch: Branch[T] = cls.__new__(cls)
        branch._items, branch._length = items, length
        return branch

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> "tuple[T, ...]": ...
    def __getitem__(self, index: int | slice) -> "T | tuple[T, ...]":
        if isinstance(index, slice):
            start, stop, step = index.indices(self._length)
            if step == 1:
                return tuple(self._items[start:stop])
            return tuple([self._items[each] for each in range(start, stop, step)])
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._items[index if index >= 0 else self._length + index]

    def __iter__(self) -> Iterator[T]:
        return iter(self._items[: self._length])
