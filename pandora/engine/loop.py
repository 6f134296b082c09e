"""A loop and its document: which sections are kept, which are stale, and how each is written."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pandora import interrupt
from pandora.budget import Usage, took_of, used_of
from pandora.disk import lease
from pandora.disk.conflicts import EditedError, changed_sections, write_conflict
from pandora.disk.read_document import encode
from pandora.disk.store import Edit, PreparedEdit, unchanged
from pandora.document.body import Parsed, indent, parse
from pandora.document.fill import one_line
from pandora.document.form import Form, Value
from pandora.document.ids import Name
from pandora.document.integrity import whole
from pandora.document.links import facts
from pandora.document.meta_values import attempt_of, listed, mapping
from pandora.document.quote import sources_of
from pandora.document.records import (
    UNWRITTEN,
    Record,
    Standing,
    retired_records,
    section_record,
    section_records,
    standing,
    step_records,
    stored,
)
from pandora.document.state_document import NUMBERS, PHASES, TITLES, Document, digest, new_document
from pandora.document.thoughts import thought_lines
from pandora.engine.edited_budget import changed_numbers, described_change, take_budget
from pandora.engine.fork import adopted
from pandora.engine.host import Host
from pandora.engine.pattern import Pattern
from pandora.engine.recorded_model import changed_keys, keys_of_model
from pandora.errors import DocumentError, Problem, UsageError
from pandora.outcome import Status
from pandora.programs.help import Help, Work
from pandora.programs.help_kinds import help_named
from pandora.task import Task


def _as_text(value: Value) -> str:
    """A field's value as one text; of a list, the blanks of each item on a line of their own."""
    return value if isinstance(value, str) else "\n".join(" ".join(item.values()) for item in value)


class EditedMeanwhile(Exception):
    """A person changed sections of a loop's document while it ran; the loop goes over its sections again."""


