"""Keep a match in a file, read it again, check it, and look at it through one player's eyes."""

import sys
import tempfile
from pathlib import Path

import quartett
from quartett import audit


def main() -> None:
    """Play a few actions, save, load, recompute."""
    match = quartett.start("jericho", players=3, seed="a rainy sunday")
    for _ in range(12):
        seat = min(match.to_act)
        match.play(seat, match.legal(seat)[0])
    folder = sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()
    file = Path(folder) / "jericho.jsonl"
    file.write_bytes(quartett.save_match(match))

    text = file.read_bytes()
    audit.check_seal(text)
    game, log = audit.read(text)
    steps = list(audit.recompute(game, log))
    print(f"{file}: {len(steps)} entries follow from the rules and the seed")
    again = quartett.load_match(text, game="jericho")
    for event in again.told(viewer=0)[-3:]:
        print("seat 0 was told:", event)


if __name__ == "__main__":
    main()
