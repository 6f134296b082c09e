"""What each try of an operation changed, as the page of a run shows it."""

from __future__ import annotations

from pandora.document.state_document import Document, parse_document
from pandora.inspect.try_differences import Try, tries_of, try_changes
from tests.commands.conftest import DOCUMENTS, OPERATION, ROOT, TOOL

FENCED = "### Candidate 1\nCode:\n```python\nprint('''\n### Candidate 9\n''')\n```\nResult: ok (exit 0)"
OUTCOME = "### Outcome\nChosen: 2"


def document(name: str, done: str, history: str = "", attempt: int = 1) -> Document:
    text = DOCUMENTS[name]
    start, end = text.index("## §3 DO\n") + len("## §3 DO\n"), text.index("\n\n## §4")
    text = text[:start] + done + text[end:] + history
    return parse_document(text.replace("attempt: 1", f"attempt: {attempt}"))


def test_tries_are_told_apart_by_headings_outside_of_code() -> None:
    read = tries_of(document(OPERATION, f"{FENCED}\n\n### Candidate 2\nCode: x\n\n{OUTCOME}"))
    assert [one.number for one in read] == [1, 2]
    assert "### Candidate 9" in read[0].text
    assert read[1] == Try(2, "Code: x")
    assert tries_of(document(TOOL, "- Step 1: python → plum [op-python-abc234-1.1.md]")) == []


def test_the_first_try_is_compared_with_the_attempt_before_through_all_levels() -> None:
    tool, operation = TOOL[:-1] + "2", OPERATION[:-3] + "2.1"
    history = f"\n## History\n\n### Attempt 1\n\n#### §3 DO\n\n- Step 1: table → plum [{TOOL}.md]\n"
    documents = {
        ROOT: document(ROOT, f"- Step 1: table → fig [{tool}.md]", history, 2),
        TOOL: document(TOOL, f"- Step 1: python → plum [{OPERATION}.md]"),
        OPERATION: document(OPERATION, "### Candidate 1\nCode: a\n\n### Candidate 2\nCode: b"),
        tool: document(TOOL, f"- Step 1: python → fig [{operation}.md]"),
        operation: document(OPERATION, "### Candidate 1\nCode: c\n\n### Candidate 2\nCode: c"),
    }
    assert [(change.document, change.before, change.after) for change in try_changes(documents)] == [
        (OPERATION, "try 1", "try 2"),
        (operation, f"{OPERATION}, try 2", "try 1"),
    ]
    documents.pop(OPERATION)
    assert try_changes(documents) == []
