"""A throw-away workspace with a scripted run of three levels, in which Pandora's promises are tried."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pandora.disk.layout import Workspace

TASK = "Write the word plum into out/one.txt"
RESULT = "out/one.txt"
CONTENT = "plum and pear, reply-4"
"""What stands in the file in the end."""
SYSTEM: Mapping[str, str] = {
    "pattern.md": """\
---
pattern: system
level: system
when: anything
phases: {understand: model, plan: model, do: steps, check: model}
---
# The pattern

## BASE

Do only the phase that is asked for.
""",
    "phases/understand.md": """\
---
phase: understand
reads: [1]
writes: 1
---
# UNDERSTAND

## Form
Task: {given}
Context: {given}
Resolved: {line}
""",
    "phases/clarify.md": """\
---
phase: clarify
reads: [1]
writes: 1
---
# CLARIFY

## Form
Question: {line}
""",
    "phases/plan.md": """\
---
phase: plan
reads: [1]
writes: 2
---
# PLAN

## Form
Approach: {line}
Confidence: {high | medium | low}
Steps: {1..4 of}
  {menu}: {line}
Done when: {line}
""",
    "phases/do.md": """\
---
phase: do
reads: [1, 2]
writes: 3
---
# DO

## Form
Result: {text}
""",
    "phases/check.md": """\
---
phase: check
reads: [1, 2, 3]
writes: 4
---
# CHECK

## Form
Evidence: {given}
Validation: {pass | fail}
Issues: {line}
Decision: {accept | retry | escalate}
""",
    "tools/note/pattern.md": """\
---
pattern: note
level: tool
when: keep something in a file
menu: [write]
phases: {understand: code, plan: code, do: steps, check: code}
steps: ["write: {task}"]
---
# note
""",
    "operations/write.md": """\
---
pattern: write
level: operation
handler: write
when: make a file
effects: workspace
repeat: true
---
# write

## DO

Write the file.

### Form
Path: {line}
Content: {text}
""",
}
REPLIES: tuple[Mapping[str, Any], ...] = (
    {"phase": "understand", "level": "system", "fill": {"resolved": "a file of fruit, reply-1"}},
    {
        "phase": "plan",
        "level": "system",
        "fill": {
            "approach": "two notes, reply-2",
            "confidence": "high",
            "steps": [
                "note: write the word plum into out/one.txt",
                "note: add the word pear to out/one.txt",
            ],
            "done when": "it is there",
        },
    },
    {"phase": "do", "level": "operation", "fill": {"path": RESULT, "content": "plum, reply-3"}},
    {"phase": "do", "level": "operation", "fill": {"path": RESULT, "content": CONTENT}},
    {
        "phase": "check",
        "level": "system",
        "fill": {"validation": "pass", "issues": "none, reply-5", "decision": "accept"},
    },
)
"""What the model says; each reply has a mark of its own, by which it is found on disk."""
_HEADER = {"model": "selftest", "context": 8192, "fingerprint": "selftest"}


def make_throwaway(folder: Path) -> Workspace:
    """Make the workspace in `folder`, which must be empty, with its patterns and nothing else."""
    for name, text in SYSTEM.items():
        path = folder / "system" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "state").mkdir()
    return Workspace(folder)


def marks_on_disk(workspace: Workspace) -> set[str]:
    """The marks of the replies that some document holds."""
    text = b"".join(path.read_bytes() for path in workspace.state.glob("*.md"))
    return {f"reply-{number}" for number in range(1, len(REPLIES) + 1) if b"reply-%d" % number in text}


def write_script(path: Path, given: set[str]) -> None:
    """Write the script of the model that first gives what is not in `given`, and after that the rest."""
    lines = sorted(REPLIES, key=lambda reply: any(mark in json.dumps(reply) for mark in given))
    path.write_text("\n".join(json.dumps(line) for line in (_HEADER, *lines)), encoding="utf-8")
