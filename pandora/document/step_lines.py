"""§3 of an upper level as lines: a step and its child in each, and a person's own lines between them."""

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
    """A step as §3 shows it: its child, how that ended, and its output on one line.

    `untrusted` are the sources of strangers' words in the output.
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
        """Its line under §3."""
        return f"- Step {self.number}: {self.action} → {preview(self.output or self.reason)} [{self.child}.md]"


@dataclass(frozen=True)
class StepLine:
    """A step's line as it stands."""

    action: str
    result: str
    child: str
    line: str


def preview(text: str) -> str:
    """`text` on one line, cut where it is long; the child's §5 has the whole."""
    line = one_line(text) or "nothing"
    return line if len(line) <= PREVIEW else f"{line[:PREVIEW]}… ({len(line)} characters)"


def read_step_lines(body: str) -> dict[int, StepLine]:
    """The steps' lines of §3 by number."""
    matches = (match for line in body.split("\n") if (match := _STEP.match(line)))
    return {
        int(match["number"]): StepLine(match["action"], match["result"], match["child"], match.string)
        for match in matches
    }


def lines_of(known: Sequence[Step], later: Mapping[int, StepLine], old: str) -> list[str]:
    """The engine's lines in the order of the steps: of those `known`, and of `later` ones as `old` has them."""
    standing = {_subject(line): line for line in old.split("\n")}
    results = {step.number: step.line for step in known if step.status != "running"}
    children = {step.number: f"- {step.child}.md → {step.status.upper()}" for step in known}
    told = {
        step.number: f"- step {step.number} gave: {preview(step.output)}"
        for step in known
        if step.output and step.status == "accepted"
    }
    for number, line in later.items():
        results[number] = line.line
        for found, key in ((children, f"child {line.child}"), (told, f"gave {number}")):
            if key in standing:
                found[number] = standing[key]
    lines = [*_in_order(results), CHILDREN, *_in_order(children)]
    return [*lines, SHARED, *_in_order(told)] if told else lines


def _in_order(lines: Mapping[int, str]) -> list[str]:
    return [line for _, line in sorted(lines.items())]


def merge_notes(lines: Sequence[str], old: str, results: Mapping[str, str]) -> str:
    """The body of §3: `lines`, and behind each the lines that a person wrote behind it in `old`.

    `results` are the digests of the steps' results as the engine last wrote them, by step.
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
    """What an engine's line is about; "" for a person's."""
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
