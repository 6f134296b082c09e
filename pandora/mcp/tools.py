"""The tools of `pandora mcp`: graphs of questions, thinking, sessions, and runs of tasks."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Mapping
from typing import Any

from pandora.disk.layout import Workspace
from pandora.disk.run_documents import Run
from pandora.disk.store import Store
from pandora.document.ids import parse_id
from pandora.engine.answers import settle, waiting_document
from pandora.engine.events import Event, Watcher, log_line
from pandora.engine.run import (
    as_object,
    budget_of,
    continued,
    host_of,
    model_for,
    model_of,
    settings_of,
    start,
    tidy_task,
)
from pandora.errors import PandoraError, UsageError
from pandora.interrupt import Interrupted
from pandora.mcp.client_session import Caller
from pandora.mcp.mcp_server import Tool
from pandora.mcp.session_tools import READING, RUNNING, WHATS, SessionTools
from pandora.mcp.thinking_tools import Thinking
from pandora.questions.graph_operations import TOOLS, Fractal
from pandora.questions.graph_rules import CHECKPOINTS, INTENSITIES, MOVES, NODE_TYPES, REASONS
from pandora.research.run_loops import loop_of
from pandora.workspace.path_wording import in_workspace_words

Result = dict[str, Any]
ARGUMENTS: Mapping[str, Mapping[str, Any]] = {
    "seed": {"description": "The question, claim, goal or fact to explore."},
    "intensity": {"enum": list(INTENSITIES), "description": "How many workers, and how deep."},
    "checkpoint_mode": {"description": f"When to pause: {', '.join(CHECKPOINTS)} or depth:N."},
    "metadata": {"description": "A JSON object, as a string."},
    "graph_id": {"description": "As fractal_create_graph gave it."},
    "node_id": {"description": "As fractal_add_node or fractal_claim_work gave it."},
    "parent_id": {
        "description": "The node above: of an answer its question, of a question what it comes from."
    },
    "node_type": {"enum": list(NODE_TYPES)},
    "owner": {"description": "The worker that writes this: who claimed a question answers it."},
    "worker_id": {"description": "Your name among the workers, such as worker-1."},
    "status": {"enum": list(MOVES)},
    "reason": {"description": "Why."},
    "synthesis_text": {"description": "What the question comes to, made of its children's syntheses."},
    "question": {"description": "The question, in words."},
    "context": {"description": "Files or folders of the workspace that it may read, one a line."},
    "documents": {"description": "A folder of the workspace with the sources; all of it if left out."},
    "suggest": {
        "description": "The text of a plan that the planner may take, refine or leave: `executor: QUESTION` …"
    },
    "web": {"description": "Search the web first, if policy allows it; pages are saved below the documents."},
    "plain": {"description": "Answer in one call from the passages that are found, without a report."},
    "task": {"description": "What to do, in words; files by their paths in the workspace."},
    "document": {"description": "A run, a unique beginning of one, or the id of any of its documents."},
    "text": {"description": "The words themselves."},
    "over": {"description": "A text file or a folder of texts of the workspace that the session is about."},
    "session": {"description": "A session's id, a unique beginning of one, a document of it, or last."},
    "new_session": {"description": "The new session's id, six small letters and digits; else one is made."},
    "profile": {"description": "Take the settings of [profile.NAME] in a pandora.toml, before the server's."},
    "source": {"description": "The id of a head, or a session, of which the latest sound head counts."},
    "head": {"description": "The id of a head, or a unique beginning of it."},
    "what": {"enum": list(WHATS), "description": "What the line of steering is."},
}
"""The entries of each argument's JSON schema in addition to its type."""
_TOOL_ARGUMENTS: Mapping[tuple[str, str], Mapping[str, Any]] = {
    ("fractal_mark_saturated", "reason"): {"enum": list(REASONS)},
    ("pandora_think", "intensity"): {
        "enum": [*INTENSITIES, None],
        "description": "How far to go: pulse by default.",
    },
    ("pandora_think", "graph_id"): {"description": "A graph that was paused, cancelled or edited."},
}
_INFO_EVENTS = ("begin", "ask", "edited", "end", "note")
"""Events that are logged at the level `info`; all others are logged at `debug`."""


