"""Whole matches and move counts as readable text; run this file to write them anew."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from playing import random_match, short
from quartett.core.match import AnyMatch, Match
from quartett.games import get, names
from quartett.simulation import let_time_pass

FOLDER = Path(__file__).parent


def playthrough(name: str) -> str:
    """One random match as text: every action and every event, a line each."""
    players = get(name).players[0]
    *_, (match, _) = random_match(name, 1, players, **short(name))
    return "\n".join(_lines(match, players)) + "\n"


def _lines(match: AnyMatch, players: int) -> Iterator[str]:
    yield f"{match.game.id}, {players} players, seed 1"
    for number, entry in enumerate(match.log):
        who = "table" if entry.seat is None else f"seat {entry.seat}"
        what = "" if entry.action is None else f" {_text(entry.action)}"
        yield f"{number:4} {entry.at:>7} {who}{what}"
        yield from (f"              {_text(event)}" for event in entry.events)
    yield f"end {_text(match.outcome)}"


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def counts(name: str) -> str:
    """How many sequences of one and of two actions there are from positions of a fixed match."""
    lines = []
    for match, number in random_match(name, 2, get(name).players[0], **short(name)):
        if number in (0, 5, 12, 30):
            found = [_count(match, depth) for depth in (1, 2)]
            lines.append(f"{name} after {number:2} actions: {found[0]} {found[1]}")
    return "\n".join(lines) + "\n"


def _count(match: AnyMatch, depth: int) -> int:
    """The leaves of the tree of actions, chance and time being what the seed makes them."""
    total = 0
    for seat in sorted(match.to_act):
        legal = match.legal(seat)
        if depth == 1:
            total += len(legal)
            continue
        total += sum(_count(_after(match, seat, action), depth - 1) for action in legal)
    return total


def _after(match: AnyMatch, seat: int, action: Any) -> AnyMatch:
    branch = Match(match.game, match.state, match.seed)
    branch.play(seat, action)
    let_time_pass(branch)
    return branch


def files() -> Iterator[tuple[Path, str]]:
    """Every golden file and what should stand in it."""
    for name in names():
        yield FOLDER / f"{name}.txt", playthrough(name)
        yield FOLDER / f"{name}.counts.txt", counts(name)


def main() -> None:
    """Write all golden files."""
    for path, text in files():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
