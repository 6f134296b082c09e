"""A module taken for the class of its name, or the class for the module, put right: `datetime.timedelta(1)`.

A small model writes `from datetime import datetime` and then `datetime.timedelta`, or `import datetime` and
then `datetime.strptime`; told so, it writes the one for the other again.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator

_NAMESAKES = ("copy", "datetime", "fnmatch", "glob", "pprint", "random", "time")
"""The modules of the standard library that have a class or function of their own name."""


def with_module_or_class(source: str) -> str:
    """Return Python code in which the attributes of such names are there; unchanged where it is no program.

    Where the class is bound, an attribute that only the module has stands alone, for an import to be added.
    Where the module is bound, one that only its class has is taken of the class. A name that is bound in yet
    another way stays.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source
    lines = source.splitlines(keepends=True)
    for node, said in sorted(_wrong(tree), key=lambda pair: (pair[0].lineno, pair[0].col_offset), reverse=True):
        row = lines[node.lineno - 1].encode()
        assert node.end_col_offset is not None
        changed = row[: node.col_offset] + said.encode() + row[node.end_col_offset :]
        lines[node.lineno - 1] = changed.decode()
    return "".join(lines)


def _wrong(tree: ast.Module) -> Iterator[tuple[ast.Attribute, str]]:
    """Each attribute that is not there, on one line, with what is written in its place."""
    for name in _NAMESAKES:
        bound = {*_bound(tree, name)}
        if len(bound) != 1 or bound == {""}:
            continue
        module = importlib.import_module(name)
        member = getattr(module, name)
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(value=ast.Name(id=owner), attr=part) if owner == name and _on_one_line(node):
                    of_module, of_member = hasattr(module, part), hasattr(member, part)
                    if bound == {"class"} and of_module and not of_member:
                        yield node, part
                    elif bound == {"module"} and of_member and not of_module:
                        yield node, f"{name}.{name}.{part}"


def _on_one_line(node: ast.Attribute) -> bool:
    return node.lineno == node.end_lineno


def _bound(tree: ast.Module, name: str) -> Iterator[str]:
    """What a program gives the name: "class", "module", or "" for anything else."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ("module" for one in names if one.name == name and one.asname in (None, name))
                yield from ("" for one in names if one.asname == name and one.name != name)
            case ast.ImportFrom(module=source, names=names, level=level):
                for one in names:
                    if (one.asname or one.name) == name:
                        yield "class" if not level and source == one.name == name else ""
            case ast.Name(id=own, ctx=ast.Store() | ast.Del()) | ast.arg(arg=own) if own == name:
                yield ""
            case ast.FunctionDef(name=own) | ast.ClassDef(name=own) if own == name:
                yield ""
