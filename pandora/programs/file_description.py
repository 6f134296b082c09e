"""Descriptions of files in a few lines for a prompt, made by code and never by a model."""

from __future__ import annotations

import ast
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from pandora.document.counted import counted
from pandora.document.fill import one_line
from pandora.errors import DiskError, RefusedError
from pandora.programs.input_files import Extent, Input, read_input
from pandora.programs.inside import file_reading, typed_columns
from pandora.regular_file import read_regular
from pandora.workspace import file_head as contents
from pandora.workspace.paths import resolve

_LINES = 60
_FIRST = 3
_LOG_HEAD = 64 << 10
_LONG, _ALIKE = 200, 0.9
"""The fewest lines of a long log, and the share of them that begin alike."""
LONGEST_KEPT = 200
"""The most characters of a kept value that a prompt shows."""


def describe(path: str | Path, workspace: Path, limit_lines: int = _LINES) -> str:
    """What `path` holds, in at most `limit_lines` lines; the same file always gives the same text."""
    name = _name(path, workspace)
    target = resolve(name, workspace, (), write=False)
    if target.is_dir():
        names, left_out = contents.folder_listing(target, limit_lines - 2)
        more = [f"and {left_out} more"] if left_out else []
        return "\n".join(
            [f"{name}: a folder of {len(names) + left_out}", *(clip(line) for line in names), *more]
        )
    if not target.exists():
        return f"{name}: no such file"
    source = _read_file(target)
    if source.kind == "binary":
        return f"{name}: a binary file of {contents.human_size(source.size)}"
    lines = _description_lines(source, target.suffix.lower(), limit_lines)
    if len(lines) > limit_lines:
        lines = [*lines[: limit_lines - 1], f"… {len(lines) - limit_lines + 1} lines left out"]
    return f"{name}: " + "\n".join(lines)


def is_long_log(path: str, workspace: Path) -> bool:
    """True for a text of many lines that begin alike with figures, as those of a log with their times do."""
    try:
        head, _ = read_regular(path, _LOG_HEAD, inside=workspace)
    except (OSError, RefusedError):
        return False
    lines = [line for line in head.decode("utf-8", "replace").splitlines()[:-1] if line.strip()]
    shapes = Counter(re.sub(r"\d+", "0", re.sub(r"[^\W\d_]+", "a", line.split()[0])) for line in lines)
    shape, count = next(iter(shapes.most_common(1)), ("", 0))
    return len(lines) >= _LONG and "0" in shape and count >= _ALIKE * len(lines)


def _read_file(path: Path) -> Input:
    try:
        return read_input(path)
    except PermissionError as error:
        raise RefusedError(f"{path.name}: not readable by this user") from error
    except OSError as error:
        raise DiskError(f"{path.name}: not read: {error.strerror}") from error


def _description_lines(source: Input, ending: str, limit: int) -> list[str]:
    """What the file holds; where only a part of it was read, the first line says so."""
    if ending == ".py":
        lines = _code(source, limit)
    elif source.fault:
        lines = _unreadable(source)
    elif source.kind in ("table", "log"):
        lines = _table(source, limit)
    elif source.kind in ("SQLite", "spreadsheet"):
        lines = _database(source, limit)
    elif source.kind == "text":
        lines = _text(source)
    else:
        lines = _value(source)
    if source.read < source.size and "" not in source.extents:
        lines[0] += f" (of the first {contents.human_size(source.read)} of {contents.human_size(source.size)})"
    return lines


def describe_many(paths: Sequence[str | Path], workspace: Path) -> str:
    """Describe several files; files of the same shape are described once, by the first of them."""
    groups: dict[str, list[str | Path]] = {}
    for path in paths:
        groups.setdefault(_shared_shape(path, workspace), []).append(path)
    descriptions = []
    for shape, alike in groups.items():
        if len(alike) == 1:
            descriptions.append(describe(alike[0], workspace))
            continue
        names = [_name(path, workspace) for path in alike]
        few = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
        descriptions.append(f"{len(alike)} files with the same shape, {shape}: {few}")
        descriptions.append("e.g. " + describe(alike[0], workspace))
    return "\n".join(descriptions)


def describe_kept(values: Mapping[str, bytes]) -> str:
    """The prompt's section of values that earlier programs kept, one line of JSON each; "" if none."""
    lines = []
    for name, value in values.items():
        text = one_line(value.decode("utf-8", "replace"))
        shown = text if len(text) <= LONGEST_KEPT else f"{text[:LONGEST_KEPT]}…"
        lines.append(f'- kept("{name}") gives {shown}')
    return "## Kept\nEarlier programs kept these values:\n" + "\n".join(lines) if lines else ""


def _name(path: str | Path, workspace: Path) -> str:
    """Return the path relative to the workspace; a path outside it is returned unchanged."""
    given = Path(path)
    for base in (workspace, Path(os.path.realpath(workspace))):
        if given.is_absolute() and given.is_relative_to(base):
            return given.relative_to(base).as_posix()
    return str(path)


