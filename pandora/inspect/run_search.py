"""Search the documents of all runs for words: tasks, plans, results and answers, the newest run first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from pandora.disk import run_index
from pandora.disk.layout import Workspace
from pandora.disk.read_document import LONGEST
from pandora.disk.store import Store
from pandora.document.state_document import Document
from pandora.errors import PandoraError
from pandora.regular_file import read_whole


@dataclass(frozen=True)
class Hit:
    """A line of a section that holds every word, or one of a section that holds every word on several lines.

    `line` counts in the file, from 1.
    """

    run: str
    document: str
    path: str
    section: int
    line: int
    text: str


def search_runs(workspace: Workspace, words: Sequence[str]) -> Iterator[Hit]:
    """Yield the lines that hold all words; where no line of a section that has all does, those with most.

    Upper and lower case are one. Newest runs come first. A text that a run says in several documents is yielded
    once. Documents that cannot be read are left out.
    """
    folded_words = [word.casefold() for word in words]
    roots = [root for root, _ in run_index.newest_runs(workspace, None)]
    names, store = workspace.names(), Store(workspace)
    by_run: dict[str, list[str]] = {}
    for name in names:
        if name.endswith(".md"):
            for part in name[:-3].split("-")[1:]:
                by_run.setdefault(part, []).append(name)
    for root in roots:
        run = root.removeprefix("system-")
        yielded: set[str] = set()
        for document_id in workspace.run_documents(run, by_run.get(run, [])):
            with suppress(PandoraError, OSError):
                path = workspace.find(document_id)
                text = read_whole(path, LONGEST).decode("utf-8", "replace").casefold()
                if not all(word in text for word in folded_words):
                    continue
                for section, line, shown in _lines(store.load(document_id), folded_words):
                    if shown not in yielded:
                        yielded.add(shown)
                        yield Hit(run, document_id, workspace.relative(path), section, line, shown)


def _lines(document: Document, words: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """The lines of a document that are shown: section, line of the file, text."""
    for number in range(1, 6):
        body = document.body(number)
        folded = body.casefold()
        if not all(word in folded for word in words):
            continue
        lines = [
            (place, line, sum(word in line.casefold() for word in words))
            for place, line in enumerate(body.split("\n"), 1)
        ]
        most = max(count for _, _, count in lines)
        for place, line, count in lines:
            if count == most:
                yield number, document.line(number, place), line.strip()
