"""`quartett rules`: handbooks to read, the cards of their examples by the names players use."""

import os
import pty
import re
import subprocess
import sys

import pytest

from quartett.core.texts import LANGUAGES, handbook
from quartett.games import get, names

MARKS = {"+", "-", ">"}


def rules(*arguments: str) -> str:
    """What a pipe gets."""
    command = [sys.executable, "-m", "quartett", "rules", *arguments]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode()


def on_a_terminal(*arguments: str) -> str:
    """What a terminal shows, without its escapes."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "quartett", "rules", *arguments]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    process = subprocess.Popen(command, stdout=theirs, env=environment)
    os.close(theirs)
    shown = b""
    try:
        while more := os.read(ours, 1 << 16):
            shown += more
    except OSError:  # how a pseudo-terminal says that nobody is there any more
        pass
    os.close(ours)
    assert process.wait() == 0
    return re.sub(r"\x1b\[[0-9;]*m", "", shown.decode())


def examples(text: str) -> list[str]:
    """The lines of all blocks of cards."""
    blocks = re.findall(r"^```cards\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def test_the_cards_of_examples_have_their_names_and_marks() -> None:
    shown = rules("jericho", "--lang", "de")
    assert "\nBernd: Grün 1, Grün 1 - Trompete\n" in shown
    assert "\nBernd: - Gelb 3, Trompete, Trompete\n" in shown
    assert "\nDeine Bank: Symbol (Oslo) > Joker\n" in rules("photo_rummy", "--lang", "de")
    assert "\nTon butin: 2 × feuille (vert) + 4 × cœur (vert)\n" in rules("flow", "--lang", "fr")


def test_a_terminal_shows_the_names_too() -> None:
    shown = on_a_terminal("souvenirs", "--lang", "es")
    assert "Columna: 1 rojo, 1 amarillo, 1 naranja, 5 rojo + comodín" in shown
    assert "red-1" not in shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", names())
def test_every_example_keeps_its_label_its_marks_and_all_its_cards(
    game: str, language: str
) -> None:
    text, shown = handbook(game, language), rules(game, "--lang", language)
    assert len(examples(shown)) == len(examples(text))
    for line, told in zip(examples(text), examples(shown), strict=True):
        label, _, written = line.partition(": ")
        named = told.removeprefix(f"{label}: ")
        assert [word for word in named.split() if word in MARKS] == [
            word for word in written.split() if word in MARKS
        ]
        cards = [word for word in written.split() if word not in MARKS]
        assert len(re.split(r", | [+>-] ", named)) == len(cards)
    told = " ".join(examples(shown))
    assert not [card for card in get(game).deck if "-" in card and card in told]


def test_everything_but_the_examples_stays_as_it_is_written() -> None:
    text, shown = handbook("flow", "nl"), rules("flow", "--lang", "nl")
    without = r"(?s)```cards.*?```"
    assert re.sub(without, "", shown) == re.sub(without, "", text) + "\n"


def test_the_help_names_every_game() -> None:
    assert ", ".join(names()) in rules("--help")
