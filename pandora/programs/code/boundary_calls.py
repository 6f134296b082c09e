"""Further calls of a function: below, at and above each limit that a request names, at 0, and of nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pandora.programs.code.code_examples import Example
from pandora.programs.code.written_asserts import errors_in

MOST_NUMBERS = 8
"""The most numbers of a request that calls are derived from."""
LARGEST = 10**6
"""The largest number that a call is derived from: a larger one may take a function too long."""
_QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|`[^`\n]*`")
_NAME = re.compile(r"\S*\.[A-Za-z]\w*|[A-Za-z_]\w*\([^()\n]*\)")
_NUMBER = re.compile(r"(?<![\w.,:/-])\d+(?:[.,]\d{1,3})?(?![\w:/]|[.,]\d)")


@dataclass(frozen=True)
class Boundary:
    """A call at a limit. `named` tells that the request names the limit: there, two right modules agree."""

    function: str
    arguments: str
    named: bool

    @property
    def call(self) -> str:
        """The call as people write it."""
        return f"{self.function}({self.arguments})"


def numbers_in(request: str) -> list[int | float]:
    """Return the numbers of the request's words, each once: not those in quotes, names, paths and calls."""
    text = _NAME.sub(" ", _QUOTED.sub(" ", request))
    numbers: list[int | float] = []
    for word in _NUMBER.findall(text):
        number = float(word.replace(",", "."))
        if number not in numbers and number <= LARGEST:
            numbers.append(int(number) if number.is_integer() else number)
    return numbers


def boundary_calls(request: str, examples: Sequence[Example]) -> list[Boundary]:
    """Return calls like the first example of each function, with one argument at a limit; each call once."""
    results = {_value(example.value) for example in examples}
    limits = [number for number in numbers_in(request) if number not in results][:MOST_NUMBERS]
    refuses = bool(errors_in(request))
    first: dict[str, Example] = {}
    for example in sorted(examples, key=lambda example: not _has_number(example)):
        first.setdefault(example.function, example)
    tried = {example.call for example in examples}
    calls = {
        boundary.call: boundary
        for example in first.values()
        for boundary in _of_function(example, limits, refuses)
    }
    return [boundary for call, boundary in calls.items() if call not in tried]


def _of_function(example: Example, limits: Sequence[int | float], refuses: bool) -> Iterator[Boundary]:
    call = _parsed(example)
    for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
        if not isinstance(argument, ast.Constant):
            if isinstance(argument, ast.Dict) and argument.keys:
                yield from _of_dict(example.function, call, argument)
            elif isinstance(argument, ast.List | ast.Tuple) and argument.elts:
                yield from _of_list(example.function, call, argument, refuses)
            continue
        given = argument.value
        near = [*dict.fromkeys(round(n + step, 6) for n in limits for step in (-1, 0, 1))]
        for value in (*near, 0) if _is_number(given) else ("",) if isinstance(given, str) else ():
            argument.value = value
            yield Boundary(example.function, _arguments(call), named=value in near)
        argument.value = given


def _of_list(
    function: str, call: ast.Call, argument: ast.List | ast.Tuple, refuses: bool
) -> Iterator[Boundary]:
    """Calls with the list empty.

    Where a request names an error that a call ends in (`refuses`), also with one entry less than another list
    has, and with 0 and less as its first number.
    """
    kept = argument.elts
    others = [*call.args, *(keyword.value for keyword in call.keywords)]
    paired = any(other is not argument and isinstance(other, ast.List | ast.Tuple) for other in others)
    forms: list[list[ast.expr]] = [[]]
    if isinstance(argument, ast.List) and refuses:
        forms += [kept[:-1]] if paired and len(kept) > 1 else []
        if isinstance(kept[0], ast.Constant) and _is_number(kept[0].value):
            forms += [[ast.Constant(value), *kept[1:]] for value in (0, -1)]
    for form in forms:
        argument.elts = form
        yield Boundary(function, _arguments(call), named=False)
    argument.elts = kept


def _of_dict(function: str, call: ast.Call, argument: ast.Dict) -> Iterator[Boundary]:
    """Calls with the dict empty, with its first number below nothing, and with its first key an unknown one."""
    keys, values = argument.keys, argument.values
    argument.keys, argument.values = [], []
    yield Boundary(function, _arguments(call), named=False)
    argument.keys = keys
    for place, value in enumerate(values):
        if isinstance(value, ast.Constant) and _is_number(value.value):
            argument.values = [*values[:place], ast.Constant(-1), *values[place + 1 :]]
            yield Boundary(function, _arguments(call), named=False)
            break
    argument.values = values
    if isinstance(keys[0], ast.Constant) and isinstance(keys[0].value, str):
        argument.keys = [ast.Constant(f"{keys[0].value}x"), *keys[1:]]
        yield Boundary(function, _arguments(call), named=False)
        argument.keys = keys


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _has_number(example: Example) -> bool:
    call = _parsed(example)
    parts = (*call.args, *(keyword.value for keyword in call.keywords))
    return any(isinstance(part, ast.Constant) and _is_number(part.value) for part in parts)


def _parsed(example: Example) -> ast.Call:
    call = ast.parse(f"f({example.arguments})", mode="eval").body
    assert isinstance(call, ast.Call)
    return call


def _arguments(call: ast.Call) -> str:
    return ast.unparse(call).removeprefix("f(").removesuffix(")")


def _value(source: str) -> object:
    try:
        value = ast.literal_eval(source)
    except (SyntaxError, ValueError):
        return source
    return value if isinstance(value, int | float | str) else source
