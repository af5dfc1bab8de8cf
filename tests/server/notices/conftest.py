"""A fresh database of each engine."""

from pathlib import Path

import pytest

from server.store.stores import ENGINES
from server.store_databases import fresh_database


@pytest.fixture(params=ENGINES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a fresh database of each engine."""
    return fresh_database(request.param, tmp_path)
