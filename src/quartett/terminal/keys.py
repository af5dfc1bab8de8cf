"""Single keys without Enter, on POSIX and on Windows."""

import sys
import time
from types import TracebackType

POLL_S = 0.02
ESCAPE_S = 0.05
"""How long the rest of a special key may take to arrive: lines are slow, but no hand is so fast."""

if sys.platform == "win32":
    import msvcrt

    SPECIAL = "\x00\xe0"
    """What stands before the code of an arrow or function key."""

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
            """The next key, or None: none yet, or a special one; Ctrl-C ends everything."""
            until = time.monotonic() + timeout_s
            while not msvcrt.kbhit():
                if time.monotonic() > until:
                    return None
                time.sleep(POLL_S)
            key = msvcrt.getwch()
            if key == "\x03":
                raise KeyboardInterrupt
            if key in SPECIAL and msvcrt.kbhit():
                msvcrt.getwch()
                return None
            return key

else:
    import os
    import select
    import termios
    import tty

    ESCAPE = "\x1b"

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
            """The next key, or None: none yet, or a special one; EOFError if the input ended."""
            pressed = self._byte(timeout_s)
            if pressed == ESCAPE:
                self._skip_special_key()
                return None
            return pressed

        def _byte(self, timeout_s: float) -> str | None:
            ready, _, _ = select.select([self._stdin], [], [], timeout_s)
            if not ready:
                return None
            pressed = os.read(self._stdin, 1)
            if not pressed or pressed == b"\x04":
                raise EOFError
            return pressed.decode(errors="replace")

        def _skip_special_key(self) -> None:
            """Read what follows an escape: arrows, function keys, letters with Alt, or nothing."""
            begun = self._byte(ESCAPE_S)
            if begun == ESCAPE:  # Alt, and then a special key
                begun = self._byte(ESCAPE_S)
            if begun not in ("[", "O"):
                return
            part = self._byte(ESCAPE_S)
            if part == "[":  # how a Linux console begins its function keys
                part = self._byte(ESCAPE_S)
            while part is not None and not "@" <= part <= "~":
                part = self._byte(ESCAPE_S)
