from __future__ import annotations

from pandora.web.page import Page
from pandora.web.page_text import read_shown, shown

PAGE = Page(
    "A shop",
    "One\nTwo",
    (("price", "5"),),
    ((("name", "eur"), ("plum", "2"), ("pear", "")),),
    (("Plum", "http://s.example/plum"),),
    "http://s.example/",
)


def test_a_page_is_read_back_from_its_text() -> None:
    assert read_shown(shown(PAGE)) == PAGE


def test_words_of_a_page_that_were_quoted_are_read_without_the_mark() -> None:
    quoted = shown(PAGE).replace("  Two", ">   Two")
    assert read_shown(quoted) == PAGE
