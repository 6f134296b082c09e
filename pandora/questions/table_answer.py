"""A question about figures in tables: a program over the rows answers it, run by the engine's own loop.

The program is written, run in the sandbox and believed as any other: by `micro_loop`, with the pattern
`think_compute`. The question's answer is its output, and its evidence the document of that loop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pandora.document.body import render
from pandora.document.records import by_person
from pandora.engine.asked_sections import CodeSection, Sections
from pandora.engine.gathered_files import with_named_files
from pandora.engine.loop import Loop
from pandora.engine.micro_loop import micro_loop
from pandora.engine.steps import empty_results
from pandora.engine.trust import distrust
from pandora.outcome import Outcome, Status
from pandora.programs.data_columns import tables
from pandora.questions.child_loop import id_below, task_below
from pandora.questions.citations import quotable
from pandora.questions.question_document import CHILDREN, DOING

TABLES = "tables"
"""The key, in the metadata of a question that a program answers, of the paths of the tables."""

COMPUTE = "think_compute"
"""The pattern of the program's loop. Unlike the tool `table` it guesses no measure: the question names the
column, and the guess would be held against a column that the root's plan has chosen already."""

ROWS = "rows"
"""The front matter key, written by `save`, of a digest of what the tables held when the program ran."""


def tables_of(metadata: Mapping[str, Any]) -> tuple[str, ...]:
    """The tables over which a program answers a question; () for any other question."""
    paths = metadata.get(TABLES)
    return tuple(path for path in paths if isinstance(path, str)) if isinstance(paths, list) else ()


def number_columns(paths: Sequence[str], root: Path) -> tuple[str, ...]:
    """The columns of the tables that hold numbers, in order, each once: nothing else can be added up."""
    names: dict[str, None] = {}
    for _, rows in tables(paths, root):
        for name in rows[0]:
            values = [row.get(name) for row in rows]
            if any(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
                names[str(name)] = None
    return tuple(names)


def answer_from_tables(loop: Loop, paths: tuple[str, ...], rows: str) -> Sections[bool]:
    """§3: the output of a program over the tables. False where no program was believed: nothing is written
    then.

    The loop of the program keeps what is fresh in it, so a question that is worked on again costs no call.
    `rows` is a digest of what the tables hold: where it has changed, the program's results are emptied first.
    """
    if by_person(loop.document, 3):
        return True
    text = f"{loop.task.text} ({', '.join(paths)})"
    child = id_below(loop.task.run, loop.task.number, COMPUTE)
    if loop.document.meta.get(ROWS) != rows:
        if loop.host.store.exists(child):
            empty_results(loop.host.store, child)
        loop.save(rows=rows, gathered_steps={})
    task = replace(task_below(loop, COMPUTE, text), request=text, kind_of_task="answer")
    named = with_named_files(loop, task)
    loop.flush()
    outcome = micro_loop(named, loop.host)
    distrust(loop, outcome.untrusted)
    output = outcome.output.strip()
    if outcome.status is not Status.ACCEPTED or not output:
        return False
    evidence = f"“{quotable(output)}” [{_place(loop, outcome)}]"
    body = render(DOING, {"evidence": evidence, "answer": output})
    body += f"{CHILDREN}\n- {child}.md → {outcome.status.value.upper()}\n"
    yield CodeSection("do", body, ("tables", text, output))
    return True


def _place(loop: Loop, outcome: Outcome) -> str:
    """The document of the program's loop, and the line of its output."""
    document = loop.host.store.load(outcome.document)
    return f"{document.path}:{document.sections[5].line + 1}"
