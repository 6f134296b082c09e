"""A question about figures in tables: a program over the rows answers it, run by the engine's own loop.

The program is written, run in the sandbox and believed as any other: by `micro_loop` with the pattern
`table`. The question's answer is its output, and its evidence the document of that loop.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pandora.document.body import render
from pandora.document.fill import one_line
from pandora.document.ids import Name
from pandora.document.records import by_person
from pandora.engine.loop import Loop
from pandora.engine.micro_loop import micro_loop
from pandora.engine.steps import empty_results
from pandora.engine.trust import distrust
from pandora.engine.understand import with_named_files
from pandora.outcome import Outcome, Status
from pandora.questions.citations import LONGEST_QUOTE
from pandora.questions.question_document import CHILDREN, DOING
from pandora.task import Task

TABLES = "tables"
"""The key, in the metadata of a question that a program answers, of the paths of the tables."""

ROWS = "rows"
"""The front matter key, written by `save`, of a digest of what the tables held when the program ran."""


def tables_of(metadata: Mapping[str, Any]) -> tuple[str, ...]:
    """The tables over which a program answers a question; () for any other question."""
    paths = metadata.get(TABLES)
    return tuple(path for path in paths if isinstance(path, str)) if isinstance(paths, list) else ()


def answer_from_tables(loop: Loop, tables: tuple[str, ...], rows: str) -> bool:
    """§3: the output of a program over the tables. False where no program was believed: nothing is written
    then.

    The loop of the program keeps what is fresh in it, so a question that is worked on again costs no call.
    `rows` is a digest of what the tables hold: where it has changed, the program's results are emptied first.
    """
    if by_person(loop.document, 3):
        return True
    text = f"{loop.task.text} ({', '.join(tables)})"
    number = f"{loop.task.number}.1" if loop.task.number else "1"
    child = str(Name("tool", "table", loop.task.run, number))
    if loop.document.meta.get(ROWS) != rows:
        if loop.host.store.exists(child):
            empty_results(loop.host.store, child)
        loop.save(rows=rows, gathered_steps={})
    budget = loop.task.budget.child(loop.host.count(text), "tool")
    task = Task(
        text, "tool", "table", loop.task.run, loop.id, number, budget, request=text, kind_of_task="answer"
    )
    outcome = micro_loop(with_named_files(loop, task), loop.host)
    distrust(loop, outcome.untrusted)
    output = outcome.output.strip()
    if outcome.status is not Status.ACCEPTED or not output:
        return False
    evidence = f"“{_quotable(output)}” [{_place(loop, outcome)}]"
    body = render(DOING, {"evidence": evidence, "answer": output})
    body += f"{CHILDREN}\n- {child}.md → {outcome.status.value.upper()}\n"
    origin = loop.origin("tables", text, output)
    if not loop.keeps("do", origin):
        loop.write("do", body, "code", origin)
    return True


def _quotable(output: str) -> str:
    line = one_line(output).replace("“", '"').replace("”", '"')
    return line if len(line) <= LONGEST_QUOTE else f"{line[: LONGEST_QUOTE - 1]}…"


def _place(loop: Loop, outcome: Outcome) -> str:
    """The document of the program's loop, and the line of its output."""
    document = loop.host.store.load(outcome.document)
    return f"{document.path}:{document.sections[5].line + 1}"
