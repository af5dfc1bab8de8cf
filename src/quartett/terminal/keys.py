"""Single keys without Enter, on POSIX and on Windows."""

import sys
import time
from types import TracebackType

POLL_S = 0.02

if sys.platform == "win32":
    import msvcrt

    class Keys:
        """The keyboard, key by key, while this is entered."""

        def __enter__(self) -> "Keys":
            return self

        def __exit__(
            self,
            kind: type[BaseException] | None,
            error: BaseException | None,
            trace: TracebackType | None,
        ) -> None:
            return None

        def read(self, timeout_s: float) -> str | None:
            """The next key, or None if none is pressed in time; Ctrl-C ends everything."""
            until = time.monotonic() + timeout_s
            while not msvcrt.kbhit():
                if time.monotonic() > until:
                    return None
                time.sleep(POLL_S)
            key = msvcrt.getwch()
            if key == "\x03":
                raise KeyboardInterrupt
            return key

else:
    import os
    import select
    import termios
    import tty

    class Keys:
        """The keyboard, key by key, while this is entered."""

        def __enter__(self) -> "Keys":
            self._stdin = sys.stdin.fileno()
            self._before = termios.tcgetattr(self._stdin)
            tty.setcbreak(self._stdin)
            return self

        def __exit__(
            self,
            kind: type[BaseException] | None,
            error: BaseException | None,
            trace: TracebackType | None,
        ) -> None:
            # Keys pressed in the heat of the game must not answer the next question.
            termios.tcsetattr(self._stdin, termios.TCSAFLUSH, self._before)

        def read(self, timeout_s: float) -> str | None:
            """The next key, or None if none is pressed in time; EOFError if the input ended."""
            ready, _, _ = select.select([self._stdin], [], [], timeout_s)
            if not ready:
                return None
            pressed = os.read(self._stdin, 1)
            if not pressed or pressed == b"\x04":
                raise EOFError
            return pressed.decode(errors="replace")
