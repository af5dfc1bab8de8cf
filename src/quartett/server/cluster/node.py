"""What a node is called, and the path that leads to it and to no other."""

import re
import secrets
from collections.abc import Sequence
from hashlib import sha256
from urllib.parse import urlsplit

import msgspec

from quartett.core.errors import FormatError
from quartett.server.moved import pin_of

_PINNED = re.compile(r"/node/([A-Za-z0-9_-]{1,40})(/.*)")
_URL = "such as https://play.example.org/node/a"


class Node(msgspec.Struct, frozen=True):
    """A start of a node: a new id each time, and the address that stays."""

    id: str
    url: str

    @property
    def pin(self) -> str:
        """The path that leads to this node."""
        return pin_of(self.url)


class Standing(msgspec.Struct, frozen=True):
    """A node as `quartett cluster status` shows it."""

    id: str
    url: str
    state: str
    left_ms: int
    """What is left of its lease; below 0 it is over."""
    started_at: int
    version: str
    tables: int


def new_node(url: str) -> Node:
    """A node that starts."""
    return Node(secrets.token_urlsafe(9), url)


def check_node_url(url: str, root_path: str = "") -> None:
    """FormatError unless a balancer can tell by the address' path which node is meant."""
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.query
    except ValueError:
        fine = False
    if not fine:
        raise FormatError(f"--node-url is the address at which players reach this node, {_URL}")
    path = parts.path.rstrip("/")
    if not path.startswith(root_path) or not _PINNED.fullmatch(f"{path[len(root_path) :]}/"):
        where = f"{root_path}/node/NAME"
        raise FormatError(
            f"--node-url has the path {where}, by which a balancer finds this node, {_URL}"
        )


def unpinned(path: str, root_path: str) -> tuple[str | None, str]:
    """The pin in a request's path, if there is one, and the path without it."""
    inside = path.startswith(f"{root_path}/") if root_path else True
    rest = path[len(root_path) :] if root_path and inside else path
    found = _PINNED.fullmatch(rest)
    if found is None:
        return None, path
    without = found[2]
    return f"{root_path}/node/{found[1]}", root_path + without if inside else without


def successor(table: str, nodes: Sequence[Node]) -> Node | None:
    """Who takes a table over: everybody comes to the same, and a node more moves few tables."""

    def weight(node: Node) -> bytes:
        return sha256(f"{node.id} {table}".encode()).digest()

    return max(nodes, key=weight, default=None)
