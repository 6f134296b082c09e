"""Dual execution agreement: which tries of a new module give the same on the same calls, and what asserts say.

After CodeT (Chen et al. 2022, https://arxiv.org/abs/2207.10397). One assert that no try passes says nothing;
where all fail, or every call ends in an error, no number of tries that agree is believed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence

from pandora.programs.code.call_trials import (
    ABSENT,
    ERROR_EXIT,
    RAISES,
    Trial,
    examples_for,
    fits,
    new_modules,
    same_outcome,
    trial_for,
)
from pandora.programs.code.code_examples import Example, examples_in
from pandora.programs.code.written_asserts import errors_in
from pandora.programs.help import Agreement, Try, Work

_SIGNATURE = re.compile(r"(?<![\w.])[A-Za-z_]\w*\([A-Za-z_]\w*(?:, ?[A-Za-z_]\w*)*\)")
"""A function as a request writes it with its parameters."""
_LEAST = 2
"""So many tries must agree."""
_SURE_ASSERTS = 2
"""The fewest asserts that speak for a try that stands alone, where it passes them all."""
_ENOUGH_ASSERTS = 3
"""Of so many asserts or calls, some must fit a right module."""
_TOLD = 4
"""The most differences that the next try is told."""


def agree_by_calls(work: Work, tries: Sequence[Try], final: bool) -> list[Agreement] | None:
    """Return for each try those that give the same on all calls; None where no try was run with calls.

    Of a new function that the request writes with its parameters, and nothing can be called with, tries must be
    the same code: one that nothing was held against is not believed alone.

    `final`: no try is left. Then calls at limits that the request does not name do not count; where there are
    no others, the request's examples, which all tries pass, are enough. A try may stand alone then: where it
    passes every assert, or is the only one, passes some or the request's examples, and ends in an error where
    the asserts want one.
    """
    if not any(attempt.result.calls for attempt in tries):
        uncalled = bool(_SIGNATURE.search(work.request)) and bool(new_modules(work)) and not trial_for(work)
        return _agree_by_text(tries) if uncalled else None
    trial = trial_for(work)
    left_out = trial.soft if final else frozenset()
    outcomes = [attempt.result.calls for attempt in tries]
    passed = [_passed(trial, given) for given in outcomes]
    agreements = []
    for place, given in enumerate(outcomes):
        same = tuple(
            other
            for other, others in enumerate(outcomes)
            if other == place or _agree(given, others, left_out, work.request)
        )
        alone = final and len(same) == 1 and _stands_alone(work, trial, given, passed[place], len(tries))
        least = 1 if alone else _LEAST
        differs = _differences(given, outcomes, same, work.request) or _unraised(trial, given)
        if not _says_something(trial, given, passed[place]):
            least, differs = len(tries) + 1, differs or _missed(trial, given)
        agreements.append(
            Agreement(
                len(passed[place]),
                same,
                least=least,
                differs=differs,
                held=_reasons_for(trial, given, passed[place], same),
            )
        )
    return agreements


def _agree_by_text(tries: Sequence[Try]) -> list[Agreement]:
    """Tries agree where they are the same code but for its layout and its comments."""
    shapes = [_shape(attempt.argument("content") or "") for attempt in tries]
    return [
        Agreement(
            len(shape),
            tuple(place for place, other in enumerate(shapes) if other == shape),
            least=_LEAST,
            differs=("nothing of the request can be called to tell the tries apart",),
        )
        for shape in shapes
    ]


def _shape(source: str) -> str:
    try:
        return ast.dump(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source


def _says_something(trial: Trial, given: Mapping[str, str], passed: Sequence[Example]) -> bool:
    """False where a try passes none of enough asserts, or ends each call of several in an error.

    Nor does one that ends in an error each of enough calls of which asserts have a value, whatever it is.

    Nor does one that passes none, and gives rows of another form than one says: pairs in place of triples.

    Nor does one that ends none of several calls in an error, where the request names one, or each of its
    command lines in one: such a script has done nothing yet.
    """
    if not passed and len(trial.asserts) >= _ENOUGH_ASSERTS:
        return False
    if not passed and any(
        _has_other_rows(given[one.call], one.value) for one in trial.asserts if one.call in given
    ):
        return False
    valued = [given[one.call] for one in trial.asserts if not errors_in(one.value) and one.call in given]
    if len(valued) >= _ENOUGH_ASSERTS and all(outcome.startswith(RAISES) for outcome in valued):
        return False
    raising = [one for one in trial.asserts if errors_in(one.value) and one.call in given]
    if len(raising) >= _SURE_ASSERTS and not any(one in passed for one in raising):
        return False
    ended = [outcome.startswith((RAISES, ABSENT)) or outcome.endswith(ERROR_EXIT) for outcome in given.values()]
    if trial.commands and given and all(ended):
        return False
    return bool(passed) or len(ended) < _ENOUGH_ASSERTS or not all(ended)


def _has_other_rows(given: str, wanted: str) -> bool:
    """True for two containers whose first entries are of other kinds, or have another number of parts."""
    forms = []
    for source in (given, wanted):
        try:
            value = ast.literal_eval(source)
        except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
            return False
        entries = [*value.values()] if isinstance(value, dict) else value
        if not isinstance(entries, list | tuple) or not entries:
            return False
        forms.append((isinstance(value, dict), _form_of(entries[0])))
    return forms[0] != forms[1]


def _form_of(value: object) -> object:
    if isinstance(value, list | tuple):
        return tuple(map(_form_of, value))
    return "number" if isinstance(value, int | float) and not isinstance(value, bool) else type(value).__name__


def _unraised(trial: Trial, given: Mapping[str, str]) -> tuple[str, ...]:
    """Return in a line each the calls that end in no error although an assert says so."""
    return tuple(
        f"{one.call}: it {_in_words(given[one.call])}, an assert says {one.value}"
        for one in trial.asserts
        if errors_in(one.value) and not fits(given.get(one.call, one.value), one.value)
    )[:_TOLD]


def _missed(trial: Trial, given: Mapping[str, str]) -> tuple[str, ...]:
    """Return in a line each what a try that passes no assert does, and what the assert says."""
    asked = [example for example in trial.asserts if example.call in given]
    lines = [f"{one.call}: it {_in_words(given[one.call])}, an assert says {one.value}" for one in asked]
    return tuple(lines or [f"{call}: it {_in_words(outcome)}" for call, outcome in given.items()])[:_TOLD]


def _agree(one: Mapping[str, str], other: Mapping[str, str], left_out: frozenset[str], request: str) -> bool:
    shared = [call for call in one if call in other and call not in left_out]
    if not shared:
        return bool(left_out and examples_in(request)) and not one.keys().isdisjoint(other)
    return all(same_outcome(one[call], other[call], request) for call in shared)


def _passed(trial: Trial, given: Mapping[str, str]) -> list[Example]:
    return [example for example in trial.asserts if fits(given.get(example.call, ""), example.value)]


def _stands_alone(
    work: Work, trial: Trial, given: Mapping[str, str], passed: Sequence[Example], tries: int
) -> bool:
    carried = [one for one in examples_for(work) if one not in examples_in(work.request)]
    fit = all(fits(given[one.call], one.value) for one in carried if one.call in given)
    if fit and len(passed) == len(trial.asserts) and len(carried) + len(passed) >= _SURE_ASSERTS:
        return True
    return tries == 1 and not _unraised(trial, given) and bool(passed or examples_for(work))


def _differences(
    given: Mapping[str, str], outcomes: Sequence[Mapping[str, str]], same: Sequence[int], request: str
) -> tuple[str, ...]:
    """Return the calls on which a try differs from the first other that does not agree, with both outcomes."""
    other = next((others for place, others in enumerate(outcomes) if place not in same), {})
    calls = [call for call in given if call in other]
    return tuple(
        f"{call}: one {_in_words(given[call])}, the other {_in_words(other[call])}"
        for call in calls
        if not same_outcome(given[call], other[call], request)
    )[:_TOLD]


def _in_words(outcome: str) -> str:
    return outcome if outcome.startswith(("raises ", "is not there")) else f"gives {outcome}"


def _reasons_for(
    trial: Trial, given: Mapping[str, str], passed: Sequence[Example], same: Sequence[int]
) -> tuple[str, ...]:
    """Return in plain words what speaks for a try, and which asserts it does not pass."""
    said = []
    if len(same) > 1:
        shown = list(given)
        some = f", such as {', '.join(shown[:3])}" if len(shown) > 3 else f": {', '.join(shown)}"
        said.append(f"{len(same)} tries give the same on {len(shown)} calls{some}")
    if trial.asserts:
        count, total = len(passed), len(trial.asserts)
        said.append(f"{count} of {total} asserts that were written before the code hold")
    missed = [example for example in trial.asserts if example not in passed and example.call in given]
    if missed:
        wrong = "; ".join(
            f"{example.call} == {example.value} ({_in_words(given[example.call])})" for example in missed[:3]
        )
        said.append(f"not as an assert has it: {wrong}")
    return tuple(said)
