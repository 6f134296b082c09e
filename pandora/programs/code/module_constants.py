"""The literal values that modules of the workspace hold by name, which calls of a new module may be given."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from pandora.programs.code.boundary_calls import Boundary
from pandora.regular_file import read_regular

_LARGEST, _LONGEST = 256 << 10, 1500
"""The most bytes of a module that is read, and the most characters of a value that is put into a call."""
_SIGNATURE = re.compile(r"(?<![\w.])([A-Za-z_]\w*)\(([A-Za-z_]\w*)\)")


def module_constants(files: Iterable[str], workspace: Path) -> dict[str, str]:
    """Return the source of each literal that stands at the top level of the Python files, by its name.

    A name of two modules is that of neither.
    """
    found: dict[str, list[str]] = {}
    for path in (path for path in files if path.endswith(".py")):
        try:
            content, _ = read_regular(path, _LARGEST, inside=workspace)
            body = ast.parse(content).body
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        for name, value in _assigned(body):
            if source := _literal(value):
                found.setdefault(name, []).append(source)
    return {name: sources[0] for name, sources in found.items() if len(sources) == 1}


def _assigned(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
        if isinstance(node, ast.Assign) and isinstance(target, ast.Name):
            yield target.id, node.value


def with_constants(lines: Sequence[str], constants: Mapping[str, str]) -> list[str]:
    """Return lines of code with the values of constants in place of their names."""
    if not constants:
        return list(lines)
    names = re.compile(rf"(?<![\w.'\"])(?:{'|'.join(map(re.escape, constants))})(?![\w'\"])")
    return [names.sub(lambda name: constants[name[0]], line) for line in lines]


def calls_with_constants(request: str, constants: Mapping[str, str]) -> list[Boundary]:
    """Return the calls of functions that a request writes with one parameter, with the constant of its name.

    So `standings(matches)` is tried with `MATCHES` of `matches.py`.
    """
    by_name = {name.casefold(): source for name, source in constants.items()}
    written = dict.fromkeys(_SIGNATURE.findall(request))
    return [
        Boundary(function, by_name[parameter.casefold()], named=True)
        for function, parameter in written
        if parameter.casefold() in by_name
    ]


def _literal(node: ast.expr) -> str:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, RecursionError, MemoryError):
        return ""
    source = ast.unparse(node)
    return source if len(source) <= _LONGEST else ""
