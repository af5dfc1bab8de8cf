"""How tests/bots/recorded was made: 500 decisions of 0.1's hard bots per game.

The matches are played by quick bots, so that the positions are varied; the hard bot is asked along
the way and its answer is written down, never played. Nothing needs to be recorded again: the files
stand for version 0.1 for ever.
"""

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from quartett import bots
from quartett.core.match import AnyMatch, Match
from quartett.core.positions import dump_position
from quartett.core.seeds import Rng
from quartett.games import get
from quartett.simulation import let_time_pass

RECORDED = Path(__file__).parent / "recorded"
DECISIONS = 500
QUICK = ("random", "easy", "medium", "medium")
EVERY = {"jericho": 5, "souvenirs": 3, "photo_rummy": 3, "flow": 9}
"""About one decision in so many is recorded, so that every game gives many matches."""


def moments(name: str) -> Iterator[tuple[AnyMatch, int, Random]]:
    """Decisions of matches with every number of players, in turn."""
    game, chance = get(name), Random(f"recorded {name}")
    number = 0
    while True:
        players = game.players[number % len(game.players)]
        options = {"rounds": 2} if name == "photo_rummy" else {}
        match = Match.start(game, players, f"recorded-{number}", options)
        quick = [bots.get(name, chance.choice(QUICK)) for _ in range(players)]
        while match.outcome is None:
            let_time_pass(match)
            if match.to_act:
                seat = chance.choice(sorted(match.to_act))
                yield match, seat, chance
                legal = match.legal(seat)
                match.play(
                    seat, quick[seat].choose(match.view(seat), legal, Rng(str(chance.random())))
                )
        number += 1


def worth_asking(match: AnyMatch, seat: int) -> bool:
    """Whether there is a decision: more than one action, and not just a stack to draw from."""
    if match.game.id == "photo_rummy":
        return bool(match.state.phase == "lay") and match.game.more(match.state, seat)
    return len(match.legal(seat)) > 1


def record(name: str) -> Iterator[dict[str, Any]]:
    """The decisions, as they are written."""
    hard = bots.get(name, "hard")
    for match, seat, chance in moments(name):
        if chance.randrange(EVERY[name]) or not worth_asking(match, seat):
            continue
        seed, legal = chance.randrange(1 << 32), match.legal(seat)
        action = hard.choose(match.view(seat), legal, Rng(seed))
        found = {
            "position": dump_position(match.game, match.state),
            "seat": seat,
            "seed": seed,
            "action": msgspec.to_builtins(action),
        }
        # In a timed game what is legal depends on more than the rules of the day.
        yield found | ({"legal": msgspec.to_builtins(legal)} if match.game.timed else {})


def main(names: list[str]) -> None:
    """Write the files of these games."""
    RECORDED.mkdir(exist_ok=True)
    for name in names:
        lines = [
            msgspec.json.encode(each)
            for _, each in zip(range(DECISIONS), record(name), strict=False)
        ]
        with (
            open(RECORDED / f"{name}.jsonl.gz", "wb") as file,
            gzip.GzipFile("", "wb", 9, file, mtime=0) as packed,
        ):
            packed.write(b"\n".join(lines) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
