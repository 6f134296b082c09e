"""A file in a few lines for a small model's prompt: made by code, so that it can be relied on."""

from __future__ import annotations

import ast
import os
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from pandora.errors import DiskError, RefusedError
from pandora.programs.column_profile import clip, profile
from pandora.programs.data import Extent, Input, read_input
from pandora.programs.inside import file_values
from pandora.programs.json_shape import signature, sketch
from pandora.workspace import file_head as contents
from pandora.workspace.paths import resolve

_LINES = 60
_FIRST = 3


def describe(path: str | Path, workspace: Path, limit_lines: int = _LINES) -> str:
    """What `path` holds, in at most `limit_lines` lines; the same file always gives the same text."""
    name = _name(path, workspace)
    found = resolve(name, workspace, (), write=False)
    if found.is_dir():
        names, left_out = contents.folder_listing(found, limit_lines - 2)
        more = [f"and {left_out} more"] if left_out else []
        return "\n".join(
            [f"{name}: a folder of {len(names) + left_out}", *(clip(line) for line in names), *more]
        )
    if not found.exists():
        return f"{name}: no such file"
    source = _read(found)
    if source.kind == "binary":
        return f"{name}: a binary file of {contents.human_size(source.size)}"
    lines = _lines(source, found.suffix.lower(), limit_lines)
    if len(lines) > limit_lines:
        lines = [*lines[: limit_lines - 1], f"… {len(lines) - limit_lines + 1} lines left out"]
    return f"{name}: " + "\n".join(lines)


def _read(path: Path) -> Input:
    try:
        return read_input(path)
    except PermissionError as error:
        raise RefusedError(f"{path.name}: not readable by this user") from error
    except OSError as error:
        raise DiskError(f"{path.name}: not read: {error.strerror}") from error


def _lines(source: Input, ending: str, limit: int) -> list[str]:
    """What the file holds; where only a part of it was read, the first line says so."""
    if ending == ".py":
        lines = _code(source, limit)
    elif source.fault:
        lines = _unreadable(source)
    elif source.kind in ("table", "log"):
        lines = _table(source, limit)
    elif source.kind == "SQLite":
        lines = _database(source, limit)
    elif source.kind == "text":
        lines = _text(source)
    else:
        lines = _value(source)
    if source.read < source.size and "" not in source.extents:
        lines[0] += f" (of the first {contents.human_size(source.read)} of {contents.human_size(source.size)})"
    return lines


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
    if os.path.isfile(found) and file_values.kind_of(found) != "text":
        source = _read(found)
        if source.kind == "table" and source.value and not source.fault:
            return f"a table with the columns {', '.join(clip(column) for column in source.value[0])}"
        if source.kind not in ("table", "text", "binary") and not source.fault:
            return f"{source.kind}, {signature(source.value)}"
    return f"{path}"


def _table(source: Input, limit: int) -> list[str]:
    if not source.value:
        return ["a table without rows", *_first(source.text)]
    kind, one, many = ("a table", "row", "rows") if source.kind == "table" else ("a log", "entry", "entries")
    return [f"{kind}, {_count(source.extents[''], one, many)}, columns:", *_columns(source.value, limit)]


def _count(extent: Extent, one: str, many: str) -> str:
    return f"{extent} {one if extent.rows == 1 and extent.whole else many}"


def _database(source: Input, limit: int) -> list[str]:
    tables = {"": source.value} if isinstance(source.value, list) else source.value
    lines = [f"an SQLite database, {len(tables)} table{'' if len(tables) == 1 else 's'}:"]
    for name, rows in tables.items():
        head = f"- {clip(name)}: " if name else "- "
        count = _count(source.extents[name], "row", "rows")
        lines.append(f"{head}{count}{', columns:' if rows else ''}")
        lines += [f"  {line}" for line in (_columns(rows, limit) if rows else [])]
    return lines


def _columns(rows: Sequence[dict[str, Any]], limit: int) -> list[str]:
    """A line for each column; of more than `limit` columns the others have only their number."""
    shown = [f"- {clip(name)}: {profile([row[name] for row in rows])}" for name in islice(rows[0], limit)]
    return shown + [""] * (len(rows[0]) - len(shown))


def _value(source: Input) -> list[str]:
    extent = source.extents.get("")
    first, *rest = sketch(source.value, str(extent) if extent else "")
    return [f"{source.kind}, {first}", *rest]


def _unreadable(source: Input) -> list[str]:
    """What is wrong with the file, and its text."""
    line, _, wrong = source.fault.partition(": ")
    kind = "a table" if source.kind == "table" else source.kind
    text, *rest = _text(source)
    return [f"not readable as {kind} (line {line}: {wrong.removeprefix(f'not {kind}: ')}); {text}", *rest]


def _text(source: Input) -> list[str]:
    lines, words = len(source.text.splitlines()), len(source.text.split())
    return [f"text, {lines} line{'' if lines == 1 else 's'}, {words} words, beginning:", *_first(source.text)]


def _first(text: str) -> list[str]:
    filled = [line for line in text.splitlines() if line.strip()]
    return [f"| {clip(line)}" for line in filled[:_FIRST]]


def _code(source: Input, limit: int) -> list[str]:
    """Short code as it is; of longer code the definitions."""
    lines = source.text.splitlines()
    kind = f"Python, {len(lines)} line{'' if len(lines) == 1 else 's'}"
    if len(lines) < limit:
        return [f"{kind}:", *lines]
    try:
        tree = ast.parse(source.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return [f"{kind}, with a syntax error", *_first(source.text)]
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