class Tasks:
    """Runs tasks for clients, each with its own engine; `options` are those of the command line."""

    def __init__(self, workspace: Workspace, options: Mapping[str, Any]) -> None:
        self._workspace, self._options = workspace, dict(options)

    def pandora_run(self, caller: Caller, task: str) -> Result:
        """Do a task with the local model: `{id, status, output, documents, question, reason, usage, sitting}`.

        A status `waiting` comes with the question to answer; the documents stay under state/. It may take
        minutes and tells its progress; cancelled, it ends with its documents whole and can be resumed.
        """
        settings = settings_of(self._workspace, self._options)
        text = in_workspace_words(tidy_task(task), self._workspace.root)
        model = model_of(settings, self._options)
        try:
            host = host_of(self._workspace, model, settings, self._options, client_watcher(caller))
            return as_object(start(text, host, budget_of(settings, model), by="client"), self._workspace)
        finally:
            model.close()

    def pandora_research(
        self,
        caller: Caller,
        question: str,
        documents: str | None = None,
        suggest: str | None = None,
        web: bool = False,
        plain: bool = False,
    ) -> Result:
        """Research a question in a folder of documents: `{id, status, output, documents, question, …}`.

        It first waits: answer `Authorized to execute` with pandora_answer, or another query. The output is then
        a report whose every claim has a quote with its file and line, and the resource pandora://report/ID. It
        may take long; pandora_resume goes on. With `plain` it does not wait, and the output is one answer, with
        the passages that it was made from.
        """
        from pandora.research.manager import Request, check_suggestion, manager
        from pandora.research.plain_answer import plain as plain_loop
        from pandora.research.research_budget import research_budget
        from pandora.research.web_pages import require_engine

        root = self._workspace.root.resolve()
        place = (root / (documents or ".")).resolve()
        if not place.is_dir() or not place.is_relative_to(root):
            raise UsageError(f"{documents}: there is no such folder in the workspace")
        folder, plan = str(place.relative_to(root)), suggest if suggest and suggest.strip() else ""
        if plain and (web or plan):
            raise UsageError("plain answers in one call, without pages and a plan; leave web and suggest away")
        if plan:
            check_suggestion(plan)
        settings = settings_of(self._workspace, self._options)
        if web:
            require_engine(str(settings["searxng"]), settings.policy)
        text = tidy_task(question)
        model = model_of(settings, self._options)
        try:
            host = host_of(self._workspace, model, settings, self._options, client_watcher(caller))
            budget = research_budget(settings, model)
            host.ledger.ceiling = budget
            loop = plain_loop(folder) if plain else manager(Request(folder, plan, bool(web)))
            return as_object(start(text, host, budget, by="client", loop=loop), self._workspace)
        finally:
            model.close()

    def pandora_resume(self, caller: Caller, document: str) -> Result:
        """Go on with a run that was interrupted, answered or edited; a finished one costs nothing."""
        run = parse_id(self._workspace.resolve(document)).run
        model = model_for(self._workspace, run, self._options)
        try:
            loop = loop_of(Run.open(Store(self._workspace), run).root)
            ended = continued(self._workspace, run, model, self._options, client_watcher(caller), loop=loop)
            return as_object(ended, self._workspace)
        finally:
            model.close()

    def pandora_answer(self, caller: Caller, document: str, text: str) -> Result:
        """Answer the question about the task that a run waits with, and go on.

        Where `question_kind` is `effect` or `may-have-run`, only a person can: at a terminal or in an editor.
        """
        store = Store(self._workspace)
        waiting, question = waiting_document(store, document)
        settle(store, waiting, question, tidy_task(text), "client", "pandora mcp")
        return self.pandora_resume(caller, document)


def client_watcher(caller: Caller) -> Watcher:
    """Make a watcher that reports each event of a run in the client's log and, if asked for, as progress."""
    count = itertools.count(1)

    def watch(event: Event) -> None:
        if detail := log_line(event):
            line = f"{event.document}: {detail}"
            caller.progress(next(count), message=line)
            caller.log(line, "info" if event.what in _INFO_EVENTS else "debug")

    return watch


