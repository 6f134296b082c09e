"""Lists, dictionaries and sets that objects or calls share by mistake, and the edits that part them.

A container in the body of a class is one for all its objects, and one in a default of a parameter is one
for all calls (Python's FAQ, "Why are default values shared between objects?"). Where code changes it in
place, each object or call is given its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_MADE = ("list", "dict", "set", "defaultdict", "Counter", "deque", "OrderedDict")
_CHANGES = (
    *("append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse"),
    *("add", "discard", "update", "setdefault", "popitem", "appendleft", "popleft", "extendleft"),
)
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class SharedState:
    """One shared container: the lines of its code in the file, what they become, and the lines to add where."""

    line: int
    code: str
    cut: tuple[int, int] | None
    """The first and last line that go, from 1."""
    default: ast.expr | None
    """The default that becomes None."""
    behind: int
    """The line behind which `added` stands; 0: before all."""
    added: tuple[str, ...]


def parted(source: str) -> Iterator[tuple[int, str, str, str]]:
    """Yield edits of Python source that end a sharing: the line, its code before and after, and the whole text.

    Each container by itself comes first, then all at once. Nothing of what is no Python.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    found = _found(tree, source.splitlines())
    for one in found:
        if (text := _edited(source.splitlines(), one)) is not None:
            yield one.line, one.code, _said(one), text
    whole = source
    told: list[SharedState] = []
    while len(found) > 1 and (left := _found(ast.parse(whole), whole.splitlines())):
        if (text := _edited(whole.splitlines(), left[0])) is None or len(told) == len(found):
            return
        whole, told = text, [*told, left[0]]
    if told:
        yield told[0].line, "; ".join(one.code for one in told), "; ".join(map(_said, told)), whole


def _found(tree: ast.Module, lines: Sequence[str]) -> list[SharedState]:
    return [*_of_classes(tree, lines), *_of_defaults(tree, lines)]


def _said(state: SharedState) -> str:
    return " ".join(line.strip() for line in state.added).strip()


def _of_classes(tree: ast.Module, lines: Sequence[str]) -> Iterator[SharedState]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef) or node.decorator_list:
            continue
        methods = [one for one in node.body if isinstance(one, Function)]
        begin = next((one for one in methods if one.name == "__init__"), None)
        if begin is None and (node.bases or not methods):
            continue
        for one in node.body:
            named = _named_container(one)
            if named is None or not any(_changed(method, named, of="self") for method in methods):
                continue
            if begin is not None and _set_anew(begin, named):
                continue
            value = "\n".join(lines[one.lineno - 1 : one.end_lineno]).split("=", 1)[1].strip()
            if "\n" in value:
                continue
            indent = " " * (methods[0].col_offset + 4)
            added = [f"{indent}self.{named} = {value}"]
            if begin is not None:
                behind = _first_line(begin) - 1
            else:
                behind = _start(methods[0]) - 1
                added = [f"{indent[4:]}def __init__(self):", *added, ""]
            cut = (one.lineno, one.end_lineno or one.lineno)
            yield SharedState(one.lineno, lines[one.lineno - 1].strip(), cut, None, behind, tuple(added))


def _of_defaults(tree: ast.Module, lines: Sequence[str]) -> Iterator[SharedState]:
    for node in ast.walk(tree):
        if not isinstance(node, Function) or node.body[0].lineno == node.lineno:
            continue
        plain = node.args.args
        pairs = [
            *zip(plain[len(plain) - len(node.args.defaults) :], node.args.defaults, strict=True),
            *zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True),
        ]
        for argument, default in pairs:
            if default is None or not _is_container(default) or default.lineno != default.end_lineno:
                continue
            if not _changed(node, argument.arg) and not _handed_on(node, argument.arg):
                continue
            line = lines[default.lineno - 1].encode()
            value = line[default.col_offset : default.end_col_offset].decode()
            indent = " " * node.body[0].col_offset
            added = (f"{indent}if {argument.arg} is None:", f"{indent}    {argument.arg} = {value}")
            code = f"{argument.arg}={value}"
            yield SharedState(node.lineno, code, None, default, _first_line(node) - 1, added)


def _named_container(node: ast.stmt) -> str | None:
    """The name of a class attribute that is a container; None of any other statement."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target, value = node.targets[0], node.value
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        target, value = node.target, node.value
    else:
        return None
    return target.id if isinstance(target, ast.Name) and _is_container(value) else None


def _is_container(node: ast.expr) -> bool:
    if isinstance(node, ast.List | ast.Dict | ast.Set):
        return True
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _MADE


def _changed(function: Function, name: str, of: str = "") -> bool:
    """True where a function changes a container in place: `name`, or an attribute `of` an object."""

    def meant(node: ast.expr) -> bool:
        if of:
            return (
                isinstance(node, ast.Attribute)
                and node.attr == name
                and isinstance(node.value, ast.Name)
                and node.value.id == of
            )
        return isinstance(node, ast.Name) and node.id == name

    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in _CHANGES and meant(node.func.value):
                return True
        elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            if meant(node.value):
                return True
        elif isinstance(node, ast.AugAssign) and meant(node.target):
            return True
    return False


def _handed_on(function: Function, name: str) -> bool:
    """True where a function returns a container as it came, or keeps it in an attribute."""
    for node in ast.walk(function):
        if (
            isinstance(node, ast.Return | ast.Assign)
            and isinstance(node.value, ast.Name)
            and node.value.id == name
        ):
            kept = isinstance(node, ast.Return) or any(isinstance(one, ast.Attribute) for one in node.targets)
            if kept:
                return True
    return False


def _set_anew(begin: Function, name: str) -> bool:
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == name
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
        for node in ast.walk(begin)
    )


def _start(function: Function) -> int:
    return min([function.lineno, *(one.lineno for one in function.decorator_list)])


def _first_line(function: Function) -> int:
    """The line of the first statement behind a docstring."""
    first = function.body[0]
    if (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    ):
        return function.body[1].lineno if len(function.body) > 1 else (first.end_lineno or first.lineno) + 1
    return first.lineno


def _edited(lines: Sequence[str], state: SharedState) -> str | None:
    """The text of a file with one container parted; None where it is no Python then."""
    texts: list[str | None] = list(lines)
    if state.default is not None:
        place = state.default.lineno - 1
        line = lines[place].encode()
        texts[place] = (
            line[: state.default.col_offset] + b"None" + line[state.default.end_col_offset :]
        ).decode()
    elif state.cut is not None:
        first, last = state.cut
        begins_block = not lines[first - 2].strip() or lines[first - 2].rstrip().endswith(":")
        if begins_block and last < len(lines) and not lines[last].strip():
            last += 1
        texts[first - 1 : last] = [None] * (last - first + 1)
    whole = [*state.added] if state.behind == 0 else []
    for number, text in enumerate(texts, 1):
        whole += [text] if text is not None else []
        whole += state.added if number == state.behind else ()
    edited = "\n".join(whole) + "\n"
    try:
        ast.parse(edited)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return edited
