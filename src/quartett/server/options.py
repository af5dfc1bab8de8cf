"""Settings as they are given: on the command line, else in the environment, else the default."""

import argparse
import os
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import get_args, get_type_hints
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec

from quartett.core.errors import FormatError
from quartett.core.forms import Json
from quartett.server.settings import Settings, default_data_dir


class Option(msgspec.Struct, frozen=True):
    """How one setting can be given."""

    field: str
    help: str
    metavar: str | None = None
    flag: str | None = None
    """The name on the command line where it is not the field's; "" where there is none."""

    @property
    def name(self) -> str:
        """The option on the command line."""
        return f"--{self.field.replace('_', '-')}" if self.flag is None else self.flag

    @property
    def variable(self) -> str:
        """The environment's variable for it."""
        return "QUARTETT_DATA" if self.field == "data_dir" else f"QUARTETT_{self.field.upper()}"


SERVING = (
    Option("host", "address to listen on; 0.0.0.0 lets friends in the same network in"),
    Option("port", "port to listen on; 0 picks a free one"),
    Option("database", "sqlite:///… or postgresql://… (default: a file)", "URL"),
    Option(
        "data_dir",
        "folder of the embedded database (default: ~/.local/share/quartett, or as "
        "QUARTETT_DATA, XDG_DATA_HOME or LOCALAPPDATA say)",
        "FOLDER",
    ),
    Option("origins", "another origin that may use this server", "ORIGIN", "--origin"),
    Option(
        "bots",
        "a bot of your own, seated under the name of its class; can be given repeatedly",
        "FILE.py:CLASS",
        "--bot",
    ),
    Option("think_ms", "shortest and longest pause before a bot acts, in ms (default: 400 1200)"),
)
"""Settings for playing at home."""

HOSTING = (
    Option(
        "node_url",
        "run as a node of a cluster; the balancer forwards this address to this server only, such "
        "as https://play.example.org/node/a (needs PostgreSQL)",
        "URL",
    ),
    Option("root_path", "path prefix under which a proxy serves this server", "/PREFIX"),
    Option(
        "allowed_hosts",
        "another host name to answer to; can be given repeatedly, * is any "
        "(default: addresses, local names, and those of --origin and --node-url)",
        "NAME",
        "--allowed-host",
    ),
    Option(
        "trusted_proxies",
        "network of a proxy whose X-Forwarded-For and -Proto are trusted; can be given "
        "repeatedly (default: none)",
        "CIDR",
        "--trusted-proxy",
    ),
    Option(
        "measuring_proxies",
        "network of a trusted proxy that replaces X-Client-Round-Trip with its own measurement; "
        "can be given repeatedly (default: none, the header is ignored)",
        "CIDR",
        "--measuring-proxy",
    ),
    Option("metrics_port", "separate port for /metrics, /healthz and /readyz", "PORT"),
    Option("metrics_host", "address for --metrics-port", "HOST"),
    Option(
        "metrics_token",
        "clients with this bearer token can read /metrics on the main port",
        flag="",
    ),
    Option("secret", "the key that signs links and cookies (default: the database's)", flag=""),
    Option("old_secrets", "earlier keys whose links and cookies still work", flag=""),
    Option(
        "public_url",
        "address under which people reach this server, for links in e-mails, such as "
        "https://play.example.org",
        "URL",
    ),
    Option(
        "push_services",
        "where browsers' push services may be; `any` allows private addresses and HTTP, for tests",
    ),
    Option(
        "smtp_host", "server that sends e-mails to people whose turn it is (default: none)", "HOST"
    ),
    Option("smtp_port", "its port", "PORT"),
    Option("smtp_security", "encryption of the connection to it; `none` only within one machine"),
    Option("smtp_user", "name by which to sign in there", "NAME"),
    Option("smtp_password", "password by which to sign in there", flag=""),
    Option("smtp_from", "address from which e-mails come", "ADDRESS"),
    Option("log_level", "lowest level to log; `info` adds a line for each request"),
    Option("loop", "event loop; `auto` uses uvloop if it is installed"),
    Option("max_tables", "tables in memory", "COUNT"),
    Option("keep_days", "tables of guests untouched for this long are deleted", "DAYS"),
    Option("keep_people_days", "the same for tables of people who keep their name", "DAYS"),
    Option(
        "forget_people_days",
        "people who keep their name are forgotten after this long an absence; 0: never",
        "DAYS",
    ),
    Option("review_worlds", "worlds that a whole review may examine", "COUNT"),
    Option("bot_seconds", "longest time a bot may think", "SECONDS"),
    Option("heartbeat_seconds", "interval between heartbeats of a socket", "SECONDS"),
    Option("timed_heartbeat_seconds", "the same in timed games", "SECONDS"),
    Option("header_seconds", "how long a request's headers may take", "SECONDS"),
    Option("body_seconds", "how long a request's body may take", "SECONDS"),
    Option("idle_seconds", "how long a connection may be idle", "SECONDS"),
    Option("write_seconds", "slow readers are disconnected after this long", "SECONDS"),
    Option("shutdown_seconds", "longest time that shutting down may take", "SECONDS"),
    Option("drain_seconds", "how long to keep serving, not ready, before shutting down", "SECONDS"),
)
"""Settings for a server that others use."""

