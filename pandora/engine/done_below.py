"""What the operations below a loop did: the try that each accepted one chose, and whether files changed."""

from __future__ import annotations

from collections.abc import Iterator

from pandora.document.ids import parse_id
from pandora.document.links import children
from pandora.document.state_document import Document
from pandora.engine.candidates import read_tried
from pandora.engine.loop import Loop
from pandora.outcome import Status
from pandora.programs.help import Try


def done_below(loop: Loop) -> tuple[tuple[Try, ...], bool]:
    """The chosen tries of this attempt, and whether the run has changed a file that was not taken back."""
    tries = tuple(attempt for document in _below(loop, loop.document) for attempt in _chosen(loop, document))
    return tries, _applied(loop)


def _applied(loop: Loop) -> bool:
    """Whether any document of the run, of an earlier attempt too, records changes that stand."""
    store = loop.host.store
    for name in loop.host.workspace.of_run(loop.task.run):
        applied = store.load(name).meta.get("applied") or {}
        if any(not entry.get("undone") for entry in applied.values()):
            return True
    return False


def _below(loop: Loop, document: Document) -> Iterator[Document]:
    """The accepted documents below one, as §3 names them."""
    for name in dict.fromkeys(child for child, _, _ in children(document)):
        if loop.host.store.exists(name):
            child = loop.host.store.load(name)
            if child.meta.get("status") == Status.ACCEPTED.value:
                yield child
                yield from _below(loop, child)


def _chosen(loop: Loop, document: Document) -> Iterator[Try]:
    """The try that an operation's document says was chosen."""
    name = parse_id(str(document.meta["id"]))
    if name.level == "operation":
        pattern = loop.host.library.load(name.level, name.kind)
        form = loop.host.library.phase(pattern, "do").form
        chosen = read_tried(document.body(3), form, loop.host.store).named
        if chosen is not None and chosen.result is not None:
            yield Try(chosen.arguments, chosen.result)
