"""The names that a Python file defines: functions, classes, their members, and its own variables."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pandora.programs.language.function_words import is_function_word
from pandora.regular_file import read_regular
from pandora.workspace.paths import is_source_code

MODULE = "(module)"
"""The choice, in a form, of the file itself in place of a name in it."""
LARGEST = 256 << 10
"""The most bytes of a file whose names are listed."""
_MOST_FILES, _MOST_NAMES = 8, 60
_IDENTIFIER = re.compile(r"(?<![\w$])[^\W\d][\w$]+")
_KEYWORDS = frozenset(
    {
        *("class", "const", "def", "else", "enum", "export", "extends", "final", "for", "fn", "from", "func"),
        *(
            "function",
            "if",
            "import",
            "int",
            "interface",
            "let",
            "method",
            "module",
            "new",
            "package",
            "private",
        ),
        *("public", "return", "static", "string", "struct", "type", "var", "variable", "void", "while"),
    }
)
"""Words of requests about code that are keywords of some language."""


@dataclass(frozen=True)
class Definition:
    """A name, a class's member as `Class.member`, and the offset in the text at which it is defined."""

    name: str
    offset: int


def definitions(source: str) -> list[Definition]:
    """Return what a module defines, each name once, in its order; [] where the text is not Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    starts = _line_starts(source)
    places: dict[str, int] = {}
    for name, node in _named(tree.body, ""):
        if (offset := _offset(source, starts, node, name.rpartition(".")[2])) >= 0:
            places.setdefault(name, offset)
    return [Definition(name, offset) for name, offset in places.items()]


def listed_definitions(files: Sequence[str], workspace: Path, request: str) -> dict[str, list[str]]:
    """Return the names that each Python file defines; of many, those that share words with the request.

    Of source code in another language, these are the identifiers that the request names.
    """
    listed: dict[str, list[str]] = {}
    for path in [path for path in files if is_source_code(path)][:_MOST_FILES]:
        try:
            data, whole = read_regular(path, LARGEST, inside=workspace)
        except OSError:
            continue
        source = data.decode("utf-8", "replace") if whole else ""
        python = path.endswith(".py")
        names = [one.name for one in definitions(source)] if python else named_identifiers(source, request)
        if python or names:
            listed[path] = names
    words = set(re.findall(r"\w+", request.casefold()))

    def likeness(name: str) -> int:
        parts = name.casefold().split(".")
        return 2 * sum(part in words for part in parts) + any(words & set(part.split("_")) for part in parts)

    names = [name for file_names in listed.values() for name in file_names]
    fitting = set(sorted(names, key=likeness, reverse=True)[:_MOST_NAMES])
    return {path: [name for name in file_names if name in fitting] for path, file_names in listed.items()}


def named_identifiers(source: str, request: str) -> list[str]:
    """Return the words of a request that are identifiers of a source in any language, in its order."""
    known = {*_IDENTIFIER.findall(source)}
    words = dict.fromkeys(_IDENTIFIER.findall(request))
    return [word for word in words if word in known and word not in _KEYWORDS and not is_function_word(word)]


def bound_names(source: str) -> set[str]:
    """Return every name that a module binds in any scope; members as `.member`. Raises SyntaxError."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names.update(f".{name.rpartition('.')[2]}" for name, _ in _members(node))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).partition(".")[0])
    return names


def _named(body: Sequence[ast.stmt], above: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield the names that the statements of a module or a class define, with their nodes."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield above + node.name, node
            if isinstance(node, ast.ClassDef):
                for name, member in _members(node):
                    yield f"{above}{name}", member
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.For | ast.With | ast.If | ast.Try):
            for inner in ast.walk(node) if isinstance(node, ast.Assign | ast.AnnAssign) else ():
                if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                    yield above + inner.id, inner
            for part in ("body", "orelse", "finalbody"):
                yield from _named(getattr(node, part, []), above)


def _members(node: ast.ClassDef) -> Iterator[tuple[str, ast.AST]]:
    yield from _named(node.body, f"{node.name}.")
    for method in node.body:
        if not isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) or not method.args.args:
            continue
        own = method.args.args[0].arg
        for inner in ast.walk(method):
            if not (isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store)):
                continue
            if isinstance(inner.value, ast.Name) and inner.value.id == own:
                yield f"{node.name}.{inner.attr}", inner


def _line_starts(source: str) -> list[int]:
    starts = [0]
    for line in re.split(r"(?<=\n)|(?<=\r)(?!\n)", source):
        starts.append(starts[-1] + len(line))
    return starts


def _offset(source: str, starts: list[int], node: ast.AST, name: str) -> int:
    """Return where the name stands in the text of its node, or -1."""
    line = source[starts[node.lineno - 1] : starts[node.lineno]]  # type: ignore[attr-defined]
    column = len(line.encode()[: node.col_offset].decode("utf-8", "ignore"))  # type: ignore[attr-defined]
    start = starts[node.lineno - 1] + column  # type: ignore[attr-defined]
    before = r"\.\s*" if isinstance(node, ast.Attribute) else r"\b"
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        before = r"\b(?:def|class)\s+"
    match = re.compile(rf"{before}({re.escape(name)})\b").search(source, start)
    return match.start(1) if match else -1
