"""A scripted person at the terminal: a real process behind pipes or a pseudo-terminal."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from types import TracebackType

from patience import PATIENCE_SECONDS

PROMPT = "\n› "
COMMAND = (sys.executable, "-m", "quartett")
ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>()][A-Z0-9]?)")


class Person:
    """Types at `quartett play`, or another command, and reads what it shows."""

    def __init__(
        self,
        *arguments: str,
        terminal: bool = False,
        lang: str = "en",
        program: tuple[str, ...] = COMMAND,
        does: str = "play",
        size: tuple[int, int] = (24, 80),
        cwd: Path | None = None,
    ) -> None:
        self.seen = ""
        # A terminal echoes what is typed, also bytes that are no letters.
        self._letters = codecs.getincrementaldecoder("utf-8")("replace" if terminal else "strict")
        environment = {**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", "COLUMNS": "80"}
        environment.pop("COLUMNS" if terminal else "TERM")
        command = [*program, does, *arguments, *(["--lang", lang] if lang else [])]
        theirs: int = subprocess.PIPE
        if terminal:
            self._keyboard, theirs = pty.openpty()
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        self._process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs if terminal else subprocess.STDOUT,
            env=environment,
            cwd=cwd,
            start_new_session=terminal,
            preexec_fn=_own_the_terminal if terminal else None,
        )
        if terminal:
            os.close(theirs)
            self._screen = self._keyboard
        else:
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._keyboard = self._process.stdin.fileno()
            self._screen = self._process.stdout.fileno()
        self._terminal = terminal

    def __enter__(self) -> "Person":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        if self._terminal:
            os.close(self._keyboard)

    def reads(self, *until: str) -> str:
        """What is shown until one of these texts (or a question), or the end; without escapes."""
        start = len(self.seen)
        end = time.monotonic() + PATIENCE_SECONDS
        while not any(text in self.seen[start:] for text in until or (PROMPT,)):
            if not (more := self._more(end)):
                break
            self.seen += more
        return self.seen[start:]

    def _more(self, end: float) -> str:
        """The next piece of output, plain; nothing once the program has ended."""
        piece = ""
        while True:
            ready, _, _ = select.select([self._screen], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"nothing more was shown after: {self.seen[-2000:]}"
            try:
                more = os.read(self._screen, 1 << 16)
            except OSError:  # how a pseudo-terminal says that nobody is there any more
                return ""
            piece += self._letters.decode(more, final=not more)
            plain = ESCAPES.sub("", piece).replace("\r", "")
            if plain or not more:
                return plain

    def types(self, entry: str) -> str:
        """Enter a line, and read until the next question."""
        self.presses(f"{entry}\n")
        return self.reads()

    def interrupts(self) -> None:
        """Press Ctrl-C as people do: again, if the program was just about to listen.

        A signal that comes between the program's last look and its wait for a key goes unnoticed
        until something else happens on the keyboard.
        """
        for _ in range(4):
            self.presses("\x03")
            if select.select([self._screen], [], [], 5.0)[0]:
                return

    def presses(self, keys: str) -> None:
        """Press keys; a lone surrogate stands for a byte that is no letter."""
        os.write(self._keyboard, keys.encode(errors="surrogateescape"))

    def goes_away(self) -> None:
        """End the input."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def leaves(self) -> int:
        """Read to the end; the exit status."""
        self.reads("\0 never shown")
        return self._process.wait(PATIENCE_SECONDS)

    def plays_to_the_end_in_real_time(self) -> None:
        """Press whatever keys until the match is over, and leave."""
        while "The match is over" not in self.seen:
            self.presses("1234 ab0x9")
            self.reads("Middle:", "The match is over")
        self.presses("\n")
        assert self.leaves() == 0
        assert "Traceback" not in self.seen

    def plays_to_the_end(self, example: str, most: int = 1000) -> int:
        """Always enter what is offered as an example, then decline another match."""
        shown = self.reads()
        for _ in range(most):
            offered = re.findall(rf"{example} (.+?)  `?\?", shown)
            if not offered:
                break
            shown = self.types(offered[-1])
        self.presses("\n")
        return self.leaves()


def _own_the_terminal() -> None:
    """Make the pseudo-terminal the process's own, so that Ctrl-C reaches it."""
    # Whoever started the tests may have told everything below to ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
