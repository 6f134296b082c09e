"""Small edits of a grown script, each a change of one thing that weak models get wrong in scripts over texts.

They look for the whole word, take blanks and capital letters as they come, and name fewer things in a list of
conditions. What a script does with numbers and signs is left to `pandora.programs.code.code_mutations`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pandora.programs.repairs.forgotten_imports import with_imports

NO_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What `ast.parse` raises for a text that is no Python."""
_FORMS = (
    (".strip()", "without blanks at its ends"),
    (".casefold()", "whatever its letters"),
    (".strip().casefold()", "without blanks at its ends, whatever its letters"),
)
LEAST_CHAIN = 3
"""The fewest conditions or constants of a list that is cut short."""


@dataclass(frozen=True)
class EditedScript:
    """A script with one edit: its source, and the edit in one line."""

    source: str
    said: str


@dataclass(frozen=True)
class _Change:
    """A text in place of a node."""

    node: ast.expr | ast.stmt
    after: str


def text_edits(source: str) -> Iterator[EditedScript]:
    """The script with one such edit; nothing for what is no Python."""
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except NO_PYTHON:
        return
    yield from _of_whole_words(source, nodes)
    for node in nodes:
        if isinstance(node, ast.BoolOp) and len(node.values) >= LEAST_CHAIN:
            sign = " or " if isinstance(node.op, ast.Or) else " and "
            for end in range(len(node.values) - 1, 0, -1):
                kept = sign.join(_code(source, value) for value in node.values[:end])
                yield from _edited(source, [_Change(node, f"({kept})")], "has fewer conditions")
        elif isinstance(node, ast.Compare) and len(node.ops) == 1:
            yield from _of_comparison(source, node)
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            yield from _edited(source, [_Change(node, _code(source, node.value))], "is taken whole")
        elif isinstance(node, ast.AugAssign):
            after = f"{_code(source, node.target)} = {_code(source, node.value)}"
            yield from _edited(source, [_Change(node, after)], "sets the value")
    yield from _of_loops(source, nodes)
    yield from _of_keys(source, nodes)


def _of_whole_words(source: str, nodes: Sequence[ast.AST]) -> Iterator[EditedScript]:
    """`"word" in text` as a search for the whole word, one place at a time."""
    for node in nodes:
        if not (isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.In)):
            continue
        constant = node.left.value if isinstance(node.left, ast.Constant) else "word"
        if not re.fullmatch(r"\w+", str(constant)):
            continue
        word, text = _code(source, node.left), _code(source, node.comparators[0])
        after = f'(re.search(r"(?<!\\w)" + re.escape({word}) + r"(?!\\w)", {text}) is not None)'
        yield from _edited(source, [_Change(node, after)], "looks for the whole word")


def _of_comparison(source: str, node: ast.Compare) -> Iterator[EditedScript]:
    """A comparison with constant texts that takes no notice of blanks; fewer constants of a list."""
    other = node.comparators[0]
    listed = isinstance(other, ast.List | ast.Tuple | ast.Set)
    constants = other.elts if isinstance(other, ast.List | ast.Tuple | ast.Set) else [other]
    if not all(isinstance(one, ast.Constant) for one in constants):
        return
    if listed and len(constants) >= LEAST_CHAIN:
        for end in range(len(constants) - 1, 0, -1):
            kept = ", ".join(_code(source, one) for one in constants[:end])
            yield from _edited(source, [_Change(other, f"[{kept}]")], "has fewer constants")
    if not isinstance(node.ops[0], ast.Eq | ast.NotEq if not listed else ast.In | ast.NotIn):
        return
    left = _code(source, node.left)
    bare = [
        _Change(one, repr(one.value.strip()))
        for one in constants
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value != one.value.strip()
    ]
    if any(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in constants):
        taken = f"({left}.strip() if isinstance({left}, str) else {left})"
        yield from _edited(source, [_Change(node.left, taken), *bare], "takes no notice of blanks")


def _of_keys(source: str, nodes: Sequence[ast.AST]) -> Iterator[EditedScript]:
    """What a script looks up in a set or a dict that it fills, in another form wherever it does so."""
    filled: dict[str, list[ast.expr]] = {}
    for node in nodes:
        match node:
            case ast.Compare(left=key, ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=name)]):
                filled.setdefault(name, []).append(key)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="add"), args=[key]):
                filled.setdefault(name, []).append(key)
            case ast.Subscript(value=ast.Name(id=name), slice=key, ctx=ast.Store()):
                filled.setdefault(name, []).append(key)
    for node in nodes:
        match node:
            case ast.Compare(left=key, ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=name) as held]):
                looked = _code(source, key)
                for method, said in _FORMS:
                    others = _Change(held, f"[other{method} for other in {name}]")
                    yield from _edited(
                        source, [_Change(key, f"{looked}{method}"), others], f"is looked up in `{name}` {said}"
                    )
                if isinstance(node.ops[0], ast.NotIn):
                    empty = f"(not {looked}.strip() or {_code(source, node)})"
                    yield from _edited(source, [_Change(node, empty)], "holds for blanks, too")
    for name, keys in filled.items():
        if len(keys) < 2 or len({_code(source, key) for key in keys}) != 1:
            continue
        for method, said in _FORMS:
            changes = [_Change(key, f"{_code(source, key)}{method}") for key in keys]
            yield from _edited(source, changes, f"is looked up in `{name}` {said}")


def _of_loops(source: str, nodes: Sequence[ast.AST]) -> Iterator[EditedScript]:
    """A loop that keeps what it took beside what it made of it under the same name; the first comes out."""
    empty = [node for node in nodes if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)]
    for node in nodes:
        if not (isinstance(node, ast.For) and isinstance(node.target, ast.Name)):
            continue
        name, inner = node.target.id, [one for part in node.body for one in ast.walk(part)]
        if not any(isinstance(one, ast.Name) and (one.id, type(one.ctx)) == (name, ast.Store) for one in inner):
            continue
        for begun in empty:
            target = begun.targets[0]
            if not (isinstance(target, ast.Name) and _code(source, begun.value) == "[]"):
                continue
            call = f"{target.id}.append({name})"
            added = [one for one in inner if isinstance(one, ast.Call) and _code(source, one) == call]
            after = [
                one
                for one in nodes
                if isinstance(one, ast.Name)
                and one.id == target.id
                and one.lineno > (node.end_lineno or node.lineno)
            ]
            if added and after:
                changes = [
                    _Change(node.target, f"whole_{name}, {name}"),
                    _Change(node.iter, f"((one, one) for one in {_code(source, node.iter)})"),
                    _Change(begun, f"{target.id}, whole_{target.id} = [], []"),
                    *(_Change(one, f"({call}, whole_{target.id}.append(whole_{name}))") for one in added),
                    *(_Change(one, f"whole_{target.id}") for one in after),
                ]
                yield from _edited(source, changes, "comes out as it was")


def _code(source: str, node: ast.AST) -> str:
    return ast.get_source_segment(source, node) or ""


def _edited(source: str, changes: Sequence[_Change], said: str) -> Iterator[EditedScript]:
    """The script with these changes, where it is Python with them; the first one is what the edit is about."""
    data = source.encode()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    first = changes[0].node
    for change in sorted(changes, key=lambda one: (one.node.lineno, one.node.col_offset), reverse=True):
        node = change.node
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        data = data[:begin] + change.after.encode() + data[end:]
    made = data.decode()
    try:
        ast.parse(made)
    except NO_PYTHON:
        return
    if made != source:
        shown = " ".join(_code(source, first).split())[:80]
        yield EditedScript(with_imports(made), f"line {first.lineno}: `{shown}` {said}")
