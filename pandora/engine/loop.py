"""A loop at work on its document: which sections stand, which are stale, and how each is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from pandora.budget import Usage
from pandora.disk.layout import Name
from pandora.disk.store import Edit
from pandora.engine.host import Host
from pandora.engine.lint_document import whole
from pandora.engine.pattern import NUMBERS, Pattern, Phase
from pandora.errors import DocumentError, Problem
from pandora.outcome import Status
from pandora.task import Task
from pandora.text.body import Parsed, indent, parse
from pandora.text.document import Document, digest, new_document
from pandora.text.form import Form


@dataclass
class Loop:
    """One loop: its task, its pattern, its document as last read or written, and what it used.

    `partial` is what there is so far, for an end at a ceiling.
    """

    host: Host
    task: Task
    pattern: Pattern
    document: Document
    used: Usage = field(default_factory=Usage)
    partial: str = ""

    @property
    def id(self) -> str:
        """The document's id."""
        return str(self.document.meta["id"])

    @property
    def attempt(self) -> int:
        """The attempt at hand, from 1."""
        return int(self.document.meta.get("attempt", 1))

    @property
    def records(self) -> dict[str, dict[str, str]]:
        """Who wrote each section, and from what: front matter's `sections`."""
        found = self.document.meta.get("sections") or {}
        return {str(key): {name: str(each) for name, each in value.items()} for key, value in found.items()}

    @property
    def steps(self) -> dict[str, dict[str, str]]:
        """What each step was made from and gave: front matter's `steps`."""
        found = self.document.meta.get("steps") or {}
        return {str(key): {name: str(each) for name, each in value.items()} for key, value in found.items()}

    def save(self, edit: Edit = lambda document: document, **keys: Any) -> None:
        """Write an edit and front matter keys in one durable step; a loop that writes a section is running."""
        if "phase" in keys:
            keys.setdefault("status", Status.RUNNING.value)
        self.used.seconds = round(self.used.seconds, 1)
        used = {
            "calls": self.used.calls,
            "prompt": self.used.prompt,
            "evaluated": self.used.evaluated,
            "written": self.used.written,
            "seconds": round(self.used.model_seconds, 1),
        }
        keys = {**keys, "used": used} if self.used.calls else keys
        self.document = self.host.store.save(self.document, lambda document: edit(document).with_meta(**keys))

    def standing(self, phase: str, origin: str) -> bool:
        """True where the section of `phase` need not be made: it is fresh, or a person wrote it.

        Text that is not what the engine wrote is a person's: it is kept, marked and taken as given.
        """
        number = NUMBERS[phase]
        if not self.document.body(number).strip():
            return False
        record, text = self.records.get(str(number)), self.document.digest(number)
        if record is None or record["text"] != text:
            self.mark(phase, origin)
            return True
        return record["by"] == "human" or record["from"] == origin

    def mark(self, phase: str, origin: str) -> None:
        """Record that a person wrote the section of `phase` as it stands."""
        number = NUMBERS[phase]
        recorded = self.recorded(number, "human", origin, self.document.digest(number))
        if recorded != self.records:
            self.save(sections=recorded)
            self.host.tell(self.id, self.task.parent, "edited", phase)

    def write(self, phase: str, body: str, by: str, origin: str, **keys: Any) -> None:
        """Write a section with its record, durably."""
        number = NUMBERS[phase]

        def edit(document: Document) -> Document:
            return document.splice(number, body)

        text = edit(self.document).digest(number)
        self.save(edit, phase=phase, sections=self.recorded(number, by, origin, text), **keys)
        self.host.tell(self.id, self.task.parent, "section", phase)

    def recorded(self, number: int, by: str, origin: str, text: str) -> dict[str, dict[str, str]]:
        """The records with one section's written anew; one that says the same already keeps its time."""
        records, made = self.records, {"by": by, "from": origin, "text": text}
        if {key: value for key, value in records.get(str(number), {}).items() if key != "at"} != made:
            records[str(number)] = {**made, "at": self.host.now()}
        return dict(sorted(records.items()))

    def retire(self) -> None:
        """Move the attempt's §2–§4 under History, their records to `attempts`, and begin the next attempt."""
        attempt = self.attempt
        kept = {key: value for key, value in self.records.items() if key == "1"}
        gone = {key: value for key, value in self.records.items() if key in ("2", "3", "4")}
        before = {str(key): value for key, value in (self.document.meta.get("attempts") or {}).items()}
        self.save(
            lambda document: document.retire(attempt),
            attempt=attempt + 1,
            phase="plan",
            sections=kept,
            steps={},
            attempts={**before, str(attempt): gone},
        )

    def values(self, phase: str, form: Form) -> Parsed:
        """The section of `phase` read by its form; DocumentError where a person broke it."""
        number = NUMBERS[phase]
        parsed = parse(form, self.document.body(number))
        if parsed.problems:
            start = self.document.sections[number].line
            raise DocumentError(
                *(
                    Problem(self.document.path, start + line, told, "mend the line")
                    for line, told in parsed.problems
                )
            )
        return parsed

    def end(self, status: Status, output: str, origin: str) -> None:
        """Write §5 and the outcome, and nothing after it."""

        def edit(document: Document) -> Document:
            return document.splice(5, output)

        text = edit(self.document).digest(5)
        self.save(edit, status=status.value, sections=self.recorded(5, "code", origin, text))
        self.host.tell(self.id, self.task.parent, "end", status.value)

    def keep_output(self, status: Status, origin: str) -> None:
        """Take a person's §5 as the output, and mark it so."""
        text = self.document.digest(5)
        record = self.records.get("5", {})
        if (
            record.get("by") != "human"
            or record["text"] != text
            or self.document.meta.get("status") != status.value
        ):
            self.save(status=status.value, sections=self.recorded(5, "human", origin, text))

    def reads(self, phase: Phase) -> list[str]:
        """The digests of the sections that a phase reads."""
        return [self.document.digest(number) for number in phase.reads]

    def origin(self, *parts: str) -> str:
        """The digest of what a section is made from."""
        return digest(*parts)


