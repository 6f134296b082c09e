"""The address by which a server is known: one for every spelling that surely means the same server."""

from __future__ import annotations

import functools
import socket
from contextlib import suppress

from pandora.host_names import address_of, bracketed, canonical_host, is_loopback


def known_address(url: str, host: str) -> str:
    """Return a server's URL with the one name of its `host`.

    Each name that this machine has for itself is `localhost`. Over http, an IP address stands for the name
    that the network gives it, and a name without a dot for the whole one. Over https, what was given counts,
    since the certificate is for it. What the network does not tell stays as it was given.
    """
    name = _known_host(host, plain=url.startswith("http:"))
    return url.replace(bracketed(host), bracketed(name), 1)


@functools.lru_cache(maxsize=64)
def _known_host(host: str, plain: bool) -> str:
    addresses = {host} if is_loopback(host) else _addresses(host)
    if addresses and all(map(is_loopback, addresses)):
        return "localhost"
    name = canonical_host(host)
    if not plain or ("." in name and not _numeric(host)) or len(addresses) != 1:
        return name
    (address,) = addresses
    with suppress(OSError, UnicodeError):
        named = canonical_host(socket.gethostbyaddr(address)[0])
        short = not _numeric(host)
        if _addresses(named) == addresses and (not short or named.split(".")[0] == name):
            return named
    return address if _numeric(host) else name


def _addresses(host: str) -> set[str]:
    """The addresses that the system has for a host; none where it knows it not."""
    with suppress(OSError, UnicodeError):
        return {address_of(str(found[4][0])) or str(found[4][0]) for found in socket.getaddrinfo(host, None)}
    return set()


def _numeric(host: str) -> bool:
    """True for an IP address in any spelling that the system takes, such as `127.1`."""
    with suppress(OSError, UnicodeError):
        return bool(socket.getaddrinfo(host, None, flags=socket.AI_NUMERICHOST))
    return False
