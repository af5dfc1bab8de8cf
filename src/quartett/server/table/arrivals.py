"""From where people came to a table: nobody takes its seats under many names.

This is known only while the table is in memory; no address is ever stored.
"""

from quartett.server.network import is_near
from quartett.server.shared.limits import network_of
from quartett.server.store.documents import TableDocument

AT_PUBLIC, BY_LINK = 1, 2
"""How many of a table's seats one address may take unasked: where everybody finds the table, and
where people come by its link, such as two of one household."""


class Arrivals:
    """Whom the host need not be asked about before they sit down.

    An address says nothing where many share it: that of a network that nobody else reaches, behind
    which there may be a proxy, and that of the host, who sees who is beside them.
    """

    def __init__(self) -> None:
        self._networks: dict[str, str] = {}
        """From where each person was the last to come."""

    def came(self, doc: TableDocument, person: str | None, address: str) -> None:
        """Note from where somebody comes."""
        if person is None or not address:
            return
        if person not in self._networks:
            self._networks = {id: net for id, net in self._networks.items() if id in doc.people}
        self._networks[person] = network_of(address)

    def lets_sit(self, doc: TableDocument, person: str | None, address: str) -> bool:
        """Whether somebody may take a seat that the host has not opened for them."""
        network = network_of(address) if address else ""
        if not network or is_near(address) or network == self._networks.get(doc.host):
            return True
        from_there = {each for each, net in self._networks.items() if net == network}
        seated = {place.person for place in doc.places} & from_there - {person}
        sent_away = from_there.intersection(doc.removed)
        return not sent_away and len(seated) < (AT_PUBLIC if doc.public else BY_LINK)
