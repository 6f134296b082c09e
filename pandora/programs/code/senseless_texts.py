"""Calls of a new function with a text that it can make no sense of: one of an example, and a sign of nowhere.

A small model reads what it knows of a text and skips the rest: `1h30m§` gives 5400, where the request has
"abc" raise a ValueError. Two tries that do so agree.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from pandora.programs.code.boundary_calls import Boundary
from pandora.programs.code.code_examples import Example
from pandora.programs.code.written_asserts import errors_in, texts_beside

SIGN = "§"
"""The sign that is put to a text; nothing is tried where the request has it."""
LONGEST = 60
"""The most characters of a text that is changed."""
_NOTHING = ("None", "False")
_TRUTHS = ("True", "False")
_FEWEST = 2
"""So many texts that give None or False stand for all others; a single one may have a meaning (`n/a`)."""
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True)
class Senseless:
    """A call with a text that nothing can be made of, the outcomes that it may have, and why."""

    call: Boundary
    outcomes: tuple[str, ...]
    reason: str


def senseless_calls(request: str, examples: Sequence[Example]) -> list[Senseless]:
    """Return calls like the first example of each function with one text, whose text has a sign of nowhere.

    A request says what becomes of such a text where it lists some beside an error, None or False: `anything
    else ("abc", "4k7k") raises ValueError`. A function that gives True for some texts and False for others must
    give one of them, where the request names no error.
    """
    if SIGN in request:
        return []
    refused = _refused(request)
    found = []
    for example, text in _with_one_text(examples, refused):
        values = {one.value for one in examples if one.function == example.function}
        changed = (text + SIGN, SIGN + text, text[:-1] + SIGN)
        calls = [Boundary(example.function, repr(other), named=True) for other in changed]
        if refused:
            other, outcome = next(iter(refused.items()))
            found += [Senseless(call, (outcome,), f"the task wants {outcome} for {other!r}") for call in calls]
        elif values == {*_TRUTHS} and not errors_in(request):
            found += [Senseless(call, _TRUTHS, "it is to give True or False") for call in calls]
    return found


def other_texts(request: str, examples: Sequence[Example]) -> list[Boundary]:
    """Return calls like the first example of each function with one text, on which two right functions agree.

    The text has another first digit. It also stands twice, where the request says what senseless ones give.
    """
    refused = _refused(request)
    calls = []
    for example, text in _with_one_text(examples, refused):
        others = [_DIGIT.sub(lambda digit: f"{(int(digit[0]) + 1) % 10}", text, count=1)]
        others += [text + text] if refused else []
        calls += [Boundary(example.function, repr(other), named=True) for other in others if other != text]
    return calls


def _refused(request: str) -> dict[str, str]:
    """The texts with letters or digits of which a request says that nothing can be made, with what they give.

    Where it names an error, that is an error: `"NT" gives None, anything else raises a ValueError`.
    """
    if errors := errors_in(request):
        return {text: error for error in errors for text in _listed(request, error)}
    listed = {outcome: _listed(request, outcome) for outcome in _NOTHING}
    return {text: outcome for outcome, texts in listed.items() if len(texts) >= _FEWEST for text in texts}


def _listed(request: str, outcome: str) -> list[str]:
    """The texts with letters or digits that a request lists beside an outcome."""
    return sorted(text for text in texts_beside(outcome, request) if any(map(str.isalnum, text)))


def _with_one_text(examples: Sequence[Example], refused: Collection[str]) -> Iterator[tuple[Example, str]]:
    """The first example of each function whose one argument is a text that it can make sense of."""
    seen = {""}  # of several functions, nobody knows which is meant
    for example in examples:
        try:
            text = ast.literal_eval(example.arguments)
        except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
            continue
        sense = isinstance(text, str) and 0 < len(text) <= LONGEST and text not in refused
        if sense and example.function not in seen and not errors_in(example.value):
            seen.add(example.function)
            yield example, text
