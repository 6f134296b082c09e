"""Values that programs of a run keep for later programs; stored under blobs/ and named in the documents."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.document.ids import parse_id
from pandora.document.quote import sources_of
from pandora.engine.loop import Loop
from pandora.programs.handed_values import lent_steps
from pandora.workspace.operation_context import Result


def lent_blobs(loop: Loop) -> dict[str, str]:
    """Return blobs of the values that earlier accepted operations of the run kept, by name; the latest wins.

    Steps apart from the loop's own are left out: whether they have ended depends on what runs at once.
    Values kept by a loop that read untrusted text are given only to a loop that is marked untrusted too.
    """
    if not loop.host.operation(loop.pattern).keeps_values:
        return {}
    blobs: dict[str, str] = {}
    store = loop.host.store
    for document_id in loop.host.workspace.run_documents(loop.task.run):
        if document_id == loop.id:
            break
        name = parse_id(document_id)
        if name.level != "operation" or not store.exists(document_id):
            continue
        if any(f"{name.number}.".startswith(f"{apart}.") for apart in loop.task.apart):
            continue
        meta = store.load(document_id).meta
        kept = meta.get("kept")
        if sources_of(meta) and not loop.untrusted:
            continue
        if isinstance(kept, Mapping) and meta.get("status") == "accepted":
            blobs |= {str(name): str(blob) for name, blob in kept.items()}
    return blobs


def lent_values(loop: Loop) -> dict[str, bytes]:
    """Return the values that earlier operations kept and earlier steps gave, as JSON bytes, by name."""
    if not loop.host.operation(loop.pattern).keeps_values:
        return {}
    kept = {name: loop.host.store.read_blob(blob) for name, blob in lent_blobs(loop).items()}
    return {**kept, **lent_steps(loop.task.given)}


def record_kept(loop: Loop, result: Result) -> None:
    """Store the values that the chosen program kept, and name them in the document's front matter."""
    kept = {name: loop.host.store.write_blob(value) for name, value in sorted(result.kept.items())}
    if kept != (loop.document.meta.get("kept") or {}):
        loop.save(kept=kept)
