"""The beginning of a program after one that failed: what ran of it, and what was learned where it stopped.

A small model writes a failed line again and again, whatever its prompt says of it. What stands in the program
itself, right before the place where it goes on, it takes up.
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
import tokenize
from textwrap import wrap

from pandora.programs.repairs.misspelt_columns import misspelt_column, with_column

NOTHING_PRINTED = "the program printed nothing; print the answer"
"""How the report of a program begins that ran and printed nothing."""
SORTS_NOTHING = "the task asks for an order of the rows, and the program sorts nothing"
"""How the report of a program begins that saves rows as they came."""
ORDER_MATTERS = "the result depends on the order of the rows"
"""How the report of a program begins that took the first row as it came."""
_PLACE = re.compile(r"^line (\d+): ", re.M)
_ERROR = re.compile(r"^[A-Z]\w*(?:Error|Exception|Iteration): .*$", re.M)
_MISSPELT = re.compile(r"NameError: name '(\w+)' is not defined \(write (\w+), which is defined\)")
_UNKNOWN_KEY = re.compile(
    r"KeyError: (['\"])(?P<key>.+)\1 \(its keys are: (?P<keys>[^\n]+?)"
    r"(?:, and \d+ more)?(?:; its ['\"].*)?\)[ \t]*$",
    re.M,
)
"""Matches a report of a key that there is none of; names of columns may have brackets, as `Price (EUR)`."""
_F_STRING, _BRACES, _TEXTS = (
    re.compile(r"[rR]?[fF]"),
    re.compile(r"\{[^{}]*\}"),
    re.compile(r"('[^'\n]*'|\"[^\"\n]*\")"),
)
_WIDTH = 110
_MOST_LINES = 3


def continuation(opening: str, source: str, report: str) -> str:
    """Return the lines of `source` before the statement that raised the error of `report`, and what it says.

    The last line begins the statement, where that gives a value to a name. "" where the report names no line
    behind `opening`, with which the program began, or an error of the program's own.
    """
    place, error = _PLACE.search(report), _ERROR.search(report)
    begun = opening.count("\n")
    if not place or not error or (opening and not opening.endswith("\n")) or int(place[1]) <= begun:
        return ""
    statement = _statement_at(source, int(place[1]))
    if statement is None or statement.lineno <= begun:
        return ""
    lines = [*source.splitlines()[: statement.lineno - 1]]
    lines += [f"# {line}" for line in wrap(error[0], _WIDTH)[:_MOST_LINES]]
    return "\n".join([*lines, _target(statement)])


def without_last_comments(opening: str, source: str) -> str:
    """Return a program without the comments that it ends with behind the `opening` with which it began.

    A small model that repeats the opening's comments goes on with them for ever.
    """
    lines = source.rstrip().splitlines()
    while len(lines) > opening.count("\n") and (lines[-1].lstrip() or "#").startswith("#"):
        lines.pop()
    return "\n".join(lines)


def with_known_name(source: str, report: str) -> str:
    """Return a program that stopped at a misspelt name or key with the one that there is, or "".

    The report names both: of keys, that is the only one that begins alike. A small model writes the same
    letters again, whatever it is told.
    """
    if unknown := _UNKNOWN_KEY.search(report):
        meant = misspelt_column(unknown["key"], unknown["keys"].split(", "))
        return with_column(source, unknown["key"], meant).rstrip() + "\n" if meant else ""
    misspelt = _MISSPELT.search(report)
    if misspelt is None:
        return ""
    return _with_name(source, misspelt[1], misspelt[2]).rstrip() + "\n"


def _with_name(source: str, name: str, known: str) -> str:
    """Return a program with another name for a variable; keys, texts, attributes and arguments stay."""
    form = re.compile(rf"(?<![\w.]){re.escape(name)}\b(?!\s*=[^=])")
    lines = io.StringIO(source).readlines()  # as the tokens count them
    with contextlib.suppress(tokenize.TokenError, SyntaxError):
        for token in reversed([*tokenize.generate_tokens(io.StringIO(source).readline)]):
            (line, start), (last, end) = token.start, token.end
            new = token.string
            if token.type == tokenize.NAME and form.match(lines[line - 1], start):
                new = known if new == name else new
            elif token.type == tokenize.STRING and _F_STRING.match(new):
                new = _BRACES.sub(lambda part: _outside_texts(part[0], form, known), new)
            if line == last and new != token.string:
                lines[line - 1] = lines[line - 1][:start] + new + lines[line - 1][end:]
    return "".join(lines)


def _outside_texts(code: str, form: re.Pattern[str], known: str) -> str:
    """Some code with another name, but not within its texts."""
    parts = _TEXTS.split(code)
    return "".join(part if place % 2 else form.sub(known, part) for place, part in enumerate(parts))


def _statement_at(source: str, number: int) -> ast.stmt | None:
    """The outermost statement that has a line of the program; None where it is no Python."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError):
        return None
    return next((one for one in body if one.lineno <= number <= (one.end_lineno or one.lineno)), None)


def _target(statement: ast.stmt) -> str:
    """How an assignment to one name begins: behind a comment alone, a model goes on with comments."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return f"{targets[0].id} =" if len(targets) == 1 and isinstance(targets[0], ast.Name) else ""
