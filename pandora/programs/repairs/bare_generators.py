"""Python code that a small slip of brackets keeps from being Python, with them.

A small model writes `sorted(name for name in names, reverse=True)`; a generator beside another argument must
stand in brackets of its own.
"""

from __future__ import annotations

import ast

_MESSAGE = "Generator expression must be parenthesized"
_MOST = 20
"""The most generators of one program that are put in brackets."""


def with_bracketed_generators(source: str) -> str:
    """Return Python code with brackets around each generator that lacks them; other code as it is."""
    for _ in range(_MOST):
        try:
            ast.parse(source)
        except SyntaxError as error:
            if not error.msg.startswith(_MESSAGE) or not _is_placed(error):
                return source
            source = _bracketed(source, error)
        except (ValueError, RecursionError, MemoryError):
            return source
        else:
            return source
    return source


def _is_placed(error: SyntaxError) -> bool:
    return all((error.lineno, error.offset, error.end_lineno, error.end_offset))


def _bracketed(source: str, error: SyntaxError) -> str:
    lines = source.splitlines(keepends=True)
    begin = sum(map(len, lines[: (error.lineno or 1) - 1])) + (error.offset or 1) - 1
    end = sum(map(len, lines[: (error.end_lineno or 1) - 1])) + (error.end_offset or 1) - 1
    return f"{source[:begin]}({source[begin:end]}){source[end:]}"
