"""The functions in which a fault may be, by a report: those that broke, those that were called, and theirs.

A model that writes one function again needs a fraction of the tokens of its file, and has just that in view.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

MOST_SUSPECTS = 3
"""The most functions that are tried."""
_FRAME = re.compile(r"(?:File \"(?P<file>[^\"\n]+)\", line |(?P<test>[^\s:\"]+\.py):)(?P<line>\d+)")
_CALLED = re.compile(r"(?<![\w\"'])(?P<name>[^\W\d]\w*)\(")
_WRONG_LINE = re.compile(r"(?<!\S)it prints [^\n]*; the task says ")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Suspect:
    """A function of a file, a method as `Class.method`, and its `beginning`: its head and its docstring."""

    path: str
    name: str
    beginning: str


@dataclass(frozen=True)
class _Function:
    path: str
    name: str
    node: ast.FunctionDef | ast.AsyncFunctionDef
    owner: ast.ClassDef | None
    lines: tuple[str, ...]

    def suspect(self) -> Suspect:
        """The function with its first lines, in its class where it has one."""
        first = min([self.node.lineno, *(one.lineno for one in self.node.decorator_list)])
        body = self.node.body[0]
        has_doc = len(self.node.body) > 1 and ast.get_docstring(self.node, clean=False) is not None
        last = (body.end_lineno or body.lineno) if has_doc else self.node.body[0].lineno - 1
        shown = self.lines[first - 1 : max(last, first)]
        head = self.lines[self.owner.lineno - 1 : self.owner.body[0].lineno - 1] if self.owner else ()
        return Suspect(self.path, self.name, "".join(f"{line}\n" for line in (*head, *shown)))


def suspects(report: str, files: Mapping[str, str]) -> list[Suspect]:
    """Return the functions of files, by path, that a report of calls, tests or a traceback speaks of.

    First come those in which a frame lies, the innermost first, then those that it calls, then what these
    call. Of a line that is printed wrong they are all that return something, first those that make a text of it
    (`f"{minutes}:{seconds:02d}"`), then those that call none of the others. A function that stands on one line
    has no beginning, and is left out.
    """
    known = [function for path, text in files.items() for function in _functions(path, text)]
    found = [*reversed(list(_in_frames(report, known))), *_called_in(report, known)]
    if not found and _WRONG_LINE.search(report):
        found = sorted(
            filter(_gives, known), key=lambda one: (not _gives_text(one), len([*_calls_of(one, known)]))
        )
    order: list[_Function] = []
    for function in found:
        if function not in order:
            order.append(function)
    for function in order:
        order += [one for one in _calls_of(function, known) if one not in order]
    return [one.suspect() for one in order if one.node.body[0].lineno > one.node.lineno][:MOST_SUSPECTS]


def source_of(text: str, name: str) -> str:
    """Return the lines of a function of a Python text, a method as `Class.method`; "" where it has none."""
    found = next((one for one in _functions("", text) if one.name == name), None)
    if found is None:
        return ""
    head = found.lines[found.owner.lineno - 1 : found.owner.lineno] if found.owner else ()
    first = min([found.node.lineno, *(one.lineno for one in found.node.decorator_list)])
    return "\n".join((*head, *found.lines[first - 1 : found.node.end_lineno]))


def _functions(path: str, text: str) -> Iterator[_Function]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    lines = tuple(text.splitlines())
    for node in tree.body:
        if isinstance(node, _FUNCTIONS):
            yield _Function(path, node.name, node, None, lines)
        for method in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(node, ast.ClassDef) and isinstance(method, _FUNCTIONS):
                yield _Function(path, f"{node.name}.{method.name}", method, node, lines)


def _in_frames(report: str, known: list[_Function]) -> Iterator[_Function]:
    """The functions in whose lines the frames of the last traceback lie, in their order."""
    for frame in _FRAME.finditer(report):
        path, line = frame["file"] or frame["test"], int(frame["line"])
        for function in known:
            inside = function.node.lineno <= line <= (function.node.end_lineno or 0)
            if inside and (path == function.path or path.endswith(f"/{function.path}")):
                yield function


def _called_in(report: str, known: list[_Function]) -> Iterator[_Function]:
    for called in _CALLED.finditer(report):
        yield from _named(called["name"], known)


def _calls_of(function: _Function, known: list[_Function]) -> Iterator[_Function]:
    for node in ast.walk(function.node):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            yield from _named(name, known)


def _gives(function: _Function) -> bool:
    """True for a function that returns something."""
    return any(isinstance(node, ast.Return) and node.value is not None for node in ast.walk(function.node))


def _gives_text(function: _Function) -> bool:
    """True for a function that puts together a text, and returns it."""
    given = (node.value for node in ast.walk(function.node) if isinstance(node, ast.Return))
    return any(isinstance(value, ast.JoinedStr) for value in given)


def _named(name: str, known: list[_Function]) -> Iterator[_Function]:
    """The one function or method that is named so; none where there are several."""
    alike = [function for function in known if function.name.rpartition(".")[2] == name]
    if len(alike) == 1:
        yield alike[0]
