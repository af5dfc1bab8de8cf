"""Real time behind a balancer: how far away somebody is, the balancer's system says, not they."""

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

from chaos.process import until
from cluster.local import answers, configuration
from ports import free_port
from server.haproxy import haproxy
from server.live import Live, live_server, run
from server.raw import believed_round_trip

FAR_MS = 80
"""How far away HAProxy is made to say everybody is."""


async def _measured(live: Live, url: str) -> float | None:
    """The round trip of a player who comes by an address and says to be far away."""
    await asyncio.to_thread(until, lambda: answers(f"{url}/readyz"))
    return await believed_round_trip(live, url)


def test_FL_17_the_balancers_own_measure_is_believed_and_no_players_word(tmp_path: Path) -> None:
    proxies = {"trusted_proxies": ("127.0.0.1",), "measuring_proxies": ("127.0.0.1",)}
    with live_server(tmp_path / "server", **proxies) as live:
        node = urlsplit(live.url).port
        assert node is not None
        shipped, far = free_port(), free_port()
        text = configuration(shipped, [node])
        (tmp_path / "near").mkdir()
        with haproxy(text, tmp_path / "near"):
            near = run(_measured(live, f"http://127.0.0.1:{shipped}"))
        text = configuration(far, [node]).replace("%[fc_rtt(us)]", str(1000 * FAR_MS))
        with haproxy(text, tmp_path):
            measured = run(_measured(live, f"http://127.0.0.1:{far}"))
    assert near is not None
    assert near < FAR_MS, "the balancer replaces what a player says"
    assert measured is not None
    assert FAR_MS <= measured < 2 * FAR_MS, "the balancer's way to the player counts"


def test_FL_17_a_trusted_proxy_that_does_not_measure_is_not_believed(tmp_path: Path) -> None:
    """Whoever connects here is a proxy that passes a player's own header on."""
    with live_server(tmp_path, trusted_proxies=("127.0.0.1",)) as live:
        assert run(_measured(live, live.url)) is None


def test_FL_17_a_header_means_nothing_where_no_proxy_is_trusted(tmp_path: Path) -> None:
    with live_server(tmp_path) as live:
        measured = run(_measured(live, live.url))
    assert measured is not None
    assert measured < FAR_MS
