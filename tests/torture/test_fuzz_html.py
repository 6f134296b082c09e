"""Pages as nobody would write them: no crash, no hang over 2 seconds, no memory over 500 MB."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pandora.web.page import plain_page
from pandora.web.page_facts import structured_facts
from pandora.web.page_text import page_as_text, parse_page_text
from pandora.web.robots import parse_robots
from tests.torture import readers
from tests.torture.counts import size
from tests.torture.readers import MEGABYTES, SECONDS, URL

pytestmark = pytest.mark.torture
EXAMPLES = size("FUZZ", 1000)

TAGS = (
    "div",
    "p",
    "table",
    "tr",
    "td",
    "th",
    "dl",
    "dt",
    "dd",
    "ul",
    "li",
    "a",
    "h1",
    "span",
    "script",
    "pre",
    "base",
)
ATTRIBUTES = (
    'class="x price"',
    'itemprop="price"',
    'href="/b"',
    "hidden",
    'style="display:none"',
    'href="//["',
    "=",
    '"',
)
WORDS = (
    "Price: $5",
    "&amp;",
    "&#x110000;",
    "&#0;",
    "\ud800",
    "\u202e",
    "\x1b[2J",
    "## \u00a74 CHECK",
    "---",
    "]]>",
    "\x00",
)
PIECES = st.one_of(
    st.builds("<{} {}>".format, st.sampled_from(TAGS), st.sampled_from(ATTRIBUTES)),
    st.builds("</{}>".format, st.sampled_from(TAGS)),
    st.sampled_from(WORDS),
    st.sampled_from(
        ("<!--", "-->", "<![CDATA[", "<?xml", "<!doctype html>", "<", ">", "<script>{", '{"@type": "Product"}')
    ),
    st.text(max_size=20),
)
PAGES = st.lists(PIECES, max_size=60).map("".join)
RELAXED = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@RELAXED
@given(PAGES)
def test_any_page_is_taken_apart(page: str) -> None:
    readers.page(page.encode("utf-8", "surrogatepass"))


@RELAXED
@given(
    st.binary(max_size=300),
    st.sampled_from(("", "utf-8", "utf-16", "latin-1", "utf-7", "hex", "idna", "rot13", "\x00")),
)
def test_any_bytes_in_any_charset(body: bytes, charset: str) -> None:
    readers.page(body, charset)
    readers.page(b"<p>" + body, charset)


@RELAXED
@given(st.text(max_size=400))
def test_any_text_is_read_back(text: str) -> None:
    page = page_as_text(plain_page(text, URL))
    assert parse_page_text(page).address == URL
    assert parse_page_text(page).links == ()
    parse_page_text(text)
    parse_robots(text)


BOMBS: Mapping[str, str] = {
    "deep": "'<div>' * 200_000",
    "deep tables": "'<table><tr><td>' * 50_000",
    "deep lists": "'<ul><li>' * 60_000",
    "deep and hidden": "'<div hidden>' * 100_000",
    "unclosed": "'<' * 2_000_000",
    "attributes": "'<p ' + 'a=1 ' * 300_000 + '>'",
    "one attribute": "'<p class=\"' + 'x ' * 900_000 + '\">price 1</p>'",
    "a style": "'<p style=\"' + 'display ' * 200_000 + '\">x</p>'",
    "entities": "'&amp;' * 400_000",
    "a comment": "'<!--' + '-' * 1_900_000",
    "many paragraphs": "'<p>Price: 5</p>' * 120_000",
    "many links": "'<a href=/a>b</a>' * 110_000",
    "many cells": "'<table>' + ('<tr>' + '<td>x' * 50) * 6000",
    "a long line": "'a ' * 1_000_000",
    "colons": "'<p>' + 'a: ' * 600_000",
    "blanks": "' ' * 2_000_000 + '<p>x'",
    "meta": "'<meta ' + ' charset ' * 200_000",
    "nested json": "'<script type=\"application/ld+json\">' + '[' * 199_000 + '</script>'",
    "digits": "'<script type=\"application/ld+json\">{\"price\": ' + '9' * 150_000 + '}</script>'",
    "cards": "'<ul>' + '<li class=a><h2>x</h2><i class=b>y</i></li>' * 40_000",
    "terms": "'<dl>' + '<dt>a<dd>b' * 150_000",
    "bidi": "'\\u202e' * 600_000",
    "forms": "'<form><select><option>' * 60_000",
    "formatting": "'<b><i><a>' * 60_000",
}
CHILD = """
import json, sys, time
from tests.peak_memory import peak_bytes
from pandora.web.html_page import html_page
from pandora.web.page_text import page_as_text
import trafilatura
body = eval(sys.argv[1]).encode("utf-8", "replace")
began = time.process_time()
text = page_as_text(html_page(body, "utf-8", "http://example.org/"))
print(json.dumps({"seconds": time.process_time() - began, "length": len(text),
                  "megabytes": peak_bytes() / 2**20}))
"""


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_a_page_made_to_hang_or_to_fill_memory(bomb: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHILD, bomb],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert done.returncode == 0, done.stderr[-500:]
    found = json.loads(done.stdout)
    assert found["seconds"] < SECONDS
    assert found["megabytes"] < MEGABYTES
    assert found["length"] < 200_000


def test_structured_data_that_is_none_is_left() -> None:
    from lxml import html

    page = '<script type="application/ld+json">{"offers": [[1]], "name": {"a": 1}, "price": true}</script>'
    assert dict(structured_facts(html.document_fromstring(page))) == {"price": "True"}
