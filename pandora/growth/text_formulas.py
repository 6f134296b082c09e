"""How an output follows from one text: its words written anew, or a count or choice of its words or lines.

Each formula is worked out here on the examples, as Python would do it, so that none is tried that they refute.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pandora.growth.example_facts import LEAST
from pandora.growth.examples import Example, same_output, variable_of

LETTERS = r"[^\W_]+"
"""A word without its marks: letters and digits."""
_CASES: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("{}", lambda text: text),
    ("{}.lower()", str.lower),
    ("{}.upper()", str.upper),
    ("{}.title()", str.title),
)


@dataclass(frozen=True)
class _Formula:
    """An expression over `{}`, the variable of a text, and what it gives for a text."""

    expression: str
    of: Callable[[str], Any]


def _lines(text: str) -> list[str]:
    return text.splitlines()


_FORMULAS = (
    _Formula("len({}.split())", lambda text: len(text.split())),
    _Formula("len({}.splitlines())", lambda text: len(_lines(text))),
    _Formula(
        "sum(bool(line.strip()) for line in {}.splitlines())",
        lambda text: sum(map(bool, map(str.strip, _lines(text)))),
    ),
    _Formula("len({})", len),
    _Formula("max({}.splitlines(), key=len)", lambda text: max(_lines(text), key=len)),
    _Formula("min({}.splitlines(), key=len)", lambda text: min(_lines(text), key=len)),
    _Formula("{}.splitlines()[0]", lambda text: _lines(text)[0]),
    _Formula("{}.splitlines()[-1]", lambda text: _lines(text)[-1]),
    _Formula("list(dict.fromkeys({}.splitlines()))", lambda text: list(dict.fromkeys(_lines(text)))),
    _Formula("sorted({}.splitlines())", lambda text: sorted(_lines(text))),
    _Formula("{}.splitlines()[::-1]", lambda text: _lines(text)[::-1]),
    _Formula("{}[::-1]", lambda text: text[::-1]),
)


def text_formulas(examples: Sequence[Example]) -> list[str]:
    """The expressions that give every output from a text input, or from the file that an input names.

    With fewer than LEAST different outputs nothing is said: too much would fit.
    """
    outputs = [example.output.strip() for example in examples if example.output is not None]
    if len(outputs) < len(examples) or len(set(outputs)) < LEAST:
        return []
    found: list[str] = []
    for name in examples[0].given:
        values = [example.given.get(name, "") for example in examples]
        files = [example.files.get(value) for value, example in zip(values, examples, strict=True)]
        texts = [text for text in files if text is not None]
        variable = variable_of(name)
        if len(texts) == len(files):
            variable = f'text(given["{name}"])'
        elif texts:
            continue
        found += formulas_of_texts(texts or values, outputs, variable)
    return found


def formulas_of_texts(texts: Sequence[str], outputs: Sequence[str], variable: str) -> Iterator[str]:
    """The expressions over one text, in the variable of that name, that give each output."""
    pairs = list(zip(texts, outputs, strict=True))
    yield from _written_anew(pairs, variable)
    for formula in _FORMULAS:
        if all(_gives(formula, text, output) for text, output in pairs):
            yield formula.expression.format(variable)


def _gives(formula: _Formula, text: str, output: str) -> bool:
    try:
        value = formula.of(text)
    except (ValueError, IndexError):
        return False
    printed = "\n".join(map(str, value)) if isinstance(value, list) else str(value)
    return bool(printed.strip()) and same_output(output, printed)


def _written_anew(pairs: Sequence[tuple[str, str]], variable: str) -> Iterator[str]:
    """The words of the text in their order, in other letters, with something else between and around them."""
    parts = [re.split(LETTERS, output) for _, output in pairs]
    between = {gap for gaps in parts for gap in gaps[1:-1]}
    ends = {(gaps[0], gaps[-1]) for gaps in parts}
    if len(between) != 1 or len(ends) != 1:
        return
    gap, (begin, end) = between.pop(), ends.pop()
    for expression, case in _CASES:
        written = (f"{begin}{gap.join(re.findall(LETTERS, case(text)))}{end}" for text, _ in pairs)
        if all(one == output for one, (_, output) in zip(written, pairs, strict=True)):
            words = f'{gap!r}.join(re.findall(r"{LETTERS}", {expression.format(variable)}))'
            yield " + ".join([*([repr(begin)] if begin else []), words, *([repr(end)] if end else [])])
            return
