"""A server over a database of each engine."""

from collections.abc import Iterator

import pytest

from server.live import Live, live_server, once_ready
from server.store.stores import ENGINES
from server.store_databases import fresh_database


@pytest.fixture(scope="module", params=ENGINES)
def kept(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Live]:
    """A running server; its database's address is `live.database`."""
    folder = tmp_path_factory.mktemp("people")
    database = fresh_database(request.param, folder)
    with live_server(folder, database=database) as live:
        live.database = database  # type: ignore[attr-defined]
        once_ready(live.url)  # only then there is a database to look into
        yield live
