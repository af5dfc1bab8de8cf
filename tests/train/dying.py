"""Work for processes that die: each job names a file, and whoever finds it there is killed."""

import os
import signal
from pathlib import Path


def once(path: Path) -> str:
    """The file's name, played for by whoever comes after the one that died."""
    if path.exists():
        path.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return path.name


def always(path: Path) -> str:
    """Nobody comes through."""
    os.kill(os.getpid(), signal.SIGKILL)
    return path.name
