"""A program that a model wrote: its source, parsed once, and what its syntax tree shows."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeGuard

_ERROR = re.compile(r"^\w*(?:Error|Exception): .*", re.M | re.S)
_RAISED = re.compile(r"(?!SyntaxError|IndentationError)\w*(?:Error|Exception)\b")

_LOOKS_FOR = ("startswith", "endswith", "count", "index", "find")


@dataclass(frozen=True)
class Program:
    """A Python program; `tree` is None where the source cannot be parsed."""

    source: str
    tree: ast.Module | None


@functools.lru_cache(maxsize=64)
def read_program(source: str) -> Program:
    """Parse a source; the tree of the program is shared and must not be changed."""
    try:
        tree = ast.parse(source)
        ast.unparse(tree)  # a tree too deep to be written out is none that the rules can walk
    except (SyntaxError, ValueError, RecursionError):
        return Program(source, None)
    return Program(source, tree)


def lines_of_tree(source: str) -> list[bytes]:
    """Return the lines of a source as its syntax tree counts them, in the bytes in which it counts columns.

    A form feed or a line separator (U+2028) within a text ends no line of code.
    """
    return source.encode().splitlines(keepends=True)


def compared_texts(tree: ast.AST) -> list[str]:
    """Return the string literals that a program compares with, or passes to methods that search in a text."""
    inside: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            inside += [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in _LOOKS_FOR:
            inside += node.args
    return [text for node in inside for text in _texts_without_keys(node)]


def _texts_without_keys(node: ast.AST) -> list[str]:
    """Return the string literals in an expression, without keys in brackets and arguments of calls."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.Subscript):
        return _texts_without_keys(node.value)
    if isinstance(node, ast.Call):
        return _texts_without_keys(node.func)
    return [text for child in ast.iter_child_nodes(node) for text in _texts_without_keys(child)]


def hard_coded(program: Program) -> bool:
    """True where every print of the program prints constants, outside of any condition or loop.

    What stands in a function counts as well: `def main(): print("1852")` works nothing out.
    """
    tree = program.tree
    if tree is None:
        return False
    prints = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print"
    ]
    conditional = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, (ast.If, ast.For, ast.While, ast.Try, ast.With))
        for inner in ast.walk(node)
    }
    return bool(prints) and all(_prints_constants(call) and id(call) not in conditional for call in prints)


def _prints_constants(call: ast.Call) -> bool:
    return all(
        isinstance(argument, ast.Constant)
        or (
            isinstance(argument, ast.JoinedStr)
            and all(isinstance(part, ast.Constant) for part in argument.values)
        )
        for argument in call.args
    )


def printed_labels(program: Program) -> list[str]:
    """The constant texts that a program prints whatever its data are: beside values, or under no condition."""
    if program.tree is None:
        return []
    nodes = [*ast.walk(program.tree)]
    chosen = {id(inner) for node in nodes if isinstance(node, ast.If) for inner in ast.walk(node)}
    labels: list[str] = []
    for node in nodes:
        if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print"):
            continue
        if id(node) in chosen and _prints_constants(node):
            continue
        parts = [
            part
            for argument in node.args
            for part in (argument.values if isinstance(argument, ast.JoinedStr) else [argument])
        ]
        labels += [
            part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)
        ]
    return labels


def unread_loads(program: Program) -> dict[str, str]:
    """Return the paths that a program loads into a variable of which it reads nothing, with the variable.

    One that it also opens in another way, as with `words(path)`, is none of them.
    """
    if program.tree is None:
        return {}
    read = {
        node.id
        for node in ast.walk(program.tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    paths, loads = {}, set()
    for node in program.tree.body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(args=[ast.Constant(value=str() as path) as argument]),
            ) if name not in read:
                paths[path] = name
                loads.add(argument)
    opened = {
        argument.value
        for node in ast.walk(program.tree)
        if isinstance(node, ast.Call)
        for argument in node.args
        if isinstance(argument, ast.Constant) and argument not in loads
    }
    return {path: name for path, name in paths.items() if path not in opened}


def written_files(program: Program, paths: Iterable[str]) -> list[str]:
    """Return those of some files that a program writes, or tries to write to as to an open file."""
    if program.tree is None:
        return []
    calls = [node for node in ast.walk(program.tree) if isinstance(node, ast.Call)]
    texts = {
        target.id: node.value
        for node in ast.walk(program.tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return [path for path in paths if any(_writes(call, path, texts) for call in calls)]


def _writes(call: ast.Call, path: str, texts: Mapping[str, ast.expr]) -> bool:
    """True for `save(…, path)`, `open(path, "w")` and `a.write(…)` where `a` was loaded from the path."""
    constants = [one.value for one in (*call.args, *(key.value for key in call.keywords)) if _is_text(one)]
    function = call.func
    if isinstance(function, ast.Attribute):
        loaded = texts.get(function.value.id) if isinstance(function.value, ast.Name) else function.value
        given = loaded.args if isinstance(loaded, ast.Call) else []
        return function.attr in ("write", "write_text", "writelines") and any(
            _is_text(one) and one.value == path for one in given
        )
    name = getattr(function, "id", "")
    if name == "open":
        return path in constants and any(re.fullmatch(r"[wax]b?\+?", str(one)) for one in constants)
    return name in ("save", "fill", "tick") and path in constants


def _is_text(node: ast.expr) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def error_in(output: str) -> str:
    """The error that a program's output ends with, without the line that raised it; "" where there is none."""
    error = _ERROR.search(output)
    return error[0] if error else ""


def ends_with_raised_error(output: str) -> bool:
    """True where the last line names an error that a line of the program raised, and no error of its syntax."""
    return _RAISED.match(output.rstrip().rpartition("\n")[2]) is not None
