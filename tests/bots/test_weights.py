"""Files of weights: read whole, or refused by their name; nothing stays open."""

import gc
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from quartett.bots import network
from quartett.core.errors import QuartettError


def damaged(good: bytes) -> Iterator[bytes]:
    """The archive cut off, with a byte changed here and there, and what never was one."""
    for length in range(0, len(good), 40):
        yield good[:length]
    for place in range(len(good) // 2, len(good), 7):
        yield good[:place] + bytes([good[place] ^ 0xFF]) + good[place + 1 :]
    yield b"a letter"


def test_weights_that_are_damaged_are_refused_by_name_and_their_file_is_closed(
    tmp_path: Path,
) -> None:
    path = tmp_path / "weights.npz"
    network.save({"in.w": np.linspace(0, 1, 400).reshape(20, 20)}, path)
    said: list[str] = []
    for bad in damaged(path.read_bytes()):
        path.write_bytes(bad)
        try:
            network.load(path)
        except QuartettError as error:
            said.append(str(error))
    assert len(said) > 20
    assert set(said) == {f"{path} holds no weights"}
    gc.collect()  # a file that was left open would warn, and warnings are errors


def test_an_array_in_the_place_of_weights_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "array.npy"
    np.save(path, np.ones(3))
    with pytest.raises(QuartettError, match="holds no weights"):
        network.load(path)
