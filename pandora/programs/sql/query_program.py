"""A program that is one SQL query over a task's tables: its first lines, and what code completes in it."""

from __future__ import annotations

import re
from textwrap import wrap

from pandora.programs.asked_parts import asked_parts
from pandora.programs.help import Work
from pandora.programs.inside.text_gaps import COMMA_AMOUNT
from pandora.programs.loaded_variables import loaded_files
from pandora.programs.sql.queried_tables import QueriedTable, queried_tables
from pandora.programs.sql.query_repair import repaired_queries

_BEGUN = "found = query('''\nSELECT"
_BEGIN = re.compile(r"^found = query\('''\n", re.M)
_FENCE = re.compile(r"'''|\"\"\"|```")
_QUERY = re.compile(r"\s*(?:--[^\n]*\s+)*(?:SELECT|WITH)\b", re.I)
_TABLES = (".csv", ".tsv")


def query_opening(work: Work) -> dict[str, str]:
    """The beginning of the field `code` as a query; {} where the task's files are no tables, or are changed."""
    if work.task.kind_of_task not in ("answer", "file") or not (tables := _tables(work)):
        return {}
    return {"code": f"{_head(work, tables)}{_BEGUN}"}


def is_query(program: str) -> bool:
    """True for a program that began as a query."""
    return _BEGIN.search(program) is not None


def _tables(work: Work) -> list[QueriedTable]:
    tables = queried_tables(work.task.files, work.workspace)
    return tables if all(len(path) < 200 for path in work.task.outputs) else []


def _head(work: Work, tables: list[QueriedTable]) -> str:
    lines = _loading(tables, work)
    lines += [f"# {line}" for table in tables for line in table.lines]
    lines += [f"# {line}" for line in wrap(work.request, 110)]
    made, parts = _made(work), asked_parts(work.request)
    if made:
        lines.append(
            f"# An SQLite query: its rows are the lines of {made}, its columns those that are asked for."
        )
    elif parts:
        listed = "; ".join(f"({number}) {part}" for number, part in enumerate(parts, 1))
        lines += [
            f"# {line}" for line in wrap(f"{len(parts)} SQLite queries with ; between them: {listed}", 110)
        ]
    else:
        lines.append("# An SQLite query:")
    return "".join(f"{line}\n" for line in lines)


def _loading(tables: list[QueriedTable], work: Work) -> list[str]:
    """The lines that load the rows, with those of a file that holds several tables."""
    wanted = {table.variable.name for table in tables}
    lines = []
    for variable in loaded_files(work.task.files, work.workspace, flat=True):
        if variable.name in wanted or any(
            table.variable.call.startswith(f"{variable.name}[") for table in tables
        ):
            lines.append(f"{variable.name} = {variable.call}")
    return lines


def _made(work: Work) -> str:
    outputs = [path for path in work.task.outputs if path.endswith((*_TABLES, ".md", ".txt"))]
    return outputs[0] if work.task.kind_of_task == "file" and len(outputs) == 1 else ""


def finished_query(work: Work, program: str) -> str:
    """A program that began as a query, with the query put right and what it found printed or saved."""
    begun = _BEGIN.search(program)
    if begun is None or not (tables := _tables(work)):
        return program
    texts = _FENCE.split(program[begun.end() :])
    written = [text.strip().rstrip(";") for text in texts if _QUERY.match(text)]
    queries = repaired_queries(";\n".join(written), tables)
    given = ", ".join(f"{table.name}={table.variable.name}" for table in tables)
    lines = [program[: begun.start()].rstrip("\n")]
    made = _made(work)
    for place, sql in enumerate(queries):
        lines.append(f"found = query('''\n{sql.strip()}\n''', {given})")
        if place == 0 and made:
            lines.append(_saving(made, work.request))
        else:
            lines += ["for row in found:", "    print(*row.values())"]
    return "\n".join([*lines, ""])


def _saving(path: str, request: str) -> str:
    if path.endswith(".txt"):
        return f"save([' '.join(map(str, row.values())) for row in found], {path!r})"
    like = next((match[0] for match in COMMA_AMOUNT.finditer(request)), "")
    return f"save(found, {path!r}{f', like={like!r}' if like and path.endswith(_TABLES) else ''})"
