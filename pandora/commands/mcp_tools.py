"""What `pandora mcp` offers as tools: the 17 operations on graphs; running, resuming and answering tasks."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pandora.commands.answer import settle, waiting_document
from pandora.commands.resume import continued, model_for
from pandora.commands.shared import as_object, budget_of, host_of, model_of, settings_of
from pandora.disk.layout import Workspace, parse_id
from pandora.engine.approval import asked_bytes
from pandora.engine.events import nobody
from pandora.engine.run import start, worded
from pandora.errors import PandoraError, RefusedError
from pandora.questions.api import TOOLS, Fractal

Result = dict[str, Any]


@dataclass(frozen=True)
class Offer:
    """A tool: its function, what it says of itself, and its arguments as a JSON schema."""

    call: Callable[..., Result]
    about: str
    schema: Mapping[str, Any]


class Tasks:
    """Runs for clients, one engine each; `options` are those of the command line (`model`, ceilings)."""

    def __init__(self, workspace: Workspace, options: Mapping[str, Any]) -> None:
        self._workspace, self._options = workspace, dict(options)

    def pandora_run(self, task: str) -> Result:
        """Do a task with the local model: `{id, status, output, documents, question, reason, usage}`.

        A status `waiting` comes with the question to answer; the documents stay under state/.
        """
        settings = settings_of(self._workspace, self._options)
        text = worded(task)
        model = model_of(settings, self._options)
        try:
            host = host_of(self._workspace, model, settings, self._options, nobody)
            return as_object(start(text, host, budget_of(settings)), self._workspace)
        finally:
            model.close()

    def pandora_resume(self, document: str) -> Result:
        """Go on with a run that was interrupted, answered or edited; a finished one costs nothing."""
        run = parse_id(self._workspace.resolve(document)).run
        model = model_for(self._workspace, run, self._options)
        try:
            return as_object(continued(self._workspace, run, model, nobody, self._options), self._workspace)
        finally:
            model.close()

    def pandora_answer(self, document: str, text: str) -> Result:
        """Answer the question that a run waits with, and go on. An effect is allowed by a person alone."""
        found, question = waiting_document(self._workspace, document)
        if asked_bytes(question) is not None or question.startswith("May it "):
            raise RefusedError(f"{question} Only a person allows an effect: `pandora approve {document}`")
        settle(self._workspace, found, question, worded(text), "a client (pandora mcp)")
        return self.pandora_resume(document)


def offers(workspace: Workspace, options: Mapping[str, Any]) -> dict[str, Offer]:
    """Every tool by its name."""
    fractal, tasks = Fractal(workspace), Tasks(workspace, options)
    calls: dict[str, Callable[..., Result]] = {name: getattr(fractal, name) for name in TOOLS}
    calls |= {name: getattr(tasks, name) for name in ("pandora_run", "pandora_resume", "pandora_answer")}
    return {name: Offer(call, inspect.getdoc(call) or "", _schema(call)) for name, call in calls.items()}


def _schema(call: Callable[..., Result]) -> dict[str, Any]:
    """A JSON schema of a function's arguments: all are texts, those with a default may be left out or null."""
    properties: dict[str, Any] = {}
    required = []
    for name, parameter in inspect.signature(call).parameters.items():
        if parameter.default is inspect.Parameter.empty:
            properties[name] = {"type": "string"}
            required.append(name)
        else:
            properties[name] = {"type": ["string", "null"], "default": None}
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def called(offer: Offer, arguments: Mapping[str, Any]) -> Result:
    """What a tool gives; an expected failure, a wrong argument among them, is `{"error": …}`."""
    known, needed = offer.schema["properties"], offer.schema["required"]
    missing = [name for name in needed if name not in arguments]
    unknown = [name for name in arguments if name not in known]
    if missing or unknown:
        told = f"missing: {', '.join(missing)}" if missing else f"unknown: {', '.join(unknown)}"
        return {"error": f"arguments {told}; they are {', '.join(known)}"}
    for name, value in arguments.items():
        if not isinstance(value, str) and not (value is None and name not in needed):
            hint = "; give JSON as a string" if name == "metadata" else ""
            return {"error": f"{name} must be a string, not {type(value).__name__}{hint}"}
    try:
        return offer.call(**arguments)
    except PandoraError as error:
        return {"error": str(error)}
