from __future__ import annotations

import pytest

from pandora.operations.registry import OPERATIONS
from pandora.web.address import parse_target


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://example.org:80/a", "example.org"),
        ("https://example.org:443", "example.org"),
        ("http://example.org:443/", "example.org:443"),
        ("https://Example.ORG.:8080/a?b", "example.org:8080"),
        ("http://[2001:db8:0::1]:80/", "[2001:db8::1]"),
        ("http://b\u00fccher.example/", "xn--bcher-kva.example"),
    ],
)
def test_what_a_person_is_asked_about_is_what_fetch_reaches(url: str, host: str) -> None:
    assert OPERATIONS["fetch"].hosts({"url": url}) == (host,) == (parse_target(url).site,)


@pytest.mark.parametrize(
    "url", ["ftp://example.org/", "http://0x7f.1/", "http://a@example.org/", "http://:80/"]
)
def test_what_is_not_fetched_stands_for_itself(url: str) -> None:
    assert OPERATIONS["fetch"].hosts({"url": url}) == (url,)


def test_without_an_address_it_is_the_operation() -> None:
    assert OPERATIONS["websearch"].hosts({"query": "cheap laptops"}) == ("websearch",)
