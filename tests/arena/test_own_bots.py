"""A broken bot of one's own is named, with the place in its code, however it breaks."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from quartett.arena.match import Player
from quartett.arena.run import Processes, play_all
from quartett.arena.schedule import Setup, jobs
from quartett.bots import Bot
from quartett.bots import get as get_bot
from quartett.bots.failures import BotError
from quartett.cli import main
from quartett.core.errors import QuartettError
from quartett.core.match import Match
from quartett.core.seeds import Rng
from quartett.games import get

BROKEN = """
import sys
from quartett.bots import Bot

class Good(Bot):
    def choose(self, view, legal, rng):
        return rng.choice(legal)

class Choiceless(Bot):
    pass

class Clumsy(Good):
    def __init__(self, nodes=1):
        raise ValueError("no hands")

class Plain(Good):
    def __init__(self):
        super().__init__()

class Leaver(Good):
    def choose(self, view, legal, rng):
        sys.exit(4)

class Silent(Good):
    def choose(self, view, legal, rng):
        return None

class Odd(Good):
    def choose(self, view, legal, rng):
        return object()

class Vandal(Good):
    def choose(self, view, legal, rng):
        legal.clear()

class Dreamer(Good):
    def reaction_ms(self, view, legal, rng):
        return "x"

class Lost(Good):
    def reaction_ms(self, view, legal, rng):
        return float("nan")

class Cheat(Good):
    def choose(self, view, legal, rng):
        return {"type": "stop"}
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of broken bots, in a folder of its own that the commands work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "broken.py"
    path.write_text(BROKEN)
    return path


BREAKS = [
    ("jericho", "Choiceless", [], "abstract"),
    ("jericho", "Clumsy", [], "no hands"),
    ("jericho", "Plain", ["--nodes", "5"], "nodes=5"),
    ("jericho", "Leaver", [], "SystemExit(4)"),
    ("jericho", "Silent", [], "None: action: Expected"),
    ("flow", "Silent", [], "None: action: Expected"),
    ("jericho", "Odd", [], "object"),
    ("flow", "Vandal", [], "None: action: Expected"),
    ("flow", "Dreamer", [], "'x' is not a number of milliseconds"),
    ("flow", "Lost", [], "nan is not a number of milliseconds"),
    ("flow", "Cheat", [], "(FL-11)"),
]
BEFORE_A_SEAT = {"Choiceless", "Clumsy", "Plain"}
RAISES = {"Clumsy", "Leaver"}
"""Those whose own code fails, so that its place is shown."""


