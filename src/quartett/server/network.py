"""Under which addresses other machines reach this one."""

import socket
from ipaddress import ip_address

EVERY_IPV4 = "0.0.0.0"
EVERYWHERE = ("", EVERY_IPV4, "::")
"""A server listening here is reachable under every address of the machine."""

TOWARDS = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254", "2001:db8::1")
"""Where a datagram would have to go; from which of our addresses tells which networks we are in."""


def network_hosts(host: str) -> list[str]:
    """The hosts by which other machines reach a server that listens on one; the best first."""
    if host not in EVERYWHERE:
        return [] if is_only_here(host) else [host]
    targets = [each for each in TOWARDS if host == "::" or ":" not in each]
    found = [own for target in targets if (own := _address_towards(target)) is not None]
    return [own for own in dict.fromkeys(found) if not is_only_here(own)]


def base_url(host: str, port: int, root_path: str = "") -> str:
    """The address of a server as a browser takes it, without a slash at its end."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{root_path}"


def is_only_here(host: str) -> bool:
    """Whether nobody but this machine can use a host's name or address."""
    try:
        address = ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback or address.is_link_local


def is_near(address: str) -> bool:
    """Whether an address belongs to this machine or to a network that nobody else reaches."""
    try:
        return ip_address(address.partition("%")[0]).is_private
    except ValueError:
        return False


def _address_towards(target: str) -> str | None:
    family = socket.AF_INET6 if ":" in target else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            # Nothing is sent: a datagram socket only looks up which way it would go.
            probe.connect((target, 9))
            address: str = probe.getsockname()[0]
    except OSError:
        return None
    return address
