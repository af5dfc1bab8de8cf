"""How a server is set up; every value has a sensible default."""

import os
from pathlib import Path
from typing import Literal

import msgspec

from quartett.core.errors import FormatError

Loop = Literal["auto", "asyncio", "uvloop"]
PushServices = Literal["public", "any"]
SmtpSecurity = Literal["starttls", "tls", "none"]
LogLevel = Literal["debug", "info", "warning", "error"]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What can be chosen when a server starts; `quartett.server.options` says how."""

    host: str = "127.0.0.1"
    port: int = 8000
    root_path: str = ""
    """The path prefix under which a proxy serves this server, such as `/quartett`."""
    database: str | None = None
    """A database URL; without one, a SQLite file in the data directory."""
    node_url: str | None = None
    """The address of this process, if it is one of several nodes."""
    data_dir: Path = Path()
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use this server, such as `https://play.example.org`."""
    allowed_hosts: tuple[str, ...] = ()
    """Other host names to answer to; `*` is any."""
    trusted_proxies: tuple[str, ...] = ()
    """Networks of proxies that are trusted to report a client's address."""
    measuring_proxies: tuple[str, ...] = ()
    """Networks of the proxies that set X-Client-Round-Trip themselves, whatever a client sends."""
    metrics_port: int | None = None
    """A separate port for health and metrics, on `metrics_host`; None: no separate port."""
    metrics_host: str = "127.0.0.1"
    metrics_token: str | None = None
    """Clients with this bearer token can read `/metrics` on the main port."""
    secret: str | None = None
    """The key that signs links and cookies; None: the database's."""
    old_secrets: tuple[str, ...] = ()
    """Earlier keys; links and cookies signed with them still work."""
    log_level: LogLevel = "warning"
    public_url: str | None = None
    """The address under which people reach this server, for links in e-mails."""
    push_services: PushServices = "public"
    """Where the push services may be to which browsers subscribe."""
    smtp_host: str | None = None
    """The server that sends e-mails; None: none are sent."""
    smtp_port: int = 587
    smtp_security: SmtpSecurity = "starttls"
    """Whether the connection to it is encrypted: after STARTTLS, from the beginning, or not."""
    smtp_user: str | None = None
    smtp_password: str | None = None
    smtp_from: str | None = None
    """The address from which e-mails come."""
    loop: Loop = "asyncio"
    """Which event loop runs the server; `auto` takes uvloop where it is installed."""

    think_ms: tuple[int, int] = (400, 1200)
    """The shortest and longest pause before a bot acts."""
    bots: tuple[str, ...] = ()
    """Bots of one's own, each as `file.py:Class`; their code runs with the server's rights."""
    bot_seconds: float = 15.0
    """How long a bot may think; then a weaker one plays for it."""
    heartbeat_seconds: float = 15.0
    timed_heartbeat_seconds: float = 3.0
    keep_days: int = 60
    """Tables untouched for this long are deleted, and guests' results of this age."""
    keep_people_days: int = 365
    """The same for tables of people who keep their name."""
    forget_people_days: int = 0
    """People who keep their name are forgotten after an absence of this many days; 0: never."""
    max_tables: int = 20_000
    review_worlds: int = 20_000
    """Worlds that a whole review may examine: a longer match gets fewer for each step."""
    max_disk_mb: int = 5_000
    """Above this, finished tables are deleted after a day and no new ones can be created."""

    header_seconds: float = 10.0
    """How long a client may take to send a request's headers."""
    body_seconds: float = 30.0
    """How long a client may take to send a request's body."""
    idle_seconds: float = 30.0
    """Connections are closed after being idle for this long."""
    write_seconds: float = 30.0
    """Slow readers are disconnected after this long."""
    shutdown_seconds: float = 10.0
    """The longest time that shutting down may take."""
    drain_seconds: float = 0.0
    """How long to keep serving, not ready, before shutting down."""

    max_connections: int = 10_000
    """Open connections in total, limited by the system's file descriptors."""
    max_connections_per_address: int = 500
    max_sockets_per_person: int = 20
    """Open sockets of one person at one table."""
    max_tables_per_address: int = 200
    """Waiting or running tables created from one address."""
    message_rate: float = 20.0
    """Messages per second from one person to a table; short bursts may be faster."""
    request_rate: float = 20.0
    """HTTP requests per second from one address that change something, on average."""
    look_rate: float = 60.0
    """HTTP requests per second from one address that only read, on average."""
    sockets_per_minute: int = 300
    """New table sockets from one address."""
    tables_per_minute: int = 60
    """New tables from one address."""
    joins_per_minute: int = 240
    """People joining a table from one address."""
    members_per_address: int = 20
    """New people at one evening from one address that is not the host's."""
    said_per_minute: int = 30
    """Chat messages from one person at a table."""
    hints_per_minute: int = 30
    """Hints that one person may ask for at a table."""
    catch_ups_per_minute: int = 30
    """`catch_up` requests from one person at a table."""
    reads_per_minute: int = 120
    """Whole matches read by one address."""
    imports_per_minute: int = 20
    """Matches imported from files by one address."""
    reviews_per_minute: int = 20
    """Reviews requested by one address."""
    codes_per_minute: int = 10
    """Recovery and pairing codes tried or created by one address."""


def default_data_dir() -> Path:
    """The user's data folder, as the system defines it."""
    if path := os.environ.get("QUARTETT_DATA"):
        return Path(path)
    name = "LOCALAPPDATA" if os.name == "nt" else "XDG_DATA_HOME"
    return Path(os.environ.get(name) or _usual_place()) / "quartett"


def _usual_place() -> Path:
    try:
        home = Path.home()
    except RuntimeError:
        raise FormatError("there is no home folder here; choose a folder with --data-dir") from None
    return home if os.name == "nt" else home / ".local" / "share"


def database(settings: Settings) -> str | Path:
    """The address of the database chosen, or else the file of the embedded one."""
    return settings.database or settings.data_dir / "quartett.db"
