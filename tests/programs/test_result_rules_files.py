from __future__ import annotations

import pytest

from pandora.programs.english_words import just_columns
from pandora.programs.result_rules import file_fault
from pandora.programs.wording_rules import no_list_items, other_columns
from pandora.workspace.change import Change


@pytest.mark.parametrize(
    ("path", "content", "told"),
    [
        ("a.csv", 'x,y\n"1,2",3\n', ""),
        ("a.csv", "x,y\n1,2,3\n", "row 2 of a.csv has 3 values and row 1 has 2"),
        ("a.tsv", "x\ty\n1,2,3\t4\n", ""),
        ("a.csv", "", ""),
        ("a.json", '{"a": 1}', ""),
        ("a.json", "{'a': 1}", "a.json is not JSON"),
        ("a.md", "{,,", ""),
    ],
)
def test_a_table_and_json_are_looked_at(path: str, content: str, told: str) -> None:
    found = file_fault(Change(path, "", content.encode()))
    assert found.startswith(told)
    assert bool(found) == bool(told)
    assert not told or "write it with save(" in found


def test_what_is_removed_has_nothing_wrong() -> None:
    assert file_fault(Change("a.json", "x", None)) == ""


@pytest.mark.parametrize(
    ("request_", "head", "right"),
    [
        ("with just the columns title, author and year, in that order", "title,author,year", True),
        ("with just the columns title, author and year", "isbn,title,author,year", False),
        ("only the columns Title and year.", "title,author", False),
        ("with all columns", "isbn,title", True),
    ],
)
def test_a_table_has_just_the_columns_that_were_asked_for(request_: str, head: str, right: bool) -> None:
    change = Change("out/a.csv", "", f"{head}\n1,2,3\n".encode())
    told = other_columns(change, request_, ("isbn", "title", "author", "year"))
    assert (told == "") == right
    assert right or "the task wants just title" in told


def test_columns_in_the_order_of_the_request() -> None:
    known = ("isbn", "title", "author", "year")
    assert just_columns("with just the columns year, Title and author.", known) == ["year", "title", "author"]
    assert just_columns("with the columns year and title", known) == []


@pytest.mark.parametrize(
    ("request_", "text", "told"),
    [
        ("Write out/a.md: a markdown list of the titles", "A\nB\n", "write '- ' before each item"),
        ("Write out/a.md: a markdown list of the titles", "# Titles\n\n- A\n- B\n", ""),
        ("Write out/a.md: a numbered list of the titles", "1. A\n2. B\n", ""),
        ("Write out/a.md: the titles, one on each line", "A\nB\n", ""),
        ("Write out/a.md as bullet points", "A\nB\n", "no markdown list"),
    ],
)
def test_a_markdown_list_has_items(request_: str, text: str, told: str) -> None:
    found = no_list_items(Change("out/a.md", "", text.encode()), request_)
    assert told in found
    assert bool(told) == bool(found)