@pytest.mark.parametrize("command", ["arena", "report"])
@pytest.mark.parametrize(("game", "bot", "options", "reason"), BREAKS)
def test_a_broken_bot_is_named_with_the_place_in_its_own_code(
    command: str,
    game: str,
    bot: str,
    options: list[str],
    reason: str,
    file: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    who = ["--bots", f"{file}:{bot}"]
    assert main([command, game, *who, "--games", "1", "--workers", "1", *options]) == 2
    *trace, said = capsys.readouterr().err.splitlines()
    assert said.startswith(f"quartett: bot {file}:{bot} ")
    assert ("in seat " in said) == (bot not in BEFORE_A_SEAT)
    assert reason in said
    places = [line.strip() for line in trace if line.startswith("  File")]
    assert [place.partition(", line ")[0] for place in places] == (
        [f'File "{file}"'] if bot in RAISES else []
    )


@pytest.mark.parametrize("command", ["arena", "report"])
def test_a_file_that_ends_the_program_is_named(
    command: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("import sys\nsys.exit(4)\n")
    who = ["--bots", f"{file}:Mine"]
    assert main([command, "jericho", *who, "--games", "1", "--workers", "1"]) == 2
    *trace, said = capsys.readouterr().err.splitlines()
    assert str(file) in said
    assert "SystemExit(4)" in said
    assert f'  File "{file}", line 2, in <module>' in trace


def test_the_traceback_comes_from_other_processes_too(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    who = ["--bots", f"{file}:Leaver"]
    assert main(["arena", "jericho", *who, "--games", "1", "--workers", "2"]) == 2
    *trace, _ = capsys.readouterr().err.splitlines()
    assert [line for line in trace if line.startswith("  File")] == [
        f'  File "{file}", line 22, in choose'
    ]


CHOOSY = """
from quartett.bots import Bot

class Choosy(Bot):
    games = ("jericho", "souvenirs")
    def choose(self, view, legal, rng):
        return legal[0]
"""


@pytest.mark.parametrize(
    "asked", [["arena", "--bots"], ["report", "--bots"], ["play", "--lang", "en", "--bots"]]
)
def test_a_bot_that_says_which_games_it_plays_is_refused_for_others(
    asked: list[str], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(CHOOSY)
    command, *options = asked
    assert main([command, "flow", *options, f"{file}:Choosy"]) == 2
    said = capsys.readouterr().err
    assert said == f"quartett: bot {file}:Choosy does not play flow, only jericho, souvenirs\n"


def test_a_bot_that_says_which_games_it_plays_plays_those(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(CHOOSY)
    who = ["--bots", f"{file}:Choosy", "--games", "1", "--workers", "1", "--json"]
    assert main(["arena", "jericho", *who]) == 0
    assert f"{file}:Choosy" in capsys.readouterr().out


def test_a_bot_that_kills_its_process_is_no_riddle(tmp_path: Path) -> None:
    file = tmp_path / "killer.py"
    file.write_text(
        "import os\nfrom quartett.bots import Bot\n"
        "class Killer(Bot):\n    def choose(self, view, legal, rng):\n        os._exit(3)\n"
    )
    setup = Setup("jericho", ((f"{file}:Killer",) * 3,), 1)
    with pytest.raises(QuartettError, match="worker process died"):
        list(play_all(setup, list(jobs(setup, 1)), Processes(1)))


class Slow(Bot[object, object]):
    """Never in a hurry, and not by whole milliseconds."""

    def __init__(self, pace: float) -> None:
        super().__init__()
        self.pace = pace

    def choose(self, view: object, legal: Sequence[object], rng: Rng) -> object:
        return legal[0]

    def reaction_ms(self, view: object, legal: object, rng: Rng) -> int:
        return self.pace  # type: ignore[return-value]


def reaction_of(bot: Slow) -> int:
    """How long a bot takes for its first action, as the arena knows it."""
    match = Match.start(get("flow"), 2, 1)
    match.wait(3000)
    return Player(bot, "slow", 0, "s").choose(match).reaction_ms()


@pytest.mark.parametrize("pace", [-5, 0.5, pytest.param(10**400, id="huge")])
def test_any_reaction_time_becomes_one_that_can_be_written_down(pace: float) -> None:
    reaction = reaction_of(Slow(pace))
    assert type(reaction) is int
    assert 180 <= reaction < 1 << 53


@pytest.mark.parametrize("pace", [float("inf"), float("nan")])
def test_a_reaction_time_without_an_end_is_refused(pace: float) -> None:
    with pytest.raises(BotError, match=r"slow in seat 1: .* is not a number of milliseconds"):
        reaction_of(Slow(pace))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("bot.py", "unknown bot 'bot.py' for jericho; there are random, easy, medium, hard, "),
        ("bot.py", "and your own as file.py:Class"),
        ("none.py:Good", "there is no file 'none.py'"),
        (".:Good", "there is no file '.'"),
        ("notes:Good", "'notes' is not a Python file"),
        ("bot.py:God", "'bot.py' has no bot 'God'; it has Good, Better"),
        ("bot.py:Plain", "'bot.py' has no bot 'Plain'; it has Good, Better"),
        ("empty.py:Good", "'empty.py' has no bot 'Good'; it has no class that inherits from Bot"),
    ],
)
def test_a_bot_that_is_not_found_is_told_with_what_there_is(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    good = "from quartett.bots import Bot\nclass Plain: ...\nclass Good(Bot): ...\n"
    (tmp_path / "bot.py").write_text(f"{good}class Better(Good): ...\n")
    (tmp_path / "empty.py").write_text("from quartett.bots import Bot")
    (tmp_path / "notes").write_text(good)
    with pytest.raises(QuartettError) as refused:
        get_bot("jericho", name)
    assert said in str(refused.value)
