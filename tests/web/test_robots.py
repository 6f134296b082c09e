"""Politeness: robots.txt as RFC 9309 says, and a pause between two requests of a host."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.web.address import parse_target
from pandora.web.robots import ALL_CLOSED, LONGEST_PAUSE, Politeness, parse_robots


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("/", "/a", True),
        ("/a", "/b", False),
        ("/a*c", "/abbbc/d", True),
        ("/a*c$", "/abbbc/d", False),
        ("/a*c$", "/abcbc", True),
        ("/*.pdf$", "/x.pdf", True),
        ("/*.pdf$", "/x.pdf?y", False),
        ("/a$", "/a", True),
        ("/a$", "/ab", False),
        ("*", "/anything", True),
        ("/*a*a*a$", "/aa", False),
    ],
)
def test_patterns(pattern: str, path: str, expected: bool) -> None:
    assert parse_robots(f"User-agent: *\nDisallow: {pattern}\n").allow(path) is not expected


def test_a_pattern_made_to_take_long_is_answered_within_its_length() -> None:
    pattern, path = "/" + "a*" * 2000 + "b", "/" + "a" * 8000
    assert parse_robots(f"User-agent: *\nDisallow: {pattern}\n").allow(path)


def test_a_path_that_looks_like_a_host_is_a_path() -> None:
    assert not parse_robots("User-agent: *\nDisallow: //private/\n").allow("//private/x")


def test_the_longest_rule_decides_and_an_open_one_among_equals() -> None:
    robots = parse_robots("User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /c\nAllow: /c\n")
    assert [robots.allow(path) for path in ("/a", "/a/b", "/c", "/d")] == [False, True, True, True]
    assert parse_robots("User-agent: *\nDisallow:\n").allow("/x")
    assert parse_robots("").allow("/x")
    assert not ALL_CLOSED.allow("/x")
    assert not parse_robots("User-agent: *\nDisallow: /a%20b").allow("/a b")


def test_rules_for_us_go_before_those_for_all() -> None:
    text = "User-agent: *\nDisallow: /\n\nUser-Agent: other\nUser-agent: Pandora # us\nDisallow: /p\n"
    text += "Crawl-delay: 2\n"
    robots = parse_robots(text)
    assert (robots.allow("/x"), robots.allow("/p"), robots.pause) == (True, False, 2.0)
    assert parse_robots("User-agent: *\nCrawl-delay: 900").pause == LONGEST_PAUSE
    assert parse_robots("User-agent: *\nCrawl-delay: soon").pause == 0.0


@given(st.text(max_size=300), st.text(max_size=30))
def test_any_text_is_a_robots_txt(text: str, path: str) -> None:
    assert parse_robots(f"User-agent: *\n{text}").allow(f"/{path}") in (True, False)


def test_a_host_is_asked_with_a_pause_between() -> None:
    now, slept = [100.0], []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    manners = Politeness(clock=lambda: now[0], sleep=sleep)
    one, other = parse_target("http://one.example/"), parse_target("http://other.example/")
    for wanted in (one, other, one):
        with manners.turn(wanted):
            manners.wait(wanted, 1.0)
    assert slept == [1.0]
    now[0] += 5
    manners.wait(one, 1.0)
    assert slept == [1.0]
