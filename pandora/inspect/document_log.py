"""The events of one document and who caused each, read from its sections and its front matter."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pandora.disk.store import Store
from pandora.document.body import unfenced
from pandora.document.fill import one_line
from pandora.document.history import attempts
from pandora.document.ids import parse_id, place_under_parent
from pandora.document.links import created_at
from pandora.document.meta_values import attempt_of, listed
from pandora.document.question_lines import WITHDRAWN, pairs, words_of
from pandora.document.records import UNWRITTEN, Record, retired_records, section_records, step_records
from pandora.document.state_document import TITLES, Document
from pandora.document.step_lines import read_step_lines
from pandora.document.task_text import task_of
from pandora.engine.approval import PERSON, decisions
from pandora.engine.candidates import intent_in
from pandora.errors import PandoraError
from pandora.inspect.section_places import CANDIDATE
from pandora.outcome import Status
from pandora.workspace.applied_changes import applied_entries, history_of

CODE, HUMAN = "code", "human"
UNDOES, REDOES = "undoes", "redoes"
_LAST = 1 << 30
_SUMMARY_LINES = {1: "Resolved", 2: "Approach", 3: "Answer", 4: "Decision"}
Key = tuple[int, ...]


@dataclass(frozen=True)
class Entry:
    """One event of a document: `who` did `what`; `detail` is one line of text about it.

    `at` is the time in UTC, or "" if no document records it. `key` sorts events in the order of the work: a
    child's events come within its parent's step.
    """

    at: str
    document: str
    who: str
    what: str
    detail: str
    key: Key


def document_events(store: Store, document_id: str, document: Document, base: Key) -> list[Entry]:
    """Return the events of a document; `base` is the prefix of their sort keys."""
    return list(_EventReader(store, document_id, document, base).all())


@dataclass(frozen=True)
class _EventReader:
    store: Store
    id: str
    document: Document
    base: Key

    def entry(self, at: str, who: str, what: str, detail: str, *key: int) -> Entry:
        return Entry(at, self.id, who, what, one_line(detail), (*self.base, *key))

    def all(self) -> Iterator[Entry]:
        document, records = self.document, section_records(self.document)
        task = task_of(document)
        begun = created_at(document)
        who = HUMAN if parse_id(self.id).level == "system" else CODE
        yield self.entry(begun, who, "begins", task, 0)
        for entry in listed(document.meta, "meta_edits"):
            at, _, edit = entry.partition(" ")
            what = "edits the budget" if edit.startswith("budget: ") else "edits META"
            yield self.entry(at, HUMAN, what, edit.removeprefix("budget: "), 0, 1)
        yield from self.section(1, document.body(1), records.get(1, UNWRITTEN), 1)
        now, retired = attempt_of(document.meta), retired_records(document)
        for attempt, bodies in attempts(document).items():
            attempt_records: Mapping[int, Record] = records if attempt == now else retired.get(attempt, {})
            for number in (2, 3, 4):
                yield from self.section(
                    number, bodies.get(number, ""), attempt_records.get(number, UNWRITTEN), attempt
                )
            if attempt < now:
                at = attempt_records.get(4, UNWRITTEN).at
                yield self.entry(at, CODE, "retries", f"attempt {attempt} did not pass", attempt, 4, _LAST)
        yield from self.decided(now)
        yield from self.applied(now)
        yield from self.ended(records.get(5, UNWRITTEN))
        yield from self.unseen()

    def section(self, number: int, body: str, record: Record, attempt: int) -> Iterator[Entry]:
        """Yield the event that wrote a section; for §3 the events of its steps or tries, if it has any."""
        at, who = record.at, record.by or "unknown"
        begun_only = number == 1 and not record.origin
        if not body.strip() or begun_only:
            return
        steps, tries = read_step_lines(body), CANDIDATE.search(unfenced(body))
        if number == 3 and steps:
            yield from self.steps(body, attempt)
        elif number == 3 and tries:
            yield from self.tries(body, at, who, attempt)
        else:
            label = _SUMMARY_LINES.get(number, "")
            telling_line = re.search(rf"^{label}: *\S.*$", body, re.M) if label else None
            what = f"edits {TITLES[number]}" if who == HUMAN else TITLES[number]
            detail = telling_line[0] if telling_line else body.strip().split("\n")[0]
            yield self.entry(at, who, what, detail, attempt, number)
        yield from self.talk(body, attempt, number)

    def steps(self, body: str, attempt: int) -> Iterator[Entry]:
        records = step_records(self.document)
        for step, line in read_step_lines(body).items():
            child = place_under_parent(line.child)
            who = HUMAN if records.get(step, UNWRITTEN).human else CODE
            detail = f"{line.action} → {line.result}"
            yield self.entry("", who, f"step {step}", detail, attempt, 3, child, _LAST + 1)

    def tries(self, body: str, at: str, who: str, attempt: int) -> Iterator[Entry]:
        """Yield an operation's tries; only the last one has a time, which is the section's."""
        plain = unfenced(body)
        candidates = list(CANDIDATE.finditer(plain))
        ends = [*(candidate.start() for candidate in candidates[1:]), len(plain)]
        for candidate, end in zip(candidates, ends, strict=True):
            result = re.search(r"^Result: *(\S.*)$", plain[candidate.end() : end], re.M)
            output = re.search(r"^Output:\s*(\S.*)", plain[candidate.end() : end], re.M)
            begun = intent_in(plain[candidate.end() : end])
            detail = result[1] if result else "MAY HAVE RUN" if begun else "not carried out"
            detail += f": {output[1]}" if result and output else ""
            last = at if end == len(plain) else ""
            yield self.entry(last, who, f"try {candidate[1]}", detail, attempt, 3, int(candidate[1]))
        if chosen := re.search(r"^Chosen: *(\S.*)$", plain, re.M):
            yield self.entry(at, CODE, "chooses", f"try {chosen[1]}", attempt, 3, _LAST - 1)

    def talk(self, body: str, attempt: int, number: int) -> Iterator[Entry]:
        """Yield the questions to a person and the answers; no document records their times."""
        for place, (question, answer) in enumerate(pairs(body)):
            words = words_of(self.document, question)
            yield self.entry("", CODE, "asks", words, attempt, number, _LAST, 2 * place)
            if answer == WITHDRAWN:
                why = "the question: what it asked about has changed"
                yield self.entry("", CODE, "withdraws", why, attempt, number, _LAST, 2 * place + 1)
            elif answer:
                yield self.entry("", HUMAN, "answers", answer, attempt, number, _LAST, 2 * place + 1)

    def decided(self, attempt: int) -> Iterator[Entry]:
        """Yield the decisions about effects, made by the policy or by a person."""
        for place, decision in enumerate(decisions(self.document).values()):
            by, targets = str(decision.get("by", "")), decision.get("targets") or []
            who = HUMAN if by.startswith(PERSON) else CODE
            detail = f"{decision.get('effect', 'effect')} {', '.join(map(str, targets))}, by {by}"
            what = f"decides {decision.get('verdict', '')}"
            yield self.entry(str(decision.get("at", "")), who, what, detail, attempt, 3, _LAST, _LAST, 0, place)

    def applied(self, attempt: int) -> Iterator[Entry]:
        """Yield the writes of files into the workspace, and those that were undone and redone."""
        for number, application in enumerate(applied_entries(self.document), 1):
            try:
                writes = json.loads(self.store.read_blob(str(application.get("what"))))["writes"]
                files = ", ".join(str(write["path"]) for write in writes)
            except (PandoraError, KeyError, TypeError, ValueError):
                files = f"{application.get('what')}, which cannot be read"
            at = str(application.get("at", ""))
            yield self.entry(at, CODE, "writes", files, attempt, 3, _LAST, _LAST, 1, number)
            for place, line in enumerate(history_of(application)):
                done, _, at = line.partition(" ")
                what = REDOES if done == "redone" else UNDOES
                yield self.entry(at, HUMAN, what, files, _LAST, _LAST, place, number)

    def ended(self, record: Record) -> Iterator[Entry]:
        """Yield how the document ended, with its §5, or that it waits for an answer."""
        status = str(self.document.meta.get("status", ""))
        if status in [ending.value for ending in Status if ending.ended]:
            who = HUMAN if record.human else CODE
            yield self.entry(record.at, who, status, self.document.body(5), _LAST, 0)
        elif status == Status.WAITING.value:
            yield self.entry("", CODE, "waits", "for an answer, here or below", _LAST, 0)

    def unseen(self) -> Iterator[Entry]:
        """Yield edits the engine has not read yet: sections whose text differs from the recorded digest."""
        for number, record in section_records(self.document).items():
            if number in self.document.sections and record.text != self.document.digest(number):
                saved = self.store.workspace.find(self.id).stat().st_mtime
                at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(saved))
                detail = "saved, and not taken up yet"
                yield self.entry(at, HUMAN, f"edits {TITLES[number]}", detail, _LAST, _LAST, _LAST, number)
