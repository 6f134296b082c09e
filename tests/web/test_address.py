"""Which addresses are fetched at all: every way to a private machine that the specification names is closed."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pandora.errors import RefusedError
from pandora.web.address import (
    check_permitted,
    parse_target,
    resolve_allowed,
    system_resolver,
    urls,
    why_unreachable,
)
from pandora.workspace.operation_context import OperationContext

PUBLIC = "93.184.215.14"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://Example.org", "http://example.org/"),
        ("https://example.org:443/a?b=c#d", "https://example.org/a?b=c"),
        ("http://example.org:8080/a", "http://example.org:8080/a"),
        ("http://example.org./", "http://example.org/"),
        ("http://[2606:2800:0220:1::]/", "http://[2606:2800:220:1::]/"),
        ("http://[2001:DB8:0:0::5]:8080/a", "http://[2001:db8::5]:8080/a"),
        ("http://[::ffff:93.184.215.14]/", "http://93.184.215.14/"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"),
    ],
)
def test_an_address_is_taken_apart(url: str, expected: str) -> None:
    assert parse_target(url).url == expected


def test_an_address_is_seen_from_another() -> None:
    assert parse_target("../c", "http://example.org/a/b/d").url == "http://example.org/a/c"
    assert parse_target("//other.example/x", "https://example.org/").url == "https://other.example/x"
    assert parse_target("http://example.org:8080/x").site == "example.org:8080"
    assert parse_target("http://[::1]:80/x").site == "[::1]"


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("file:///etc/passwd", "only http"),
        ("ftp://example.org/", "only http"),
        ("gopher://example.org/", "only http"),
        ("javascript:alert(1)", "only http"),
        ("data:text/html,x", "only http"),
        ("example.org", "only http"),
        ("http://example.org@127.0.0.1/", "before @"),
        ("http://a:b@example.org/", "before @"),
        ("http://@example.org/", "before @"),
        ("http:///x", "names no host"),
        ("http://2130706433/", "number that stands"),
        ("http://0x7f000001/", "number that stands"),
        ("http://0177.0.0.1/", "number that stands"),
        ("http://127.1/", "number that stands"),
        ("http://0x7f.0.0.1/", "number that stands"),
        ("http://127.0.0.0x1/", "number that stands"),
        ("http://[fe80::1%25eth0]/", "IPv6"),
        ("http://exam ple.org/", "blanks"),
        ("http://example.org/\nHost: evil", "blanks"),
        ("http://example.org\\@evil/", "blanks"),
        ("http://exa%6dple.org/", "cannot be read"),
        ("http://example.org:99999/", "no address"),
        ("http://[::1/", "no address"),
        ("http://example.org/" + "a" * 3000, "too long"),
    ],
)
def test_an_address_in_disguise_is_refused(url: str, told: str) -> None:
    with pytest.raises(RefusedError, match=told):
        parse_target(url)


def test_full_width_digits_are_digits() -> None:
    wanted = parse_target("http://\uff11\uff12\uff17.0.0.1/")
    with pytest.raises(RefusedError, match="this machine itself"):
        resolve_allowed(wanted, loopback=False)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.8.9.1", "::1", "0.0.0.0", "::", "10.0.0.1", "172.16.5.4", "192.168.1.1"),
        *("169.254.169.254", "169.254.1.1", "fe80::1", "fd00:ec2::254", "fc00::1", "100.64.0.1"),
        *("100.100.100.200", "168.63.129.16", "224.0.0.1", "ff02::1", "255.255.255.255", "240.0.0.1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe"),
        *("64:ff9b:1::1", "2002:7f00:1::", "2002:c0a8:101::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"),
        *("fec0::1", "192.0.2.1", "198.18.0.1", "2001:db8::1", "192.0.0.8", "no address", "fe80::1%eth0"),
    ],
)
def test_what_is_not_the_public_web_is_off_limits(address: str) -> None:
    assert why_unreachable(address, loopback=False)


@pytest.mark.parametrize(
    "address", [PUBLIC, "2606:2800:220:1:248:1893:25c8:1946", f"::ffff:{PUBLIC}", "64:ff9b::808:808"]
)
def test_the_public_web_is_open(address: str) -> None:
    assert why_unreachable(address, loopback=False) == ""


def test_loopback_has_its_own_switch_and_opens_nothing_else() -> None:
    assert why_unreachable("127.0.0.1", loopback=True) == why_unreachable("::1", loopback=True) == ""
    assert why_unreachable("::ffff:127.0.0.1", loopback=True) == ""
    for other in ("10.0.0.1", "169.254.169.254", "::ffff:10.0.0.1", "0.0.0.0", "fd00::1", "100.64.0.1"):
        assert why_unreachable(other, loopback=True)


def answering(*addresses: str) -> object:
    def resolver(host: str, port: int) -> Sequence[str]:
        return addresses

    return resolver


def test_every_address_of_a_name_is_checked() -> None:
    wanted = parse_target("http://example.org/")
    assert resolve_allowed(wanted, False, answering(PUBLIC)) == [PUBLIC]  # type: ignore[arg-type]
    for bad in ("127.0.0.1", "169.254.169.254", "::ffff:10.0.0.1"):
        for order in ((PUBLIC, bad), (bad, PUBLIC)):
            with pytest.raises(RefusedError, match=r"example\.org is "):
                resolve_allowed(wanted, False, answering(*order))  # type: ignore[arg-type]


def test_a_name_that_is_not_found_is_told() -> None:
    def lost(host: str, port: int) -> Sequence[str]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    with pytest.raises(RefusedError, match="was not found: Name or service"):
        resolve_allowed(parse_target("http://nowhere.example/"), False, lost)
    with pytest.raises(RefusedError, match="was not found"):
        resolve_allowed(parse_target("http://nowhere.example/"), False, answering())  # type: ignore[arg-type]


def test_the_machine_s_own_resolver_knows_localhost() -> None:
    assert set(system_resolver("localhost", 80)) <= {"127.0.0.1", "::1"}
    with pytest.raises(RefusedError, match="this machine itself"):
        resolve_allowed(parse_target("http://localhost/"), False)


def test_only_allowed_hosts_are_reached() -> None:
    context = OperationContext(Path("."), reaches=lambda host: host == "example.org")
    check_permitted(parse_target("http://example.org/"), context)
    for other in ("http://example.org:8080/", "http://example.org.evil.example/", "http://evil.example/"):
        with pytest.raises(RefusedError, match="may not reach"):
            check_permitted(parse_target(other), context)
    with pytest.raises(RefusedError):
        check_permitted(parse_target("http://example.org/"), OperationContext(Path(".")))


@given(st.text(max_size=60))
@example("\x85#")  # a line break of Unicode, which a text loses at its end
def test_any_text_is_an_address_or_refused(text: str) -> None:
    for url in (text, f"http://{text}/", f"http://example.org/{text}"):
        try:
            found = parse_target(url)
        except RefusedError:
            continue
        assert found.scheme in ("http", "https")
        assert parse_target(found.url) == found


@pytest.mark.parametrize(
    "url",
    [
        "http://[fe80::1%25eth0]/",
        "http://[::1",
        "http://[::1]]/",
        "http://[zz]/",
        "http://[::1]x/",
        "http://::1/",
    ],
)
def test_what_is_no_address_of_ipv6_is_refused(url: str) -> None:
    with pytest.raises(RefusedError):
        parse_target(url)


def test_addresses_of_ipv6_are_found_in_a_text() -> None:
    text = "See http://[::1]:8080/a, (http://[2001:db8::1]) or [http://[2001:DB8::2]/b] and <http://a.org/c>."
    assert urls(text) == [
        *("http://[::1]:8080/a", "http://[2001:db8::1]", "http://[2001:DB8::2]/b", "http://a.org/c"),
    ]
    assert all(parse_target(url) for url in urls(text))