@dataclass
class Loop:
    """One loop: its task, its pattern, its document as last read or written, and what it used.

    `partial` is the output so far, for a loop that ends at a ceiling. `stored` is the document as it is on
    disk, None before its first write. `made` are the phases whose sections this process has written.
    `parsed` are the parsed sections of the phases that the loop has passed, by phase.
    """

    host: Host
    task: Task
    pattern: Pattern
    document: Document
    used: Usage = field(default_factory=Usage)
    partial: str = ""
    stored: Document | None = None
    made: set[str] = field(default_factory=set)
    parsed: dict[str, Parsed] = field(default_factory=dict)
    _collects: bool = False
    _write_failed: bool = False
    _changes: list[Edit] = field(default_factory=list)
    _untold: list[tuple[str, str]] = field(default_factory=list)
    _edited_meanwhile: set[int] = field(default_factory=set)
    _recorded_budget: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._recorded_budget = mapping(self.document.meta, "budget")

    @property
    def id(self) -> str:
        """The document's id."""
        return str(self.document.meta["id"])

    @property
    def attempt(self) -> int:
        """The number of the current attempt, from 1."""
        return attempt_of(self.document.meta)

    @property
    def records(self) -> dict[int, Record]:
        """The records of who wrote each section, and from what, by section number."""
        return section_records(self.document)

    @property
    def steps(self) -> dict[int, Record]:
        """The records of what each step was made from and returned, by step number."""
        return step_records(self.document)

    @property
    def untrusted(self) -> tuple[str, ...]:
        """The sources of untrusted text that this loop was made from or has read; () if there are none."""
        return tuple(dict.fromkeys((*sources_of(self.document.meta), *self.task.untrusted)))

    @property
    def help(self) -> Help:
        """The Help object that the pattern names."""
        return help_named(self.pattern.keys.get("help"))

    @property
    def work(self) -> Work:
        """The task as a Help object sees it, with the fields written so far and the rules of evidence."""
        fields: dict[str, str] = {}
        for phase in ("understand", "plan"):
            if parsed := self.parsed.get(phase):
                fields |= {label: _as_text(value) for label, value in parsed.values.items()}
        rules = frozenset((*self.evidence, *self.task.evidence))
        return Work(
            self.task,
            self.host.workspace.root,
            bool(self.untrusted),
            rules,
            fields,
            self._left_out,
            hides=self.host.policy.hides,
        )

    @property
    def evidence(self) -> tuple[str, ...]:
        """The rules and relations that the pattern asks for, without those that the host leaves out."""
        return tuple(rule for rule in self.pattern.evidence if rule not in self._left_out)

    @property
    def _left_out(self) -> frozenset[str]:
        """The rules, relations and openings of the pattern that its loops do without."""
        return self.host.without | frozenset(() if self.host.scaffold else self.pattern.scaffold)

    @contextlib.contextmanager
    def saves_collected(self) -> Iterator[None]:
        """Collect the edits of `save`; `flush`, or the end of the context, writes them in one durable step.

        Call `flush` before a model call, a child loop, a handler, or a change of the workspace.
        """
        self._collects = True
        try:
            yield
        except (Exception, KeyboardInterrupt):
            self._collects = False
            self.flush()
            raise
        self._collects = False
        self.flush()

    def flush(self) -> None:
        """Write the collected edits durably; does nothing if there are none or an earlier write failed."""
        if self._write_failed:
            return  # what failed once is not tried again: the old state is whole
        self._write_failed = True
        with interrupt.uninterrupted():
            self._flush()
            self._write_failed = False

    def _flush(self) -> None:
        changes, untold = self._changes, self._untold
        self._changes, self._untold = [], []
        if changes or self.stored is None:
            for document_id in {f"system-{self.task.run}", self.id}:  # a worker has the lease of its own loop
                lease.require(self.host.workspace.document(document_id))
        if self.stored is None:
            self.stored = self.document = self.host.store.create(self.id, self.document)
        elif changes:

            def edit(document: Document) -> Document:
                return functools.reduce(lambda edited, change: change(edited), changes, document)

            ours = self.document
            self.stored = self.document = self.host.store.save(
                self.stored, PreparedEdit(self.stored, ours, edit)
            )
            self._edited_meanwhile |= changed_sections(ours, self.document)
        for what, detail in untold:
            self.host.tell(self.id, self.task.parent, what, detail, state=self.stored)

    def tell(self, what: str, detail: str) -> None:
        """Send the watcher an event, after the change that it reports is on disk."""
        self._untold.append((what, detail))
        if not self._collects:
            self.flush()

    def save(self, edit: Edit = lambda document: document, **keys: Any) -> None:
        """Write an edit and front matter keys in one durable step.

        A `phase` key also sets the status to running, unless `status` is given.
        """
        if "phase" in keys:
            keys.setdefault("status", Status.RUNNING.value)
        self.used.seconds = round(self.used.seconds, 1)
        keys = {**keys, "used": self._used_keys(took_of(self.document.meta))} if self.used.calls else keys
        keys |= changed_keys(self.document.meta, self.host.model)

        def change(document: Document) -> Document:
            return edit(document).with_meta(**keys)

        if (new := change(self.document)).text == self.document.text:
            return
        if "used" in keys and self.task.parent is None:  # by itself, the time that goes by is no change
            used = self._used_keys(round(self.host.elapsed(), 1))
            if used != keys["used"]:
                keys["used"] = used  # for `change`, too
                new = new.with_meta(used=used)
        self._changes.append(PreparedEdit(self.document, new, change))
        self.document = new
        if not self._collects:
            self.flush()

    def _used_keys(self, took: float) -> dict[str, float]:
        """What this loop used, as its front matter has it; of a root also what the run `took` on the clock."""
        used = {
            "calls": self.used.calls,
            "prompt": self.used.prompt,
            "evaluated": self.used.evaluated,
            "written": self.used.written,
            "seconds": round(self.used.model_seconds, 1),
        }
        return {**used, "took": took} if took else used

    def record(self, number: int) -> Record:
        """The record of section `number`."""
        return section_record(self.document, number) or UNWRITTEN

    def standing(self, number: int, origin: str, *, answers: bool = False) -> Standing:
        """Return the standing of section `number`, made from `origin`; the host notes it for later reports.

        If the host is `fresh`, a section that an earlier process wrote is stale.
        """
        state = standing(self.document, number, origin, answers=answers)
        earlier = number <= len(PHASES) and PHASES[number - 1] not in self.made
        if state is Standing.FRESH and self.host.fresh and earlier:
            state = Standing.STALE
        self.host.note_standing((self.id, number), state)
        return state

    def keeps(self, phase: str, origin: str) -> bool:
        """Return True if the section of `phase` can be kept; a person's edit of it is recorded as theirs."""
        number = NUMBERS[phase]
        self.accept_edits(number)
        if (keys := adopted(self.document, self.records, number, origin)) is not None:
            self.save(**keys)
        state = self.standing(number, origin)
        if state is Standing.EDITED:
            self.mark_as_edited(phase, origin)
        return not state.made_again

    def accept_edits(self, number: int) -> None:
        """Accept section `number` as it is now, with what a person saved in it while the loop ran."""
        self._edited_meanwhile.discard(number)

    def take_edits(self, before: int) -> None:
        """Take in what a person saved while the loop ran, so that the next phase works with it.

        Raises EditedMeanwhile where they changed a section before section `before`: what was made from it is to
        be looked at again, and where a root's §0 names another pattern.
        """
        self.refresh()
        if self.task.parent is None:
            self._take_budget()
        if 0 in self._edited_meanwhile:
            self._take_identity()
        theirs = sorted(number for number in self._edited_meanwhile if 0 < number < before)
        if theirs:
            self._edited_meanwhile -= set(theirs)
            titles = ", ".join(f"§{number} {TITLES[number]}" for number in theirs)
            self.host.tell(self.id, self.task.parent, "note", f"you changed {titles}; it counts from here on")
            raise EditedMeanwhile(titles)

    def _take_budget(self) -> None:
        """Go on with the budget that a root's front matter has now, and credit the edit to the person.

        Raises EditedMeanwhile where another work context or depth may make a plan that was made before stale.
        """
        recorded = self._recorded_budget
        self._recorded_budget = mapping(self.document.meta, "budget")
        changed = changed_numbers(recorded, self._recorded_budget)
        if not changed:
            return
        take_budget(self.host, self.task.run)
        entry = f"{self.host.now()} budget: {described_change(recorded, changed)}"
        self.save(meta_edits=[*listed(self.document.meta, "meta_edits"), entry])
        before, self.task = self.task, replace(self.task, budget=replace(self.task.budget, **changed))
        if (before.budget.context, before.budget.depth) != (self.task.budget.context, self.task.budget.depth):
            raise EditedMeanwhile("budget")

    def _take_identity(self) -> None:
        """Credit an edit of §0, and go on with the pattern that a root's §0 names now."""
        self._edited_meanwhile.discard(0)
        path = facts(self.document).get("Pattern", ("", 0))[0]
        follows = self.task.level == "system" and path != self.pattern.path
        entry = f"{self.host.now()} Pattern: {path}"
        self.save(meta_edits=[*listed(self.document.meta, "meta_edits"), entry])
        counts = "it counts from here on" if follows else "nothing is made from it"
        self.host.tell(self.id, self.task.parent, "note", f"you changed §0 META; {counts}")
        if follows:
            self.pattern = self.host.library.at(path)
            raise EditedMeanwhile("§0 META")

    def edited_meanwhile(self, number: int) -> bool:
        """Tell whether a person changed section `number` since the loop last looked at it."""
        self.refresh()
        return number in self._edited_meanwhile

    def refresh(self) -> None:
        """Read the document again if a person saved it; one that cannot be read waits for their next save."""
        if self.stored is None:
            return
        try:
            if self.host.store.load(self.id).text == self.stored.text:
                return
            self.flush()
            now = self.host.store.load(self.id)
        except (DocumentError, UsageError):  # of one that is gone, the next write says so
            return
        self._edited_meanwhile |= changed_sections(self.stored, now)
        self.stored = self.document = now

    def refuse_if_edited(self, number: int, body: str | None) -> None:
        """Raise EditedError if a person changed section `number`; `body` goes into a conflict copy."""
        if (
            number in self._edited_meanwhile
            and body is not None
            and body.strip("\n") != self.document.body(number)
        ):
            text = encode(self.document.splice(number, body))
            step = next((phase for phase, section in NUMBERS.items() if section == number), "step")
            raise EditedError(self.document, write_conflict(self.host.workspace, self.id, step, text))

    def mark_as_edited(self, phase: str, origin: str) -> None:
        """Record that a person wrote the current section of `phase`."""
        number = NUMBERS[phase]
        recorded = self.recorded(number, "human", origin, self.document.digest(number))
        if recorded != self.records:
            self.save(sections=stored(recorded))
            self.tell("edited", phase)

    def write(
        self,
        phase: str,
        body: str | None,
        by: str,
        origin: str,
        *,
        asked: str = "",
        cache: str = "",
        **keys: Any,
    ) -> None:
        """Write a section with its record, durably; without a `body` the section stays as it is."""
        number = NUMBERS[phase]
        self.made.add(phase)
        self.refuse_if_edited(number, body)
        edit, text = (unchanged, self.document.digest(number)) if body is None else self.spliced(number, body)
        records = self.recorded(number, by, origin, text, asked, cache)
        self.save(edit, phase=phase, sections=stored(records), **keys)
        self.tell("section", phase)

    def spliced(self, number: int, body: str) -> tuple[Edit, str]:
        """Return the edit that replaces a section's body, and the digest of the new section."""
        new = self.document.splice(number, body)
        return PreparedEdit(self.document, new, lambda document: document.splice(number, body)), new.digest(
            number
        )

    def recorded(
        self, number: int, by: str, origin: str, text: str, asked: str = "", cache: str = ""
    ) -> dict[int, Record]:
        """Return the records with section `number`'s replaced; an equal record keeps its time."""
        trust = "untrusted" if self.untrusted else ""
        records, record = self.records, Record(by, text, origin, asked=asked, cache=cache, trust=trust)
        if number not in records or replace(records[number], at="") != record:
            records[number] = replace(record, at=self.host.now())
        return records

    def keep_thought(self, phase: str, thought: str) -> None:
        """Keep what the model thought before a reply, under blobs/ and named in the front matter.

        No section has it, nothing is made from it, and no prompt shows it.
        """
        blob = self.host.store.write_text_blob(self.host.redact(thought))
        self.save(thoughts=[*thought_lines(self.document.meta), f"{self.attempt} {phase} {blob}"])

    def retire(self, first: Edit = lambda document: document, keeps_plan: bool = False) -> None:
        """Move the attempt's §2–§4 to History and their records to `attempts`, and begin the next attempt.

        `first` is an edit of §1 or §5 that belongs to the same durable step. With `keeps_plan`, §2 stands in
        the next attempt, too, as where a person wrote it. A §5 that the engine wrote, as of a run that was
        accepted before an edit, goes: it is of no attempt that stands.
        """
        attempt = self.attempt
        records, retired = self.records, retired_records(self.document)
        retired[attempt] = {number: record for number, record in records.items() if number in (2, 3, 4)}
        stays = {1, 2} if keeps_plan else {1}
        kept = {number: record for number, record in records.items() if number in stays}
        if 1 in kept and kept[1].text == self.document.digest(1):  # else a person has just edited it
            kept[1] = replace(kept[1], text=first(self.document).digest(1))

        output = records.get(5)
        ours = output is not None and output.by != "human" and output.text == self.document.digest(5)
        if output is not None and not ours and first(self.document).body(5).strip():
            kept[5] = output  # else its text would have no record, as one that a person wrote

        def anew(document: Document) -> Document:
            document = first(document)
            moved = document.retire(attempt)
            moved = moved.splice(5, "") if ours else moved
            return moved.splice(2, document.body(2)) if keeps_plan else moved

        self.save(
            anew,
            attempt=attempt + 1,
            phase="plan",
            sections=stored(kept),
            steps={},
            attempts={str(number): stored(attempt_records) for number, attempt_records in retired.items()},
        )

    def fail_attempt(self, reason: str) -> None:
        """Begin the next attempt after one in which a phase failed: History says why, and what was made stands.

        No attempt is told of it: that a reply failed is no fault of what the others said.
        """
        attempt, number = self.attempt, NUMBERS["check"]

        def failed(document: Document) -> Document:
            return document.splice(2, "").splice(3, "").splice(number, f"Failed: {one_line(reason)}")

        def anew(document: Document) -> Document:
            moved = failed(document).retire(attempt)
            for section in (2, 3, number):
                moved = moved.splice(section, document.body(section))
            return moved

        text, retired = failed(self.document).digest(number), retired_records(self.document)
        retired[attempt] = {number: Record("code", text, self.origin("failed", reason), at=self.host.now())}
        held = {str(of): stored(records) for of, records in retired.items()}
        self.save(anew, attempt=attempt + 1, attempts=held)
        self.tell("note", f"attempt {attempt} failed: {one_line(reason)}")

    def values(self, phase: str, form: Form) -> Parsed:
        """Parse the section of `phase` by `form`; raises DocumentError if a person broke it."""
        number = NUMBERS[phase]
        parsed = parse(form, self.document.body(number))
        if parsed.problems:
            alone = "write it, or move away what stands there to have it made"
            way = "mend the line" if parsed.lines else alone
            problems = (
                Problem(self.document.path, self.document.line(number, line), message, way)
                for line, message in parsed.problems
            )
            raise DocumentError(*problems)
        return parsed

    def end(self, status: Status, output: str, origin: str, **keys: Any) -> None:
        """Write §5, the status and the front matter `keys` in one durable step; the last write of a loop."""
        edit, text = self.spliced(5, output)
        if status is Status.ACCEPTED:
            keys["phase"] = PHASES[-1]  # a resumed loop may have kept its §4
        self.save(edit, status=status.value, sections=stored(self.recorded(5, "code", origin, text)), **keys)
        self.tell("end", status.value)

    def end_once(self, status: Status, output: str, **keys: Any) -> None:
        """Write §5, the status and the front matter `keys`, unless they stand there already.

        A §5 that a person wrote stays.
        """
        origin = self.origin("output", status.value, output)
        state = self.standing(5, origin)
        if state.by_person:
            self.keep_output(status, origin)
            if keys:
                self.save(**keys)
        elif state.made_again or self.document.meta.get("status") != status.value:
            self.end(status, output, origin, **keys)
        elif keys:
            self.save(**keys)

    def keep_output(self, status: Status, origin: str) -> None:
        """Keep a person's §5 as the output, and record that they wrote it."""
        given = standing(self.document, 5, origin) is Standing.GIVEN
        if not given or self.document.meta.get("status") != status.value:
            records = self.recorded(5, "human", origin, self.document.digest(5))
            self.save(status=status.value, sections=stored(records))
            if not given:
                self.tell("edited", "output")
            self.tell("end", status.value)

    def origin(self, *parts: str) -> str:
        """Return the digest of the texts that a section is made from."""
        return digest(*parts)


