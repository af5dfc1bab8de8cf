"""How a server is set up; every value has a sensible default."""

import os
from pathlib import Path
from typing import Literal

import msgspec

from quartett.core.errors import FormatError

Loop = Literal["auto", "asyncio", "uvloop"]
LogLevel = Literal["debug", "info", "warning", "error"]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What can be chosen when a server starts; `quartett.server.options` says how."""

    host: str = "127.0.0.1"
    port: int = 8000
    root_path: str = ""
    """The path prefix under which a proxy shows this server, such as `/quartett`."""
    database: str | None = None
    """A database URL; without one, a SQLite file in the data directory."""
    node_url: str | None = None
    """Where players reach this very process, if it is one of several nodes of its database."""
    data_dir: Path = Path()
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use this server, such as `https://play.example.org`."""
    allowed_hosts: tuple[str, ...] = ()
    """Further names under which this server may be asked; `*` is any."""
    trusted_proxies: tuple[str, ...] = ()
    """Networks of the proxies whose word on a client's address is taken."""
    measuring_proxies: tuple[str, ...] = ()
    """Networks of the proxies that set X-Client-Round-Trip themselves, whatever a client sends."""
    metrics_port: int | None = None
    """A port of its own for health and figures, on `metrics_host`; None: no such port."""
    metrics_host: str = "127.0.0.1"
    metrics_token: str | None = None
    """Whoever sends this as a bearer token may read `/metrics` on the main port."""
    secret: str | None = None
    """The key that signs links and cookies; None: the database's."""
    old_secrets: tuple[str, ...] = ()
    """Keys before `secret`: what they signed is still recognised."""
    log_level: LogLevel = "warning"
    loop: Loop = "asyncio"
    """Which event loop runs the server; `auto` takes uvloop where it is installed."""

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
    max_tables: int = 20_000
    review_worlds: int = 20_000
    """How many worlds a whole review may look at: a longer match gets fewer for each step."""
    max_disk_mb: int = 5_000
    """With more stored than this, finished tables go after a day, and new ones find no room."""

    header_seconds: float = 10.0
    """How long a client may take to send a request's headers."""
    body_seconds: float = 30.0
    """How long a client may take to send a request's body."""
    idle_seconds: float = 30.0
    """A connection on which nothing is asked for so long is closed."""
    write_seconds: float = 30.0
    """A client that takes nothing of an answer for so long is let go."""
    shutdown_seconds: float = 10.0
    """A server that is told to end has ended after so long."""
    drain_seconds: float = 0.0
    """How long a server that is told to end still serves, while it says that it is not ready."""

    max_connections: int = 10_000
    """Open connections in all; never more than the system has descriptors for."""
    max_connections_per_address: int = 500
    max_sockets_per_person: int = 20
    """Open sockets of one person at one table."""
    max_tables_per_address: int = 200
    """Tables made from one address that wait or run."""
    message_rate: float = 20.0
    """Messages a second a person may send to a table; short bursts may be quicker."""
    request_rate: float = 20.0
    """HTTP requests that change something, a second and address, in the long run."""
    sockets_per_minute: int = 300
    """New table sockets of one address."""
    tables_per_minute: int = 60
    """New tables of one address."""
    joins_per_minute: int = 240
    """People of one address who come to a table."""
    said_per_minute: int = 30
    """What one person may say at a table."""
    hints_per_minute: int = 30
    """Hints that one person may ask for at a table."""
    catch_ups_per_minute: int = 30
    """How often one person may ask what they missed at a table."""
    reads_per_minute: int = 120
    """Whole matches read by one address."""
    imports_per_minute: int = 20
    """Matches brought from files by one address."""
    reviews_per_minute: int = 20
    """Reviews that one address has made."""
    codes_per_minute: int = 10
    """Recovery and pairing codes that one address tries or has made."""


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
