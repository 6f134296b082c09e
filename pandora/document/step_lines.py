"""The lines of §3 at the upper levels: one for each step and its child, and a person's own lines between."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pandora.document.fill import one_line
from pandora.document.state_document import digest

PREVIEW = 300
CHILDREN, SHARED = "Child loops:", "Shared context:"
_STEP = re.compile(
    r"^- Step (?P<number>\d+): (?P<action>[a-z][a-z0-9_]*) → ?(?P<result>.*?) \[(?P<child>[^\]]+)\.md\]$"
)
_CHILD = re.compile(r"^- (?P<child>[a-z0-9_.-]+)\.md → [A-Z]+$")
_GAVE = re.compile(r"^- step (?P<number>\d+) gave: (?P<result>.*)$")


@dataclass(frozen=True)
class Step:
    """A step as §3 shows it: its action, its child document, and the child's status and output.

    `untrusted` are the sources of strangers' text in the output.
    """

    number: int
    action: str
    child: str
    status: str
    output: str
    reason: str = ""
    question: str = ""
    untrusted: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """The step's line in §3."""
        return f"- Step {self.number}: {self.action} → {preview(self.output or self.reason)} [{self.child}.md]"


@dataclass(frozen=True)
class StepLine:
    """A step's line as it was read from §3; `line` is the whole line."""

    action: str
    result: str
    child: str
    line: str


def preview(text: str) -> str:
    """Put `text` on one line, cut where it is long; the child's §5 has the whole text."""
    line = one_line(text) or "nothing"
    return line if len(line) <= PREVIEW else f"{line[:PREVIEW]}… ({len(line)} characters)"


def read_step_lines(body: str) -> dict[int, StepLine]:
    """Read the lines of steps in §3, by the number of the step."""
    matches = (match for line in body.split("\n") if (match := _STEP.match(line)))
    return {
        int(match["number"]): StepLine(match["action"], match["result"], match["child"], match.string)
        for match in matches
    }


def lines_of(known: Sequence[Step], later: Mapping[int, StepLine], old: str) -> list[str]:
    """Write the engine's lines of §3, in the order of the steps.

    The lines of `known` steps are new; those of `later` steps are taken over from `old`, the body so far.
    """
    old_lines = {_subject(line): line for line in old.split("\n")}
    results = {step.number: step.line for step in known if step.status != "running"}
    children = {step.number: f"- {step.child}.md → {step.status.upper()}" for step in known}
    given_lines = {
        step.number: f"- step {step.number} gave: {preview(step.output)}"
        for step in known
        if step.output and step.status == "accepted"
    }
    for number, line in later.items():
        results[number] = line.line
        for lines_by_key, key in ((children, f"child {line.child}"), (given_lines, f"gave {number}")):
            if key in old_lines:
                lines_by_key[number] = old_lines[key]
    lines = [*_in_order(results), CHILDREN, *_in_order(children)]
    return [*lines, SHARED, *_in_order(given_lines)] if given_lines else lines


def _in_order(lines: Mapping[int, str]) -> list[str]:
    return [line for _, line in sorted(lines.items())]


def merge_notes(lines: Sequence[str], old: str, results: Mapping[str, str]) -> str:
    """Write the body of §3: `lines`, each followed by the lines that a person wrote after it in `old`.

    `results` are the digests of the steps' results as the engine last wrote them, by step number.
    """
    notes: dict[str, list[str]] = {}
    anchor = ""
    for line in old.split("\n") if old.strip() else ():
        if key := _subject(line, results):
            anchor = key
        else:
            notes.setdefault(anchor, []).append(line)
    out = notes.pop("", [])
    for line in lines:
        out += [line, *notes.pop(_subject(line), [])]
    return "\n".join([*out, *(line for kept in notes.values() for line in kept)])


def _subject(line: str, results: Mapping[str, str] | None = None) -> str:
    """A key for what a line of the engine is about, for example `step 2`; "" for a person's line."""
    if line in (CHILDREN, SHARED):
        return line
    if match := _STEP.match(line):
        return f"step {match['number']}"
    if match := _CHILD.match(line):
        return f"child {match['child']}"
    if match := _GAVE.match(line):
        wrote = (results or {}).get(match["number"])
        return f"gave {match['number']}" if results is None or wrote == digest(match["result"]) else ""
    return ""
