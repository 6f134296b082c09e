"""Every event of a run in order, with who caused it, derived only from the run's documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.history import attempts
from pandora.document.ids import parse_id, place_under_parent
from pandora.document.links import parent_of
from pandora.document.meta_values import attempt_of
from pandora.document.state_document import Document
from pandora.inspect.document_log import REDOES, UNDOES, Entry, Key, document_events
from pandora.inspect.section_places import CHILD


def run_events(workspace: Workspace, run: str) -> list[Entry]:
    """Return all events of a run by time; one without a time follows the event before it in the work."""
    store = Store(workspace)
    documents = {document_id: store.load(document_id) for document_id in workspace.run_documents(run)}
    entries = [
        entry
        for document_id, document in documents.items()
        for entry in document_events(store, document_id, document, _sort_key(document_id, documents))
    ]
    timed = _with_times(sorted(entries, key=lambda entry: entry.key))
    return [entry for *_, entry in sorted(timed, key=lambda item: item[:3])]


def _with_times(entries: list[Entry]) -> Iterator[tuple[str, bool, Key, Entry]]:
    """Yield each entry with the time to sort it by: its own, or the last known time before it in the work.

    An undo is no part of the work: it comes behind all of it, and nothing takes its time.
    """
    last = ""
    for entry in entries:
        undo = entry.what in (UNDOES, REDOES)
        last = last if undo else entry.at or last
        yield entry.at or last, undo, entry.key, entry


def _sort_key(document_id: str, documents: Mapping[str, Document], below: frozenset[str] = frozenset()) -> Key:
    """Return the sort key of a document: its parent's key, the parent's attempt, 3, and its own number there.

    `below` are the ids already visited on the way up, which guard against a cycle.
    """
    parent = parent_of(documents[document_id])
    if parent is None or parent not in documents or parent in below:
        return ()
    above = _sort_key(parent, documents, below | {document_id})
    return (*above, _attempt_of(document_id, documents[parent]), 3, *_number_below(document_id, parent))


def _number_below(child: str, parent: str) -> Key:
    """The parts of a child's number behind its parent's: several below a turn (block, request, lane)."""
    number, above = parse_id(child).number, parse_id(parent).number
    if above and not number.startswith(f"{above}."):
        return (place_under_parent(child),)
    behind = number.removeprefix(above).strip(".")
    return tuple(int(part) for part in behind.split(".") if part)


def _attempt_of(child: str, parent: Document) -> int:
    named = (n for n, bodies in attempts(parent).items() if child in CHILD.findall(bodies.get(3, "")))
    return next(named, attempt_of(parent.meta))
