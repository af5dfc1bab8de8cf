"""How a server is set up; every value has a sensible default."""

import os
import secrets
from pathlib import Path

import msgspec

from quartett.core.errors import FormatError


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What can be chosen when a server starts."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None
    """A database URL; without one, a SQLite file in the data directory."""
    data_dir: Path = Path()
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use this server, such as `https://play.example.org`."""
    trusted_proxies: tuple[str, ...] = ()
    """Networks of the proxies whose word on a client's address is taken."""
    think_ms: tuple[int, int] = (400, 1200)
    """How long a bot pauses before it acts: the least and the most."""
    bots: tuple[str, ...] = ()
    """Bots of one's own, each as `file.py:Class`; their code runs with the server's rights."""
    bot_seconds: float = 15.0
    """How long a bot may think; then a weaker one plays for it."""
    heartbeat_seconds: float = 15.0
    timed_heartbeat_seconds: float = 3.0
    keep_days: int = 60
    """Tables that nobody touched for so long are forgotten."""
    message_rate: float = 20.0
    """Messages a second a connection may send in the long run; short bursts may be quicker."""
    request_rate: float = 20.0
    """HTTP requests that change something, a second and address, in the long run."""
    most_tables: int = 20_000


def default_data_dir() -> Path:
    """The user's own place for data, as the system names it."""
    if path := os.environ.get("QUARTETT_DATA"):
        return Path(path)
    name = "LOCALAPPDATA" if os.name == "nt" else "XDG_DATA_HOME"
    return Path(os.environ.get(name) or _usual_place()) / "quartett"


def _usual_place() -> Path:
    try:
        home = Path.home()
    except RuntimeError:
        raise FormatError(
            "you have no home folder here; say with --data-dir where the tables are to be kept"
        ) from None
    return home if os.name == "nt" else home / ".local" / "share"


def database(settings: Settings) -> str | Path:
    """The address of the database chosen, or else the file of the embedded one."""
    return settings.database or settings.data_dir / "quartett.db"


def signing_key(data_dir: Path) -> str:
    """The key that signs tokens: from QUARTETT_SECRET, or made once and kept beside the data."""
    if given := os.environ.get("QUARTETT_SECRET"):
        return given
    path = data_dir / "signing.key"
    try:
        return path.read_text() if path.exists() else _new_key(path)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise FormatError(f"cannot keep the key that signs tokens in {path}: {why}") from None


def _new_key(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    key = secrets.token_urlsafe(32)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(key)
    return key
