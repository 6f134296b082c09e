"""The gate for quotes: found, misattributed or not found, and closed where in doubt."""

from __future__ import annotations

import pytest

from pandora.research.quote_gate import check_quote
from pandora.research.source_index import SourceIndex
from pandora.research.windows import Window
from tests.research.conftest import Documents
from tests.research.documents import pdf

A = "# Growth\n\nIn 2020 growth was\n5% of it.\n\nThe bridge is not safe.\n\nAgain: the bridge is not safe.\n"


@pytest.fixture
def index(documents: Documents) -> SourceIndex:
    files: dict[str, str | bytes] = {
        "a.md": A,
        "b.md": "The harvest was poor in 1999.",
        "c.pdf": pdf(["One.", "Two geese."]),
    }
    return documents.with_files(files)


def digest(index: SourceIndex, path: str) -> str:
    return next(source.digest for source in index.sources() if source.path == f"documents/{path}")


def test_a_quote_is_found_with_its_line_and_the_sources_spelling(index: SourceIndex) -> None:
    """Research 13."""
    check = check_quote("“growth was 5 %”", digest(index, "a.md"), index)
    assert (check.verdict, str(check.place), check.text) == ("found", "documents/a.md:3", "growth was 5%")
    check = check_quote("Two geese", digest(index, "c.pdf"), index)
    assert (check.verdict, str(check.place)) == ("found", "documents/c.pdf, page 2")


@pytest.mark.parametrize(
    "quote", ["growth was 6% of it", "The bridge is safe", "growth was … of it", "safe", "", "5%"]
)
def test_an_altered_or_tiny_quote_is_not_found(index: SourceIndex, quote: str) -> None:
    """Research 13: it fails closed."""
    check = check_quote(quote, digest(index, "a.md"), index)
    assert (check.verdict, check.place, check.text) == ("not found", None, "")
    assert check.reason


def test_a_quote_of_another_source_is_misattributed(index: SourceIndex) -> None:
    """Research 13."""
    check = check_quote("the harvest was poor", digest(index, "a.md"), index)
    assert (check.verdict, str(check.place)) == ("misattributed", "documents/b.md:1")
    assert check.reason == "it stands in documents/b.md:1, not in documents/a.md"
    assert check_quote("the harvest was poor", digest(index, "a.md"), index, others=()).verdict == "not found"


def test_a_quote_of_a_source_that_is_gone_is_not_found(index: SourceIndex) -> None:
    """Research 13: whatever cannot be decided is not found."""
    assert check_quote("the harvest was poor", "0" * 64, index).verdict == "not found"


def test_a_quote_may_stand_in_any_window_and_the_one_that_was_read_counts(index: SourceIndex) -> None:
    """Research, correction 13."""
    text = index.text(digest(index, "a.md"))
    first, last = Window(text.source, 1, 6, ""), Window(text.source, 7, 8, "")
    found = {
        check_quote("the bridge is not safe", text.source.digest, index, read).place.line  # type: ignore[union-attr]
        for read in ([], [first], [first, last])
    }
    assert found == {6}
    place = check_quote("the bridge is not safe", text.source.digest, index, [last]).place
    assert place is not None
    assert place.line == 8
    lines = text.text.split("\n")
    many = [Window(text.source, number, number, line) for number, line in enumerate(lines, 1)]
    quotes = [part.text for part in many if len(part.text.split()) > 2]
    assert len(quotes) > 2
    assert all(check_quote(quote, text.source.digest, index, many).found for quote in quotes)
