"""The beginning of a new module after one that failed: its lines up to where it went wrong, and what is wanted.

A small model that writes a whole module anew makes another mistake in each: of eleven shifts.py, four were one
line away from right. So the next try keeps what stood before that line, and writes the rest.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from itertools import takewhile
from textwrap import wrap

_WRONG = re.compile(
    r"^(?:\S+\.py: )?(?P<call>(?P<function>\w+)\(.*\)) (?P<said>gives .*?|raises (?P<error>\w+).*?)"
    r"(?:, in line (?P<line>\d+)(?:, where (?P<values>.*?))?)?"
    r"(?:; the request says (?P<value>.*)|; and so does each other call|)$",
    re.M,
)
"""What a report says of a call: what it gives, or the error that it raises and in which line of the module."""
_MUST_GIVE = " must give "
"""Within the comment above a statement from which a module was gone on with."""
_WIDTH, _MOST_LINES = 100, 3
_COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Try)


def with_lines_before_fault(source: str, report: str) -> str:
    """Return the beginning of a module that goes on where the first wrong call of `report` went wrong.

    That is the statement in which it raised an error; where the module raises one itself, the condition that
    led there; where it gives a wrong value, the `return` that its function ends in. Above it stands as a
    comment what the call must give. All else that the module defines comes before the function. "" where the
    report names no such call, nothing of the function stands above that place, the module itself went on there,
    or is no Python.
    """
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    defined = {node.name: node for node in body if isinstance(node, ast.FunctionDef)}
    # An error is surer to lie where it arose than a wrong value.
    for wrong in sorted(_WRONG.finditer(report), key=lambda match: not match["line"]):
        for function, statement in _places(wrong, defined):
            above = source.splitlines()[: statement.lineno - 1]
            remarks = [*takewhile(lambda line: line.lstrip().startswith("#"), reversed(above))]
            if not any(_MUST_GIVE in line for line in remarks):
                return _begun(source, body, function, statement, _comment(wrong, statement))
    return ""


def _places(
    wrong: re.Match[str], defined: dict[str, ast.FunctionDef]
) -> Iterator[tuple[ast.FunctionDef, ast.stmt]]:
    """Yield the function and the statement of it from which it is to be written anew, the likeliest first."""
    if wrong["line"]:
        for function in defined.values():
            path = _path_to(function.body, int(wrong["line"]))
            places = path[-1:]
            if places and isinstance(places[0], ast.Raise):  # the condition is wrong, or what follows from it
                conditions = [one for one in path if isinstance(one, ast.If)][-1:]
                places = [*conditions, *places] if conditions else []
            yield from ((function, one) for one in places if one is not function.body[0])
        return
    owner = defined.get(wrong["function"]) or (next(iter(defined.values())) if len(defined) == 1 else None)
    if owner is not None and not wrong["error"] and len(owner.body) > 1:
        yield from ((owner, one) for one in owner.body[-1:] if isinstance(one, ast.Return))


def _path_to(body: Collection[ast.stmt], line: int) -> list[ast.stmt]:
    """The statements around a line, the outermost first; a compound one only where it lies in its blocks."""
    for statement in body:
        if statement.lineno <= line <= (statement.end_lineno or statement.lineno):
            blocks = [
                *(getattr(statement, name, []) for name in ("body", "orelse", "finalbody")),
                *(handler.body for handler in getattr(statement, "handlers", [])),
            ]
            inner = [path for block in blocks if isinstance(block, list) and (path := _path_to(block, line))]
            return [statement, *(inner[0] if inner and isinstance(statement, _COMPOUND) else [])]
    return []


def _comment(wrong: re.Match[str], statement: ast.stmt) -> str:
    """What a call must give, what the variables are there, and the error unless a condition leads to it."""
    here = f"; here {wrong['values']}" if wrong["values"] else ""
    if not wrong["value"]:
        return f"{wrong['call']} {wrong['said']}{here}"
    own = wrong["error"] and isinstance(statement, ast.If | ast.Raise)
    as_it_was = "" if own else f"; as it was, it {wrong['said']}"
    return f"{wrong['call']}{_MUST_GIVE}{wrong['value']}{here}{as_it_was}"


def _begun(
    source: str, body: Collection[ast.stmt], function: ast.FunctionDef, statement: ast.stmt, comment: str
) -> str:
    """The module up to the statement, with the comment above it and the words that it begins with."""
    lines = source.splitlines()
    kept = [node for node in body if node is not function and not _is_run(node)]
    parts = ["\n".join(lines[_first_line(node) - 1 : node.end_lineno]) for node in kept]
    above = lines[_first_line(function) - 1 : statement.lineno - 1]
    while above and (above[-1].lstrip() or "#").startswith("#"):
        above.pop()
    margin = " " * statement.col_offset
    said = [f"{margin}# {line}" for line in wrap(comment, _WIDTH)[:_MOST_LINES]]
    head = "\n".join(parts) + "\n\n\n" if parts else ""
    words = _first_words(statement)
    return head + "\n".join([*above, *said, f"{margin}{words}" if words else ""])


def _is_run(node: ast.stmt) -> bool:
    """True for what a module does when it is run, which comes anew."""
    return isinstance(node, (ast.If, ast.Expr, ast.For, ast.While)) and not (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def _first_line(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else []
    return min([node.lineno, *(one.lineno for one in decorators)])


def _first_words(statement: ast.stmt) -> str:
    """How the statement begins: behind a comment alone, a model goes on with comments."""
    match statement:
        case ast.Return():
            return "return"
        case ast.If():
            return "if"
        case ast.Assign(targets=[ast.Name(id=name)]):
            return f"{name} ="
        case ast.AugAssign(target=ast.Name(id=name)):
            return name
        case ast.For():
            return "for"
    return ""
