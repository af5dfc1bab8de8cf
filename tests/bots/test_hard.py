"""What hard decides stays as it is: strength is stated against it, and people know it.

Positions come from random play alone, so only the rules and hard itself decide what is here. Where
a change is meant, write the file anew, and measure the levels again (docs/bots.md, docs/master.md):

    PYTHONPATH=tests .venv/bin/python tests/bots/test_hard.py
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest

from quartett import bots
from quartett.core.match import AnyMatch, Match
from quartett.core.seeds import Rng
from quartett.games import get, names
from quartett.simulation import let_time_pass

GOLDEN = Path(__file__).with_name("hard_decisions.txt")
DECISIONS = 60
NODES = 150
"""Enough that every part of a search has its say, and quick."""

EVERY = {"photo_rummy": 9}
"""One decision in so many is kept; in other games one in five."""


def decisions(name: str) -> Iterator[str]:
    """What hard would do in matches of random players, a line each."""
    hard, game, number = bots.get(name, "hard", NODES), get(name), 0
    while True:
        players, chance = game.players[number % len(game.players)], Random(f"{name} {number}")
        match = Match.start(game, players, f"hard {number}", _options(name))
        for move in range(200):
            let_time_pass(match)
            if match.outcome is not None:
                break
            seat = chance.choice(sorted(match.to_act))
            if chance.randrange(EVERY.get(name, 5)) == 0 and _is_worth_asking(match, seat):
                rng = Rng(f"{name} {number}", move)
                chosen = hard.choose(match.view(seat), match.legal(seat), rng)
                said = msgspec.json.encode(chosen).decode()
                yield f"{name}, {players} players, match {number}, move {move}, seat {seat}: {said}"
            match.play(seat, chance.choice(match.legal(seat)))
        number += 1


def _options(name: str) -> dict[str, int]:
    return {"rounds": 2} if name == "photo_rummy" else {}


def _is_worth_asking(match: AnyMatch, seat: int) -> bool:
    """Whether there is a decision: more than one action, and not just a stack to draw from."""
    return len(match.legal(seat)) > 1 and getattr(match.state, "phase", None) != "draw"


def first_decisions(name: str) -> list[str]:
    """The ones that are kept."""
    return [line for line, _ in zip(decisions(name), range(DECISIONS), strict=False)]


@cache
def golden() -> list[str]:
    return GOLDEN.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", names())
def test_hard_decides_as_it_did(name: str) -> None:
    expected = [line for line in golden() if line.startswith(f"{name}, ")]
    assert len(expected) == DECISIONS
    assert first_decisions(name) == expected


if __name__ == "__main__":
    GOLDEN.write_text(
        "".join(f"{line}\n" for name in names() for line in first_decisions(name)),
        encoding="utf-8",
    )
