"""A query that a model writes over a task's tables: what it must know, and the program that runs it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap

from pandora.programs.help import Work
from pandora.programs.inside.text_gaps import COMMA_AMOUNT
from pandora.programs.opening.loaded_variables import asked_folder, loaded_files
from pandora.programs.request.asked_parts import asked_parts
from pandora.programs.request.listed_columns import names_as_asked
from pandora.programs.sql.carried_conditions import with_carried_conditions
from pandora.programs.sql.earlier_results import with_earlier_results
from pandora.programs.sql.file_tables import (
    each_file_once,
    file_tables,
    loading_of_files,
    loads_files,
    reads_files,
)
from pandora.programs.sql.gap_queries import (
    asking_lines,
    begun_gap_query,
    filling_lines,
    gaps_of_work,
    without_file_of,
)
from pandora.programs.sql.grouped_months import with_years_of_months
from pandora.programs.sql.part_queries import asking_for_parts, parts_of_queries
from pandora.programs.sql.queried_tables import QueriedTable, queried_tables
from pandora.programs.sql.query_repair import repaired_queries, without_own_limit
from pandora.programs.sql.query_shape import is_query, query_call, selected_names
from pandora.programs.sql.range_columns import with_ranges_that_hold
from pandora.programs.sql.single_rows import without_single_rows

_FENCE = re.compile(r"'''|\"\"\"|```\w*")
_QUERY = re.compile(r"\s*(?:--[^\n]*\s+)*(?:SELECT|WITH)\b", re.I)
_TABLES = (".csv", ".tsv")


def query_parts(work: Work, parted: bool = False) -> list[str]:
    """What a model must know to write a query: the tables, and what is asked; [] where there can be no query.

    Where it is `parted`, a question for several things gets a query for each, whatever they are.
    There can be none without a table or files that are asked about, where files are to be changed, but for the
    gaps of a text, and in a step that goes on from what earlier ones gave.
    """
    task = work.task
    if gaps := gaps_of_work(work):
        queried = _tables(without_file_of(gaps, work))
        if not queried:
            return []
        told = "\n\n".join("\n".join(table.lines) for table in queried)
        return [told, f"Task: {work.request}\n{asking_lines(gaps)}"]
    if task.kind_of_task not in ("answer", "file") or task.given or not (queried := _tables(work)):
        return []
    asked = f"Task: {work.request}"
    if task.part and task.text != work.request:
        asked = f"{asked}\nOf it, this step alone: {task.text}"
    if parts := _parts_of(work, parted):
        asked += f"\n{asking_for_parts(parts)}"
    if made := _made(work):
        asked += f"\nThe rows of the query are the lines of {made}, its columns those that the task names."
    return ["\n\n".join("\n".join(table.lines) for table in queried), asked]


def begun_query(work: Work, parted: bool = False) -> str:
    """How a query begins: with the first gap, or part of a question, that it is for; "" for any other."""
    if gaps := gaps_of_work(work):
        return begun_gap_query(gaps)
    return f"-- {parts[0]}\nSELECT" if (parts := _parts_of(work, parted)) else ""


def begun_stepwise_query(work: Work, parted: bool = False) -> str:
    """How a query begins that first keeps the rows it is about; "" where there is none: for gaps."""
    if gaps_of_work(work):
        return ""
    about = f"-- {parts[0]}\n" if (parts := _parts_of(work, parted)) else ""
    return f"{about}WITH kept AS (\n  SELECT * FROM"


def _parts_of(work: Work, parted: bool) -> list[str]:
    """The parts of a question that a query is asked for one by one; [] of a step of several."""
    task = work.task
    if task.kind_of_task != "answer" or task.part or task.given:
        return []
    parts = asked_parts(work.request) if parted else parts_of_queries(work.request)
    return parts if len(parts) > 1 else []


def _tables(work: Work) -> list[QueriedTable]:
    """The tables of a task's files, and those of the files themselves; of strangers' texts no line is shown."""
    task = work.task
    if work.untrusted:
        return queried_tables(task.files, work.workspace, task.kind_of_task == "answer")
    if asked_folder(task.files, work.workspace, work.request):  # of a table among them nothing is asked
        return file_tables(task.files, work.workspace, work.request)
    held = queried_tables(task.files, work.workspace, task.kind_of_task == "answer")
    if held and task.outputs:
        return held
    of_files = file_tables(task.files, work.workspace, work.request, beside=bool(held))
    taken = {table.name for table in held}
    return [*held, *(of_files if not any(table.name in taken for table in of_files) else [])]


def _loading(tables: list[QueriedTable], work: Work) -> list[str]:
    """The lines that load the rows, with those of a file that holds several tables."""
    of_files = [table for table in tables if loads_files(table)]
    wanted = {table.variable.name for table in tables if table not in of_files}
    lines = [loading_of_files(of_files[0])] if of_files else []
    if not wanted:
        return lines
    for variable in loaded_files(work.task.files, work.workspace, flat=True):
        if variable.name in wanted or any(
            table.variable.call.startswith(f"{variable.name}[") for table in tables
        ):
            lines.append(f"{variable.name} = {variable.call}")
    return [*lines, *(table.prepared for table in tables if table.prepared)]


def _made(work: Work) -> str:
    outputs = [path for path in work.task.outputs if path.endswith((*_TABLES, ".md", ".txt"))]
    return outputs[0] if work.task.kind_of_task == "file" and len(outputs) == 1 else ""


def program_of_query(work: Work, text: str) -> str:
    """The program that runs the queries that a model wrote, put right, and prints or saves what they find.

    A text that is no query stays as it is.
    """
    gaps = gaps_of_work(work)
    work = without_file_of(gaps, work) if gaps else work
    tables = _tables(work)
    written = [part.strip().rstrip(";") for part in _FENCE.split(text) if _QUERY.match(part)]
    if not written or not tables or is_query(text):
        return text
    queries = repaired_queries(";\n".join(written), tables)
    queries = [without_single_rows(sql, tables, work.request) for sql in queries]
    queries = [with_ranges_that_hold(sql, tables) for sql in with_earlier_results(queries, tables)]
    queries = with_carried_conditions(queries, asked_parts(work.request))
    queries = [with_years_of_months(sql, tables) for sql in queries]
    made = _made(work)
    if made.endswith(_TABLES):
        queries[:1] = [without_own_limit(sql, work.request) for sql in queries[:1]]
    # What only reads the sheets loads nothing else, and the other way round. A sheet may be `files`.
    asked = any(map(loads_files, tables)) and reads_files(queries)
    if any(not loads_files(table) for table in tables):
        tables = [table for table in tables if loads_files(table) == asked]
    given = {table.name: table.variable.name for table in tables}
    lines = [*_loading(tables, work), *(f"# {line}" for line in wrap(work.request, 110))]
    if gaps:
        return "\n".join([*lines, *filling_lines(gaps, queries, given, work.request), ""])
    for place, sql in enumerate(map(each_file_once, queries) if asked else queries):
        lines.append(query_call(sql.strip(), given))
        if place == 0 and made:
            lines.append(_saving(made, work.request, selected_names(sql)))
        else:
            lines += ["for row in found:", "    print(*row.values())"]
    return "\n".join([*lines, ""])


def _saving(path: str, request: str, selected: Sequence[str]) -> str:
    if path.endswith(".txt"):
        return f"save([' '.join(map(str, row.values())) for row in found], {path!r})"
    like = next((match[0] for match in COMMA_AMOUNT.finditer(request)), "")
    names = names_as_asked(request, selected)
    rows = f"[dict(zip({names!r}, row.values())) for row in found]" if names else "found"
    return f"save({rows}, {path!r}{f', like={like!r}' if like and path.endswith(_TABLES) else ''})"
