"""Commit the documents of a run to git while it goes on, as the setting `commit` says."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pandora.budget import used_of
from pandora.disk.git import GitError, Repository, repository_of
from pandora.disk.layout import Workspace
from pandora.disk.read_document import LONGEST as DOCUMENT
from pandora.disk.run_documents import total_usage
from pandora.disk.store import Store
from pandora.document.ids import parse_id
from pandora.document.meta_values import attempt_of
from pandora.document.question_lines import open_question
from pandora.document.records import Record, section_records
from pandora.document.state_document import TITLES, Document, parse_document
from pandora.document.task_text import task_of
from pandora.engine.events import Event, Watcher
from pandora.errors import PandoraError
from pandora.outcome import Status
from pandora.regular_file import read_regular

_BLOB = re.compile(r"\bblobs/[0-9a-f]{32}\b")
_DUE = {"run": ("end",), "phase": ("section", "edited", "ask", "end")}
ENDED = tuple(status.value for status in Status if status.ended)
LONGEST = 60
_BY_HAND = " edited by a person"
Say = Callable[[str], None]


@dataclass
class Commits:
    """A watcher that commits the run's documents after each phase or at the run's end.

    It first passes each event on to `watcher`. `when` is `run` or `phase`. A failed commit is reported once
    with `say` and does no harm: the documents are on disk, and the next commit includes them.
    """

    workspace: Workspace
    when: str
    watcher: Watcher
    say: Say
    _repository: Repository | None = None
    _committed: dict[Path, tuple[int, int, int]] = field(default_factory=dict)
    _known: dict[str, dict[int, str]] = field(default_factory=dict)
    _ends: dict[str, dict[int, str]] = field(default_factory=dict)
    _said: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, event: Event) -> None:
        """Take one event; never raises."""
        self.watcher(event)
        if event.what == "begin":
            self._known[event.document] = {}
        if event.what in _DUE[self.when] and (self.when == "phase" or event.parent is None):
            self._attempt(event)

    def commit_rest(self, root: str, status: str) -> None:
        """Commit what an earlier process could not; does nothing if git has it all. Never raises."""
        self._attempt(Event(root, None, "end", status))

    def commit_files(self, files: Sequence[str], subject: str, trailers: Mapping[str, str]) -> None:
        """Commit files of the workspace, by their paths in it, in a commit of their own. Never raises."""
        with self._lock:
            try:
                repository = repository_of(self.workspace.root)
                names = [repository.path_of(_real_path(self.workspace.root / path)) for path in files]
                lines = [f"{name}: {_line(value)}" for name, value in trailers.items() if value]
                repository.commit(sorted(names), f"{subject}\n\n" + "\n".join(lines) + "\n")
            except (GitError, OSError) as error:
                self._tell(f"{', '.join(files)} was not committed: {' '.join(str(error).split())}")

    def _attempt(self, event: Event) -> None:
        with self._lock:
            try:
                self._commit(event)
            except (GitError, PandoraError, OSError) as error:
                problem = f"state/ was not committed: {' '.join(str(error).split())}"
                way = f"`pandora resume {parse_id(event.document).run}` commits it when that is mended"
                self._tell(f"{problem}; {way}, or set commit to off")

    def _tell(self, message: str) -> None:
        if message not in self._said:
            self._said.add(message)
            self.say(message)

    def _commit(self, event: Event) -> None:
        if self._repository is None:
            self._repository = repository_of(self.workspace.state)
        changed = self._changed(parse_id(event.document).run)
        paths = {path: self._repository.path_of(_real_path(path)) for path in changed}
        ignored = set(self._repository.ignored(list(paths.values()))) if paths else set()
        if ignored:
            problem = "state/ was not committed: .gitignore leaves its documents out"
            self._tell(f"{problem}; take the rule away, or set commit to off")
        kept = {path: name for path, name in paths.items() if name not in ignored}
        if kept:
            self._repository.commit(sorted(kept.values()), self._message(event))
        self._committed.update({path: changed[path] for path in paths})

    def _changed(self, run: str) -> dict[Path, tuple[int, int, int]]:
        """Return the run's documents changed since the last commit, and new blobs they name, with stamps."""
        stamps: dict[Path, tuple[int, int, int]] = {}
        for document_id in self.workspace.run_documents(run):
            path = self.workspace.document(document_id)
            stamp = _stamp(path)
            if stamp is None or self._committed.get(path) == stamp:
                continue
            stamps[path] = stamp
            for name in set(_BLOB.findall(read_regular(path, DOCUMENT)[0].decode("utf-8", "replace"))):
                blob = self.workspace.state / name
                kept = _stamp(blob)
                if kept is not None and blob not in self._committed:
                    stamps[blob] = kept
        return stamps

    def _message(self, event: Event) -> str:
        """Return the commit message for the current state of the event's document."""
        document = Store(self.workspace).load(event.document)
        run, status = parse_id(event.document).run, str(document.meta.get("status", ""))
        root = event.parent is None
        used = total_usage(Store(self.workspace), run) if root and status in ENDED else used_of(document.meta)
        trailers = {
            "Pandora-Run": run,
            "Pandora-Document": event.document,
            "Pandora-Phase": str(document.meta.get("phase", "")),
            "Pandora-Status": status,
            "Pandora-Model": str(document.meta.get("model", "")),
            "Pandora-Calls": str(used.calls),
            "Pandora-Tokens": str(used.prompt + used.written),
        }
        lines = [f"{name}: {_line(value)}" for name, value in trailers.items() if value]
        subject = f"{event.document}: {self._what(event, document, status)}"
        return f"{subject}\n\nTask: {_task_line(document)}\n\n" + "\n".join(lines) + "\n"

    def _what(self, event: Event, document: Document, status: str) -> str:
        """Return what a commit's first line reports: the end, a question, or the new sections.

        An end after an earlier one says what changed since.
        """
        if event.document not in self._known:
            self._read_committed(event.document)
        records, before = section_records(document), self._known.get(event.document)
        texts = {number: record.text for number, record in records.items()}
        self._known[event.document] = texts
        if status in ENDED and event.what != "edited":  # one that goes on may still say how it ended before
            last, self._ends[event.document] = self._ends.get(event.document), texts
            new = [] if last is None else _new_sections(records, last)
            by_hand = [title for title in new if title.endswith(_BY_HAND)]
            after = f" after {', '.join(by_hand or new)}" if new else ""
            return f"{status}{after}: {_cut(_task_line(document))}"
        if status == Status.WAITING.value and event.what != "edited":
            question = open_question(document)
            asks = f"asks: {_cut(question.words)}" if question else ""
            return asks or f"waits for a person: {_cut(_task_line(document))}"
        if before is None:
            return event.detail.upper() + (_BY_HAND if event.what == "edited" else "")
        new = _new_sections({number: record for number, record in records.items() if record.origin}, before)
        attempt = attempt_of(document.meta)
        retry = f" (attempt {attempt})" if attempt > 1 else ""
        titles = new or [str(document.meta.get("phase", "")).upper()]
        return named_again(titles, event.document in self._ends) + retry

    def _read_committed(self, document_id: str) -> None:
        """Take from git what an earlier process committed of a document."""
        path = self.workspace.document(document_id)
        with suppress(GitError, PandoraError):
            assert self._repository is not None
            for _, text in self._repository.versions(self._repository.path_of(_real_path(path)), 1):
                document = parse_document(text, self.workspace.relative(path))
                texts = {number: record.text for number, record in section_records(document).items()}
                self._known[document_id] = texts
                if document.meta.get("status") in ENDED:
                    self._ends[document_id] = texts


def named_again(titles: Sequence[str], ended_before: bool) -> str:
    """Name the sections that are new; `again` is what the engine made after an end, not what a person wrote."""
    again = ended_before and any(not title.endswith(_BY_HAND) for title in titles)
    return ", ".join(titles) + (" again" if again else "")


def _new_sections(records: Mapping[int, Record], before: Mapping[int, str]) -> list[str]:
    """The titles of the sections whose text is another one than before, and which of them a person wrote."""
    return [
        TITLES[number] + (_BY_HAND if record.human else "")
        for number, record in records.items()
        if before.get(number) != record.text
    ]


def _task_line(document: Document) -> str:
    return _line(task_of(document))


def _line(text: str) -> str:
    """Return the text on one line, without control characters."""
    return " ".join("".join(character if character.isprintable() else " " for character in text).split())


def _cut(text: str) -> str:
    line = _line(text)
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _real_path(path: Path) -> Path:
    """Return the path with its folder's symbolic links resolved, as git sees it."""
    return path.parent.resolve() / path.name
