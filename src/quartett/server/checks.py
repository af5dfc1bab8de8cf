"""Whether settings can be served with; found out before a port is taken."""

import re
from pathlib import Path

from quartett.core.errors import FormatError
from quartett.server.settings import Settings
from quartett.server.store.addresses import check_address

MAX_PORT = 65_535

ORIGIN = re.compile(r"https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")
"""An origin exactly as browsers write it; any other would never be recognised."""


def check_settings(settings: Settings) -> None:
    """FormatError, naming the option, for a setting with which nothing can be served."""
    _check_port(settings.port)
    _check_pause(*settings.think_ms)
    for origin in settings.origins:
        _check_origin(origin)
    if settings.database is not None:
        check_address(settings.database)


def _check_port(port: int) -> None:
    if not 0 <= port <= MAX_PORT:
        raise FormatError(f"--port is a number from 0 to {MAX_PORT} (0: any free one), not {port}")


def _check_pause(least: int, most: int) -> None:
    if not 0 <= least <= most:
        raise FormatError(
            "--think-ms takes the least and the most, neither below 0 and the least first, "
            f"not {least} {most}"
        )


def _check_origin(origin: str) -> None:
    if not ORIGIN.fullmatch(origin):
        raise FormatError(
            "--origin takes scheme and host in small letters and nothing more, "
            f"such as https://play.example.org, not {origin!r}"
        )


def make_folder(path: Path) -> None:
    """Make the folder of the data if it is not there; FormatError if it cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise FormatError(f"--data-dir: {path} is no folder") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise FormatError(f"--data-dir: cannot make the folder {path}: {why}") from None