def open_loop(task: Task, host: Host) -> Loop:
    """The loop of a task: its document as it stands, or a new one."""
    pattern = host.library.load(task.level, task.kind)
    document_id = str(Name(task.level, task.kind, task.run, task.number))
    if host.store.exists(document_id):
        document = whole(host.store.load(document_id), document_id)
        return Loop(host, task, pattern, document, used_of(document.meta))
    identity = {
        "Level": task.level,
        **({"Type": task.kind} if task.kind else {}),
        "Parent": f"{task.parent}.md" if task.parent else "none",
        "Pattern": pattern.path,
        "Created": host.now(),
    }
    keys = {
        "pandora": 1,
        "id": document_id,
        "status": Status.RUNNING.value,
        "phase": "understand",
        "attempt": 1,
        "model": host.model.name,
        "budget": asdict(task.budget),
    }
    path = host.workspace.relative(host.workspace.document(document_id))
    fresh = new_document(path, identity, keys, document_id).splice(1, f"Task:{indent(task.text)}")
    begun = {"by": "code", "from": "", "text": fresh.digest(1), "at": identity["Created"]}
    fresh = fresh.with_meta(sections={"1": begun})
    document = host.store.create(document_id, fresh)
    host.tell(document_id, task.parent, "begin", task.text)
    return Loop(host, task, pattern, document)


def used_of(meta: Mapping[str, Any]) -> Usage:
    """What a document's front matter says was used."""
    used = meta.get("used") or {}
    seconds = float(used.get("seconds", 0))
    return Usage(
        int(used.get("calls", 0)),
        int(used.get("prompt", 0)),
        int(used.get("evaluated", 0)),
        int(used.get("written", 0)),
        seconds,
        seconds,
    )