def open_loop(task: Task, host: Host, role: str = "") -> Loop:
    """Return the loop of a task, with its document from disk or a new one, which `flush` writes.

    `role` names the pattern of a role that the loop has in place of that of its task's level and kind. A root
    that is there already keeps the pattern that its §0 names.
    """
    pattern = host.library.load("tool", role) if role else host.library.load(task.level, task.kind)
    document_id = str(Name(task.level, task.kind, task.run, task.number))
    if host.store.exists(document_id):
        document = whole(host.store.load(document_id), document_id)
        named = facts(document).get("Pattern", (pattern.path, 0))[0]
        if task.level == "system" and named != pattern.path:
            pattern = host.library.at(named)
        return Loop(host, task, pattern, document, used_of(document.meta), stored=document)
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
        **keys_of_model(host.model),
        "budget": dict(vars(task.budget)),
        **({"by": task.by} if task.by != "person" else {}),
        **({"schema": host.schema} if host.schema and not task.parent else {}),
    }
    path = host.workspace.relative(host.workspace.document(document_id))
    fresh = new_document(path, identity, {}, document_id).splice(1, f"Task:{indent(task.text)}")
    begun = Record("code", fresh.digest(1), at=identity["Created"])
    fresh = fresh.with_meta(**keys, sections=stored({1: begun}))
    host.tell(document_id, task.parent, "begin", task.text)
    return Loop(host, task, pattern, fresh)
