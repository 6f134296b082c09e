"""A new module that one or two small edits bring to hold by the examples of its request, without a model.

A small model that is told `gives '08:00'; the request says "8:00"` writes `{hours:02d}` again. What becomes of
each edit is seen at once, and the examples judge it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from pandora.operations.fault_search import Outcome, tried_variants
from pandora.programs.code.call_trials import fits
from pandora.programs.code.code_examples import Example
from pandora.programs.code.code_mutations import Mutation, mutations
from pandora.programs.code.fault_symptoms import Probe
from pandora.workspace.operation_context import OperationContext

FEWEST_EXAMPLES = 2
"""The fewest examples by which an edit is judged: one is soon met by chance."""
_MOST_MIXED = 4
"""The most examples whose arguments are put together."""
_MOST_HALVES, _MOST_SECOND = 4, 150
"""The most edits that make more examples hold, and the most second ones that are tried with each of them."""


def edited_module(
    path: str,
    source: str,
    examples: Sequence[Example],
    calls: Sequence[tuple[str, str]],
    context: OperationContext,
) -> tuple[str, str] | None:
    """Return the module with edits by which all examples hold, and what they are in one line; None for none.

    `calls` are further ones, a function and its arguments as source; those with the arguments of several
    examples join them. There is none, either, where edits that are equally good do not give the same for all of
    these: nothing tells which is meant.
    """
    if len(examples) < FEWEST_EXAMPLES or not all(example.function for example in examples):
        return None
    wanted = {Probe(path, example.function, example.arguments): example.value for example in examples}
    further = dict.fromkeys(Probe(path, name, given) for name, given in (*calls, *_mixed(examples)) if name)
    others = [probe for probe in further if probe not in wanted]

    def outcomes(edits: Sequence[Mutation]) -> list[tuple[Mutation, Outcome]]:
        texts = [{path: edit.source} for edit in edits]
        tried = tried_variants(texts, [*wanted, *others], [], [], {path: source}, context)
        return [(edits[number], outcome) for number, outcome in sorted(tried.items())]

    edits = outcomes([Mutation(path, source, 0, "", ""), *mutations({path: source})])
    if not edits or edits[0][0].source != source:
        return None
    now = _holding(edits[0][1], wanted)
    found = [([edit], outcome) for edit, outcome in edits if _holding(outcome, wanted) == len(wanted)]
    if not found:
        better = [pair for pair in edits if _holding(pair[1], wanted) > now]
        better.sort(key=lambda pair: -_holding(pair[1], wanted))
        for edit, _ in better[:_MOST_HALVES]:
            second = outcomes(mutations({path: edit.source})[:_MOST_SECOND])
            found += [
                ([edit, other], outcome)
                for other, outcome in second
                if _holding(outcome, wanted) == len(wanted)
            ]
    gives = {tuple(outcome.calls[probe] for probe in others) for _, outcome in found}
    if len(gives) != 1:
        return None
    taken = found[0][0]
    return taken[-1].source, "; ".join(edit.said for edit in taken)


def _mixed(examples: Sequence[Example]) -> Iterator[tuple[str, str]]:
    """Calls with the first argument of one example of a function and the others of another one."""
    given: dict[str, list[list[str]]] = {}
    for example in examples[:_MOST_MIXED]:
        call = ast.parse(f"f({example.arguments})", mode="eval").body
        if isinstance(call, ast.Call) and len(call.args) > 1 and not call.keywords:
            given.setdefault(example.function, []).append([ast.unparse(one) for one in call.args])
    for function, rows in given.items():
        for one, other in permutations(rows, 2):
            yield function, ", ".join((one[0], *other[1:]))


def _holding(outcome: Outcome, wanted: Mapping[Probe, str]) -> int:
    """How many examples hold."""
    return sum(fits(outcome.calls[probe], value) for probe, value in wanted.items())
