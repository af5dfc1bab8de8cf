"""Playthroughs, by OpenSpiel's own generator: everything that it can ask of a game, state by state.

Run as a program it writes those in `playthroughs/` anew:
`PYTHONPATH=tests .venv/bin/python tests/env/playing_through.py`
"""

import gzip
from pathlib import Path

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import quartett.env.open_spiel  # noqa: F401

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = {
    "flow": "quartett_flow(players=2,target=1,cards=8)",
    "jericho": "quartett_jericho(players=3)",
    "jericho_small": "quartett_jericho_small",
    "photo_rummy": "quartett_photo_rummy(players=2,rounds=1)",
    "photo_rummy_small": "quartett_photo_rummy_small",
    "souvenirs": "quartett_souvenirs(players=2)",
    "souvenirs_small": "quartett_souvenirs_small",
}
SEEDS = {
    "flow": 1,
    "jericho": 0,
    "jericho_small": 1,
    "photo_rummy": 5,
    "photo_rummy_small": 1,
    "souvenirs": 5,
    "souvenirs_small": 1,
}
"""Those of short matches."""


def playthrough(name: str, seed: int) -> str:
    """A match by random choices, written down by OpenSpiel."""
    return str(generate_playthrough.playthrough(GAMES[name], None, seed=seed))


def recorded(name: str) -> str:
    """What a match looked like when it was written down."""
    return gzip.decompress((FOLDER / f"{name}.txt.gz").read_bytes()).decode()


def replayed(text: str, folder: Path) -> str:
    """The same match played again, choice by choice."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    file = folder / "playthrough.txt"
    file.write_text(text, encoding="utf-8")
    original, again = generate_playthrough.replay(str(file))
    assert original == text
    return str(again)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for _name, _seed in SEEDS.items():
        _text = playthrough(_name, _seed).encode()
        (FOLDER / f"{_name}.txt.gz").write_bytes(gzip.compress(_text, mtime=0))
