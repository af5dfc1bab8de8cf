"""Single keys: a special key is one key that means nothing, however many letters it sends."""

import os
import pty
import sys
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from patience import PATIENCE_SECONDS
from quartett.terminal.realtime import Keys
from terminal.person import Person

SPECIAL = {
    "up": "\x1b[A",
    "up, as applications ask for it": "\x1bOA",
    "delete": "\x1b[3~",
    "ctrl and right": "\x1b[1;5C",
    "F1": "\x1bOP",
    "F5": "\x1b[15~",
    "F1 on a Linux console": "\x1b[[A",
    "alt and up": "\x1b\x1b[A",
    "alt and a": "\x1ba",
}


class Keyboard(NamedTuple):
    """A real keyboard line: what is pressed at one end is read at the other."""

    line: int
    keys: Keys

    def presses(self, pressed: str) -> None:
        os.write(self.line, pressed.encode())


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[Keyboard]:
    ours, theirs = pty.openpty()
    with os.fdopen(theirs) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with Keys() as keys:
            yield Keyboard(ours, keys)
    os.close(ours)


@pytest.mark.parametrize("special", SPECIAL.values(), ids=SPECIAL)
def test_a_special_key_is_read_whole_and_means_nothing(keyboard: Keyboard, special: str) -> None:
    keyboard.presses(f"{special}1")
    assert [keyboard.keys.read(PATIENCE_SECONDS) for _ in range(2)] == [None, "1"]


def test_escape_alone_means_nothing(keyboard: Keyboard) -> None:
    keyboard.presses("\x1b")
    assert keyboard.keys.read(PATIENCE_SECONDS) is None
    keyboard.presses("a")
    assert keyboard.keys.read(PATIENCE_SECONDS) == "a"


def test_a_key_for_a_hint_stops_the_clock_in_real_time() -> None:
    quick = ("--option", "countdown_ms=50", "--option", "hand_ms=10")
    with Person("flow", "--players", "2", "--seed", "3", *quick, terminal=True) as person:
        assert "h hint" in person.reads("h hint", "Go!") + person.reads("Go!")
        person.presses("h")
        page = person.reads("the clock runs again")
        assert "There is no hint" not in page
        person.presses("\n")
        person.reads("Middle:")
        person.presses("q")
        assert person.leaves() == 0
        assert "Traceback" not in person.seen


def test_help_in_real_time_offers_keys_and_no_words() -> None:
    with Person("flow", "--seed", "3", terminal=True) as person:
        person.reads("quit")
        person.presses("?")
        page = person.reads("the clock runs again")
        assert "h  hint: what a bot would do" in page
        assert "Line by line" not in page
        assert "show the table again" not in page


def test_help_line_by_line_offers_words_and_no_clock() -> None:
    with Person("flow", "--seed", "3") as person:
        person.reads()
        page = person.types("help")
        assert "hint  what a bot would do" in page
        assert "Line by line also: draw" in page
        assert "stop the clock" not in page
