"""Whether settings can be served with; found out before a port is taken."""

from quartett.core.errors import FormatError
from quartett.server.databases import check_address
from quartett.server.settings import Settings

MOST_PORT = 65_535


def check_settings(settings: Settings) -> None:
    """FormatError, naming the option, for a setting with which nothing can be served."""
    _check_port(settings.port)
    if settings.database is not None:
        check_address(settings.database)


def _check_port(port: int) -> None:
    if not 0 <= port <= MOST_PORT:
        raise FormatError(f"--port is a number from 0 to {MOST_PORT} (0: any free one), not {port}")
