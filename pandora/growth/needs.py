"""What runs lacked: the lines `Need:` of escalated documents, counted, with their runs as examples."""

from __future__ import annotations

from dataclasses import dataclass

from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.ids import parse_id
from pandora.document.quote import sources_of
from pandora.document.task_text import task_of
from pandora.engine.questions import NEED
from pandora.errors import PandoraError
from pandora.outcome import Status


@dataclass(frozen=True)
class Need:
    """Something that `system/` lacked, and the runs that escalated for it, each with its task, the newest last.

    `untrusted` are those of the runs that rest on the words of strangers: nothing grows from them.
    """

    what: str
    runs: tuple[tuple[str, str], ...]
    untrusted: tuple[str, ...] = ()


def needs(workspace: Workspace) -> list[Need]:
    """Every need, the one that came most often first; documents that cannot be read are left out."""
    store = Store(workspace)
    by_need: dict[str, dict[str, str]] = {}
    strange: set[str] = set()
    for name in sorted(workspace.names()):
        if not name.endswith(".md") or name.startswith("."):
            continue
        try:
            run = parse_id(name.removesuffix(".md")).run
            document = store.load(name.removesuffix(".md"))
            if document.meta.get("status") != Status.ESCALATED.value:
                continue
            lacked = [line.removeprefix(NEED) for line in document.body(5).split("\n") if line.startswith(NEED)]
            task = task_of(store.load(f"system-{run}")) if lacked else ""
        except PandoraError:
            continue
        for what in lacked[:1]:
            by_need.setdefault(what, {})[run] = task
            strange |= {run} if sources_of(document.meta) else set()
    listed = [
        Need(what, tuple(runs.items()), tuple(run for run in runs if run in strange))
        for what, runs in by_need.items()
    ]
    return sorted(listed, key=lambda need: (-len(need.runs), need.what))
