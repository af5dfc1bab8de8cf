"""How long a thought may take: in a process of its own, it is ended when its time is up."""

import faulthandler
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from quartett.bots.failures import places_of
from quartett.core.errors import QuartettError


class BotFailed(QuartettError):  # noqa: N818 (what is said of a bot, in the server's log)
    """A bot did not come to an action: it raised something, or took too long."""

    def __init__(self, text: str, where: tuple[str, ...] = ()) -> None:
        super().__init__(text)
        self.where = where
        """The lines of the bot's own code that led there, as file, line and function."""

    def __reduce__(self) -> tuple[type["BotFailed"], tuple[str, tuple[str, ...]]]:
        return type(self), (str(self), self.where)


class _TimeIsUp(BaseException):
    """No `Exception`: a bot that catches those is stopped all the same."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Run a bot's code; whatever it raises, and no end within these seconds, is BotFailed.

    Code that cannot be interrupted costs the process its life, a while later.
    """
    faulthandler.dump_traceback_later(2 * seconds + 1, exit=True)
    try:
        with _interrupted(seconds):
            yield
    except _TimeIsUp:
        raise BotFailed(f"it took longer than {seconds:g} s") from None
    except BaseException as error:
        # By its words alone: the server has not loaded a bot's own kinds of errors. SystemExit and
        # KeyboardInterrupt too: as themselves they would travel back and end the server.
        raise BotFailed(f"{type(error).__name__}: {_said(error)}", places_of(error)) from None
    finally:
        faulthandler.cancel_dump_traceback_later()


@contextmanager
def _interrupted(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "setitimer"):
        yield  # not on this system: then the process ends when it takes far too long
        return
    signal.signal(signal.SIGALRM, _time_is_up)
    # And again, should the bot have swallowed the first.
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _said(error: BaseException) -> str:
    """What an error says; how it says that is the bot's own code too."""
    try:
        return str(error)
    except BaseException:
        return "it cannot say what"


def _time_is_up(*_: object) -> None:
    raise _TimeIsUp