def _shared_shape(path: str | Path, workspace: Path) -> str:
    """A text that is equal for files of the same shape; the path itself for files that are described alone."""
    target = resolve(_name(path, workspace), workspace, (), write=False)
    if os.path.isfile(target) and file_reading.kind_of(target) != "text":
        source = _read_file(target)
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
    lines = [f"an SQLite database, {counted(len(tables), 'table')}:"]
    if source.kind == "spreadsheet":
        lines = [f"a spreadsheet, {counted(len(tables), 'sheet')}:"]
    for name, rows in tables.items():
        head = f"- {clip(name)}: " if name else "- "
        count = _count(source.extents[name], "row", "rows")
        lines.append(f"{head}{count}{', columns:' if rows else ''}")
        lines += [f"  {line}" for line in (_columns(rows, limit) if rows else [])]
    return lines


def _columns(rows: Sequence[dict[str, Any]], limit: int) -> list[str]:
    """One line for each of the first `limit` columns; an empty line stands for each further column."""
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


_WORD, _FILLED = re.compile(r"\S+"), re.compile(r"[^\r\n]*\S[^\r\n]*")
_PARSED = 256 << 10
"""The most characters of Python code that are parsed: its tree takes some hundred times as many bytes."""


def _text(source: Input) -> list[str]:
    lines, words = _line_count(source.text), sum(1 for _ in _WORD.finditer(source.text))
    return [f"text, {counted(lines, 'line')}, {words} words, beginning:", *_first(source.text)]


def _first(text: str) -> list[str]:
    return [f"| {clip(line[0])}" for line in islice(_FILLED.finditer(text), _FIRST)]


def _line_count(text: str) -> int:
    return text.count("\n") + (text[-1:] not in ("", "\n"))


