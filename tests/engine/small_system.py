"""A small `system/` that only these tests know: what ships may change, what it means may not."""

from __future__ import annotations

from pathlib import Path

FILES = {
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

Restate the task in one line.

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

Ask one question.

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

Choose as few steps as possible.

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

Do it yourself.

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

Pass only what answers the task.

## Form
Evidence: {given}
Validation: {pass | fail}
Issues: {line}
Decision: {accept | retry | escalate}
""",
    "tools/table/pattern.md": """\
---
pattern: table
level: tool
when: a question about a table
needs: ["*.csv", "*.json"]
menu: [python]
phases: {understand: code, plan: code, do: steps, check: code}
steps: ["python: {task}"]
---
# table
""",
    "operations/python.md": """\
---
pattern: python
level: operation
handler: python
when: compute something exactly
effects: workspace
repeat: true
tries: 5
agree: 2
---
# python

## DO

Write a program that prints the answer.

### Form
Code: {code python}
""",
    "kernel/read.md": """\
---
pattern: read
level: operation
handler: read
when: see one text file
effects: none
repeat: true
phases: {do: code}
---
# read

## DO

Read the file.

### Form
Path: {line}
""",
}


def write_system(folder: Path) -> None:
    """Write the small system into `folder`, which must not be there."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
