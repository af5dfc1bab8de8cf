"""A server that can be hurt: killed, stopped, deprived of its disk, told a wrong time."""

import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from patience import PATIENCE_SECONDS
from quartett.server.options import LIMITS


def unlimited(source: Path | None = None) -> list[str]:
    """No limits, as far as a build knows them: all players come from one address.

    The floods are made by others.
    """
    known = (source / "src/quartett/server/options.py").read_text() if source else None
    wanted = [each for each in LIMITS if known is None or f'"{each.field}"' in known]
    return [part for option in wanted for part in (option.name, "0")]


WRONG_CLOCK = """
import sys, time
ahead = float(sys.argv.pop(1))
for name, unit in (("time", 1), ("time_ns", 10**9)):
    real = getattr(time, name)
    setattr(time, name, lambda real=real, unit=unit: real() + type(real())(ahead * unit))
from quartett.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""Starts the program with a wall clock so many seconds ahead."""


def until(holds: Callable[[], object], seconds: float = PATIENCE_SECONDS) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError("it did not come to pass")
        time.sleep(0.02)


class Process:
    """A server in a process of its own, at the same address whenever it is started."""

    think_ms: tuple[int, int] = (0, 0)
    """How long bots pause."""

    program: tuple[str, ...] = ("-m", "quartett")
    """What Python is told to run."""

    source: Path | None = None
    """Where the source of another build lies; None: this one is run."""

    def __init__(self, folder: Path, database: str | None, *options: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.log = folder / "server.log"
        self.url = ""
        self._database = ["--database", database] if database else []
        self._options = options
        self.port = 0
        self._process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def pid(self) -> int:
        """The process' id."""
        assert self._process is not None
        return self._process.pid

    def start(self, ahead: float = 0.0) -> None:
        """Start it and wait until it listens; with a wall clock so many seconds ahead."""
        program = ["-c", WRONG_CLOCK, str(ahead)] if ahead else self.program
        place = ["--port", str(self.port), "--data-dir", str(self.folder), *self._database]
        pause = ["--think-ms", *map(str, self.think_ms)]
        command = [sys.executable, *program, "serve", "--no-open", *pause]
        own = {"PYTHONPATH": str(self.source / "src")} if self.source else {}
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [*command, *place, *unlimited(self.source), *self._options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, **own},
            )
        assert self._process.stdout is not None
        found = re.search(r"http://[^\s/]+:(\d+)", self._process.stdout.readline())
        if found is None:
            raise RuntimeError(f"the server did not start: {self.log.read_text()[-500:]}")
        self.url, self.port = found.group(), int(found.group(1))

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask it to end."""
        self._end(signal.SIGTERM)

    def stop(self) -> None:
        """Let it stand still."""
        os.kill(self.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it go on after it stood still."""
        os.kill(self.pid, signal.SIGCONT)

    def fill_disk(self) -> None:
        """No file of it can grow any more."""
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))

    def empty_disk(self) -> None:
        """Files can grow again."""
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, unlimited)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        self._process.wait(PATIENCE_SECONDS)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
