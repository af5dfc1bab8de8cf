"""The QR code of an invitation leads where the phone that reads it can go."""

import io
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import segno

from patience import PATIENCE_SECONDS
from quartett.client import Seat
from quartett.server.network import network_hosts
from server.live import live_server, run


def _code(address: str) -> bytes:
    out = io.BytesIO()
    segno.make(address, error="m").save(
        out, kind="svg", scale=8, border=2, dark="#000", light="#fff", xmldecl=False
    )
    return out.getvalue()


def _asked(url: str, path: str, **headers: str) -> bytes:
    connection = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_SECONDS)
    connection.request("GET", path, headers=headers)
    found = connection.getresponse().read()
    connection.close()
    return found


def test_the_code_names_the_address_and_prefix_behind_a_proxy(tmp_path: Path) -> None:
    name = "https://play.example.org"
    proxied = {"trusted_proxies": ("127.0.0.1",), "root_path": "/cards", "origins": (name,)}
    with live_server(tmp_path, **proxied) as live:
        table = run(Seat.create(f"{live.url}/cards", "jericho", "Anna")).table_id
        told = {"host": "play.example.org", "x-forwarded-proto": "https"}
        code = _asked(live.url, f"/api/tables/{table}/qr.svg", **told)
    assert code == _code(f"{name}/cards/t/{table}")


def test_whoever_hosts_on_this_machine_shows_its_address_in_the_network(tmp_path: Path) -> None:
    with live_server(tmp_path, host="0.0.0.0") as live:
        table = run(Seat.create(live.url, "jericho", "Anna")).table_id
        code = _asked(live.url, f"/api/tables/{table}/qr.svg")
        hosts = network_hosts("0.0.0.0") or ["127.0.0.1"]
        port = urlsplit(live.url).port
    assert code == _code(f"http://{hosts[0]}:{port}/t/{table}")
