from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from pandora.models import server_address
from pandora.models.server_address import known_address

NETWORK = {
    "box.lan": "192.168.1.5",
    "box": "192.168.1.5",
    "alias.lan": "192.168.1.5",
    "other.lan": "192.168.1.6",
    "phone.lan": "192.168.1.9",
}
NAMES = {"192.168.1.5": "box.lan", "192.168.1.6": "other.lan", "192.168.1.7": "box.lan"}
"""The name of 192.168.1.7 does not lead back to it."""


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A network in which three addresses have names."""
    real = socket.getaddrinfo

    def found(host: str, port: object, *rest: int, flags: int = 0) -> object:
        if flags or host not in NETWORK:
            return real(host, None, flags=socket.AI_NUMERICHOST)
        return real(NETWORK[host], None, flags=socket.AI_NUMERICHOST)

    def named(address: str) -> tuple[str, list[str], list[str]]:
        if address not in NAMES:
            raise socket.herror(1, "Unknown host")
        return NAMES[address], [], [address]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setattr(socket, "gethostbyaddr", named)
    server_address._known_host.cache_clear()
    yield
    server_address._known_host.cache_clear()


def known(host: str, scheme: str = "http") -> str:
    return known_address(f"{scheme}://{host}:8000", host)


def test_a_name_the_short_name_and_the_address_are_one_server() -> None:
    spellings = ("box.lan", "BOX.lan", "box.lan.", "box", "192.168.1.5", "0xC0A80105")
    assert {known(host) for host in spellings} == {"http://box.lan:8000"}


@pytest.mark.parametrize(
    "host", ["other.lan", "alias.lan", "192.168.1.6", "192.168.1.7", "phone.lan", "unknown"]
)
def test_what_may_be_another_server_stays_one(host: str) -> None:
    assert known(host) != known("box.lan")


def test_what_the_network_does_not_name_stays_as_it_was_given() -> None:
    assert known("192.168.1.7") == "http://192.168.1.7:8000"
    assert known("phone.lan") == "http://phone.lan:8000"
    assert known("unknown") == "http://unknown:8000"


def test_over_https_the_name_counts_that_the_certificate_is_for() -> None:
    assert known("192.168.1.5", "https") == "https://192.168.1.5:8000"
    assert known("box", "https") == "https://box:8000"
    assert known("127.0.0.1", "https") == "https://localhost:8000"
