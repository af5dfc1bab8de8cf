"""From where people come to an evening: one address cannot fill it under many names.

This is known only in memory, by each process for itself; no address is ever stored.
"""

from collections import OrderedDict
from typing import TypeVar

from quartett.server.evenings.model import Evening
from quartett.server.network import is_near
from quartett.server.refusals import Refusal
from quartett.server.shared.limits import MAX_ADDRESSES, network_of

K = TypeVar("K")
V = TypeVar("V")


class Newcomers:
    """How many people each address may bring to an evening; 0: as many as there is room for.

    An address says nothing where many share it: that of a network that nobody else reaches, behind
    which there may be a proxy, and that of the host, who sees who is beside them.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._hosts = OrderedDict[str, str]()
        """From where each evening's host was the last to look."""
        self._came = OrderedDict[tuple[str, str], set[str]]()
        """The browsers that each network has brought to an evening, also those who left again."""

    def saw(self, evening: Evening, browser: str | None, address: str) -> None:
        """Somebody looks at an evening; if that is its host, it is noted from where."""
        member = evening.member_of(browser)
        if member is not None and member.id == evening.host:
            self._hosts[evening.id] = network_of(address)
            _limit(self._hosts, evening.id)

    def admit(self, evening: Evening, browser: str, address: str) -> None:
        """Count somebody new, or refuse them; who was there before may always come back."""
        network = network_of(address)
        here = is_near(address) or self._hosts.get(evening.id) == network
        if not self._most or here or evening.member_of(browser) is not None:
            return
        came = self._came.setdefault((evening.id, network), set())
        _limit(self._came, (evening.id, network))
        if len(came) >= self._most and browser not in came:
            raise Refusal("evening_crowded", 429, most=self._most)
        came.add(browser)


def _limit(known: OrderedDict[K, V], latest: K) -> None:
    known.move_to_end(latest)
    if len(known) > MAX_ADDRESSES:
        known.popitem(last=False)
