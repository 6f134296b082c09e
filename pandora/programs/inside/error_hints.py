"""A program's error in two or three lines: its place, its message, and a hint that usually helps."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable
from types import TracebackType
from typing import Any

PROGRAM = "program.py"
_CLIP = 200
_MOST_SHOWN = 20
_SENTENCE_SPACES = 3
_READY_FUNCTIONS = (
    "table(path), load(path), text(path), lines(path), words(path), log(path), files(pattern), "
    "listing(folder), number(text)"
)


def explain(error: BaseException, source: str) -> str:
    """Return `line N: its source`, and then the error's name, its message and a hint."""
    lines = source.splitlines()
    name = type(error).__name__
    if isinstance(error, SyntaxError) and error.filename == PROGRAM:
        return f"{_source_line(lines, error.lineno or 0)}\n{name}: {error.msg}{_fence_hint(error)}"
    last = _last_of_program(error.__traceback__)
    place = f"{_source_line(lines, last.tb_lineno)}\n" if last else ""
    message = _clip(str(error)) or "(no message)"
    hint = _hint(error, last, lines)
    return f"{place}{name}: {message}{f' ({hint})' if hint else ''}"


def _source_line(lines: list[str], number: int) -> str:
    return f"line {number}: {_clip(lines[number - 1].strip()) if 0 < number <= len(lines) else ''}".rstrip()


def _clip(text: str) -> str:
    return text if len(text) <= _CLIP else text[: _CLIP - 1] + "…"


def _last_of_program(trace: TracebackType | None) -> TracebackType | None:
    """Return the innermost traceback entry that is in the program itself and not in a library."""
    last = None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == PROGRAM:
            last = trace
        trace = trace.tb_next
    return last


def _fence_hint(error: SyntaxError) -> str:
    text = (error.text or "").strip()
    if text.startswith("```"):
        return " (give the program alone, without ``` fences)"
    return ""


def _hint(error: BaseException, last: TracebackType | None, lines: list[str]) -> str:
    kinds: tuple[tuple[type[BaseException], Callable[[Any, TracebackType | None, list[str]], str]], ...] = (
        (KeyError, _key_hint), (FileNotFoundError, _file_hint), (TypeError, _type_hint),
        (ModuleNotFoundError, _module_hint), (NameError, _name_hint), (PermissionError, _permission_hint),
        (ValueError, _value_hint), (EOFError, _input_hint), (AttributeError, _attribute_hint),
        (MemoryError, _memory_hint), (IndexError, _index_hint),
    )  # fmt: skip
    for kind, hint_of in kinds:
        if isinstance(error, kind):
            return hint_of(error, last, lines)
    return ""


def _key_hint(error: KeyError, last: TracebackType | None, lines: list[str]) -> str:
    """The keys that the dict at fault has; which dict it is stands in the failing instruction's columns."""
    holder = _subscripted_value(last, lines) if last else None
    if isinstance(holder, dict):
        keys = [str(key) for key in holder]
        more = f", and {len(keys) - _MOST_SHOWN} more" if len(keys) > _MOST_SHOWN else ""
        hint = f"its keys are: {_clip(', '.join(keys[:_MOST_SHOWN]))}{more}" if keys else "it is empty"
        return hint + _long_text(holder)
    line = lines[last.tb_lineno - 1] if last and 0 < last.tb_lineno <= len(lines) else ""
    for node in _nodes_of(line):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Subscript):
            name, key = ast.unparse(node.target.value), ast.unparse(node.target.slice)
            return f"it is not there yet: begin with {name}.setdefault({key}, 0)"
    return "there is no such key"


def _long_text(row: dict[Any, Any]) -> str:
    """The one text of a row that says more than a word or two: what is looked for may stand in it."""
    texts = [
        (key, text)
        for key, text in row.items()
        if isinstance(text, str) and text.count(" ") >= _SENTENCE_SPACES
    ]
    return f"; its {texts[0][0]!r} is {_clip(texts[0][1])!r}" if len(texts) == 1 else ""


