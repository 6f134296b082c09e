from __future__ import annotations

import pytest

from pandora.host_names import address_of, bracketed, canonical_host, is_loopback, split_port


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("example.org", "example.org", ""),
        ("example.org:8080", "example.org", "8080"),
        ("*.example.org:8080", "*.example.org", "8080"),
        ("[::1]", "::1", ""),
        ("[::1]:8080", "::1", "8080"),
        ("::1", "::1", ""),
        ("2001:db8::a:5", "2001:db8::a:5", ""),
        ("[::1", "[::1", ""),
        ("[::1]x", "[::1]x", ""),
        ("[::1]:٣", "[::1]:٣", ""),
        ("", "", ""),
    ],
)
def test_a_port_is_told_from_an_address(text: str, host: str, port: str) -> None:
    assert split_port(text) == (host, port)


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("Example.ORG.", "example.org"),
        ("0:0:0:0:0:0:0:1", "::1"),
        ("[2001:DB8:0:0::5]", "2001:db8::5"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("::ffff:a00:1", "10.0.0.1"),
        ("10.0.0.1", "10.0.0.1"),
        ("fe80::1%eth0", "fe80::1%eth0"),
    ],
)
def test_a_host_has_one_spelling(host: str, expected: str) -> None:
    assert canonical_host(host) == expected


def test_what_is_no_address_is_none() -> None:
    for text in ("", "a", "1.2.3", "1:2", "[::1]:80", "[]", "fe80::1%eth0", "::1::", "12345::"):
        assert address_of(text) == ""


def test_an_address_stands_in_a_url_in_brackets() -> None:
    assert (bracketed("::1"), bracketed("10.0.0.1"), bracketed("a.org")) == ("[::1]", "10.0.0.1", "a.org")


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST.", "127.0.0.1", "127.8.9.1", "::1", "[::1]", "::ffff:127.0.0.1"]
)
def test_what_means_this_machine(host: str) -> None:
    assert is_loopback(host)
    assert not is_loopback(f"x{host}")
    assert not is_loopback("::2")
    assert not is_loopback("localhost.example.org")
