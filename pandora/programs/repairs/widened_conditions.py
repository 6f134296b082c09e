"""A program that takes one value where the request names what several share, widened to all that have it.

A small model copies a value of the row that it is shown, and does so again when it is told of it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from pandora.programs.parsed_program import lines_of_tree
from pandora.programs.sql.query_shape import is_query

ONE_OF_SEVERAL = (
    "it takes only {value} of the values of {column}, and the task names {words}, which {others} has, too; "
    "take all that have it"
)
"""The reason of what the relation `narrowed values` refuses."""
_TEXT = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
_REFUSAL = re.compile(
    rf"it takes only ({_TEXT}) of the values of (?:{_TEXT}), and the task names ({_TEXT}), which"
)
_IN_CAPITALS = re.compile(rf"nothing is found: ({_TEXT}) in .+? never holds, and it is a part of ")


def with_conditions_widened(program: str, refusal: str) -> tuple[str, str]:
    """The program that looks for what a refusal by `narrowed values` says is named, and what code did.

    A text that no value has but in other letters, as a refusal by `selection` says, is looked for in any. Both
    are "" where the refusal is another one, no one text is named, or nothing compares with the value.
    """
    found = _REFUSAL.match(refusal) or _IN_CAPITALS.match(refusal)
    if not found:
        return "", ""
    value, named = ast.literal_eval(found[1]), ast.literal_eval(found[found.re.groups])
    widened = (_query if is_query(program) else _program)(program, value, named)
    return ("", "") if widened == program else (widened, f"code takes all with {named!r}")


def with_text_in_any_letters(program: str, text: str) -> str:
    """The program that looks for a text in whatever capital letters; as it is where it looks for none."""
    return _program(program, text, text)


def _query(program: str, value: str, named: str) -> str:
    written, wanted = (text.replace("'", "''") for text in (value, named))
    if re.search("[%_]", wanted):
        return program
    return re.sub(
        rf"(?:(?<![<>!=])=|\bLIKE)\s*'%?{re.escape(written)}%?'",
        lambda _: f"LIKE '%{wanted}%'",
        program,
        flags=re.I,
    )


def _program(program: str, value: str, named: str) -> str:
    try:
        tree = ast.parse(program)
    except (SyntaxError, ValueError, RecursionError):
        return program
    lines = lines_of_tree(program)
    edits = sorted(_edits(program, tree, value, named), reverse=True)
    for row, begin, end, text in edits:
        lines[row] = lines[row][:begin] + text.encode() + lines[row][end:]
    return b"".join(lines).decode()


def _edits(program: str, tree: ast.Module, value: str, named: str) -> Iterator[tuple[int, int, int, str]]:
    """The line, the first byte, the last one and the new text of each comparison with the value."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare) or len(node.ops) > 1 or node.lineno != node.end_lineno:
            continue
        sides = [node.left, node.comparators[0]]
        same = [_is_text(side, value) for side in sides]
        operator = node.ops[0]
        place = node.lineno - 1, node.col_offset, node.end_col_offset or 0
        if isinstance(operator, (ast.Eq, ast.NotEq)) and same.count(True) == 1:
            other = ast.get_source_segment(program, sides[same.index(False)])
            within = f"{'not ' * isinstance(operator, ast.NotEq)}in"
            if value.casefold() == named.casefold():  # the whole of it, in whatever letters
                within = "!=" if isinstance(operator, ast.NotEq) else "=="
            yield (*place, f"folded({named!r}) {within} folded({other})")
        elif isinstance(operator, (ast.In, ast.NotIn)) and same[0]:
            other = ast.get_source_segment(program, sides[1])
            yield (*place, f"folded({named!r}) {'not ' * isinstance(operator, ast.NotIn)}in folded({other})")


def _is_text(node: ast.expr, value: str) -> bool:
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value.casefold() == value.casefold()
    )
