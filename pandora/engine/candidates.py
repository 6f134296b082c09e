"""Read and write §3 of an operation: each candidate's arguments and result, and which one was chosen."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pandora.disk.store import Store
from pandora.document.body import as_text, fence_for, indent, parse, render, unfenced
from pandora.document.fill import one_line
from pandora.document.form import Form, parse_form
from pandora.document.question_lines import without_questions
from pandora.document.state_document import Document
from pandora.engine.numbered_contents import NUMBERED, Contents
from pandora.errors import ReplyError
from pandora.sandbox.tier import describe_confinement as confinement
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

SHOWN = 1500
"""The most characters of a result that §3 shows; a longer result is stored whole under blobs/."""
RESULT = parse_form(
    "Intent: {given}\nResult: {given}\nConfined: {given}\nOutput: {given}\nHeld: {given}\nCalls: {given}\n"
    "Changes: {given}\nKept: {given}"
)
OUTCOME = parse_form("Chosen: {given}\nApplied: {given}")
_CHANGE = re.compile(
    rf"^- (?P<path>.+?) → (?P<now>{NUMBERED}|blobs/[0-9a-f]+|removed) "
    rf"\(was (?P<before>{NUMBERED}|[0-9a-f]+|absent)\)$"
)
_KEPT = re.compile(rf"^- (?P<name>[A-Za-z_]\w{{0,39}}) → (?P<now>{NUMBERED}|blobs/[0-9a-f]+)$")
_CALL = re.compile(r"^- (?P<call>.+?) → (?P<outcome>.+)$")
_REFERENCE = re.compile(r"^(?=\[… all \d+ characters are in blobs/)", re.M)
"""Matches the line with which §3 refers to a blob; if a result contains such a line, it is quoted with "> "."""
_CANDIDATE = re.compile(r"Candidate \d+")
RESULT_LINE = re.compile(r"^Result: (?:ok|failed) \(exit ", re.M)
"""The line with which the result of a try begins."""
_HEADING = re.compile(r"^### (.+?)\s*$")


_INTENT = re.compile(r"^Intent: (?P<what>[0-9a-f]{16}), begun (?:once|(?P<times>\d+) times);.*$", re.M)


@dataclass(frozen=True)
class Intent:
    """An action about to be done: the digest of its exact arguments, and how many times it was begun."""

    what: str
    times: int = 1

    @property
    def line(self) -> str:
        """The intent's line in §3, worded to be true whether or not the action then runs."""
        begun = "once" if self.times == 1 else f"{self.times} times"
        return f"Intent: {self.what}, begun {begun}; MAY HAVE RUN where no result follows"


def intent_in(text: str) -> Intent | None:
    """Return the intent that a candidate's text states, or None."""
    match = _INTENT.search(unfenced(text))
    return Intent(match["what"], int(match["times"] or 1)) if match else None


@dataclass(frozen=True)
class Candidate:
    """One try: the arguments the model filled, and the result once they were carried out.

    `shown` is its text as read from §3, with what a person added. `intent` is set for an operation that may
    run only once, and is on disk before it runs. `key` is the digest of all that the model's reply was made
    from; `cache` is the document that the arguments were taken from, if the model was not asked. `confined` is
    the tier of the sandbox that the candidate was run in, and what was in force; the front matter has it.
    """

    arguments: Mapping[str, str]
    result: Result | None = None
    shown: str = field(default="", compare=False)
    intent: Intent | None = None
    key: str = field(default="", compare=False)
    cache: str = field(default="", compare=False)
    confined: str = field(default="", compare=False)

    @property
    def ok(self) -> bool:
        """True if the candidate was run and worked."""
        return self.result is not None and self.result.ok

    @property
    def unread(self) -> bool:
        """True if nothing of the model's reply could be read, so that there are no arguments."""
        return self.result is not None and not self.result.ok and not any(self.arguments.values())


@dataclass
class Tries:
    """The content of §3 of an operation; `head` and `rest` are text that the engine only keeps.

    `earlier` are tries of the run's earlier attempts that worked, which stand in documents of their own: a
    candidate may agree with them.
    `contents` are what the changes and the kept values of its candidates name by number.
    """

    candidates: list[Candidate] = field(default_factory=list)
    chosen: str = ""
    applied: str = ""
    rest: str = ""
    head: str = ""
    earlier: Sequence[Candidate] = field(default=(), compare=False)
    contents: Contents = field(default_factory=Contents, compare=False)

    @property
    def named(self) -> Candidate | None:
        """The candidate that the line 'Chosen:' names."""
        number = re.match(r"\d+", self.chosen)
        place = int(number[0]) - 1 if number else -1
        return self.candidates[place] if 0 <= place < len(self.candidates) else None

    @property
    def readable(self) -> Tries:
        """The tries without those that are unread; the same object where that is all of them."""
        kept = [candidate for candidate in self.candidates if not candidate.unread]
        return self if len(kept) == len(self.candidates) else replace(self, candidates=kept)


