"""Under which address other devices reach this server."""

from quartett.server.http.requests import Call
from quartett.server.network import base_url, is_near, is_only_here, network_hosts


def base_for_others(call: Call) -> str:
    """The address under which this server was asked, for other devices.

    One that only this machine can use gives way to that in the network: phones read the code.
    """
    base = str(call.request.base_url).rstrip("/")
    if is_only_here(call.request.url.hostname or ""):
        base = next(iter(network_addresses(call)), base)
    return base


def own_port(call: Call) -> int:
    """The port at which the server was asked."""
    return int((call.request.scope.get("server") or ("", 0))[1] or 0)


def network_addresses(call: Call) -> list[str]:
    """The server's addresses in its network; none for somebody who is not in it."""
    settings = call.tables.services.settings
    port = (call.request.scope.get("server") or ("", None))[1]
    if port is None or not call.direct or not is_near(call.address):
        return []
    if call.door.addresses:
        return call.door.addresses
    hosts = network_hosts(settings.host)
    return [base_url(host, port, settings.root_path) for host in hosts]
