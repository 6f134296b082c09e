"""What `pandora mcp` offers of a workspace: its tools, its state documents and its patterns."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from mcp import types

from pandora.disk.layout import Workspace
from pandora.disk.read_document import encode
from pandora.disk.store import Store
from pandora.document.body import show
from pandora.document.fill import one_line
from pandora.document.ids import Name, order, parse_id
from pandora.document.state_document import PHASES
from pandora.document.task_text import task_of
from pandora.engine.pattern import Library, Pattern
from pandora.errors import DocumentError, PandoraError, UsageError
from pandora.mcp.mcp_server import NotFoundError, Tool, resource
from pandora.mcp.session_tools import head_resource
from pandora.mcp.tools import all_tools
from pandora.outcome import Status
from pandora.research.research_runs import research_run, research_runs

STATE = "pandora://state/"
"""The prefix of a state document's URI; the document's id follows it."""
HEAD = "pandora://head/"
"""The prefix of a head's URI; the session's id, a slash and the head's id follow it."""
REPORT = "pandora://report/"
"""The prefix of a report's URI; the id of the piece of research, or of its root, follows it."""
KIND, JSON = "text/markdown", "application/json"
PAGE = 1000
"""The number of documents on one page of the list."""


class WorkspaceContent:
    """A workspace as a client sees it; `options` are those of the command line (`model` and ceilings)."""

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
        """Return one page of the documents, sorted by run; `cursor` is the last id of the page before."""
        names = self._names()
        begin = names.index(last) + 1 if (last := _parsed_or_none(cursor)) in names else 0
        page = names[begin : begin + PAGE]
        listed = [resource(f"{STATE}{name}", str(name), _description(name), KIND) for name in page]
        return listed, str(page[-1]) if begin + PAGE < len(names) else ""

    def templates(self) -> Sequence[types.ResourceTemplate]:
        """Return the templates: a document by its id, and a head of a session."""
        about = "A state document by its id, such as system-k3f9a2, or by its run: the run's root."
        template = f"{STATE}{{document}}"
        reports = "The report of a piece of research, by its run: claims with numbered quotes and their places."
        heads = "A head of a session: its value, its variables and its checks."
        named = f"{HEAD}{{session}}/{{head}}"
        return [
            types.ResourceTemplate(uriTemplate=template, name="state", description=about, mimeType=KIND),
            types.ResourceTemplate(uriTemplate=named, name="head", description=heads, mimeType=JSON),
            types.ResourceTemplate(
                uriTemplate=f"{REPORT}{{research}}", name="report", description=reports, mimeType=KIND
            ),
        ]

    def read(self, uri: str) -> tuple[str | bytes, str]:
        """Return the text of a document, of a report or of a head, and its media type."""
        if uri.startswith(REPORT):
            return self._report(uri), KIND
        if uri.startswith(HEAD):
            session, _, head = uri.removeprefix(HEAD).partition("/")
            try:
                return json.dumps(head_resource(self._workspace, session, head), ensure_ascii=False), JSON
            except PandoraError as error:
                raise NotFoundError(str(error)) from None
        try:
            document = Store(self._workspace).load(self._id(uri))
        except DocumentError as error:
            raise NotFoundError(str(error)) from None
        return encode(document).decode("utf-8", "replace"), KIND

    def stamp(self, uri: str) -> object:
        """Return the inode, modification time and size of the document's file; a head never changes."""
        if uri.startswith(HEAD):
            return uri
        status = self._workspace.find(self._id(uri)).stat()
        return status.st_ino, status.st_mtime_ns, status.st_size

    def _report(self, uri: str) -> str:
        """The report of the piece of research that a URI names."""
        try:
            run = research_run(self._workspace, uri.removeprefix(REPORT))
        except PandoraError as error:
            raise NotFoundError(str(error)) from None
        if (status := run.root.meta.get("status")) != Status.ACCEPTED:
            raise NotFoundError(f"{run.root_id} is {status}: it has no report yet; pandora_resume goes on")
        return f"# {one_line(task_of(run.root))}\n\n{run.root.body(5)}\n"

    def _id(self, uri: str) -> str:
        if uri.startswith(REPORT):
            uri = f"{STATE}{uri.removeprefix(REPORT)}"
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
        """Return each pattern of the workspace as a prompt."""
        argument = types.PromptArgument(name="task", description="What to do.", required=False)
        patterns, _ = Library(self._workspace).all()
        return [
            types.Prompt(name=pattern.name, description=pattern.when, arguments=[argument])
            for pattern in patterns
        ]

    def prompt(self, name: str, arguments: Mapping[str, str]) -> types.GetPromptResult:
        """Return a pattern's instructions and forms, followed by the task."""
        library = Library(self._workspace)
        pattern = next((candidate for candidate in library.all()[0] if candidate.name == name), None)
        if pattern is None:
            raise NotFoundError(f"there is no pattern {name!r}")
        text = types.TextContent(type="text", text=prompt_of(library, pattern, arguments.get("task", "")))
        return types.GetPromptResult(
            description=pattern.when, messages=[types.PromptMessage(role="user", content=text)]
        )

    def completions(self, reference: str, argument: str, value: str) -> Sequence[str]:
        """Return the ids that begin with `value` or `system-` and `value`; a task has no completions."""
        if reference.startswith(REPORT) and argument == "research":
            runs = (parse_id(entry.root).run for entry in research_runs(self._workspace) if not entry.plain)
            return [run for run in runs if run.startswith(value.removeprefix("system-"))]
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
    """Write a pattern as a prompt: the base, each phase that a model does with its form, and the task."""
    parts = [library.base()]
    for name in PHASES:
        try:
            phase = library.phase(pattern, name)
        except PandoraError:
            continue
        if phase.by == "model" and phase.form.asked:
            parts.append(f"# {name.upper()}\n{phase.text}\n\nReply in this form:\n{show(phase.form).strip()}")
    return "\n\n".join([*parts, f"Task: {task}"] if task else parts)
