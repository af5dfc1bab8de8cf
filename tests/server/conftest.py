"""One server for all tests that do not need their own."""

from collections.abc import Iterator

import pytest

from server.live import Live, live_server


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A running server."""
    with live_server(tmp_path_factory.mktemp("server")) as running:
        yield running
