"""A review that is done while nothing can be stored waits for room, and holds up nobody."""

import sqlite3
import time
from pathlib import Path
from typing import Any

from patience import PATIENCE_SECONDS
from server.learning.surfer import Surfer
from server.learning.test_reviews import over
from server.live import live_server


def test_a_review_done_while_the_database_takes_nothing_is_kept_once_it_does(
    tmp_path: Path,
) -> None:
    with live_server(tmp_path) as live:
        table = over(live)
        store: Any = live.tables.services.store
        store._file.execute("PRAGMA query_only = ON")
        guest = Surfer(live)
        path = f"/api/tables/{table}/review"
        guest.post(path)
        until = time.monotonic() + PATIENCE_SECONDS
        while not live.tables.services.metrics.errors:  # it is done, and cannot be kept
            assert guest.get(path)["state"] in ("waiting", "working")
            assert time.monotonic() < until
            time.sleep(0.1)
        assert guest.get(path)["state"] == "working"
        assert guest.get("/api/tables")["tables"] == []  # others are served meanwhile
        store._file.execute("PRAGMA query_only = OFF")
        while guest.get(path)["state"] != "done":
            assert time.monotonic() < until
            time.sleep(0.1)
    with sqlite3.connect(tmp_path / "quartett.db") as file:
        assert file.execute("SELECT count(*) FROM keepsakes WHERE kind = 'review'").fetchone() == (
            1,
        )
    file.close()
