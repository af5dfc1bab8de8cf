"""How many connections may be open, and which one gives way to a new one."""

from asyncio import Transport

from quartett.server.http.proxies import TrustedProxies
from quartett.server.settings import Settings
from quartett.server.shared.limits import network_of


class Connections:
    """All open connections of a server.

    Where there are too many, the one that has been silent longest gives way to a new one; so
    connections that ask nothing lock nobody out. Only where all are busy the new one is refused.
    """

    def __init__(self, settings: Settings, max_all: int) -> None:
        self.max_all = max_all
        self._max_each = settings.max_connections_per_address
        self._proxies = TrustedProxies(settings.trusted_proxies)
        self._networks: dict[Transport, str] = {}
        """For whom each one is counted."""
        self._counts: dict[str, int] = {}
        self._silent: dict[Transport, str] = {}
        self.open = 0
        self.refused = 0

    def admit(self, connection: Transport, address: str) -> bool:
        """Count a new connection; False where there is no room."""
        network = "" if self._proxies.trusts(address) else network_of(address)
        mine = self._counts.get(network, 0)
        full = self.open >= self.max_all and not self._make_room(None)
        crowded = network != "" and 0 < self._max_each <= mine and not self._make_room(network)
        self.open += 1
        self._counts[network] = self._counts.get(network, 0) + 1
        self._networks[connection] = network
        if full or crowded:
            self.refused += 1
            return False
        self._silent[connection] = network
        return True

    def release(self, connection: Transport) -> None:
        """Forget a connection that is gone."""
        self._silent.pop(connection, None)
        network = self._networks.pop(connection, None)
        if network is None:
            return
        self.open -= 1
        left = self._counts.get(network, 0) - 1
        if left > 0:
            self._counts[network] = left
        else:
            self._counts.pop(network, None)

    def busy(self, connection: Transport) -> None:
        """Something was asked over a connection: it no longer gives way."""
        self._silent.pop(connection, None)

    def silent(self, connection: Transport) -> None:
        """Every request on a connection was answered."""
        if connection in self._networks:
            self._silent[connection] = self._networks[connection]

    def _make_room(self, network: str | None) -> bool:
        """Close the connection that has been idle longest; whether there was one."""
        for connection, each in self._silent.items():
            if network is None or each == network:
                connection.abort()
                self.release(connection)
                return True
        return False
