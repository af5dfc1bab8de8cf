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
    Option("port", "0 is any free one"),
    Option("database", "sqlite:///… or postgresql://… (default: a file)", "URL"),
    Option(
        "data_dir",
        "where the embedded database lives (default: ~/.local/share/quartett, or as "
        "QUARTETT_DATA, XDG_DATA_HOME or LOCALAPPDATA say)",
        "FOLDER",
    ),
    Option("origins", "another origin that may use this server", "ORIGIN", "--origin"),
    Option(
        "bots",
        "a bot of your own that may be seated under its class's name; can be given repeatedly",
        "FILE.py:CLASS",
        "--bot",
    ),
    Option("think_ms", "how many ms bots pause (default: 400 1200)"),
)
"""What somebody who plays at home may want to choose."""

HOSTING = (
    Option(
        "node_url",
        "this server is a node of a cluster, and a balancer leads this address to it alone, such "
        "as https://play.example.org/node/a (needs PostgreSQL)",
        "URL",
    ),
    Option("root_path", "path prefix under which a proxy shows this server", "/PREFIX"),
    Option(
        "allowed_hosts",
        "another name under which this server may be asked; can be given repeatedly, * is any "
        "(default: addresses, local names, and those of --origin and --node-url)",
        "NAME",
        "--allowed-host",
    ),
    Option(
        "trusted_proxies",
        "network of a proxy whose X-Forwarded-For and -Proto are believed; can be given "
        "repeatedly (default: none, a client is whoever connects)",
        "CIDR",
        "--trusted-proxy",
    ),
    Option(
        "measuring_proxies",
        "network of a trusted proxy that replaces X-Client-Round-Trip with its own measure; can be "
        "given repeatedly (default: none, the header is not believed)",
        "CIDR",
        "--measuring-proxy",
    ),
    Option("metrics_port", "port of its own for /metrics, /healthz and /readyz", "PORT"),
    Option("metrics_host", "address for --metrics-port", "HOST"),
    Option("metrics_token", "bearer token that opens /metrics on the main port", flag=""),
    Option("secret", "the key that signs links and cookies (default: the database's)", flag=""),
    Option("old_secrets", "keys before, whose links and cookies still open", flag=""),
    Option("log_level", "how much is logged; `info` has a line for each request"),
    Option("loop", "event loop; `auto` takes uvloop where it is installed"),
    Option("max_tables", "how many tables may be in memory", "COUNT"),
    Option("keep_days", "tables that nobody has touched for this long are deleted", "DAYS"),
    Option("review_worlds", "how many worlds a whole review may look at", "COUNT"),
    Option("bot_seconds", "how long a bot may think", "SECONDS"),
    Option("heartbeat_seconds", "pause between heartbeats of a socket", "SECONDS"),
    Option("timed_heartbeat_seconds", "the same where time counts", "SECONDS"),
    Option("header_seconds", "how long a request's headers may take", "SECONDS"),
    Option("body_seconds", "how long a request's body may take", "SECONDS"),
    Option("idle_seconds", "how long a connection may stay without a request", "SECONDS"),
    Option("write_seconds", "how long a client may leave an answer unread", "SECONDS"),
    Option("shutdown_seconds", "when told to stop, stop after this long at the latest", "SECONDS"),
    Option("drain_seconds", "when told to stop, keep serving this long while not ready", "SECONDS"),
)
"""What somebody who runs a server for others may want to choose."""

LIMITS = (
    Option(
        "max_disk_mb",
        "with more stored, finished tables go after a day and no new ones are made",
        "MB",
    ),
    Option("max_connections", "open connections in all", "COUNT"),
    Option("max_connections_per_address", "open connections of one address", "COUNT"),
    Option("max_sockets_per_person", "open sockets of one person at one table", "COUNT"),
    Option("max_tables_per_address", "tables of one address that wait or run", "COUNT"),
    Option("message_rate", "messages a second of one person to a table", "RATE"),
    Option("request_rate", "requests a second of one address that change something", "RATE"),
    Option("sockets_per_minute", "new table sockets of one address", "COUNT"),
    Option("tables_per_minute", "new tables of one address", "COUNT"),
    Option("joins_per_minute", "people of one address who come to a table", "COUNT"),
    Option("said_per_minute", "chat messages of one person at a table", "COUNT"),
    Option("hints_per_minute", "hints for one person at a table", "COUNT"),
    Option("catch_ups_per_minute", "how often one person may ask what they missed", "COUNT"),
    Option("reads_per_minute", "whole matches read by one address", "COUNT"),
    Option("imports_per_minute", "matches brought from files by one address", "COUNT"),
    Option("reviews_per_minute", "reviews that one address has made", "COUNT"),
    Option("codes_per_minute", "recovery and pairing codes tried or made by one address", "COUNT"),
)
"""How much anybody may take; for counts an address' share, 0 means no limit."""

OPTIONS = SERVING + HOSTING + LIMITS

SECRET_VARIABLES = (
    "QUARTETT_SECRET",
    "QUARTETT_OLD_SECRETS",
    "QUARTETT_METRICS_TOKEN",
    "QUARTETT_DATABASE",  # its address may hold a password
    "PGPASSWORD",
)
"""What a server reads at its start and nobody else may inherit."""

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
