"""Check a match's log: was the deal as promised, and did everything follow the rules?

Recomputes the seed from the revealed secret, every shuffle from the seed, and every event from
the rules, and compares them with the file byte for byte. The answer is yes (exit status
0) or no (1). The status is 2 if the file is not a match log or is larger than 16 MiB.
"""

import argparse
from pathlib import Path

from quartett import audit
from quartett.cli._checks import read_log
from quartett.core.log import AnyLog, split_seal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the log of a match (JSON Lines)")
    parser.add_argument(
        "--commitment",
        metavar="HEX",
        help="what the server showed before the deal, if you wrote it down",
    )


def run(args: argparse.Namespace) -> int:
    """Print the answer; 0 for yes, 1 for no."""
    text = read_log(args.file)
    if not split_seal(text)[1]:
        audit.read(text)  # what was never a log is not a changed one: that is an error
    try:
        audit.check_seal(text)
        game, log = audit.read(text)
        audit.check_deal(log.header, args.commitment)
        told = audit.recompute(game, log)
    except audit.Mismatch as error:
        print(f"No: {error}")
        return 1
    over = game.outcome(told.state) is not None
    entries = len(log.entries)
    follow = "the one entry follows" if entries == 1 else f"all {entries} entries follow"
    print(f"Yes: {follow} from the rules and the seed.")
    print(_about_the_deal(log))
    print("The match is over." if over else "The match is not over yet.")
    return 0


def _about_the_deal(log: AnyLog) -> str:
    shown = log.header.deal
    if not shown:
        return "The log has no commitment: it does not show how the seed was chosen."
    return (
        f"The deal was promised as {shown.commitment};\n"
        f"the players' part in it ({len(shown.contributions)}): "
        f"{', '.join(map(repr, shown.contributions)) or 'none'}."
    )
