"""What grew in a workspace: what runs put into `system/`, with its evidence and its use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.ids import parse_id
from pandora.document.links import created_at
from pandora.document.meta_values import listed, mapping, mappings
from pandora.document.state_document import Document
from pandora.errors import PandoraError, UsageError, did_you_mean
from pandora.outcome import Status

IDLE = 50
"""A tool that so many runs passed by since its last use, or since it grew, is idle."""


@dataclass(frozen=True)
class GrownTool:
    """Something that a run put into `system/`; times are in UTC, as documents have them.

    `paths` are its files and `figures` what its gate measured, by name. `undone` is when it was taken back, or
    "". `uses` are the loops that called it since, `solved` those of them whose run was accepted, and `last_use`
    is when the last of them began, or "". `passed_by` are the runs that began since then.
    """

    name: str
    level: str
    effects: str
    run: str
    at: str
    gate: str
    paths: tuple[str, ...]
    figures: Mapping[str, str] = field(default_factory=dict)
    undone: str = ""
    uses: int = 0
    solved: int = 0
    last_use: str = ""
    passed_by: int = 0

    @property
    def idle(self) -> bool:
        """Whether nobody used it for IDLE runs."""
        return self.level != "system" and not self.undone and self.passed_by >= IDLE


def grown_tools(workspace: Workspace) -> list[GrownTool]:
    """What grew, in the order of time; documents that cannot be read are left out."""
    store = Store(workspace)
    roots = {root: document for root in workspace.runs() if (document := _read(store, root))}
    began = {root: created_at(document) for root, document in roots.items()}
    tools = [tool for root, document in roots.items() if (tool := _grown(root, document))]
    calls: dict[str, list[tuple[str, str]]] = {tool.name: [] for tool in tools}
    for name in workspace.names():
        document_id = name.removesuffix(".md")
        kind = document_id.split("-")[1] if document_id.count("-") >= 3 else ""
        if name.endswith(".md") and kind in calls and (document := _read(store, document_id)):
            calls[kind].append((created_at(document), f"system-{parse_id(document_id).run}"))
    return sorted(
        (_with_use(tool, calls[tool.name], roots, began) for tool in tools),
        key=lambda tool: (tool.at, tool.name),
    )


def grown_tool(workspace: Workspace, name: str) -> GrownTool:
    """The newest that has this name; UsageError where none has."""
    tools = grown_tools(workspace)
    named = [tool for tool in tools if tool.name == name]
    if not named:
        hint = did_you_mean(name, sorted({tool.name for tool in tools}))
        raise UsageError(
            f"nothing of the name {name!r} grew here{hint or '; `pandora grow ls` lists what did'}"
        )
    return named[-1]


def _read(store: Store, document_id: str) -> Document | None:
    try:
        return store.load(document_id)
    except PandoraError:
        return None


def _grown(root: str, document: Document) -> GrownTool | None:
    """What a run put into `system/`; None for a run that put nothing there."""
    grew = mapping(document.meta, "grew")
    if not grew.get("name"):
        return None
    applied = [
        entry for entry in mappings(document.meta, "applied").values() if entry.get("at") == grew.get("at")
    ]
    return GrownTool(
        str(grew["name"]),
        str(grew.get("level", "")),
        str(grew.get("effects", "")),
        parse_id(root).run,
        str(grew.get("at", "")),
        str(grew.get("gate", "")),
        tuple(listed(grew, "paths")),
        {str(name): str(value) for name, value in mapping(grew, "figures").items()},
        str(applied[-1].get("undone", "")) if applied else "",
    )


def _with_use(
    tool: GrownTool, calls: list[tuple[str, str]], roots: Mapping[str, Document], began: Mapping[str, str]
) -> GrownTool:
    """The tool with its use since it grew; `calls` are the times of its loops, each with the run's root."""
    since = [(at, root) for at, root in calls if at >= tool.at]
    accepted = Status.ACCEPTED.value
    solved = [root for _, root in since if root in roots and roots[root].meta.get("status") == accepted]
    last = max((at for at, _ in since), default="")
    passed = sum(at > (last or tool.at) for at in began.values())
    return GrownTool(
        **{**vars(tool), "uses": len(since), "solved": len(solved), "last_use": last, "passed_by": passed}
    )
