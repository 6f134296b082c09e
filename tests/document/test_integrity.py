from __future__ import annotations

import pytest

from pandora.document.integrity import front_matter_problems
from pandora.document.state_document import parse_document

TEXT = """\
---
pandora: 1
id: system-abc234
status: running
phase: understand
attempt: 1
model: none
budget: {context: 3000, depth: 3, calls: 60, tokens: 1000, seconds: 60}
used: {calls: 1, prompt: 10, evaluated: 10, written: 5, seconds: 1.5}
---
# State: system-abc234

## §0 META
Level: system

## §1 UNDERSTAND
Task: do it

## §2 PLAN

## §3 DO

## §4 CHECK

## §5 OUTPUT
"""


def problems(text: str) -> list[str]:
    document = parse_document(text, "state/system-abc234.md")
    return [str(problem) for problem in front_matter_problems(document, "system-abc234")]


def test_a_document_as_the_engine_writes_it_is_whole() -> None:
    assert problems(TEXT) == []
    assert problems(TEXT.replace("model: none", "model: none\nby: client")) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "key"),
    [
        ("attempt: 1", "attempt: true", 6, "attempt"),
        ("attempt: 1", "attempt: 1.0", 6, "attempt"),
        ("pandora: 1", "pandora: true", 2, "pandora"),
        ("calls: 60", "calls: true", 8, "budget"),
        ("calls: 60", "calls: 6.5", 8, "budget"),
        ("calls: 60", 'calls: "60"', 8, "budget"),
        ("calls: 60", "calls: -1", 8, "budget"),
        ("used: {calls: 1", "used: {calls: false", 9, "used"),
        ("seconds: 1.5", "seconds: .inf", 9, "used"),
        ("seconds: 1.5", "seconds: .nan", 9, "used"),
        ("model: none", "model: true", 7, "model"),
        ("model: none", "by: nobody\nmodel: none", 7, "by"),
        ("model: none", "by: true\nmodel: none", 7, "by"),
    ],
)
def test_a_value_of_another_kind_is_told_with_its_line(old: str, new: str, line: int, key: str) -> None:
    (problem,) = problems(TEXT.replace(old, new, 1))
    assert problem.startswith(f"state/system-abc234.md:{line}: {key} is ")
    assert "\n" not in problem
