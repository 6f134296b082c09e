"""Numbers that a program begins with zeros, as `datetime(2024, 1, 5, 8, 05)`: Python takes none of these."""

from __future__ import annotations

import ast
import re

_SAID = "leading zeros in decimal integer literals"
_MOST = 60
"""The most numbers of a program that are put right."""
_ZEROS = re.compile(r"0+(?=\d)")


def without_leading_zeros(code: str) -> str:
    """Return a program whose numbers have no zeros before them; any other one as it is.

    Times and days are written so: `08:05` as `8, 05`.
    """
    lines = code.splitlines(keepends=True)
    for _ in range(_MOST):
        try:
            ast.parse("".join(lines))
        except SyntaxError as error:
            place, column = (error.lineno or 0) - 1, max((error.offset or 0) - 1, 0)
            if _SAID not in error.msg or not 0 <= place < len(lines):
                break
            while column and lines[place][column - 1] == "0":  # it counts a letter as its bytes
                column -= 1
            zeros = _ZEROS.match(lines[place], column)
            if zeros is None:
                break
            lines[place] = lines[place][: zeros.start()] + lines[place][zeros.end() :]
        except (ValueError, RecursionError, MemoryError):
            break
        else:
            break
    return "".join(lines)
