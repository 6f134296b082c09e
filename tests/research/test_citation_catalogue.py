"""Code numbers the citations, puts them at the claims, and takes out what a model wrote like one."""

from __future__ import annotations

import pytest

from pandora.research.citation_catalogue import Catalogue
from pandora.research.knowledge_base import Citation, Fact
from pandora.research.source_files import Place


def fact(*lines: int, quote: str = "It rose by 5% [sic] (Rome, 1957)") -> Fact:
    citations = tuple(Citation(Place("a.md", line, 0, "d" * 64), quote, 0.5) for line in lines)
    return Fact("fact-a", "It rose.", "", "fact", citations)


def test_numbers_come_from_the_facts_in_the_order_of_their_use() -> None:
    """Research 12 and its correction: code puts the number at each claim."""
    catalogue = Catalogue()
    assert catalogue.cite("It rose by 5%.", [fact(7)]) == "It rose by 5% [1]."
    assert catalogue.cite("Twice", [fact(9), fact(7)]) == "Twice [2][1]"
    assert catalogue.cite("“Never!”", [fact(9)]) == "“Never [2]!”"
    assert catalogue.cite("Nothing rests on this.", []) == "Nothing rests on this."
    assert catalogue.removed == []
    assert catalogue.references() == (
        "1. “It rose by 5% [sic] (Rome, 1957)” – a.md:7 (sha256 dddddddddddd)\n"
        "2. “It rose by 5% [sic] (Rome, 1957)” – a.md:9 (sha256 dddddddddddd)\n"
    )


def test_one_place_has_one_number_whatever_marks_stand_around_its_words() -> None:
    """A row of a list is the same quote with its dash and its stop and without them."""
    catalogue = Catalogue()
    assert catalogue.cite("Pets are allowed.", [fact(6, quote="Pets are allowed")]) == "Pets are allowed [1]."
    assert catalogue.cite("Are they?", [fact(6, quote="- Pets are allowed.")]) == "Are they [1]?"


@pytest.mark.parametrize(
    ("written", "left", "removed"),
    [
        ("It rose [7].", "It rose [1].", ["[7]"]),
        ("It rose [7, 9–11] then.", "It rose then [1].", ["[7, 9–11]"]),
        ("See [this page](http://x.y/z_(a)).", "See this page [1].", ["[this page](http://x.y/z_(a))"]),
        ("So says https://x.y/z today.", "So says today [1].", ["https://x.y/z"]),
        ("It rose [source 3] [notes.md:12].", "It rose [1].", ["[source 3]", "[notes.md:12]"]),
        ("It rose (Smith et al., 2020).", "It rose [1].", ["(Smith et al., 2020)"]),
        ("It rose (Smith & Jones 1999).", "It rose [1].", ["(Smith & Jones 1999)"]),
        ("It rose[^2]【3†a】.", "It rose [1].", ["[^2]", "【3†a】"]),
    ],
)
def test_what_a_model_cites_is_taken_out_and_recorded(written: str, left: str, removed: list[str]) -> None:
    """Research 12: a citation outside the catalogue is removed and logged."""
    catalogue = Catalogue()
    assert catalogue.cite(written, [fact(7)]) == left
    assert [gone.citation for gone in catalogue.removed] == removed
    assert all(gone.text == written for gone in catalogue.removed)


@pytest.mark.parametrize(
    "written", ["It rose [sic] (Rome, 1957)", "a list [a, b]", "in spring (March 2020)", "(see below)"]
)
def test_what_is_no_citation_or_stands_in_a_quote_stays(written: str) -> None:
    catalogue = Catalogue()
    assert catalogue.cite(written, [fact(7)]) == f"{written} [1]"
    assert catalogue.removed == []
