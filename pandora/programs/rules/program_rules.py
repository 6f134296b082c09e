"""The rules for a program: the files that it uses, its figures, and how the data spell what it looks for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

from pandora.programs.data_columns import columns, tables
from pandora.programs.help import Try, Work
from pandora.programs.language.english_words import nothing_found
from pandora.programs.language.negations import negates
from pandora.programs.parsed_program import Program, compared_texts, unread_loads
from pandora.programs.rules.figures_by_hand import figure_by_hand
from pandora.programs.rules.made_up_factors import made_up_factor

BY_WORKING_OUT = "work it out with a program"
"""What is said of a figure that a try made up."""
_SENTENCE_END = re.compile(r"[.!?;]\s+|\n")


def objection_to_program(work: Work, attempt: Try) -> str:
    """Return which file that the request names a program does not use, or how the data spell what it lacks."""
    task, result, program = work.task, attempt.result, attempt.program
    if program is None or task.kind_of_task == "code":
        return ""
    if unused := _unused_files(work, program):
        path, name = next(iter(unused.items()))
        remedy = f"use what it says, or change {name} and save({name}, {path!r})"
        return f"it does nothing with {path}, which the task names; {remedy}"
    if factor := made_up_factor(work, attempt.argument("program") or ""):
        return (
            f"it works with {factor}, which stands in no file and not in the task; take it from there, "
            "or print what is not given"
        )
    if not nothing_found(result.text) or result.changes:
        return ""
    spelling = misspelling(program, task.files, work.workspace)
    return f"nothing matched: {spelling}" if spelling else ""


def objection_to_figures(work: Work, attempt: Try) -> str:
    """Return which figure nobody worked out; "" where each has a source."""
    figure = figure_by_hand(work, attempt)
    return f"{figure} stands in no file and not in the task; {BY_WORKING_OUT}" if figure else ""


def _unused_files(work: Work, program: Program) -> dict[str, str]:
    """The files that the request names, not as what is not meant, and a program only loads, by variable."""
    if work.task.part:
        return {}  # a step of several need not use all
    sentences = _SENTENCE_END.split(work.request)
    unread = unread_loads(program)
    about = {path: [one for one in sentences if Path(path).name in one] for path in unread}
    return {path: unread[path] for path, said in about.items() if said and not any(map(negates, said))}


def misspelling(program: Program, files: Iterable[str], workspace: Path) -> str:
    """Return a message about a compared text that the data has only in another spelling, or ""."""
    tree = program.tree
    if tree is None:
        return ""
    if problem := _partial_value(tree, files, workspace):
        return problem
    fold = str.casefold if re.search(r"lower\(|upper\(|casefold\(", program.source) else str
    values = [
        value
        for _, rows in tables(files, workspace)
        for _, column_values, _ in columns(rows)
        for value in column_values
    ]
    for text in dict.fromkeys(compared_texts(tree)):
        if any(fold(text) in fold(value) for value in values):
            continue
        if near := next(
            (value for value in values if _bare_letters(text) and _bare_letters(text) in _bare_letters(value)),
            None,
        ):
            return f"it compares with {text!r}, but the data has {near!r}"
    return ""


def _partial_value(tree: ast.AST, files: Iterable[str], workspace: Path) -> str:
    """Return a message about a text that equals no value of the column but is a part of one, or ""."""
    values_of = {name: values for _, rows in tables(files, workspace) for name, values, _ in columns(rows)}
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq)):
            continue
        for text, side in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
            column = _column_looked_up(side)
            if not (isinstance(text, ast.Constant) and isinstance(text.value, str) and column in values_of):
                continue
            folded, values = (
                text.value.casefold(),
                [folded_value.casefold() for folded_value in values_of[column]],
            )
            parts = [folded_value for folded_value in values if folded in folded_value]
            if parts and folded not in values:
                problem = f"no value of column {column!r} is {text.value!r} alone, but {parts[0]!r} has it"
                return f"{problem}: write {text.value!r} in {ast.unparse(side)}"
    return ""


def _column_looked_up(node: ast.expr) -> str:
    """The column that `row["a"]` or `row["a"].lower()` looks up, or ""."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        node = node.func.value
    key = node.slice if isinstance(node, ast.Subscript) else None
    return key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else ""


def _bare_letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()
