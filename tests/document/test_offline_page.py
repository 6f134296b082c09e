"""What every page has: words that stay words, and a policy that knows its style and script alone."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass

from pandora.document.offline_page import data_in_page, harmless, offline_page, with_texts

TEMPLATE = """<meta content="{{ policy }}"><style>{{ style }}</style><p title="{{ words }}">{{ words }}</p>
<script>{{ script }}</script>
"""


def test_texts_hold_nothing_that_is_obeyed_or_unseen() -> None:
    assert harmless("a\x1b[31mb\u202ec\u200bd\r\ne\tf\ud800\x00") == "a[31mbcd\ne\tf"
    assert harmless("naïve 日本 👩\u200d👧 שלום") == "naïve 日本 👩\u200d👧 שלום"


def test_words_are_escaped_and_the_policy_holds_the_digests() -> None:
    page = offline_page(
        "A title", TEMPLATE, "p { top: 0 }", "'own <script>'", words='</p><script>"x"</script>{{ 7*7 }}'
    )
    assert "&lt;/p&gt;&lt;script&gt;&#34;x&#34;&lt;/script&gt;{{ 7*7 }}" in page
    assert "<script>'own <script>'</script>" in page
    digest = base64.b64encode(hashlib.sha256(b"'own <script>'").digest()).decode()
    assert f"script-src &#39;sha256-{digest}&#39;;" in page
    assert "prefers-color-scheme: dark" in page


def test_data_cannot_end_its_element() -> None:
    assert data_in_page({"a": "</script>&<!--"}) == '{"a":"\\u003c/script\\u003e\\u0026\\u003c!--"}'


def test_a_template_fills_the_page_that_all_share() -> None:
    template = '{% extends "page.html" %}{% block main %}<p>{{ words }}</p>{% endblock %}'
    page = offline_page("A <b>title</b>", template, "", words="1 < 2")
    assert "<title>A &lt;b&gt;title&lt;/b&gt;</title>" in page
    assert "<main>\n<p>1 &lt; 2</p></main>" in page


@dataclass(frozen=True)
class Note:
    text: str
    count: int


def test_a_change_reaches_every_text_of_a_value() -> None:
    value = {"note": Note("a", 1), "lines": ["b", ("c", 2, None)]}
    assert with_texts(value, str.upper) == {"note": Note("A", 1), "lines": ["B", ("C", 2, None)]}
