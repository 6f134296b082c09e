"""Calls of a module's functions around the numbers that its code compares with and that the request names."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterable, Mapping
from itertools import product

from pandora.programs.code.boundary_calls import LARGEST, numbers_in
from pandora.programs.code.fault_symptoms import Probe, top_level_functions

MOST_PROBES = 48
"""The most calls of all functions together."""
_MOST_PARAMETERS = 2
_MOST_SECOND = 3
"""The most values of a second parameter, beside each value of the first one."""


def limit_probes(request: str, versions: Iterable[Mapping[str, str]]) -> list[Probe]:
    """Return calls by which two versions of some files can be told apart, where nothing tells what is right.

    `versions` are the files before and after a change, by path. A function of one or two parameters is called
    below, at and above each number that a version compares with, with those of the request, and with 0.
    """
    versions = list(versions)
    numbers = {*numbers_in(request), *(number for files in versions for number in _compared(files.values()))}
    near = sorted({0, *(round(number + step, 6) for number in numbers for step in (-1, 0, 1))})
    functions = top_level_functions(versions[0]) if versions else ()
    called = [(path, name, needed) for name, (path, needed) in functions if 1 <= needed <= _MOST_PARAMETERS]
    share = MOST_PROBES // max(len(called), 1)
    probes = []
    for path, name, needed in called:
        values = [near] if needed == 1 else [near, near[:: -(-len(near) // _MOST_SECOND)]]
        made = [Probe(path, name, ", ".join(map(str, given))) for given in product(*values)]
        probes += made[:: -(-len(made) // share) if share else 1]
    return probes[:MOST_PROBES]


def _compared(sources: Iterable[str]) -> set[int | float]:
    """The numbers that code compares something with."""
    numbers: set[int | float] = set()
    for source in sources:
        with contextlib.suppress(SyntaxError, ValueError, RecursionError):
            for node in ast.walk(ast.parse(source)):
                for value in (node.left, *node.comparators) if isinstance(node, ast.Compare) else ():
                    number = value.value if isinstance(value, ast.Constant) else None
                    if isinstance(number, int | float) and not isinstance(number, bool) and number <= LARGEST:
                        numbers.add(number)
    return numbers
