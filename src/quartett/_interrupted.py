"""Ctrl+C ends the command `quartett` at once and without a traceback while it is being imported.

The package is imported before any code of the command runs, with `python -m quartett` too; so this
is what the package imports first. For other programs it changes nothing.
"""

# What `signal` is made of: built in, while `signal` itself has to import other modules first.
import _signal as signal  # type: ignore[import-not-found]
import sys

INTERRUPTED = 130
"""The exit status after Ctrl+C, as shells have it."""


def is_the_command() -> bool:
    """Whether Python was told to run `quartett`: its script, or the package with `-m`."""
    told = "".join(sys.orig_argv[-len(sys.argv) :][:1])
    name = told.replace("\\", "/").rpartition("/")[2]
    return name.removeprefix("-m").removesuffix(".exe") == "quartett"


def raise_again() -> None:
    """Let Ctrl+C be a KeyboardInterrupt again, for code that can catch it."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


if is_the_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # Not an exception that is caught later: some compiled modules crash when it meets their import.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
