"""A file in a few lines for a small model's prompt: made by code, so that it can be relied on."""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pandora.programs.column_profile import clip, profile
from pandora.programs.inside import prelude
from pandora.programs.inside.log_lines import log_rows
from pandora.programs.json_shape import signature, sketch
from pandora.workspace import file_head as contents
from pandora.workspace.paths import resolve

_LINES = 60
_READ = 8 << 20
_FIRST = 3
_TABLES = (".csv", ".tsv")
_JSON = (".json",)


def describe(path: str | Path, workspace: Path, limit_lines: int = _LINES) -> str:
    """What `path` holds, in at most `limit_lines` lines; the same file always gives the same text."""
    name = _name(path, workspace)
    found = resolve(name, workspace, (), write=False)
    if found.is_dir():
        names, left_out = contents.listing(found, limit_lines - 2)
        more = [f"and {left_out} more"] if left_out else []
        return "\n".join(
            [f"{name}: a folder of {len(names) + left_out}", *(clip(line) for line in names), *more]
        )
    if not found.exists():
        return f"{name}: no such file"
    head = contents.head(found, _READ)
    if head.binary:
        return f"{name}: a binary file of {contents.size(head.size)}"
    kinds: dict[str, Callable[[contents.Head, int], list[str]]] = {".py": _code}
    kinds |= dict.fromkeys(_TABLES, _table) | dict.fromkeys(_JSON, _json)
    lines = kinds.get(found.suffix.lower(), _text)(head, limit_lines)
    if not head.whole:
        lines[0] += f" (of the first {contents.size(_READ)} of {contents.size(head.size)})"
    if len(lines) > limit_lines:
        lines = [*lines[: limit_lines - 1], f"… {len(lines) - limit_lines + 1} lines left out"]
    return f"{name}: " + "\n".join(lines)


def describe_many(paths: Sequence[str | Path], workspace: Path, limit_lines: int = _LINES) -> str:
    """Several files, those of the same shape told once with the first as the example."""
    groups: dict[str, list[str | Path]] = {}
    for path in paths:
        groups.setdefault(_shape(path, workspace), []).append(path)
    told = []
    for shape, alike in groups.items():
        if len(alike) == 1:
            told.append(describe(alike[0], workspace, limit_lines))
            continue
        names = [_name(path, workspace) for path in alike]
        few = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
        told.append(f"{len(alike)} files with the same shape, {shape}: {few}")
        told.append("e.g. " + describe(alike[0], workspace, limit_lines))
    return "\n".join(told)


def _name(path: str | Path, workspace: Path) -> str:
    """The path as the workspace knows it."""
    given = Path(path)
    for base in (workspace, Path(os.path.realpath(workspace))):
        if given.is_absolute() and given.is_relative_to(base):
            return given.relative_to(base).as_posix()
    return str(path)


def _shape(path: str | Path, workspace: Path) -> str:
    """What files must have in common to be told once; the path itself for those that stand alone."""
    found = resolve(_name(path, workspace), workspace, (), write=False)
    kind = found.suffix.lower()
    if os.path.isfile(found) and kind in (*_TABLES, *_JSON):
        head = contents.head(found, _READ)
        try:
            if kind in _JSON:
                return f"JSON, {signature(_loaded(head))}"
            rows = prelude.parse(head.text)
            if rows:
                return f"a table with the columns {', '.join(clip(column) for column in rows[0])}"
        except ValueError:
            pass
    return f"{path}"


def _loaded(head: contents.Head) -> Any:
    """The JSON value; ValueError where it is none, is too deep, or was cut."""
    try:
        return json.loads(head.text)
    except RecursionError as error:
        raise ValueError("too deep") from error


def _table(head: contents.Head, limit: int) -> list[str]:
    try:
        rows = prelude.parse(head.text)
    except ValueError:
        return _text(head, limit)
    if not rows:
        return ["a table without rows", *_first(head.text)]
    return [f"a table, {len(rows)} row{'' if len(rows) == 1 else 's'}, columns:", *_columns(rows)]


def _columns(rows: Sequence[dict[str, Any]]) -> list[str]:
    return [f"- {clip(name)}: {profile([row[name] for row in rows])}" for name in rows[0]]


def _json(head: contents.Head, limit: int) -> list[str]:
    try:
        first, *rest = sketch(_loaded(head))
    except ValueError:
        kind, *rest = _text(head, limit)
        return [f"not readable as JSON; {kind}" if head.whole else kind, *rest]
    return [f"JSON, {first}", *rest]


def _text(head: contents.Head, limit: int) -> list[str]:
    if rows := log_rows(head.text):
        return [f"a log, {len(rows)} entries, columns:", *_columns(rows)]
    lines, words = len(head.text.splitlines()), len(head.text.split())
    return [f"text, {lines} line{'' if lines == 1 else 's'}, {words} words, beginning:", *_first(head.text)]


def _first(text: str) -> list[str]:
    filled = [line for line in text.splitlines() if line.strip()]
    return [f"| {clip(line)}" for line in filled[:_FIRST]]


def _code(head: contents.Head, limit: int) -> list[str]:
    """Short code as it is; of longer code the definitions."""
    lines = head.text.splitlines()
    kind = f"Python, {len(lines)} line{'' if len(lines) == 1 else 's'}"
    if len(lines) < limit:
        return [f"{kind}:", *lines]
    try:
        tree = ast.parse(head.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return [f"{kind}, with a syntax error", *_first(head.text)]
    return [f"{kind}, defining:", *_definitions(tree.body, "")]


def _definitions(body: Sequence[ast.stmt], indent: str) -> list[str]:
    told: list[str] = []
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
            kind = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
            told.append(f"{indent}{kind} {node.name}({ast.unparse(node.args)}){returns}  # line {node.lineno}")
        elif isinstance(node, ast.ClassDef):
            told.append(f"{indent}class {node.name}  # line {node.lineno}")
            told += _definitions(node.body, indent + "    ")
    return told
