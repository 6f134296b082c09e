"""A program as its rules read it: its source, parsed once however many of them look at it."""

from __future__ import annotations

import ast
import functools
from dataclasses import dataclass


@dataclass(frozen=True)
class Program:
    """A Python program; `tree` is None where the source is none."""

    source: str
    tree: ast.Module | None

    @functools.cached_property
    def plain(self) -> str:
        """The program as Python itself would write it, without comments, in lower case; "" without a tree."""
        return ast.unparse(self.tree).lower() if self.tree else ""


@functools.lru_cache(maxsize=64)
def read_program(source: str) -> Program:
    """The program of a source; nobody may change its tree."""
    try:
        tree = ast.parse(source)
        ast.unparse(tree)  # a tree too deep to be written out is none that the rules can walk
    except (SyntaxError, ValueError, RecursionError):
        return Program(source, None)
    return Program(source, tree)
