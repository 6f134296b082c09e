"""Functions of a new module that give nothing but the results of the request's examples."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from pandora.programs.code.boundary_calls import numbers_in
from pandora.programs.code.code_examples import Example, examples_in
from pandora.programs.help import Try, Work
from pandora.programs.metamorphic.experiment_subject import Verdict

RELATION = "copied results"
_FEWEST = 3
"""A function with fewer different results may well have no others."""
_PLAIN = (0, 1)


def copied_results(work: Work, attempt: Try) -> list[Verdict]:
    """Return a verdict against each function that returns fixed numbers, one of which only an example names.

    `if minutes <= 120: return 3.0` meets the example of 91 minutes and says nothing of 200. Where the request
    states such numbers as the results there are, as of days of a month, it is right; so it is told once.
    """
    examples = examples_in(work.request)
    if not attempt.result.ok or not examples:
        return []
    stated = set(numbers_in(_without(work.request, examples)))
    verdicts = []
    for change in attempt.result.changes:
        if change.path not in work.task.makes or not change.path.endswith(".py") or change.content is None:
            continue
        for name, results in _fixed_results(change.content):
            given = {_number(example.value) for example in examples if example.function == name}
            copied = [one for one in results if one in given and one not in stated and one not in _PLAIN]
            if copied and len(results) >= _FEWEST:
                shown = ", ".join(f"{one:g}" for one in results)
                alone = f"{copied[0]:g} is the result of an example alone"
                told = f"{name} returns {shown} and nothing else, and {alone}; work the result out for any call"
                verdicts.append(Verdict(RELATION, "violated", told, once=True))
    return verdicts


def _fixed_results(content: bytes) -> Iterator[tuple[str, list[float]]]:
    """The functions of a module that return numbers as they stand there alone, each with these."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError, RecursionError):
        return
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef):
            continue
        returned = [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]
        results = [_number(ast.unparse(value)) if value is not None else None for value in returned]
        numbers = [one for one in results if one is not None]
        if numbers and len(numbers) == len(results):
            yield function.name, list(dict.fromkeys(numbers))


def _number(source: str) -> float | None:
    try:
        return float(source)
    except ValueError:
        return None


def _without(request: str, examples: Sequence[Example]) -> str:
    """The request without its examples: what it says of all calls."""
    for example in examples:
        before, call, behind = request.partition(example.call)
        head, _, tail = behind.partition(example.value)
        request = f"{before} {tail}" if call and len(head) < len(example.value) + 20 else request
    return request
