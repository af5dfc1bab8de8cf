"""Whether settings can be served with; found out before a port is taken."""

import os
import re
from ipaddress import ip_network
from math import isfinite
from pathlib import Path

from quartett.core.errors import FormatError
from quartett.server.cluster.node import check_node_url
from quartett.server.notices.addresses import is_address
from quartett.server.options import LIMITS, OPTIONS
from quartett.server.settings import Settings, database
from quartett.server.store import secrets
from quartett.server.store.database_url import check_address, database_address

MAX_PORT = 65_535

ORIGIN = re.compile(r"https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")
"""An origin exactly as browsers write it; any other would never be recognised."""

HOST = re.compile(r"\*|[a-z0-9._-]+")
"""A host's name as browsers send it."""

PREFIX = re.compile(r"(/[A-Za-z0-9._~-]+)+")
"""A path prefix: parts that no proxy writes in another way."""

MIN_TOKEN = 16


def check_settings(settings: Settings) -> None:
    """FormatError, naming the option, for a setting with which nothing can be served."""
    _check_host("--host", settings.host)
    _check_host("--metrics-host", settings.metrics_host)
    _check_port("--port", settings.port)
    if settings.metrics_port is not None:
        _check_port("--metrics-port", settings.metrics_port)
    _check_pause(*settings.think_ms)
    for origin in settings.origins:
        _check_origin(origin)
    for name in settings.allowed_hosts:
        _check_name(name)
    for proxy in settings.trusted_proxies:
        _check_proxy("--trusted-proxy", proxy)
    for proxy in settings.measuring_proxies:
        _check_proxy("--measuring-proxy", proxy)
    _check_prefix(settings.root_path)
    _check_token(settings.metrics_token)
    _check_amounts(settings)
    _check_mail(settings)
    if settings.database is not None:
        check_address(settings.database)
    if settings.node_url is not None:
        check_node_url(settings.node_url, settings.root_path)
        if database_address(database(settings)).engine != "postgresql":
            raise FormatError("--node-url: nodes share a database, which must be PostgreSQL")


def _check_host(option: str, host: str) -> None:
    if not host.strip():  # it would mean every address that the machine has
        raise FormatError(f"{option} is an address such as 127.0.0.1, not {host!r}; 0.0.0.0 is all")


def _check_port(option: str, port: int) -> None:
    if not 0 <= port <= MAX_PORT:
        raise FormatError(
            f"{option} is a number from 0 to {MAX_PORT} (0: any free one), not {port}"
        )


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


def _check_name(name: str) -> None:
    if not HOST.fullmatch(name):
        raise FormatError(
            "--allowed-host takes a name in small letters without scheme and port, "
            f"such as play.example.org, or * for any, not {name!r}"
        )


def _check_proxy(option: str, network: str) -> None:
    try:
        ip_network(network)
    except ValueError:
        raise FormatError(
            f"{option} takes an address or a network such as 10.0.0.0/8, not {network!r}"
        ) from None


def _check_prefix(path: str) -> None:
    if path and not PREFIX.fullmatch(path):
        raise FormatError(
            "--root-path begins with a slash and does not end with one, such as /quartett, "
            f"not {path!r}"
        )


def _check_token(token: str | None) -> None:
    if token is not None and len(token) < MIN_TOKEN:
        raise FormatError(f"QUARTETT_METRICS_TOKEN needs at least {MIN_TOKEN} characters")


ZERO = ("drain_seconds", "forget_people_days")
"""What may be 0 besides limits: not at all, or never."""


def _check_mail(settings: Settings) -> None:
    url = settings.public_url
    if url is not None and not re.fullmatch(f"{ORIGIN.pattern}({PREFIX.pattern})?/?", url):
        raise FormatError(f"--public-url is such as https://play.example.org, not {url!r}")
    if settings.smtp_host is None:
        return
    _check_host("--smtp-host", settings.smtp_host)
    _check_port("--smtp-port", settings.smtp_port)
    if url is None:
        raise FormatError("--smtp-host: the links in e-mails need --public-url")
    if settings.smtp_from is None or not is_address(settings.smtp_from):
        raise FormatError("--smtp-host: e-mails come from an address, given by --smtp-from")


def _check_amounts(settings: Settings) -> None:
    """Limits may be 0 (none), times may not; nothing is below."""
    limits = {option.field for option in LIMITS}
    for option in OPTIONS:
        value = getattr(settings, option.field)
        if isinstance(value, int | float) and "port" not in option.field:
            may_be_zero = option.field in limits or option.field in ZERO
            if not isfinite(value) or value < 0 or (value == 0 and not may_be_zero):
                least = "0 or more" if may_be_zero else "more than 0"
                raise FormatError(f"{option.name} is {least}, not {value}")


def check_key(settings: Settings) -> None:
    """FormatError for a signing key that is given and cannot be used."""
    given = os.environ.get("QUARTETT_SECRET") if settings.secret is None else settings.secret
    if given is None:
        secrets.key_of_0_1(settings.data_dir)
    else:
        for key in (given, *settings.old_secrets):
            secrets.check_key(key, "QUARTETT_SECRET" if key == given else "QUARTETT_OLD_SECRETS")


def make_folder(path: Path) -> None:
    """Make the folder of the data if it is not there; FormatError if it cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise FormatError(f"--data-dir: {path} is not a folder") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise FormatError(f"--data-dir: cannot make the folder {path}: {why}") from None