def unread_try(error: ReplyError, form: Form) -> Candidate:
    """The try of a reply that does not fit its form: it has no arguments, and failed."""
    return Candidate({field.key: "" for field in form.asked}, Result(False, one_line(str(error)), 1))


def write_tries(tried: Tries, form: Form, store: Store) -> str:
    """Return the body of §3 for these tries; stores long results, changes and kept values as blobs.

    New contents get a number in `tried.contents`, which is to be saved with the body.
    """
    out = [tried.head.strip("\n")] if tried.head.strip() else []
    for number, candidate in enumerate(tried.candidates, 1):
        text = _with_intent(candidate.shown or render(form, dict(candidate.arguments)), candidate.intent)
        if candidate.result is not None and not RESULT_LINE.search(unfenced(text)):
            text = text.rstrip("\n") + "\n" + _result_lines(candidate.result, store, tried.contents)
        out.append(f"### Candidate {number}\n" + text.strip("\n"))
    tail = []
    if tried.chosen:
        tail.append(f"Chosen: {tried.chosen}")
    if tried.applied:
        tail.append(f"Applied:{indent(tried.applied)}")
    rest = tried.rest.strip("\n")
    if rest and not rest.startswith("### "):
        tail.append(rest)
    if tail:
        out.append("### Outcome\n" + "\n".join(tail))
    if rest.startswith("### "):
        out.append(rest)
    return "\n".join(line.rstrip("\r") for line in "\n\n".join(out).split("\n"))


def _with_intent(text: str, intent: Intent | None) -> str:
    """Return the text of a candidate with its line `Intent:` added or updated."""
    if intent is None or intent_in(text) == intent:
        return text
    if match := _INTENT.search(unfenced(text)):
        return text[: match.start()] + intent.line + text[match.end() :]
    return text.rstrip("\n") + "\n" + intent.line


def as_read_back(candidate: Candidate, form: Form, store: Store, contents: Contents) -> Candidate:
    """Return the candidate as it reads back from §3, so that a resumed run sees the same text as this one."""
    body = write_tries(Tries([candidate], contents=contents), form, store)
    return read_tries(body, form, store, contents).candidates[0]


def without_result(candidate: Candidate) -> Candidate:
    """Return the candidate as it was before it was carried out; what stands before its result stays."""
    result = RESULT_LINE.search(unfenced(candidate.shown))
    shown = candidate.shown[: result.start()].rstrip("\n") if result else candidate.shown
    return replace(candidate, result=None, shown=shown)


def with_confinement(earlier: object, tried: Tries) -> dict[str, list[int]]:
    """The front matter's `confined`: for each confinement, the candidates that ran in it, in order.

    `earlier` is its value before; of candidates that were run now, their own confinement counts.
    """
    by_number: dict[int, str] = {}
    for words, numbers in earlier.items() if isinstance(earlier, Mapping) else ():
        known = (number for number in (numbers if isinstance(numbers, list) else ()) if type(number) is int)
        by_number.update(dict.fromkeys(known, str(words)))
    for number, candidate in enumerate(tried.candidates, 1):
        if candidate.confined:
            by_number[number] = candidate.confined
    confined: dict[str, list[int]] = {}
    for number, words in sorted(by_number.items()):
        if number <= len(tried.candidates):
            confined.setdefault(words, []).append(number)
    return confined


def described_confinement(result: Result | None) -> str:
    """What confined a result's command, on one line; "" where no command was run."""
    return one_line(confinement(result.confined)) if result is not None and result.confined else ""


def _result_lines(result: Result, store: Store, contents: Contents) -> str:
    note = one_line(result.note)
    status = f"{'ok' if result.ok else 'failed'} (exit {result.code})" + (f" – {note}" if note else "")
    text = _REFERENCE.sub("> ", result.text)
    if len(text) > SHOWN:
        kept = store.write_text_blob(text)
        text = f"{text[:SHOWN]}\n[… all {len(result.text)} characters are in {kept}]"
    lines = [f"Result: {status}"]
    lines.append(f"Output:{indent(text)}")
    if result.held:
        lines.append(f"Held: {one_line('; '.join(result.held))}")
    if result.calls:
        arrow = r"\u2192"  # an arrow in a text of the call
        lines.append("Calls:")
        for call, outcome in result.calls.items():
            said = (" ".join(text.splitlines()).replace("→", arrow) for text in (call, outcome))
            lines.append(f"  - {' → '.join(said)}")  # the blanks within a value count
    if result.kept:
        kept_values = sorted(result.kept.items())
        lines.append("Kept:")
        lines += [f"  - {name} → {contents.numbered(store.write_blob(value))}" for name, value in kept_values]
    if result.changes:
        lines.append("Changes:")
        for change in result.changes:
            before = contents.numbered(change.before) if change.before else "absent"
            now = "removed"
            if change.content is not None:
                now = contents.numbered(store.write_blob(change.content))
            lines.append(f"  - {change.path} → {now} (was {before})")
    return "\n".join(lines)


