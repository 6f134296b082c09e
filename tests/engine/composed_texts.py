"""Runs of the operation `compose` by a scripted model."""

from __future__ import annotations

from dataclasses import replace

from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome
from pandora.task import Task
from tests.engine.runs import Bench, Line, without_direct


def written(text: str, author: str = "we", reader: str = "neighbours") -> Line:
    """A try with this text."""
    said = {"language": "English", "written by": author, "written to": reader, "text": text}
    return {"phase": "do", "level": "operation", "type": "compose", "fill": said}


def answered(answer: str, field: str = "answer") -> Line:
    """The answer to one question about a text."""
    return {"phase": "do", "level": "operation", "type": "compose", "fill": {field: answer}}


def composed(bench: Bench, request: str, *lines: Line, files: tuple[str, ...] = ()) -> Outcome:
    """Write a text for a request, about files that are there."""
    (bench.workspace.system / "operations").mkdir(exist_ok=True)
    (bench.workspace.system / "operations" / "compose.md").write_text(without_direct("operations/compose.md"))
    bench.script(lines)
    host = bench.host()
    host.operations = OPERATIONS
    task = Task(request, "operation", "compose", "abc234", "system-abc234", "1", request=request)
    return micro_loop(replace(task, kind_of_task="answer", files=files), host)


def document_of(bench: Bench) -> str:
    """The document of the run."""
    return bench.host().store.load("op-compose-abc234-1").text
