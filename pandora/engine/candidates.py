"""What an operation tried, as §3 holds it: each candidate's arguments, its result, and which was chosen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pandora.disk.store import Store
from pandora.engine.vote import fingerprint
from pandora.errors import DiskError
from pandora.operations.handler import Change, Result
from pandora.text.body import fence_for, indent, parse, render
from pandora.text.form import Form, parse_form

SHOWN = 1500
"""Characters of a result that §3 shows; more is kept under blobs/."""
RESULT = parse_form("Result: {given}\nOutput: {given}\nChanges: {given}")
OUTCOME = parse_form("Chosen: {given}\nApplied: {given}")
_CHANGE = re.compile(
    r"^- (?P<path>.+?) → (?P<blob>blobs/[0-9a-f]+|removed) \(was (?P<before>[0-9a-f]+|absent)\)$"
)
_HEADING = re.compile(r"^### (.+?)\s*$")


@dataclass(frozen=True)
class Candidate:
    """One try: the arguments the model filled, and the result once they were carried out."""

    arguments: Mapping[str, str]
    result: Result | None = None

    @property
    def ok(self) -> bool:
        """True where it was carried out and worked."""
        return self.result is not None and self.result.ok

    @property
    def key(self) -> str:
        """What equal results share."""
        assert self.result is not None
        return fingerprint(self.result.text, self.arguments.get("code", ""), self.result.changes)


@dataclass
class Tried:
    """Everything §3 of an operation says."""

    candidates: list[Candidate] = field(default_factory=list)
    chosen: str = ""
    applied: str = ""
    rest: str = ""


def write_tried(tried: Tried, form: Form, store: Store) -> str:
    """The body of §3."""
    out = []
    for number, each in enumerate(tried.candidates, 1):
        out.append(f"### Candidate {number}\n" + render(form, dict(each.arguments)).rstrip("\n"))
        if each.result is not None:
            out[-1] += "\n" + _result_lines(each.result, store)
    tail = []
    if tried.chosen:
        tail.append(f"Chosen: {tried.chosen}")
    if tried.applied:
        tail.append(f"Applied:{indent(tried.applied)}")
    if tried.rest:
        tail.append(tried.rest.strip("\n"))
    if tail:
        out.append("### Outcome\n" + "\n".join(tail))
    return "\n\n".join(out)


def _result_lines(result: Result, store: Store) -> str:
    told = f"{'ok' if result.ok else 'failed'} (exit {result.code})" + (
        f" – {result.note}" if result.note else ""
    )
    text = result.text
    if len(text) > SHOWN:
        kept = store.keep(text)
        text = f"{text[:SHOWN]}\n[… all {len(result.text)} characters are in {kept}]"
    lines = [f"Result: {told}", f"Output:{indent(text)}"]
    if result.changes:
        lines.append("Changes:")
        for each in result.changes:
            kept = store.keep_bytes(each.content) if each.content is not None else "removed"
            lines.append(f"  - {each.path} → {kept} (was {each.before or 'absent'})")
    return "\n".join(lines)


def read_tried(body: str, form: Form, store: Store) -> Tried:
    """Read §3 back; what does not parse as a candidate is left out and done again."""
    tried = Tried()
    for title, text in _blocks(body):
        if title == "Outcome":
            values = parse(OUTCOME, text).values
            tried.chosen = str(values.get("chosen", ""))
            tried.applied = str(values.get("applied", ""))
            question = re.search(r"^Question:", text, re.M)
            tried.rest = text[question.start() :] if question else ""
        elif title.startswith("Candidate"):
            values = parse(Form((*form.fields, *RESULT.fields)), text).values
            arguments = {each.key: str(values.get(each.key, "")) for each in form.fields}
            tried.candidates.append(Candidate(arguments, _read_result(values, store)))
    return tried


def _read_result(values: Mapping[str, object], store: Store) -> Result | None:
    told = str(values.get("result", ""))
    match = re.match(r"(ok|failed) \(exit (-?\d+)\)(?: – (.*))?$", told)
    if not match:
        return None
    text = str(values.get("output", ""))
    if kept := re.search(r"\n\[… all \d+ characters are in (blobs/[0-9a-f]+)\]$", text):
        text = store.kept(kept.group(1)).decode("utf-8", "surrogateescape")
    changes = []
    for line in str(values.get("changes", "")).splitlines():
        if found := _CHANGE.match(line.strip()):
            before = "" if found["before"] == "absent" else found["before"]
            content = None if found["blob"] == "removed" else store.kept(found["blob"])
            changes.append(Change(found["path"], before, content))
    return Result(match[1] == "ok", text, int(match[2]), tuple(changes), match[3] or "")


def _blocks(body: str) -> list[tuple[str, str]]:
    blocks: list[tuple[str, list[str]]] = []
    fence = ""
    for line in body.split("\n"):
        mark = re.match(r"^(`{3,}|~{3,})(.*)$", line)
        if fence:
            if mark and mark.group(1).startswith(fence) and not mark.group(2).strip():
                fence = ""
        elif mark:
            fence = mark.group(1)
        elif heading := _HEADING.match(line):
            blocks.append((heading.group(1), []))
            continue
        if blocks:
            blocks[-1][1].append(line)
    return [(title, "\n".join(lines)) for title, lines in blocks]


def shown_try(candidate: Candidate, whole: bool = True) -> str:
    """A failed candidate as the next prompt shows it; only its error where `whole` would be copied again."""
    assert candidate.result is not None
    if not whole:
        return f"## Tried\nAnother way did not work: {candidate.result.text[:400]}"
    longest = max(candidate.arguments.values(), key=len, default="")
    fence = fence_for(longest)
    return f"## Tried\n{fence}\n{longest}\n{fence}\nIt did not work: {candidate.result.text[:600]}"


__all__ = ["Candidate", "DiskError", "Tried", "read_tried", "shown_try", "write_tried"]
