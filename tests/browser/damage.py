"""A table that cannot be opened any more, as after a fault of the disk."""

import sqlite3
from contextlib import closing

from playwright.sync_api import Page

from browser.meeting import api, make
from server.live import Live


def damaged_table(page: Page, site: Live) -> str:
    """Let a match begin, then change what is stored of it behind the server's back; its path."""
    path = make(page, seats=[{}, *[{"kind": "bot", "level": "random"}] * 2])
    page.request.post(f"{api(path)}/start", data={})
    id = path.rpartition("/")[2]
    data = site.tables.services.settings.data_dir
    with closing(sqlite3.connect(data / "quartett.db")) as file, file:
        file.execute("UPDATE log SET entry = '{}' WHERE table_id = ?", (id,))
    site.forget(id)  # only now: whatever opens it from here on meets the damage
    return path
