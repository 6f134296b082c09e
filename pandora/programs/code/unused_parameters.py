"""Parameters that a request gives a function, as in `pace(km, minutes)`, and that its code does not use."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence

_SIGNATURE = re.compile(r"(?<![\w.])(?P<name>[^\W\d]\w*)\((?P<parameters>[^()\n]*)\)")
_READS_ALL = frozenset({"locals", "vars", "eval", "exec"})


def signatures(request: str) -> dict[str, list[str]]:
    """Return the parameters that a request gives each function, by the function's name."""
    return {
        match["name"]: [
            part.partition(":")[0].partition("=")[0].strip() for part in match["parameters"].split(",")
        ]
        for match in _SIGNATURE.finditer(request)
    }


def unused_parameter(source: str | bytes, given: Mapping[str, Sequence[str]]) -> tuple[str, str] | None:
    """Return a function of a module and the first of its `given` parameters that its code does not use.

    None where there is none. A function that does nothing but raise an error uses none of them.
    """
    try:
        tree = ast.parse(source) if given else ast.Module([], [])
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or isinstance(node.body[-1], ast.Raise):
            continue
        own = [one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
        used = {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)}
        for name in own if not used & _READS_ALL else ():
            if name in given.get(node.name, ()) and name not in used:
                return node.name, name
    return None
