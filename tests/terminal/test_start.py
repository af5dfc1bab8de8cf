"""Starting is quick because nothing is imported that the first screen does not need."""

import subprocess
import sys

import pytest

HEAVY = ("asyncio", "importlib.metadata", "numpy", "asyncpg", "starlette", "websockets")
PAGES = ("markdown_it", "pygments", "rich.markdown")
"""Only help and rules need them."""

SCRIPT = """
import sys
from quartett.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(*sys.modules, file=sys.stderr)
"""


def imported(*arguments: str) -> set[str]:
    """The modules that are there once a command has shown its first screen."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments], input=b"", capture_output=True, check=True
    )
    assert done.stdout
    return set(done.stderr.decode().split())


@pytest.mark.parametrize("game", [(), ("flow",), ("jericho",), ("photo_rummy",), ("souvenirs",)])
def test_the_first_screen_waits_for_nothing_it_does_not_show(game: tuple[str, ...]) -> None:
    there = imported("play", *game)
    assert "rich.console" in there
    assert not there & {*HEAVY, *PAGES}
    assert not any(name.startswith(("quartett.server", "quartett.arena")) for name in there)


@pytest.mark.parametrize("asked", [(), ("--help",), ("--version",), ("play", "--help")])
def test_asking_what_there_is_imports_no_other_command(asked: tuple[str, ...]) -> None:
    there = imported(*asked)
    assert not there & {*HEAVY, *PAGES, "rich"} - {"importlib.metadata"}
    ours = {name for name in there if name.startswith("quartett.cli.") and ".cli._" not in name}
    assert ours <= {"quartett.cli.play"}


def test_the_rules_in_a_pipe_need_no_markdown() -> None:
    assert not imported("rules", "flow") & {*HEAVY, *PAGES}


def test_the_list_of_commands_says_what_each_does() -> None:
    command = [sys.executable, "-m", "quartett", "--help"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "Show the rules of a game, or one rule by its number" in shown
    assert "Play a game in the terminal against bots." in shown
