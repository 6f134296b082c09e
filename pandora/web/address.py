"""Addresses of the web: how a URL is read, what a host name resolves to, and which machines are off limits."""

from __future__ import annotations

import functools
import ipaddress
import re
import socket
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from pandora.errors import RefusedError
from pandora.host_names import address_of, bracketed
from pandora.workspace.operation_context import OperationContext
from pandora.workspace.paths import printable_path

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolver = Callable[[str, int], Sequence[str]]
_MAX_URL_LENGTH = 2000
_CLOUD_METADATA = frozenset(
    ipaddress.ip_address(literal)
    for literal in ("169.254.169.254", "fd00:ec2::254", "100.100.100.200", "168.63.129.16")
)
_SPECIAL_NETWORKS = (ipaddress.IPv4Network("192.0.0.0/24"), ipaddress.IPv4Network("192.88.99.0/24"))
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_IPV4_COMPATIBLE = ipaddress.IPv6Network("::/96")
_LOCAL_NAT64 = ipaddress.IPv6Network("64:ff9b:1::/48")


@dataclass(frozen=True)
class Target:
    """A URL that was checked, with its parts."""

    url: str
    scheme: str
    host: str
    port: int
    path: str

    @property
    def site(self) -> str:
        """The host as policy names it: `example.org`, or `example.org:8080` at an unusual port."""
        return self.origin.partition("://")[2]

    @property
    def origin(self) -> str:
        """Scheme, host and port: they share one robots.txt and one turn (see `robots.Politeness`)."""
        usual = {"http": 80, "https": 443}[self.scheme]
        return f"{self.scheme}://{bracketed(self.host)}" + ("" if self.port == usual else f":{self.port}")


@functools.lru_cache(maxsize=256)
def parse_target(url: str, base: str = "") -> Target:
    """Read `url`, relative to `base` where that is given; raises RefusedError for one that is never fetched.

    Only http and https are fetched, no user names, and no numbers that spell an address in another way.
    """
    url = url.strip()
    if (
        any(letter.isspace() or unicodedata.category(letter) == "Cc" or letter == "\\" for letter in url)
        or len(url) > _MAX_URL_LENGTH
    ):
        raise _refused(url, "no address of a page: it holds blanks or control characters, or is too long")
    try:
        whole = urljoin(base, url) if base else url
        parts = urlsplit(whole)
        port = parts.port
        host = (parts.hostname or "").rstrip(".")
    except ValueError as error:
        raise _refused(url, f"no address of a page ({error})") from None
    if parts.scheme not in ("http", "https"):
        raise _refused(url, "only http:// and https:// are fetched")
    if parts.username is not None or parts.password is not None or "@" in parts.netloc:
        raise _refused(url, "a user name before @ hides where an address leads; leave it out")
    if not host:
        raise _refused(url, "the address names no host")
    if "[" in parts.netloc and not re.fullmatch(r"\[[^\[\]]*\](:[0-9]*)?", parts.netloc):
        raise _refused(url, "the host is no IPv6 address")
    host = _canonical_host(host, url)
    port = port or {"http": 80, "https": 443}[parts.scheme]
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    without_url = Target("", parts.scheme, host, port, path)
    return Target(without_url.origin + path, parts.scheme, host, port, path)


def _canonical_host(host: str, url: str) -> str:
    """The host in ASCII; raises RefusedError for an address of IPv4 in any spelling but the usual one."""
    if ":" in host:
        if address := address_of(host):
            return address
        raise _refused(url, "the host is no IPv6 address")  # nor is one with a zone, which names a network card
    try:
        name = host if host.isascii() else host.encode("idna").decode("ascii")
    except UnicodeError:
        raise _refused(url, "the host's name cannot be read") from None
    name = name.lower()
    if not all(letter.isalnum() or letter in "-._" for letter in name) or len(name) > 253:
        raise _refused(url, "the host's name cannot be read")
    try:
        return str(ipaddress.IPv4Address(name))
    except ValueError:
        pass
    last = name.rsplit(".", 1)[-1]
    if last.isdigit() or last.startswith("0x"):
        raise _refused(url, "a number that stands for an address is not followed; write it as 192.0.2.1")
    return name


def system_resolver(host: str, port: int) -> Sequence[str]:
    """All addresses of a host by the machine's own resolver."""
    entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in entries))


def resolve_allowed(destination: Target, loopback: bool, resolver: Resolver = system_resolver) -> list[str]:
    """The addresses to connect to, resolved once; RefusedError where any of them may not be reached.

    `loopback` opens this machine's own addresses. Every one is checked, so that a name with one public
    and one private address is refused; the caller connects to these very ones and does not resolve again.
    """
    try:
        literal = ipaddress.ip_address(destination.host)
        addresses: Sequence[str] = [str(literal)]
    except ValueError:
        try:
            addresses = resolver(destination.host, destination.port)
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise _refused(destination.url, f"{destination.host} was not found: {reason}") from None
    if not addresses:
        raise _refused(destination.url, f"{destination.host} was not found")
    for address in addresses:
        if reason := why_unreachable(address, loopback):
            raise _refused(destination.url, f"{destination.host} is {printable_path(address)}, {reason}")
    return list(addresses)


def why_unreachable(text: str, loopback: bool) -> str:
    """The reason why the IP address `text` may not be reached; "" where it may be."""
    try:
        address: Address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return "which is no address"
    return _why_unreachable(address, loopback)


def _why_unreachable(address: Address, loopback: bool) -> str:
    if isinstance(address, ipaddress.IPv6Address) and not address.is_loopback:
        inner = _embedded_ipv4(address)
        if inner is not None:
            return _why_unreachable(inner, loopback)
        if address.teredo or address in _LOCAL_NAT64 or address.is_site_local:
            return "a tunnel into another network"
    if address in _CLOUD_METADATA:
        return "where clouds keep their secrets"
    if address.is_loopback:
        return "" if loopback else "this machine itself, which `loopback` in [policy] would open"
    if address.is_link_local or address.is_multicast or address.is_unspecified or address.is_reserved:
        return "no address of a host on the web"
    if address.is_global and not any(address in network for network in _SPECIAL_NETWORKS):
        return ""
    return "in a private network"


def _embedded_ipv4(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 one carries: mapped, compatible, 6to4 or NAT64."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address in _NAT64 or address in _IPV4_COMPATIBLE:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return None


def check_permitted(destination: Target, context: OperationContext) -> None:
    """Raise RefusedError unless this step may reach the host; the engine asks a person earlier."""
    if not context.reaches(destination.site):
        raise _refused(
            destination.url, f"this step may not reach {destination.site}; policy or a person must allow it"
        )


def _refused(url: str, reason: str) -> RefusedError:
    return RefusedError(f"{printable_path(url)}: {reason}")


URL = r"https?://(?:\[[0-9a-f:.]+\][^\s<>\"'`)\]}]*|[^\s<>\"'`)\]}]+)"
"""The pattern of a URL in a text, which may have an IPv6 address in brackets; letters in either case."""
_URL = re.compile(URL, re.I)


def urls(text: str) -> list[str]:
    """The URLs that stand in a text, each once, in order, without the punctuation that ends a sentence."""
    matches = (match.rstrip(".,;:!?") for match in _URL.findall(text))
    return list(dict.fromkeys(matches))
