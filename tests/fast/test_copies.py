"""Copies and pickles of a match in the middle go on exactly as the match itself does."""

import copy as copying
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from fast.fast_games import COPIES, EVERY_COPY, fast
from quartett.fast import _copies

MODULES = ("flow_ticks", "jericho", "photo_rummy", "souvenirs")
WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copying.copy,
    "deepcopy": copying.deepcopy,
    "pickle": lambda match: pickle.loads(pickle.dumps(match)),
    "oldest pickle": lambda match: pickle.loads(pickle.dumps(match, protocol=2)),
}
EVERY_WAY = pytest.mark.parametrize("way", WAYS)
EVERY_MODULE = pytest.mark.parametrize("name", MODULES)


def played(module: ModuleType, seed: int, actions: int) -> Any:
    """A match after so many random choices."""
    chance = random.Random(f"copies {seed}")
    match = module.deal(3, chance)
    go_on(match, seed, actions)
    return match


def go_on(match: Any, seed: int, actions: int) -> list[Any]:
    """What is seen and possible on the way through further random choices."""
    chance, seen = random.Random(seed), []
    for _ in range(actions):
        if match.turn < 0:
            break
        ids = sorted(match.legal_ids(match.turn))
        seen.append((match.turn, ids, [match.observe(seat) for seat in range(match.players)]))
        match.apply(match.turn, chance.choice(ids))
    seen.append((match.turn, match.scores(), match.outcome()))
    return seen


@EVERY_COPY
@EVERY_MODULE
@EVERY_WAY
def test_a_copy_in_mid_match_is_equal_to_the_last_draw(
    way: str, name: str, copy: _copies.Copy
) -> None:
    module = fast(name, copy)
    for seed, actions in enumerate((0, 1, 7, 26, 61)):
        match = played(module, seed, actions)
        other = WAYS[way](match)
        assert type(other) is type(match)
        assert module.to_state(other) == module.to_state(match)
        assert go_on(other, seed, 150) == go_on(match, seed, 150)


@EVERY_COPY
@EVERY_MODULE
@EVERY_WAY
def test_a_copy_goes_its_own_way(way: str, name: str, copy: _copies.Copy) -> None:
    module = fast(name, copy)
    match = played(module, 3, 20)
    before, other = module.to_state(match), WAYS[way](match)
    go_on(other, 4, 60)
    assert module.to_state(match) == before
    assert module.to_state(other) != before


_WRITE = """
import pickle, random, sys
from importlib import import_module
module = import_module("quartett.fast." + sys.argv[1])
match = module.deal(3, random.Random(5))
for _ in range(20):
    match.apply(match.turn, min(match.legal_ids(match.turn)))
sys.stdout.buffer.write(pickle.dumps(match))
"""
_READ = """
import pickle, sys
match = pickle.loads(sys.stdin.buffer.read())
while match.turn >= 0 and match.players > 0:
    match.apply(match.turn, min(match.legal_ids(match.turn)))
    if sys.argv[1] in ("flow_ticks", "photo_rummy"):
        break
print(type(match).__module__, [match.observe(seat) for seat in range(3)])
"""


def run(program: str, name: str, copy: str, given: bytes = b"") -> bytes:
    """What a program of its own writes that uses one copy."""
    command = [sys.executable, "-c", program, name]
    environment = {"QUARTETT_FAST": copy, "PATH": ""}
    return subprocess.run(command, input=given, env=environment, stdout=-1, check=True).stdout


@pytest.mark.skipif(len(COPIES) < 2, reason="nothing is compiled here")
@EVERY_MODULE
def test_either_copy_reads_the_pickles_of_the_other(name: str) -> None:
    ends = {
        run(_READ, name, reader, run(_WRITE, name, writer))
        for writer in COPIES
        for reader in COPIES
    }
    assert len(ends) == 1
    assert ends.pop().startswith(f"quartett.fast.{name} [[".encode())
