"""Which tables are shown to whom: the public ones to everybody, the own ones to each browser."""

from collections.abc import Iterable

from quartett.protocol.messages import TableInfo
from quartett.server.store.documents import TableDocument
from quartett.server.table.table import Table

MAX_SHOWN = 100
MAX_OWN = 50


class Lobby:
    """Remembers which browser has been at which tables."""

    def __init__(self) -> None:
        self._tables_of: dict[str, dict[str, None]] = {}

    def note(self, doc: TableDocument) -> None:
        """Remember who is at a table."""
        for person in doc.people.values():
            for browser in person.browsers:
                own = self._tables_of.setdefault(browser, {})
                own.pop(doc.id, None)
                own[doc.id] = None
                while len(own) > MAX_OWN:
                    del own[next(iter(own))]

    def own(self, browser: str | None) -> list[str]:
        """The tables of a browser, the latest first."""
        return list(reversed(self._tables_of.get(browser or "", {})))


def public(tables: Iterable[Table]) -> list[TableInfo]:
    """The tables that everybody may find, the most recently changed first."""
    shown = [
        table for table in tables if table.doc.public and table.doc.status in ("waiting", "running")
    ]
    shown.sort(key=lambda table: -table.doc.updated_at)
    return [table.info() for table in shown[:MAX_SHOWN]]
