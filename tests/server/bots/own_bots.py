"""Bots of a server's owner, good and bad ones; loaded by the server, not by the tests."""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quartett.bots import Bot
from quartett.core.seeds import Rng
from quartett.games.flow.actions import Draw


class First(Bot[Any, Any]):
    """Takes the first action of all."""

    games = ("jericho",)

    def choose(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        return legal[0]


class Raises(Bot[Any, Any]):
    """Fails with an error of its own, which no server knows."""

    class OwnError(Exception):
        pass

    def choose(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        raise self.OwnError("no idea")


class Sleeps(Bot[Any, Any]):
    """Never comes to an end, and does not let itself be disturbed."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        while True:
            try:
                time.sleep(60)
            except Exception:
                continue


class Dies(Bot[Any, Any]):
    """Takes its process with it."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        os._exit(7)


class Exits(Bot[Any, Any]):
    """Ends the program, as it thinks."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        sys.exit(3)


class Interrupts(Bot[Any, Any]):
    """Acts as if somebody had pressed Ctrl+C."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        raise KeyboardInterrupt


class SaysExit(Bot[Any, Any]):
    """Fails with an error that ends the program when it is asked what it says."""

    class OwnError(Exception):
        def __str__(self) -> str:
            sys.exit(4)

    def choose(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        raise self.OwnError


class Tells(Bot[Any, Any]):
    """Writes down what its process has inherited, beside where it was told to."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        there = Path("/proc/self/environ")
        first = there.read_bytes().decode() if there.exists() else ""
        Path(os.environ["TELLS"]).write_text(first + repr(dict(os.environ)))
        return legal[0]


class Nonsense(Bot[Any, Any]):
    """Answers what is no action."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        return {"type": "a card up the sleeve"}


class Patient(Bot[Any, Any]):
    """Would draw in an hour as long as nobody has done anything; then takes what else there is."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        return min(legal, key=lambda action: isinstance(action, Draw) == (view.acted_at > 0))

    def reaction_ms(self, view: Any, legal: Sequence[Any], rng: Rng) -> int:
        return 3_600_000 if view.acted_at == 0 else 100
