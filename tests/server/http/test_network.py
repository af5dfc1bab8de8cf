"""A page can tell friends in the same network where to find it; strangers learn nothing."""

import json
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from patience import PATIENCE_SECONDS
from quartett.server.network import is_near, network_hosts
from server.live import Live, live_server


def _addresses(live: Live, **headers: str) -> list[str]:
    connection = HTTPConnection(urlsplit(live.url).netloc, timeout=PATIENCE_SECONDS)
    connection.request("GET", "/api/server", headers=headers)
    found: list[str] = json.loads(connection.getresponse().read())["addresses"]
    connection.close()
    return found


def test_a_server_for_this_machine_only_has_no_address_for_others(live: Live) -> None:
    assert _addresses(live) == []


def test_a_server_for_the_network_tells_where_others_reach_it(tmp_path: Path) -> None:
    with live_server(tmp_path, host="0.0.0.0", root_path="/cards") as live:
        port = urlsplit(live.url).port
        hosts = network_hosts("0.0.0.0")
        assert _addresses(live) == [f"http://{host}:{port}/cards" for host in hosts]
        for host in hosts:
            connection = HTTPConnection(host, port, timeout=PATIENCE_SECONDS)
            connection.request("GET", "/healthz")
            assert connection.getresponse().status == 200
            connection.close()


def test_whoever_asks_through_a_proxy_learns_nothing(tmp_path: Path) -> None:
    with live_server(tmp_path, host="0.0.0.0", trusted_proxies=("127.0.0.1",)) as live:
        assert _addresses(live, **{"x-forwarded-for": "10.0.0.7"}) == []


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "169.254.3.4"])
def test_what_only_this_machine_can_use_is_no_address_for_others(host: str) -> None:
    assert network_hosts(host) == []


@pytest.mark.parametrize("host", ["192.168.1.5", "fd00::5", "tables.lan"])
def test_a_named_host_is_its_own_address(host: str) -> None:
    assert network_hosts(host) == [host]


def test_only_this_machine_and_its_own_network_are_near() -> None:
    assert is_near("127.0.0.1")
    assert is_near("192.168.1.5")
    assert is_near("fe80::1%eth0")
    assert not is_near("203.0.114.9")
    assert not is_near("2a00:1450::1")
    assert not is_near("")