LIMITS = (
    Option(
        "max_disk_mb",
        "above this, finished tables are deleted after a day and no new ones can be created",
        "MB",
    ),
    Option("max_connections", "open connections in total", "COUNT"),
    Option("max_connections_per_address", "open connections per address", "COUNT"),
    Option("max_sockets_per_person", "open sockets of one person at one table", "COUNT"),
    Option("max_tables_per_address", "waiting or running tables created from one address", "COUNT"),
    Option("message_rate", "messages per second from one person to a table", "RATE"),
    Option("request_rate", "requests per second from one address that change something", "RATE"),
    Option("look_rate", "requests per second from one address that only read", "RATE"),
    Option("sockets_per_minute", "new table sockets from one address", "COUNT"),
    Option("tables_per_minute", "new tables from one address", "COUNT"),
    Option("joins_per_minute", "people joining a table from one address", "COUNT"),
    Option(
        "members_per_address",
        "new people at one evening from one address that is not the host's",
        "COUNT",
    ),
    Option("said_per_minute", "chat messages from one person at a table", "COUNT"),
    Option("hints_per_minute", "hints for one person at a table", "COUNT"),
    Option("catch_ups_per_minute", "`catch_up` requests from one person at a table", "COUNT"),
    Option("reads_per_minute", "whole matches read by one address", "COUNT"),
    Option("imports_per_minute", "matches imported from files by one address", "COUNT"),
    Option("reviews_per_minute", "reviews requested by one address", "COUNT"),
    Option(
        "codes_per_minute", "recovery and pairing codes tried or created by one address", "COUNT"
    ),
)
"""Limits; 0 means no limit."""

OPTIONS = SERVING + HOSTING + LIMITS

SECRET_VARIABLES = (
    "QUARTETT_SECRET",
    "QUARTETT_OLD_SECRETS",
    "QUARTETT_METRICS_TOKEN",
    "QUARTETT_SMTP_PASSWORD",
    "QUARTETT_DATABASE",  # its address may hold a password
    "PGPASSWORD",
)
"""Read by the server at its start and removed from the environment."""

NO_LIMITS: dict[str, int] = {option.field: 0 for option in LIMITS}
"""Settings without limits: for tests and benchmarks, where everybody has one address."""

_KINDS = get_type_hints(Settings)
_USUAL = Settings()


def add_options(parser: argparse.ArgumentParser) -> None:
    """Every setting as an option; what is not given stays None."""
    groups = (
        (parser, SERVING),
        (parser.add_argument_group("hosting"), HOSTING),
        (parser.add_argument_group("limits (0: none)"), LIMITS),
    )
    for group, options in groups:
        for option in options:
            if option.name:
                group.add_argument(option.name, dest=option.field, **_form(option))


def settings_from(
    given: Mapping[str, object], environment: Mapping[str, str] = os.environ
) -> Settings:
    """The settings: as given, else as the environment says, else the defaults."""
    chosen: Json = {}
    for option in OPTIONS:
        value = given.get(option.field)
        if value is not None:
            chosen[option.field] = tuple(value) if isinstance(value, list) else value
        elif option.variable in environment and option.field != "data_dir":
            chosen[option.field] = _parsed(option, environment[option.variable])
    return Settings(**{"data_dir": default_data_dir(), **chosen})


def take_secrets(environment: MutableMapping[str, str] = os.environ) -> None:
    """Remove what only the server may know, once it has been read: bots inherit the rest.

    PGPASSWORD goes into the database's address first, where it is needed (`with_password`).
    """
    for name in SECRET_VARIABLES:
        environment.pop(name, None)


def with_password(settings: Settings, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings with PostgreSQL's password from the environment, unless the address has one."""
    password = environment.get("PGPASSWORD")
    if not password or not (settings.database or "").startswith("postgres"):
        return settings
    parts = urlsplit(settings.database or "")
    options = dict(parse_qsl(parts.query))
    if parts.password is not None or "password" in options:
        return settings
    query = urlencode([*parse_qsl(parts.query), ("password", password)])
    return msgspec.structs.replace(settings, database=parts._replace(query=query).geturl())


def _form(option: Option) -> Json:
    """How argparse takes an option: by the type of its field."""
    kind, usual = _KINDS[option.field], getattr(_USUAL, option.field)
    form: Json = {"default": None, "metavar": option.metavar}
    told = option.help
    if "default: " not in told and usual is not None and usual != "" and usual != ():
        told += f" (default: {usual})"
    form["help"] = told.replace("%", "%%")
    if option.field == "think_ms":
        return form | {"type": int, "nargs": 2, "metavar": ("MIN", "MAX")}
    if isinstance(usual, tuple):
        return form | {"action": "append"}
    if kind in (int, float, Path):
        return form | {"type": kind}
    if option.field == "metrics_port":
        return form | {"type": int}
    if choices := [each for each in get_args(kind) if isinstance(each, str)]:
        return form | {"choices": choices}
    return form


def _parsed(option: Option, text: str) -> object:
    """A setting from the environment; lists are separated by commas, pairs by spaces."""
    usual = getattr(_USUAL, option.field)
    raw: object = text
    if option.field == "think_ms":
        raw = text.split()
    elif isinstance(usual, tuple):
        raw = [part.strip() for part in text.split(",") if part.strip()]
    try:
        return msgspec.convert(raw, _KINDS[option.field], strict=False)
    except msgspec.ValidationError as error:
        raise FormatError(f"{option.variable}: {error}") from None
