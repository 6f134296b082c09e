"""The program that an accepted run chose: its source, its result, and the task in a person's words."""

from __future__ import annotations

from dataclasses import dataclass

from pandora.disk.run_documents import Run
from pandora.document.ids import parse_id
from pandora.document.links import created_at
from pandora.document.meta_values import listed, mapping, mappings
from pandora.document.quote import sources_of
from pandora.document.task_text import task_of
from pandora.engine.candidates import tries_of
from pandora.engine.host import Host
from pandora.errors import DocumentError, PandoraError, UsageError
from pandora.operations.python import without_fence
from pandora.outcome import Status


@dataclass(frozen=True)
class ChosenProgram:
    """The one program of an accepted run.

    `document` has it in its §3; `result` is what it printed. `columns` are those of the task's files, and
    `kind` is the kind of the task.
    """

    run: str
    task: str
    source: str
    result: str
    document: str
    columns: tuple[str, ...]
    kind: str


def chosen_program(host: Host, run: str) -> ChosenProgram:
    """The program of a run that was accepted; raises UsageError where there is none that can be made a tool."""
    opened = Run.open(host.store, run)
    root = opened.root
    place = f"{root.path}:1"
    if root.meta.get("status") != Status.ACCEPTED.value:
        raise UsageError(
            f"{place}: the run is {root.meta.get('status')}; only an accepted one can become a tool"
        )
    if root.meta.get("undone"):
        raise UsageError(f"{place}: its changes were undone; redo them, or name another run")
    if any(sources_of(document.meta) for document in opened.documents.values()):
        raise UsageError(
            f"{place}: it rests on the words of strangers, which nothing grows from; name another run"
        )
    programs: list[tuple[str, str, str]] = []
    for document_id, document in opened.documents.items():
        if document.meta.get("status") != Status.ACCEPTED.value or parse_id(document_id).level != "operation":
            continue
        if mappings(document.meta, "applied"):
            raise UsageError(f"{document.path}:1: it changed files; a tool is made of a program that answers")
        pattern = host.library.load("operation", parse_id(document_id).kind)
        roles = host.operation(pattern).roles
        program = next((name for name, role in roles.items() if role == "program"), "")
        chosen = tries_of(document, host.library.phase(pattern, "do").form, host.store).named
        if program and chosen is not None and chosen.result is not None:
            programs.append((document_id, without_fence(chosen.arguments.get(program, "")), chosen.result.text))
    if len(programs) != 1:
        many = f"{len(programs)} programs" if programs else "no program"
        raise UsageError(f"{place}: the run chose {many}; a tool is made of a run with one")
    ((document_id, source, result),) = programs
    columns = tuple(listed(mapping(root.meta, "gathered"), "columns"))
    kind = _kind(root.body(1))
    return ChosenProgram(run, task_of(root), source, result, document_id, columns, kind)


def _kind(body: str) -> str:
    """The kind of task in §1, without its probability; "" where there is none."""
    line = next((line for line in body.split("\n") if line.startswith("Kind:")), "")
    return line.removeprefix("Kind:").partition("(")[0].strip()


def other_accepted_runs(host: Host, run: str, most: int = 200) -> list[tuple[str, str]]:
    """The accepted runs but `run`, the newest first, each with its task; broken ones are left out."""
    runs = []
    for root in host.workspace.runs():
        name = parse_id(root).run
        if name == run:
            continue
        try:
            document = host.store.load(root)
        except (DocumentError, PandoraError):
            continue
        if document.meta.get("status") == Status.ACCEPTED.value and not sources_of(document.meta):
            created = created_at(document)
            runs.append((created, name, task_of(document)))
    newest = sorted(runs, reverse=True)[:most]
    return [(name, task) for _, name, task in newest]
