"""A standby of PostgreSQL takes over: nodes find it by themselves, and nothing is lost."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from chaos.suite import all_moved, ended, groups_at
from cluster.gate import Gate, Network
from cluster.local import local_cluster
from server.live import run
from server.store_databases import Postgres, new_postgres

BACK_SECONDS = 5.0
"""So long after the promoted server answers every table has moved."""


@pytest.fixture
def network() -> Iterator[Network]:
    """Where the lines to both servers can be cut."""
    found = Network()
    yield found
    found.close()


def _killed(primary: Postgres, line: Gate) -> None:
    """The process is gone: whoever connects is refused."""
    primary.crash()


def _silent(primary: Postgres, line: Gate) -> None:
    """The machine is gone: whoever is connected, or connects, hears nothing any more."""
    line.cut()


@pytest.mark.long
@pytest.mark.parametrize("gone", [_killed, _silent])
def test_nodes_go_on_at_a_promoted_standby_and_nothing_acknowledged_is_lost(
    gone: object, network: Network, tmp_path: Path
) -> None:
    """The address and the settings are those of docs/hosting.md."""
    assert callable(gone)
    primary = new_postgres()
    name = primary.new_database().partition("@/")[2].partition("?")[0]
    standby = primary.synchronous_standby()
    lines = [network.gate(each.folder / ".s.PGSQL.5432") for each in (primary, standby)]
    ports = ",".join(str(line.port) for line in lines)
    both = f"host=127.0.0.1,127.0.0.1&port={ports}&target_session_attrs=read-write"

    async def play(url: str) -> float:
        async with groups_at(lambda: url, 4) as playing:
            groups = [*playing]
            await all_moved(groups)
            await asyncio.to_thread(gone, primary, lines[0])
            await asyncio.sleep(7)  # longer than a lease: somebody has to notice, and to decide
            await asyncio.to_thread(standby.promote)
            answered_at = time.monotonic()
            assert await all_moved(groups) is not None
            took = time.monotonic() - answered_at
            verdict = await ended(playing)
        assert verdict.acknowledged > 0
        assert verdict.broken == 0, verdict
        return took

    with local_cluster(tmp_path, database=f"postgresql://quartett@/{name}?{both}") as cluster:
        took: float = run(play(cluster.url), 200)
    assert took < BACK_SECONDS, f"the last table moved after {took:.1f} s"