def tries_of(document: Document, form: Form, store: Store) -> Tries:
    """Read §3 of a document."""
    return read_tries(document.body(3), form, store, Contents.of(document))


def read_tries(body: str, form: Form, store: Store, contents: Contents) -> Tries:
    """Read §3; a candidate without a valid result has None, and other text is kept as `head` and `rest`."""
    body, questions = without_questions(body)
    tried = Tries(contents=contents)
    notes: list[str] = []
    for title, text in _headed_blocks(body):
        if title == "Outcome":
            values = parse(OUTCOME, text).values
            tried.chosen = str(values.get("chosen", ""))
            tried.applied = str(values.get("applied", ""))
            notes.append(_notes(text))
        elif _CANDIDATE.fullmatch(title):
            values = parse(Form((*form.fields, *RESULT.fields)), text).values
            arguments = {
                argument.key: as_text(argument, values.get(argument.key, ""))
                for argument in form.asked_or_given(values.keys())
            }
            tried.candidates.append(
                Candidate(arguments, _read_result(values, store, contents), text, intent_in(text))
            )
        elif title:
            notes.append(f"### {title}\n{text}")
        else:
            tried.head = text
    tried.rest = "\n".join(note.strip("\n") for note in (*notes, questions) if note.strip())
    return tried


def _notes(text: str) -> str:
    """Return the lines under 'Outcome' that are not the engine's own."""
    kept, own = [], False
    for line in text.split("\n"):
        own = bool(re.match(r"(?:Chosen|Applied):", line)) or (own and line.startswith("  "))
        if not own:
            kept.append(line)
    return "\n".join(kept)


def _read_result(values: Mapping[str, object], store: Store, contents: Contents) -> Result | None:
    status = str(values.get("result", ""))
    match = re.match(r"(ok|failed) \(exit (-?\d+)\)(?: – (.*))?$", status)
    if not match:
        return None
    text = str(values.get("output", ""))
    if kept := re.search(r"\n\[… all \d+ characters are in (blobs/[0-9a-f]+)\]$", text):
        text = store.read_blob(kept.group(1)).decode("utf-8", "surrogateescape")
    changes = []
    for line in str(values.get("changes", "")).split("\n"):
        if change := _CHANGE.match(line.strip()):
            before, now = contents.named(change["before"]), contents.named(change["now"])
            if not before or not now:
                return None  # a person took the record of the content away: it is made again
            content = None if now == "removed" else store.read_blob(now)
            changes.append(Change(change["path"], "" if before == "absent" else before, content))
    confined = str(values.get("confined", ""))
    confinement_lines = (confined,) if confined else ()
    kept_values = {}
    for line in str(values.get("kept", "")).split("\n"):
        if change := _KEPT.match(line.strip()):
            if not (now := contents.named(change["now"])):
                return None
            kept_values[change["name"]] = store.read_blob(now)
    calls = {}
    for line in str(values.get("calls", "")).split("\n"):
        if tried := _CALL.match(line.strip()):
            calls[tried["call"]] = tried["outcome"]
    note = match[3] or ""
    reasons = tuple(filter(None, str(values.get("held", "")).split("; ")))
    return Result(
        match[1] == "ok",
        text,
        int(match[2]),
        tuple(changes),
        note,
        confinement_lines,
        kept=kept_values,
        held=reasons,
        calls=calls,
    )


def _headed_blocks(body: str) -> list[tuple[str, str]]:
    blocks: list[tuple[str, list[str]]] = [("", [])]
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
        blocks[-1][1].append(line)
    return [(title, "\n".join(lines)) for title, lines in blocks]


def prompt_part(candidate: Candidate, whole: bool = True) -> str:
    """Return the prompt part about a failed candidate: its error, and if `whole` its longest argument."""
    assert candidate.result is not None
    if not whole:
        return f"## Tried\nAnother way did not work: {candidate.result.text[:400]}"
    longest = max(candidate.arguments.values(), key=len, default="")
    fence = fence_for(longest)
    return f"## Tried\n{fence}\n{longest}\n{fence}\nIt did not work: {candidate.result.text[:600]}"