def all_tools(workspace: Workspace, options: Mapping[str, Any]) -> dict[str, Tool]:
    """Return every tool by its name."""
    fractal, tasks = Fractal(workspace), Tasks(workspace, options)
    thinking = Thinking(workspace, options, client_watcher)
    tools = {name: _tool(name, getattr(fractal, name), with_caller=False) for name in TOOLS}
    for name in ("pandora_run", "pandora_research", "pandora_resume", "pandora_answer"):
        tools[name] = _tool(name, getattr(tasks, name), with_caller=True)
    tools["pandora_think"] = _tool("pandora_think", thinking.pandora_think, with_caller=True)
    for name in ("pandora_harvest", "pandora_heartbeat"):
        tools[name] = _tool(name, getattr(thinking, name), with_caller=False)
    sessions = SessionTools(workspace, options, client_watcher)
    for verb in (*RUNNING, "steer", *READING):
        name = f"pandora_session_{verb}"
        tools[name] = _tool(name, getattr(sessions, name), with_caller=verb in RUNNING)
    return tools


def _tool(name: str, method: Callable[..., Result], *, with_caller: bool) -> Tool:
    """Make a tool of a method; `with_caller` passes the Caller as the method's first argument."""
    schema = _schema(name, method)

    def call(arguments: Mapping[str, Any], caller: Caller) -> Result:
        return argument_error(schema, arguments) or _call_or_error(
            method, *([caller] if with_caller else []), **arguments
        )

    hints = {
        "readOnlyHint": name.startswith(("fractal_get_", "fractal_query_"))
        or name.removeprefix("pandora_session_") in READING,
        "destructiveHint": name == "fractal_delete_graph",
        "openWorldHint": with_caller,
    }
    return Tool(call, inspect.getdoc(method) or "", schema, hints)


def _schema(name: str, method: Callable[..., Result]) -> dict[str, Any]:
    """Make the JSON schema of a method's arguments; those with a default may be absent or null.

    All are strings, but for those whose default is true or false.
    """
    properties: dict[str, Any] = {}
    required = []
    for argument, parameter in inspect.signature(method).parameters.items():
        if argument == "caller":
            continue
        more = _TOOL_ARGUMENTS.get((name, argument)) or ARGUMENTS.get(argument, {})
        if parameter.default is inspect.Parameter.empty:
            properties[argument] = {"type": "string", **more}
            required.append(argument)
        else:
            kind = "boolean" if isinstance(parameter.default, bool) else "string"
            properties[argument] = {"type": [kind, "null"], "default": parameter.default, **more}
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def argument_error(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> Result | None:
    """Return a tool's error result if the arguments do not match the schema, else None."""
    properties, needed = schema["properties"], schema["required"]
    missing = [name for name in needed if name not in arguments]
    unknown = [name for name in arguments if name not in properties]
    if missing or unknown:
        problem = f"missing: {', '.join(missing)}" if missing else f"unknown: {', '.join(unknown)}"
        return {"error": f"arguments {problem}; they are {', '.join(properties)}"}
    for name, value in arguments.items():
        switch = "boolean" in properties[name]["type"]
        if not isinstance(value, bool if switch else str) and not (value is None and name not in needed):
            hint = "; give JSON as a string" if name == "metadata" else ""
            wanted = "true or false" if switch else "a string"
            return {"error": f"{name} must be {wanted}, not {type(value).__name__}{hint}"}
        if isinstance(value, str) and "\0" in value:
            return {"error": f"{name} has a NUL character, which no path and no text of a document can have"}
    return None


def _call_or_error(method: Callable[..., Result], *before: Any, **arguments: Any) -> Result:
    try:
        return method(*before, **arguments)
    except Interrupted as stop:
        return {
            "error": f"run {stop.run} was interrupted; pandora_resume goes on with it",
            "id": f"system-{stop.run}",
        }
    except PandoraError as error:
        return {"error": str(error)}
