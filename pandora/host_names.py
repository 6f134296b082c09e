"""Hosts as rules, settings and addresses of pages name them: names, and IP addresses in any spelling."""

from __future__ import annotations

import ipaddress
import re

_IN_BRACKETS = re.compile(r"\[([^\[\]]*)\](?::([0-9]+))?")
_WITH_PORT = re.compile(r"([^:]*):([0-9]+)")


def split_port(text: str) -> tuple[str, str]:
    """Return the host and the port of `example.org:80` or `[::1]:80`; the port is "" where there is none.

    An IPv6 address without brackets has no port, since nothing would tell it from the address's last part.
    """
    if match := _IN_BRACKETS.fullmatch(text) or _WITH_PORT.fullmatch(text):
        return match[1], match[2] or ""
    return text, ""


def canonical_host(host: str) -> str:
    """Return a host in small letters without a dot at its end; an IP address in its one usual spelling.

    An IPv6 address that only wraps one of IPv4 becomes that one, so that no rule for it is missed.
    """
    name = host.lower().rstrip(".")
    return address_of(name) or name


def address_of(host: str) -> str:
    """Return the usual spelling of an IP address, without brackets; "" for a name and for a wrong address."""
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv6Address):
        if address.scope_id is not None:
            return ""
        return str(address.ipv4_mapped or address)
    return str(address)


def bracketed(host: str) -> str:
    """Return a host as it stands in a URL: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host


def is_loopback(host: str) -> bool:
    """True for a name or an address that always means this machine."""
    address = address_of(canonical_host(host))
    return ipaddress.ip_address(address).is_loopback if address else canonical_host(host) == "localhost"
