"""Which tables each browser has been at, the latest last."""

from quartett.server.store.documents import TableDocument

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