def _subscripted_value(last: TracebackType, lines: list[str]) -> object:
    positions = list(last.tb_frame.f_code.co_positions())[last.tb_lasti // 2]
    first, final, start, end = positions
    if first is None or final != first or start is None or end is None:
        return None
    segment = lines[first - 1].encode()[start:end].decode("utf-8", "replace")
    try:
        node = ast.parse(segment.strip(), mode="eval").body
    except SyntaxError:
        return None
    return _evaluated(node.value, last) if isinstance(node, ast.Subscript) else None


def _evaluated(node: ast.expr, last: TracebackType) -> object:
    """Return the value of a name, of a subscript, or of the values of a dict; None where unknown.

    Nothing of the program is called.
    """
    scope = {**last.tb_frame.f_globals, **last.tb_frame.f_locals}
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "list" and node.args:
        return _evaluated(node.args[0], last)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "values":
        holder = _evaluated(node.func.value, last)
        return list(holder.values()) if type(holder) is dict else None
    if isinstance(node, ast.Name):
        return scope.get(node.id)
    if isinstance(node, ast.Subscript):
        holder = _evaluated(node.value, last)
        key = node.slice.value if isinstance(node.slice, ast.Constant) else _evaluated(node.slice, last)
        if isinstance(holder, (dict, list, tuple)):
            try:
                return holder[key]  # type: ignore[call-overload]
            except (LookupError, TypeError):
                return None
    return None


def _file_hint(error: FileNotFoundError, last: TracebackType | None, lines: list[str]) -> str:
    if os.path.isabs(str(error.filename or "")):
        return _permission_hint(PermissionError(), last, lines)
    paths = []
    for path, folders, names in os.walk("."):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        paths += [os.path.normpath(os.path.join(path, name)) for name in sorted(names)]
        if len(paths) > 1000:
            break
    file_name = os.path.basename(str(error.filename or "")).lower()
    near = [path for path in paths if os.path.basename(path).lower() == file_name] or paths
    more = f", and {len(near) - _MOST_SHOWN} more" if len(near) > _MOST_SHOWN else ""
    return f"the files are: {', '.join(near[:_MOST_SHOWN])}{more}" if near else "there are no files"


_TAKEN_FOR_TEXT = re.compile(
    r"argument of type|expected string|strptime\(\) argument|'\w+' object is not subscr"
)
"""How an error begins that comes of a number that is taken for text."""
_NUMBER_TYPES = r"\b(int|float|Written|SpelledInt|SpelledFloat)\b"


def _type_hint(error: TypeError, last: TracebackType | None, lines: list[str]) -> str:
    message = str(error)
    if "NoneType" in message:
        return _blank_hint(last, lines)
    if last and "+: 'int' and '" in message and (hint := _summed_hint(last, lines)):
        return hint
    if _TAKEN_FOR_TEXT.match(message) and re.search(_NUMBER_TYPES, message):
        return _NUMBER_ALREADY
    if "str" in message and re.search(_NUMBER_TYPES, message):
        return "make text a number with number(x), or a number text with str(x)"
    if message.startswith("text() takes 1 positional argument but 2"):
        return "text(path) reads a file; save(text, path) writes one"
    if message.startswith("string indices must be"):
        return "this is text, not a row; table(path) gives rows, load(path) gives JSON"
    if message.startswith("list indices must be"):
        return _every_row_hint(last, lines) or "this is a list; loop over it, or take one with [0]"
    return ""


def _blank_hint(last: TracebackType | None, lines: list[str]) -> str:
    """Return what to do with a blank value, with the first blank cell of the failing line.

    Where the line subtracts or adds cells, as of a cash book's two columns, each row has a blank one; and what
    is taken from a number is nothing where it is blank. It counts as 0.
    """
    line = lines[last.tb_lineno - 1] if last and 0 < last.tb_lineno <= len(lines) else ""
    blanks = [cell for cell in _cells_of(line) if last and _evaluated(cell, last) is None]
    if not blanks:
        return "a blank value is None; leave such rows out first"
    shown = f"({ast.unparse(blanks[0])} or 0)"
    if any(isinstance(node, ast.BinOp) and _reckons_cells(node) for node in _nodes_of(line)):
        return f"a blank value is None; count it as 0: {shown}"
    return f"a blank value is None; leave such rows out first, or count it as 0: {shown}"


def _reckons_cells(node: ast.BinOp) -> bool:
    """True for the sum or the difference of two cells, or of a cell and a number."""
    sides = (node.left, node.right)
    plain = [isinstance(side, ast.Constant) and isinstance(side.value, (int, float)) for side in sides]
    cells = [_is_cell(side) for side in sides]
    return (
        isinstance(node.op, (ast.Add, ast.Sub)) and any(cells) and all(map(any, zip(cells, plain, strict=True)))
    )


def _is_cell(node: ast.AST) -> bool:
    """True for a value that is looked up by the name of a column, as `row['price']`."""
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.slice.value, str)
    )


def _cells_of(line: str) -> list[ast.expr]:
    nodes = (node for node in _nodes_of(line) if isinstance(node, ast.Subscript) and _is_cell(node))
    return [node for node in nodes if isinstance(node.ctx, ast.Load)]


def _nodes_of(line: str) -> list[ast.AST]:
    """The parts of a line of a program; [] where it is no statement by itself."""
    stripped = line.strip()
    for text in (stripped, f"{stripped} pass", f"if 1: pass\n{stripped} pass"):
        try:
            return list(ast.walk(ast.parse(text)))
        except SyntaxError:
            continue
    return []


