from __future__ import annotations

import pytest

from pandora.document import links
from pandora.document.links import children, documents_named
from pandora.document.state_document import Document, new_document

KIDS = 500


def named(*lines: str) -> Document:
    document = new_document("state/system-abc234.md", {"Parent": "none"}, {"id": "system-abc234"}, "it")
    return document.splice(3, "\n".join(lines))


def test_children_have_their_status_and_line() -> None:
    document = named(
        "Child loops:",
        "- Step 1: sum → 3 [op-python-abc234-1.md]",
        "a line of text",
        "- op-python-abc234-2.md → DONE",
    )
    first = document.text.split("\n").index("Child loops:") + 1
    assert children(document) == [
        ("op-python-abc234-1", "", first + 1),
        ("op-python-abc234-2", "DONE", first + 3),
    ]


def test_the_lines_of_many_children_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    document = named(*(f"- op-python-abc234-{number}.md → DONE" for number in range(1, KIDS + 1)))
    counted: list[int] = []
    line_at = links.line_at

    def counting(document: Document, offset: int) -> int:
        counted.append(offset)
        return line_at(document, offset)

    monkeypatch.setattr(links, "line_at", counting)
    lines = [line for _, _, line in children(document)]
    assert len(counted) == 1
    assert lines == list(range(lines[0], lines[0] + KIDS))


def test_documents_that_a_text_names() -> None:
    text = "see system-abc234.md, [op-python-abc234-1.2.md], tool-table-abc234-1.md and top-x-abc234-1"
    assert documents_named(text) == {"system-abc234", "op-python-abc234-1.2", "tool-table-abc234-1"}
