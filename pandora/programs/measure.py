"""Is the column that a program used the one that was asked for? Named blind, matched by logits, checked."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pandora.programs.data import held
from pandora.programs.help import Evidence, Work
from pandora.programs.inside.file_values import KINDS
from pandora.programs.mentions import columns as table_columns
from pandora.programs.mentions import tables
from pandora.programs.program import Program

NONE = "none of these"
LIKELY = 0.9
"""The same as SURE where `totals` was used: it is offered where the file has one column of amounts."""
SURE = 0.95
"""The least probability of the match that stands without the two words being alike."""
MANY = 40
_PARTS = re.compile(
    r"\b(?:years?|months?|weeks?|weekdays?|days?|dates?|quarters?|decades?|hours?|minutes?|times?)\b", re.I
)
_MOMENT = re.compile(r"\d{4}-\d\d(?:-\d\d)?(?:\b|T)|\d\d?[./]\d\d?[./]\d{4}\b|\d\d?:\d\d\b")


def columns_of_files(files: tuple[str, ...], workspace: Path) -> tuple[str, ...]:
    """The column names and keys of the task's tables and JSON files, in order, each once."""
    found: dict[str, None] = {}
    for path in files[:MANY]:
        for name in columns_of(workspace / path):
            found[name] = None
    return tuple(found)[:MANY]


def columns_of(path: Path) -> list[str]:
    """A table's columns; of JSON, the keys of its objects; [] for anything else."""
    if path.suffix.lower() not in KINDS:
        return []
    try:
        return list(dict.fromkeys(_keys(held(path))))
    except (OSError, ValueError, RecursionError):
        return []


def _keys(value: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(value, list):
        for each in value[:5]:
            yield from _keys(each, depth)
    elif isinstance(value, dict) and depth < 3:
        inner = [each for each in value.values() if isinstance(each, (dict, list))]
        if len(inner) < len(value) or not inner:
            yield from (str(key) for key in value)
        for each in inner[:5]:
            yield from _keys(each, depth + 1)


def measure_evidence(work: Work, programs: Sequence[Program]) -> list[Evidence]:
    """Whether the measure that UNDERSTAND named has a column; nothing where the plan chose none."""
    task, measure, columns = work.task, work.fields.get("measure", ""), work.task.columns
    if not measure or "column" not in work.fields or not columns:
        return []
    column, chance = work.fields["column"], work.chances.get("column", 1.0)
    if any(alike(measure, name) for name in columns):
        return [Evidence(True, f"a column is named like {measure!r}")]
    if whole := _part_of(measure, programs, work):
        return [Evidence(True, f"{measure!r} is a part of the column {whole!r}")]
    if task.kind_of_task == "file" and any(alike(measure, Path(path).stem) for path in task.files):
        return [Evidence(True, f"{measure!r} is what each row is, and the file is made from the rows")]
    told = f"{measure!r} is matched with the column {column!r} ({chance:.2f})"
    matched = column in columns and column != columns[0]
    if matched and chance >= SURE:
        return [Evidence(True, told)]
    if matched and chance >= LIKELY and any("totals(" in program.source for program in programs):
        return [Evidence(True, f"{told}, the one column of amounts, which was added up")]
    if any(counts(program) for program in programs):
        return [Evidence(True, "the answer is a count, which needs no column")]
    if any(combines(program) for program in programs):
        return [Evidence(True, f"{measure!r} is worked out from several columns")]
    told = f"no column surely holds {measure!r}; there are {', '.join(columns)}"
    return [Evidence(False, told, f"Which column holds {measure!r}?")]


def _part_of(measure: str, programs: Sequence[Program], work: Work) -> str:
    """The column of dates or times that a program takes the year, month or hour from, or ""."""
    if not _PARTS.search(measure):
        return ""
    for _, rows in tables(work.task.files, work.workspace):
        for name, values, _ in table_columns(rows):
            if all(map(_MOMENT.match, values)) and any(repr(name) in program.source for program in programs):
                return name
    return ""


def alike(measure: str, column: str) -> bool:
    """True where a word of one begins a word of the other."""
    a = [each for each in re.findall(r"[a-z]+", measure.lower()) if len(each) > 2]
    b = [each for each in re.findall(r"[a-z]+", column.lower()) if len(each) > 1]
    return any(
        x[:5].startswith(y[:5]) or y[:5].startswith(x[:5]) for x in a for y in b if min(len(x), len(y)) > 2
    )


def counts(program: Program) -> bool:
    """True where a program takes a length as it is, and does not divide by it."""
    tree = program.tree
    if tree is None:
        return False
    inside = {
        id(each)
        for node in ast.walk(tree)
        if isinstance(node, (ast.BinOp, ast.Compare))
        for each in ast.walk(node)
    }
    return any(
        isinstance(node, ast.Call) and getattr(node.func, "id", "") == "len" and id(node) not in inside
        for node in ast.walk(tree)
    )


def combines(program: Program) -> bool:
    """True where a program multiplies, divides, adds or subtracts two looked-up values."""
    tree = program.tree
    if tree is None:
        return False
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Div, ast.Sub)):
            sides = [
                sum(isinstance(each, ast.Subscript) for each in ast.walk(side))
                for side in (node.left, node.right)
            ]
            if all(sides):
                return True
    return False
