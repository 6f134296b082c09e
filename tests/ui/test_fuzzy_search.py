from __future__ import annotations

from pathlib import Path

import pytest

from pandora.disk.layout import Workspace
from pandora.ui.fuzzy_search import Line, find, read_lines

LINES = [
    Line("system-aaaaaa", 1, "Task: Find the cheapest laptop with an nvidia GPU"),
    Line("system-aaaaaa", 5, "HP Victus 729"),
    Line("tool-table-aaaaaa-1", 1, "Task: the cheapest laptop"),
    Line("system-bbbbbb", 1, "Task: Rename the column of prices"),
    Line("system-bbbbbb", 5, "a"),
]


def found(query: str) -> list[tuple[str, int]]:
    return [(hit.line.document, hit.line.section) for hit in find(LINES, query)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("nvidia", [("system-aaaaaa", 1)]),
        ("NVIDIA cheapest", [("system-aaaaaa", 1)]),
        ("cheepest labtop", [("system-aaaaaa", 1), ("tool-table-aaaaaa-1", 1)]),
        ("laptop victus", [("system-aaaaaa", 1)]),  # words of one document, in whatever lines
        ("column prizes", [("system-bbbbbb", 1)]),
        ("729", [("system-aaaaaa", 5)]),
        ("728", []),  # a short word must stand as it is
        ("elephant", []),
        ("", []),
    ],
)
def test_a_document_is_found_by_its_words(query: str, expected: list[tuple[str, int]]) -> None:
    assert found(query) == expected


def test_no_lines_have_no_hits() -> None:
    assert find([], "word") == []


def test_the_lines_are_those_of_the_sections(finished: str, workspace: Path) -> None:
    lines = read_lines(Workspace(workspace))
    assert Line(finished, 2, "Approach: compute it") in lines
    assert {line.document for line in lines} == {finished, "tool-table-abc234-1", "op-python-abc234-1.1"}