def _summed_hint(last: TracebackType, lines: list[str]) -> str:
    """Return what the call of `sum` in the failing line adds up, where that is rows or texts; "" otherwise."""
    line = lines[last.tb_lineno - 1] if 0 < last.tb_lineno <= len(lines) else ""
    match = re.search(r"\bsum\((.+)", line)
    if not match:
        return ""
    try:
        call = ast.parse(_balanced(match[0]), mode="eval").body
    except SyntaxError:
        return ""
    if not isinstance(call, ast.Call) or not call.args:
        return ""
    summed = call.args[0]
    if isinstance(summed, (ast.GeneratorExp, ast.ListComp)):
        loop = summed.generators[0]
        if ast.unparse(summed.elt) != ast.unparse(loop.target):
            return ""
        summed = loop.iter
    name, values = ast.unparse(summed), _evaluated(summed, last)
    items = list(values)[:_MOST_SHOWN] if isinstance(values, (list, tuple)) else []
    if items and all(isinstance(item, dict) for item in items):
        keys = _clip(", ".join(map(repr, list(items[0])[:_MOST_SHOWN])))
        return f"{name} is a list of rows: add up one column of them, row[key], where key is one of {keys}"
    texts = list(dict.fromkeys(item for item in items if isinstance(item, str)))
    if items and len(texts) and all(isinstance(item, str) for item in items):
        shown = _clip(", ".join(map(repr, texts[:5])))
        return f"{name} has texts, {shown}: count those that are meant, or make each a number with number(x)"
    return ""


def _balanced(text: str) -> str:
    """The beginning of a text up to the bracket that closes its first one; the whole text without one."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == ")" and depth == 0:
            return text[: place + 1]
    return text


def _every_row_hint(last: TracebackType | None, lines: list[str]) -> str:
    """Return a hint how to take or set a column of every row, with the names of the failing line, or ""."""
    line = lines[last.tb_lineno - 1] if last and 0 < last.tb_lineno <= len(lines) else ""
    for cell in (node for node in _nodes_of(line) if isinstance(node, ast.Subscript) and _is_cell(node)):
        rows = _evaluated(cell.value, last) if last and isinstance(cell.value, ast.Name) else None
        if not isinstance(rows, list) or not isinstance(cell.slice, ast.Constant):
            continue
        name, key = ast.unparse(cell.value), f"row[{ast.unparse(cell.slice)}]"
        if isinstance(cell.ctx, ast.Store):
            return f"{name} is a list of rows: write `for row in {name}: {key} = ...`"
        columns = list(dict.fromkeys(column for row in rows if isinstance(row, dict) for column in row))
        if columns and cell.slice.value not in columns:
            return f"{name} is a list of rows, whose columns are: {_clip(', '.join(map(str, columns)))}"
        return f"{name} is a list of rows: write [{key} for row in {name}]"
    return ""


def _index_hint(error: IndexError, last: TracebackType | None, lines: list[str]) -> str:
    if last and _subscripted_value(last, lines) == []:
        return 'this list is empty: nothing matched; print("No match") in that case'
    return ""


def _module_hint(error: ModuleNotFoundError, last: TracebackType | None, lines: list[str]) -> str:
    return f"not installed; Python's own library is there, and {_READY_FUNCTIONS}"


def _name_hint(error: NameError, last: TracebackType | None, lines: list[str]) -> str:
    from difflib import get_close_matches  # only a program that failed needs it

    scope = {**last.tb_frame.f_globals, **last.tb_frame.f_locals} if last else {}
    near = get_close_matches(error.name or "", [name for name in scope if not name.startswith("__")], 1, 0.8)
    return f"write {near[0]}, which is defined" if near else f"there are {_READY_FUNCTIONS}"


def _permission_hint(error: PermissionError, last: TracebackType | None, lines: list[str]) -> str:
    return "only files in the workspace can be used, and there is no network"


def _value_hint(error: ValueError, last: TracebackType | None, lines: list[str]) -> str:
    message = str(error)
    if "could not convert" in message or "invalid literal for int" in message:
        literal = message.rpartition(": ")[2]
        if not any(map(str.isdigit, literal)):
            return f"{literal} is a word and no number: leave such rows out, compare it with ==, or count it"
        return "number(x) reads numbers with commas, signs or words around them"
    if re.match(r"time data '\d{4}-\d\d-\d\d.* does not match", message):
        return "dates of a table are ISO text and dates at once: take x.year, x.month, x.weekday(), x.date()"
    if "empty sequence" in message or "empty iterable" in message or "arg is an empty" in message:
        return "nothing matched; print what there is to compare with"
    return ""


def _input_hint(error: EOFError, last: TracebackType | None, lines: list[str]) -> str:
    return "nobody can type here; read files instead"


_NUMBER_OBJECT = re.compile(r"'(?:int|float|Written|SpelledInt|SpelledFloat)' object")
_NUMBER_ALREADY = "this column is numbers already, take the value as it is; str(x) makes it text"


def _attribute_hint(error: AttributeError, last: TracebackType | None, lines: list[str]) -> str:
    message = str(error)
    if "'NoneType'" in message:
        return "a blank value is None; leave such rows out first"
    if _NUMBER_OBJECT.match(message):
        return _NUMBER_ALREADY
    if message.startswith("'list' object"):
        return "this is a list; loop over it"
    if message.startswith("'dict' object"):
        return 'take a value with row["name"]'
    return ""


def _memory_hint(error: MemoryError, last: TracebackType | None, lines: list[str]) -> str:
    return "too much at once; go through the file line by line"
