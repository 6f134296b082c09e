from __future__ import annotations

from pandora.web.page import Page
from pandora.web.page_text import page_as_text, parse_page_text

PAGE = Page(
    "A shop",
    "One\nTwo",
    (("price", "5"),),
    ((("name", "eur"), ("plum", "2"), ("pear", "")),),
    (("Plum", "http://s.example/plum"),),
    "http://s.example/",
)


def test_a_page_is_read_back_from_its_text() -> None:
    assert parse_page_text(page_as_text(PAGE)) == PAGE


def test_words_of_a_page_that_were_quoted_are_read_without_the_mark() -> None:
    quoted = page_as_text(PAGE).replace("  Two", ">   Two")
    assert parse_page_text(quoted) == PAGE
