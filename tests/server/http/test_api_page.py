"""docs/api.md names every address of the server, with its fields where people learn."""

import re
from pathlib import Path
from types import UnionType
from typing import get_args, get_origin

import msgspec
import pytest
from starlette.routing import Route, WebSocketRoute

from quartett.server.http.learning import ENDPOINTS as LEARNING
from quartett.server.http.requests import Endpoint
from quartett.server.http.routes import ENDPOINTS
from quartett.server.serving.app import create_app
from quartett.server.settings import Settings

PAGE = (Path(__file__).parents[3] / "docs" / "api.md").read_text()
TABLE = "/api/tables/{id}"


def _rows() -> set[tuple[str, str]]:
    """The methods and addresses of the page's tables; `…/sit` is short for a table's."""
    found = set()
    for method, cell in re.findall(r"^\| (GET|POST) \| ([^|]*) \|", PAGE, re.MULTILINE):
        for address in re.findall(r"`([^`?]+)[^`]*`", cell):
            found.add((method, address.replace("…", TABLE)))
    return found


def test_every_address_stands_on_the_page_and_every_one_there_exists(tmp_path: Path) -> None:
    def no_store() -> None:
        raise AssertionError

    app = create_app(Settings(data_dir=tmp_path), no_store)  # type: ignore[arg-type]
    known = {(each.method, each.path) for each in ENDPOINTS}
    served = {path for _, path in known}
    routes = [each for each in app.routes if isinstance(each, Route)]
    known |= {
        ("GET", each.path)
        for each in routes
        if each.path.startswith("/api/") and each.path not in served
    }
    assert _rows() == known
    sockets = [each.path for each in app.routes if isinstance(each, WebSocketRoute)]
    assert all(f"`{path}`" in PAGE for path in sockets)


def _fields(kind: object) -> set[str]:
    """The names in a body or an answer, in what it consists of too."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        found = msgspec.structs.fields(kind)
        return {each.encode_name for each in found}.union(*(_fields(each.type) for each in found))
    if get_origin(kind) is None and not isinstance(kind, UnionType):
        return set()
    return set().union(*(_fields(each) for each in get_args(kind)))


@pytest.mark.parametrize("endpoint", LEARNING, ids=lambda each: f"{each.method} {each.path}")
def test_every_field_where_people_learn_is_named(endpoint: Endpoint) -> None:
    named = set(re.findall(r'"(\w+)"', PAGE)) | set(re.findall(r"`(\w+)`", PAGE))
    assert _fields(endpoint.body) | _fields(endpoint.answer) <= named
