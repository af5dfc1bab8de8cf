"""Bots of one's own at the terminal: what they do wrong is said of them, and never hangs."""

import subprocess
import sys
from pathlib import Path

import pytest

from terminal.person import Person

FILE = """
import sys
from quartett.bots import Bot
from quartett.games.flow.actions import Play, Steal
from quartett.games.jericho.actions import Feed, First


class Own(Bot):
    def choose(self, view, legal, rng):
        {choose}

    def reaction_ms(self, view, legal, rng):
        {reaction_ms}
"""
LAST = "return legal[-1]"


def write_bot(folder: Path, choose: str, reaction_ms: str) -> Path:
    """A file with a bot that has these methods."""
    path = folder / "own.py"
    path.write_text(FILE.format(choose=choose, reaction_ms=reaction_ms))
    return path


def play(
    folder: Path, game: str, choose: str = LAST, reaction_ms: str = "return 500", typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """What a person who types these lines gets to see against a bot with these methods."""
    write_bot(folder, choose, reaction_ms)
    options = ("--option", "countdown_ms=100") if game == "flow" else ()
    table = ("--players", "3", "--opponents", "own.py:Own", *options)
    return subprocess.run(
        [sys.executable, "-m", "quartett", "play", game, "--seed", "3", "--lang", "en", *table],
        cwd=folder,
        input=typed or "1\n" * 30,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


WRONG = {
    "raise ValueError('no idea')": "ValueError('no idea')",
    "sys.exit(3)": "SystemExit(3)",
    "return None": "None: action: ",
    "return 'wall'": "'wall': action: ",
    "return object()": "object object",
    "return First(5)": "First(card=5): action: `",
    "return legal[:]": "action: ",
}


@pytest.mark.parametrize("game", ["jericho", "flow"])
@pytest.mark.parametrize("choose", WRONG)
def test_a_choice_that_is_none_ends_the_game_naming_bot_and_seat(
    tmp_path: Path, game: str, choose: str
) -> None:
    done = play(tmp_path, game, choose)
    assert done.returncode == 2
    assert done.stderr.startswith("quartett: bot own.py:Own in seat ")
    assert WRONG[choose] in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("game", "choose", "said"),
    [
        ("jericho", "return First('scoring')", "in seat 1: First(card='scoring'): "),
        ("jericho", "return Feed(legal[0].card)", "in seat 1: Feed(card="),
        ("flow", "return Steal(view.viewer, 0)", "(FL-08)"),
        ("flow", "return Play('hand', 7)", "(FL-07)"),
    ],
)
def test_an_illegal_choice_ends_the_game_naming_bot_seat_and_rule(
    tmp_path: Path, game: str, choose: str, said: str
) -> None:
    done = play(tmp_path, game, choose)
    assert done.returncode == 2
    assert done.stderr.startswith("quartett: bot own.py:Own in seat ")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "reaction", ["None", "'soon'", "float('nan')", "float('inf')", "1j", "[1]"]
)
def test_a_reaction_that_is_no_number_ends_the_game_naming_bot_and_seat(
    tmp_path: Path, reaction: str
) -> None:
    done = play(tmp_path, "flow", reaction_ms=f"return {reaction}")
    assert done.returncode == 2
    assert done.stderr.startswith("quartett: bot own.py:Own in seat ")
    assert "is no number of milliseconds" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("reaction", ["raise KeyError('x')", "sys.exit()"])
def test_a_reaction_that_fails_ends_the_game_naming_bot_and_seat(
    tmp_path: Path, reaction: str
) -> None:
    done = play(tmp_path, "flow", reaction_ms=reaction)
    assert done.returncode == 2
    assert done.stderr.startswith("quartett: bot own.py:Own in seat ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("reaction", ["0", "-5", "0.3", "True", "10 ** 400"])
def test_no_reaction_is_too_quick_or_too_slow_for_the_clock(tmp_path: Path, reaction: str) -> None:
    done = play(tmp_path, "flow", reaction_ms=f"return {reaction}", typed="\n\n\nquit\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "See you soon!" in done.stdout


def test_a_failing_bot_is_named_on_a_terminal_in_real_time_too(tmp_path: Path) -> None:
    own = write_bot(tmp_path, "sys.exit()", "return 10")
    fast = ("--option", "countdown_ms=50", "--players", "2")
    with Person("flow", "--opponents", f"{own}:Own", *fast, terminal=True) as person:
        assert person.leaves() == 2
        assert f"{own}:Own in seat 1: SystemExit()" in "".join(person.seen.splitlines())
        assert "Traceback" not in person.seen