def _code(source: Input, limit: int) -> list[str]:
    """Short code as it is; of longer code the definitions."""
    count = _line_count(source.text)
    kind = f"Python, {counted(count, 'line')}"
    if count < limit:
        return [f"{kind}:", *source.text.splitlines()]
    if len(source.text) > _PARSED:
        return [f"{kind}, beginning:", *_first(source.text)]
    try:
        tree = ast.parse(source.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return [f"{kind}, with a syntax error", *_first(source.text)]
    return [f"{kind}, defining:", *_definitions(tree.body, "")]


def _definitions(body: Sequence[ast.stmt], indent: str) -> list[str]:
    lines: list[str] = []
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
            kind = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
            lines.append(f"{indent}{kind} {node.name}({ast.unparse(node.args)}){returns}  # line {node.lineno}")
        elif isinstance(node, ast.ClassDef):
            lines.append(f"{indent}class {node.name}  # line {node.lineno}")
            lines += _definitions(node.body, indent + "    ")
    return lines


_DEPTH = 3
_KEYS = 12
_LEAST_ALIKE = 3


def sketch(value: Any, count: str = "") -> list[str]:
    """Describe a value in lines: its kind first, and its parts indented below.

    `count` says how many parts a list has, where the value is a sample of a longer one.
    """
    return _list_lines(value, 1, count) if isinstance(value, list) else _value_lines(value, 1)


def signature(value: Any) -> str:
    """The same text for values of the same kind and keys."""
    if isinstance(value, dict):
        return f"an object with the keys {', '.join(clip(key) for key in sorted(map(str, value)))}"
    if isinstance(value, list):
        first = f" of {signature(value[0])}" if value else ""
        return f"a list{first}"
    return type(value).__name__


def _value_lines(value: Any, depth: int) -> list[str]:
    if isinstance(value, dict):
        return _object_lines(value, depth)
    if isinstance(value, list):
        return _list_lines(value, depth)
    return [profile([value])]


def _object_lines(value: Mapping[str, Any], depth: int) -> list[str]:
    if not value:
        return ["an empty object"]
    if _is_dictionary(value):
        names = ", ".join(clip(key) for key in list(value)[:_LEAST_ALIKE])
        kind, *inner = _merged_objects(list(value.values()), depth)
        return [f"an object of {len(value)} keys such as {names}; each value is {kind}", *inner]
    head = f"an object with {counted(len(value), 'key')}"
    shown = {key: [part] for key, part in islice(value.items(), _KEYS)}
    return [head, *_member_lines(shown, depth, len(value))]


def _list_lines(value: Sequence[Any], depth: int, count: str = "") -> list[str]:
    if not value:
        return ["an empty list"]
    count = count or str(len(value))
    if all(isinstance(row, dict) for row in value):
        kind, *inner = _merged_objects(value, depth)
        return [f"a list of {count}, each {kind}", *inner]
    if any(isinstance(row, (dict, list)) for row in value):
        first, *inner = _value_lines(value[0], depth + 1) if depth < _DEPTH else ["…"]
        return [f"a list of {count}; the first is {first}", *inner]
    return [f"a list of {count}: {profile(value)}"]


def _merged_objects(rows: Sequence[Mapping[str, Any]], depth: int) -> list[str]:
    """Describe many objects as one, whose keys show the values of all the objects."""
    keys: dict[str, None] = {}
    for row in rows:
        keys.update(dict.fromkeys(row))
    shown = {key: [row.get(key) for row in rows] for key in islice(keys, _KEYS)}
    return ["an object", *_member_lines(shown, depth, len(keys))]


def _member_lines(gathered: Mapping[str, Sequence[Any]], depth: int, count: int) -> list[str]:
    """Describe at most _KEYS of `count` members in lines; `gathered` has the values of those."""
    if depth > _DEPTH:
        return []
    lines: list[str] = []
    for key, values in gathered.items():
        present = [value for value in values if value is not None]
        if present and all(isinstance(value, dict) for value in present):
            head, *inner = (
                _object_lines(present[0], depth + 1)
                if len(present) == 1
                else _merged_objects(present, depth + 1)
            )
        elif present and all(isinstance(value, list) for value in present):
            head, *inner = _list_lines([part for value in present for part in value], depth + 1)
            head = head if len(present) == 1 else f"a list; all together {head}"
        else:
            head, inner = profile(values), []
        lines += [f"- {clip(key)}: {head}", *(f"  {line}" for line in inner)]
    if count > _KEYS:
        lines.append(f"- and {count - _KEYS} more keys")
    return lines


def _is_dictionary(value: Mapping[str, Any]) -> bool:
    """True where the keys are data and not names: the values are several objects with equal keys."""
    parts = list(value.values())
    if len(parts) < _LEAST_ALIKE or not all(isinstance(part, dict) and part for part in parts):
        return False
    return all(set(part) == set(parts[0]) for part in parts)


_WIDTH = 60
_ALL = 8
_EXAMPLES = 3
_DATE = re.compile(r"\d{4}([-/])\d{2}\1\d{2}(?:[T ]\d{2}:\d{2}.*)?")
_DRESSED = re.compile(
    r"[-−]?\s?[$€£¥]\s?\d.*|[-−]?\d{1,3}(?:[,\u00a0\u202f]\d{3})+\b.*|[-−]?\d[\d.,]*\s?%.*", re.DOTALL
)


def clip(value: object) -> str:
    """Return a value as one short line without control characters."""
    text = " ".join(str(value).split())
    clean = "".join(letter if letter.isprintable() else "�" for letter in text[: 2 * _WIDTH])
    return clean if len(clean) <= _WIDTH else clean[: _WIDTH - 1] + "…"


def profile(values: Sequence[object]) -> str:
    """Summarize the kind and the range of values; None and "" count as missing, words among numbers apart."""
    given = [value for value in values if value is not None and value != ""]
    missing = len(values) - len(given)
    words = Counter(str(value) for value in given if isinstance(value, typed_columns.NoNumber))
    numbers = [value for value in given if not isinstance(value, typed_columns.NoNumber)] if words else given
    summary = _kind_and_range(numbers or given) if given else "always empty"
    summary += "".join(f"; {times} {clip(word)}" for word, times in words.items()) if numbers else ""
    return f"{summary}; {missing} missing" if missing and given else summary


def _kind_and_range(values: list[object]) -> str:
    kinds = {_plain_type(value) for value in values}
    if kinds == {bool}:
        true = sum(value is True for value in values)
        return f"true or false: {true} true, {len(values) - true} false"
    if kinds <= {int, float}:
        numbers = [value for value in values if isinstance(value, (int, float))]
        kind = "int" if kinds == {int} else "float"
        low, high, unit = clip(min(numbers)), clip(max(numbers)), typed_columns.unit_of(numbers)
        return f"{kind} {low if low == high else f'{low}..{high}'}{f' {unit}' if unit else ''}"
    if kinds == {str}:
        return _text_profile([str(value) for value in values])
    names = sorted(
        {"number" if kind in (int, float) else _TYPE_NAMES.get(kind, kind.__name__) for kind in kinds}
    )
    return f"{' or '.join(names)}, e.g. {', '.join(_quoted(value) for value in values[:_EXAMPLES])}"


def _plain_type(value: object) -> type:
    """The type of JSON's kinds that a value is of."""
    plain = (kind for kind in (bool, int, float, str) if isinstance(value, kind))
    return next(plain, type(value))


_TYPE_NAMES: dict[type, str] = {str: "text", bool: "true/false", list: "list", dict: "object"}


def _text_profile(values: list[str]) -> str:
    different = list(dict.fromkeys(values))
    if all(_DATE.fullmatch(value) for value in values):
        low, high = clip(min(values)), clip(max(values))
        return f"date {low}" if low == high else f"date {low}..{high}"
    kind = "text with numbers in it, for number(x)" if all(map(_DRESSED.fullmatch, values)) else "text"
    doubt = typed_columns.doubt(different)
    kind += f" ({doubt})" if doubt else ""
    if len(different) <= _ALL:
        return f"{kind}: {', '.join(map(_quoted, different))}"
    examples = ", ".join(map(_quoted, different[:_EXAMPLES]))
    return f"{kind}, {len(different)} different, e.g. {examples}"


def _quoted(value: object) -> str:
    """Return a value as text, in quotes where the text could be read as two values or as a number."""
    text = clip(value)
    plain = re.fullmatch(r"[^\W\d][^,;\"]*", text) is not None or not isinstance(value, str)
    return text if plain else f'"{text}"'
