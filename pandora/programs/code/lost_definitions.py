"""What a file keeps that a model left out when it wrote it again: definitions, methods, and what it runs."""

from __future__ import annotations

import ast
from collections.abc import Mapping

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)


def with_lost_definitions(before: str, after: str) -> tuple[str, list[str]]:
    """Return `after` plus the functions and classes that only `before` has, and the names of these.

    A model that repairs one function of a file often writes only that function. Where `after` has imports and
    definitions alone, they stand in `before` in the places of the old ones: what `before` imports and runs
    stays, and an import that it lacks comes first. So it is where `after` begins with a definition, and
    `before` does not; what else `after` has goes. A class that lacks methods of the old one has only its own
    methods replaced in it. If either text is not Python, or if `after` has no definition of `before` and so is
    another file, `after` is returned unchanged.
    """
    after = _from_the_middle(before, after)
    old, new = _defined(before), _defined(after)
    lost = [name for name in old if name not in new]
    if len(lost) == len(old):
        return after, []
    lines = before.splitlines()
    if only_defines(after):
        whole = _with_imports(_put_in_place(lines, after.splitlines(), old, new), after)
        return (after if ast.dump(ast.parse(whole)) == ast.dump(ast.parse(after)) else whole), lost
    if not lost:
        return after, []
    kept = ["\n".join(lines[first - 1 : last]) for first, last in (old[name] for name in lost)]
    written = after.splitlines()
    at = _first_run(after)
    parts = ["\n".join(written[:at]).rstrip("\n"), *kept, "\n".join(written[at:]).strip("\n")]
    return "\n\n\n".join(filter(None, parts)) + "\n", lost


def _first_run(source: str) -> int:
    """How many lines stand before the first thing that a module does behind its last definition; else all.

    What it calls there must be defined before it.
    """
    first = 0
    for node in ast.parse(source).body:
        if isinstance(node, _DEFINITIONS):
            first = 0
        elif isinstance(node, (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.Expr)):
            first = first or node.lineno
    return first - 1 if first else len(source.splitlines())


def _put_in_place(
    lines: list[str], written: list[str], old: Mapping[str, tuple[int, int]], new: Mapping[str, tuple[int, int]]
) -> str:
    """The lines of a file with the definitions that were written, each in the place of the old one.

    New ones stand before the first that is replaced.
    """
    texts = {name: written[first - 1 : last] for name, (first, last) in new.items()}
    for name in texts:
        if name in old:
            texts[name] = _with_lost_methods(lines[old[name][0] - 1 : old[name][1]], texts[name])
    added = [line for name, text in texts.items() if name not in old for line in (*text, "", "")]
    replaced = sorted((name for name in texts if name in old), key=old.__getitem__)
    whole = list(lines)
    for name in reversed(replaced):
        first, last = old[name]
        whole[first - 1 : last] = [*(added if name == replaced[0] else []), *texts[name]]
    return "\n".join(whole).rstrip("\n") + "\n"


def _from_the_middle(before: str, after: str) -> str:
    """`after` with its definitions alone, where it begins with one that `before` has further down."""
    try:
        body, others = ast.parse(after).body, ast.parse(before).body
    except (SyntaxError, ValueError, RecursionError):
        return after
    if not body or not isinstance(body[0], _DEFINITIONS) or not others or isinstance(others[0], _DEFINITIONS):
        return after
    if body[0].name not in _defined(before) or only_defines(after):
        return after
    lines, places = after.splitlines(), _defined(after).values()
    return "\n\n\n".join("\n".join(lines[first - 1 : last]) for first, last in places) + "\n"


def _with_lost_methods(old: list[str], new: list[str]) -> list[str]:
    """The lines of a class; where it lacks methods of the old one, that with the methods of this one."""
    try:
        before, after = ast.parse("\n".join(old)).body[0], ast.parse("\n".join(new)).body[0]
    except (SyntaxError, ValueError, RecursionError, IndexError):
        return new
    if not isinstance(before, ast.ClassDef) or not isinstance(after, ast.ClassDef):
        return new
    had, has = _methods(before), _methods(after)
    if not has or had.keys() <= has.keys():
        return new
    at = min((had[name][0] for name in has if name in had), default=len(old) + 1)
    whole = list(old)
    for name in sorted((name for name in has if name in had), key=had.__getitem__, reverse=True):
        whole[had[name][0] - 1 : had[name][1]] = new[has[name][0] - 1 : has[name][1]]
    added = [line for name in has if name not in had for line in (*new[has[name][0] - 1 : has[name][1]], "")]
    return [*whole[: at - 1], *added, *whole[at - 1 :]]


def _methods(node: ast.ClassDef) -> dict[str, tuple[int, int]]:
    return {
        method.name: (
            min([method.lineno, *(one.lineno for one in method.decorator_list)]),
            method.end_lineno or method.lineno,
        )
        for method in node.body
        if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def only_defines(source: str) -> bool:
    """True for Python code that has functions, classes and imports alone, and nothing that it sets or runs."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError):
        return False
    body = body[1:] if body and _is_text(body[0]) else body
    return bool(body) and all(isinstance(node, (*_DEFINITIONS, *_IMPORTS)) for node in body)


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _with_imports(source: str, after: str) -> str:
    """A file with those imports of `after` whose names it has not, behind its first text."""
    body = ast.parse(source).body
    known = {alias.asname or alias.name for node in body if isinstance(node, _IMPORTS) for alias in node.names}
    lines = [
        ast.unparse(node)
        for node in ast.parse(after).body
        if isinstance(node, _IMPORTS) and not all((one.asname or one.name) in known for one in node.names)
    ]
    if not lines:
        return source
    first = next((node for node in body if not _is_text(node)), None)
    if isinstance(first, ast.ImportFrom) and first.module == "__future__":
        at = first.end_lineno or first.lineno
    else:
        at = first.lineno - 1 if first is not None else len(source.splitlines())
    whole = source.splitlines()
    gap = [] if isinstance(first, _IMPORTS) else ["", ""]
    return "\n".join([*whole[:at], *lines, *gap, *whole[at:]]) + "\n"


def defined_names(source: str) -> set[str]:
    """Return the names of a module's functions and classes; an empty set if the source is not Python."""
    return set(_defined(source))


def _defined(source: str) -> dict[str, tuple[int, int]]:
    """Return the first and last line, from 1 and with decorators, of each top-level function and class."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return {}
    definitions = [node for node in tree.body if isinstance(node, _DEFINITIONS)]
    return {
        node.name: (
            min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]),
            node.end_lineno or 0,
        )
        for node in definitions
    }
