"""Bots of one's own at the terminal: what they do wrong is said of them, and never hangs."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from quartett.bots.failures import BotError
from quartett.core.match import Match
from quartett.games import get
from quartett.terminal.dealer import Dealer, Rivals
from quartett.terminal.face import face_of
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
SOON = "return 500"
QUICK = {"countdown_ms": 100}


def own_bot(folder: Path, choose: str, reaction_ms: str) -> str:
    """The name of a bot that has these methods."""
    path = folder / "own.py"
    path.write_text(FILE.format(choose=choose, reaction_ms=reaction_ms))
    return f"{path}:Own"


def let_them_play(folder: Path, game: str, choose: str = LAST, reaction_ms: str = SOON) -> Dealer:
    """A table where the others have acted: one of them, or all for some seconds in real time."""
    match = Match.start(get(game), 3, 3, QUICK if game == "flow" else None)
    dealer = Dealer(match, face_of(game, "en"), [own_bot(folder, choose, reaction_ms)])
    if match.game.timed:
        Rivals(dealer).act_until(3000)
    else:
        dealer.rival_plays(1)
    return dealer


WRONG = {
    "raise ValueError('no idea')": "ValueError('no idea')",
    "sys.exit(3)": "SystemExit(3)",
    "return None": "None: action: ",
    "return 'wall'": "'wall': action: ",
    "return object()": "object object",
    "return First(5)": "First(card=5): action: ",
    "return legal[:]": "action: ",
}


@pytest.mark.parametrize("game", ["jericho", "flow"])
@pytest.mark.parametrize("choose", WRONG)
def test_a_choice_that_is_none_is_said_of_bot_and_seat(
    tmp_path: Path, game: str, choose: str
) -> None:
    with pytest.raises(BotError, match=r"^bot .+own\.py:Own in seat [23]: ") as blamed:
        let_them_play(tmp_path, game, choose)
    assert WRONG[choose] in str(blamed.value)


@pytest.mark.parametrize(
    ("game", "choose", "said"),
    [
        ("jericho", "return First('scoring')", "in seat 2: First(card='scoring'): "),
        ("jericho", "return Feed(legal[0].card)", "in seat 2: Feed(card="),
        ("flow", "return Steal(view.viewer, 0)", "(FL-08)"),
        ("flow", "return Play('hand', 7)", "(FL-07)"),
    ],
)
def test_an_illegal_choice_is_said_of_bot_and_seat_with_the_rule(
    tmp_path: Path, game: str, choose: str, said: str
) -> None:
    with pytest.raises(BotError, match=re.escape(said)):
        let_them_play(tmp_path, game, choose)


@pytest.mark.parametrize(
    "reaction", ["None", "'soon'", "float('nan')", "float('inf')", "1j", "[1]"]
)
def test_a_reaction_that_is_no_number_is_said_of_bot_and_seat(
    tmp_path: Path, reaction: str
) -> None:
    with pytest.raises(BotError, match=r"Own in seat [23]: .* is not a number of milliseconds"):
        let_them_play(tmp_path, "flow", reaction_ms=f"return {reaction}")


@pytest.mark.parametrize("reaction", ["raise KeyError('x')", "sys.exit()"])
def test_a_reaction_that_fails_is_said_of_bot_and_seat(tmp_path: Path, reaction: str) -> None:
    with pytest.raises(BotError, match=r"Own in seat [23]: (KeyError|SystemExit)"):
        let_them_play(tmp_path, "flow", reaction_ms=reaction)


@pytest.mark.parametrize("reaction", ["0", "-5", "0.3", "True", "10 ** 400"])
def test_no_reaction_is_too_quick_or_too_slow_for_the_clock(tmp_path: Path, reaction: str) -> None:
    dealer = let_them_play(tmp_path, "flow", reaction_ms=f"return {reaction}")
    assert dealer.choose(1).reaction_ms() >= 180
    assert dealer.match.state.phase == "running"


@pytest.mark.parametrize("game", ["jericho", "flow"])
def test_a_failing_bot_ends_the_game_with_its_own_traceback(tmp_path: Path, game: str) -> None:
    name = own_bot(tmp_path, "sys.exit()", SOON)
    command = [sys.executable, "-m", "quartett", "play", game, "--lang", "en", "--seed", "3"]
    done = subprocess.run(
        [*command, "--bots", name],
        input="1\n" * 30,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    *trace, last = done.stderr.splitlines()
    assert re.fullmatch(r"quartett: bot .+own\.py:Own in seat [23]: SystemExit\(\)", last)
    assert [line for line in trace if line.startswith("  File")] == [
        f'  File "{tmp_path / "own.py"}", line 10, in choose'
    ]


def test_a_failing_bot_is_named_on_a_terminal_in_real_time_too(tmp_path: Path) -> None:
    name = own_bot(tmp_path, "sys.exit()", "return 10")
    fast = ("--option", "countdown_ms=50", "--players", "2", "--seed", "3")
    with Person("flow", "--bots", name, *fast, terminal=True) as person:
        assert person.leaves() == 2
        assert f"{name} in seat 2: SystemExit()" in "".join(person.seen.splitlines())
        assert "src/quartett" not in person.seen
