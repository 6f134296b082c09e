"""Imports that a program lacks: a name of the standard library that it uses and binds nowhere.

A small model writes `json.dumps(row)` without `import json`, and again when it is told so.
"""

from __future__ import annotations

import ast
import builtins
import importlib
from collections.abc import Iterator

_MODULES = (
    *(
        "argparse",
        "base64",
        "bisect",
        "calendar",
        "collections",
        "copy",
        "csv",
        "datetime",
        "decimal",
        "difflib",
    ),
    *(
        "fnmatch",
        "fractions",
        "functools",
        "glob",
        "hashlib",
        "heapq",
        "html",
        "io",
        "itertools",
        "json",
        "math",
    ),
    *("operator", "os", "pathlib", "pprint", "random", "re", "shutil", "sqlite3", "statistics", "string"),
    *("struct", "sys", "tempfile", "textwrap", "time", "unicodedata", "uuid", "zoneinfo"),
)
"""The modules that are imported where a program calls a part of theirs by the module's name."""
_MEMBERS = {
    "collections": "Counter OrderedDict defaultdict deque namedtuple",
    "dataclasses": "asdict dataclass field",
    "datetime": "date datetime timedelta timezone",
    "decimal": "Decimal",
    "enum": "Enum",
    "fractions": "Fraction",
    "functools": "lru_cache partial reduce",
    "io": "StringIO",
    "itertools": "accumulate chain combinations groupby islice permutations product zip_longest",
    "math": "ceil floor sqrt",
    "operator": "attrgetter itemgetter",
    "pathlib": "Path",
    "statistics": "mean median stdev",
    "typing": "Any Callable Dict Iterable Iterator List Optional Tuple Union",
}
"""The names that are imported from a module where a program uses them alone."""
_MODULE_OF = {name: module for module, names in _MEMBERS.items() for name in names.split()}


def with_imports(source: str, at_use: bool = False) -> str:
    """Return Python code with the imports that it lacks at its head; unchanged where it is no whole program.

    With `at_use` they stand before the first statement that needs one, so that the lines above stay in place.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return source
    bound = {*_bound(tree), *dir(builtins)}
    if "*" in bound:
        return source
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - bound
    imports = {name: line for name in names if (line := _import_of(name, tree))}
    if not imports:
        return source
    place = _first_use(tree, {*imports}) if at_use else _head(tree)
    rows = source.splitlines(keepends=True)
    return "".join([*rows[:place], *(f"{line}\n" for line in sorted(imports.values())), *rows[place:]])


def _bound(tree: ast.Module) -> Iterator[str]:
    """The names that a program gives a meaning anywhere, `*` where it imports all of a module."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                yield name
            case ast.alias(name=name, asname=other):
                yield other or name.partition(".")[0]
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case (
                ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name))
            ):
                yield name


def _import_of(name: str, tree: ast.Module) -> str:
    """The line that gives a name of the standard library its meaning; "" where it has none there.

    A name in small letters is one of it where a program calls it or takes a part of it, as in `date.today()`.
    """
    nodes = [*ast.walk(tree)]
    parts = {node.attr for node in nodes if isinstance(node, ast.Attribute) and _is(node.value, name)}
    if name in _MODULES and parts and all(hasattr(importlib.import_module(name), part) for part in parts):
        return f"import {name}"
    called = parts or any(isinstance(node, ast.Call) and _is(node.func, name) for node in nodes)
    if name in _MODULE_OF and (called or not name.islower() or _decorates(name, nodes)):
        return f"from {_MODULE_OF[name]} import {name}"
    return ""


def _is(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _decorates(name: str, nodes: list[ast.AST]) -> bool:
    return any(_is(one, name) for node in nodes for one in getattr(node, "decorator_list", ()))


def _first_use(tree: ast.Module, names: set[str]) -> int:
    """The number of lines before the first statement of a program that uses one of the names."""
    for node in tree.body:
        if any(isinstance(inner, ast.Name) and inner.id in names for inner in ast.walk(node)):
            lines = [inner.lineno for inner in ast.walk(node) if isinstance(inner, (ast.stmt, ast.expr))]
            return min(lines) - 1
    return _head(tree)


def _head(tree: ast.Module) -> int:
    """The number of lines before the first that may be an import: a docstring, and what is from the future."""
    place = 0
    for node in tree.body:
        docstring = not place and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        if not docstring and not future:
            break
        place = node.end_lineno if node.end_lineno is not None else node.lineno
    return place
