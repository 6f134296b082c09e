"""What `pandora mcp` offers of a workspace: its tools, its state documents and its patterns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from mcp import types

from pandora.disk.layout import Workspace
from pandora.disk.store import Store, encode
from pandora.document.body import show
from pandora.document.ids import Name, order, parse_id
from pandora.document.state_document import PHASES
from pandora.engine.pattern import Library, Pattern
from pandora.errors import DocumentError, PandoraError, UsageError
from pandora.mcp.mcp_server import NotFoundError, Tool, resource
from pandora.mcp.tools import all_tools

STATE = "pandora://state/"
"""What the URI of a state document begins with; its id stands behind it."""
KIND = "text/markdown"
PAGE = 1000
"""How many documents are listed at once."""


class WorkspaceContent:
    """A workspace as a client sees it; `options` as the command line gives them (`model` and ceilings)."""

    name = "pandora"
    about = (
        "Graphs of questions and tasks of one Pandora workspace. Begin with fractal_create_graph; then claim, "
        "answer, connect and synthesise until fractal_claim_work says graph_done. pandora_run does a task with "
        "the local model. A failure is an object with `error`, and changed nothing."
    )

    def __init__(self, workspace: Workspace, options: Mapping[str, Any]) -> None:
        self._workspace = workspace
        self.tools: Mapping[str, Tool] = all_tools(workspace, options)

    def resources(self, cursor: str) -> tuple[Sequence[types.Resource], str]:
        """The documents in use, by their runs."""
        names = self._names()
        begin = names.index(last) + 1 if (last := _parsed_or_none(cursor)) in names else 0
        page = names[begin : begin + PAGE]
        listed = [resource(f"{STATE}{name}", str(name), _description(name), KIND) for name in page]
        return listed, str(page[-1]) if begin + PAGE < len(names) else ""

    def templates(self) -> Sequence[types.ResourceTemplate]:
        """Documents by their ids."""
        about = "A state document by its id, such as system-k3f9a2, or by its run: the run's root."
        template = f"{STATE}{{document}}"
        return [types.ResourceTemplate(uriTemplate=template, name="state", description=about, mimeType=KIND)]

    def read(self, uri: str) -> tuple[str | bytes, str]:
        """A document's text."""
        try:
            document = Store(self._workspace).load(self._id(uri))
        except DocumentError as error:
            raise NotFoundError(str(error)) from None
        return encode(document).decode("utf-8", "replace"), KIND

    def stamp(self, uri: str) -> object:
        """When the document was written, and which file it is."""
        status = self._workspace.find(self._id(uri)).stat()
        return status.st_ino, status.st_mtime_ns, status.st_size

    def _id(self, uri: str) -> str:
        if not uri.startswith(STATE):
            raise NotFoundError(f"{uri} is no resource of this server; they begin with {STATE}")
        try:
            return self._workspace.resolve(uri.removeprefix(STATE))
        except UsageError as error:
            raise NotFoundError(str(error)) from None

    def _names(self) -> list[Name]:
        names = [
            name
            for file_name in self._workspace.names()
            if file_name.endswith(".md") and (name := _parsed_or_none(file_name))
        ]
        return sorted(names, key=lambda name: (name.run, order(name)))

    def prompts(self) -> Sequence[types.Prompt]:
        """The patterns."""
        argument = types.PromptArgument(name="task", description="What to do.", required=False)
        patterns, _ = Library(self._workspace).all()
        return [
            types.Prompt(name=pattern.name, description=pattern.when, arguments=[argument])
            for pattern in patterns
        ]

    def prompt(self, name: str, arguments: Mapping[str, str]) -> types.GetPromptResult:
        """A pattern's instructions and forms, with the task behind them."""
        library = Library(self._workspace)
        pattern = next((candidate for candidate in library.all()[0] if candidate.name == name), None)
        if pattern is None:
            raise NotFoundError(f"there is no pattern {name!r}")
        text = types.TextContent(type="text", text=prompt_of(library, pattern, arguments.get("task", "")))
        return types.GetPromptResult(
            description=pattern.when, messages=[types.PromptMessage(role="user", content=text)]
        )

    def completions(self, reference: str, argument: str, value: str) -> Sequence[str]:
        """The ids of documents; of a task there is nothing to complete."""
        if not reference.startswith(STATE) or argument != "document":
            return []
        ids = [str(document_id) for document_id in self._names()]
        return [document_id for document_id in ids if document_id.startswith((value, f"system-{value}"))]


def _parsed_or_none(text: str) -> Name | None:
    with suppress(UsageError):
        return parse_id(text)
    return None


def _description(name: Name) -> str:
    if name.level == "system":
        return f"The root of run {name.run}"
    return f"The {name.level} {name.kind}, number {name.number} of run {name.run}"


def prompt_of(library: Library, pattern: Pattern, task: str) -> str:
    """A pattern as a prompt: the base, the phases that a model does with their forms, and the task."""
    parts = [library.base()]
    for name in PHASES:
        try:
            phase = library.phase(pattern, name)
        except PandoraError:
            continue
        if phase.by == "model" and phase.form.asked:
            parts.append(f"# {name.upper()}\n{phase.text}\n\nReply in this form:\n{show(phase.form).strip()}")
    return "\n\n".join([*parts, f"Task: {task}"] if task else parts)
