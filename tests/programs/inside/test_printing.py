from __future__ import annotations

import ast
import sys
from typing import Any

import pytest

from pandora.programs.inside.printing import SHOWN, print_for_person, shown_in_text, with_shown_values


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (0.1 + 0.2, "0.3"),
        ([0.1 + 0.2, 1], "0.3, 1"),
        ({"name": "Ada", "age": None}, "name: Ada, age: "),
        ([{"name": "Ada"}, {"name": "Bo"}], "name: Ada\nname: Bo"),
        ([("192.0.2.1", 4), ("192.0.2.2", 3)], "192.0.2.1, 4\n192.0.2.2, 3"),
        ({"Ada": [1, 2], "Bo": {"x": 1}}, "Ada: (1, 2), Bo: (x: 1)"),
        ({"b", "a"}, "a, b"),
        ({"a": 1, "b": 2}.keys(), "a, b"),
        ([], "[]"),
        (None, "None"),
        ("['as', 'it', 'is']", "['as', 'it', 'is']"),
    ],
)
def test_values_are_printed_for_a_person(value: Any, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_for_person(value, end="!\n")
    assert capsys.readouterr().out == f"{printed}!\n"


def test_what_goes_elsewhere_is_as_python_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    print_for_person({"a": 1}, "b", sep="; ", file=sys.stderr)
    print_for_person({"a": 1}, "b", sep=None)
    assert capsys.readouterr() == ("a: 1 b\n", "{'a': 1}; b\n")


@pytest.mark.parametrize(
    ("said", "printed"),
    [
        ("f'short: {rows}'", "short: name: Ada\nname: Bo"),
        ("f'{rows[0]}, {number:.2f}, {number}'", "name: Ada, 2.50, 2.5"),
        ("f'{[]!r} and {rows[0]!r}'", "[] and {'name': 'Ada'}"),
        ("f'{[]}', number", "[] 2.5"),
        ("'no gap'", "no gap"),
    ],
)
def test_a_row_within_a_printed_text_has_no_marks_of_python(
    said: str, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    names = {
        "print": print_for_person,
        SHOWN: shown_in_text,
        "number": 2.5,
        "rows": [{"name": "Ada"}, {"name": "Bo"}],
    }
    exec(compile(with_shown_values(ast.parse(f"print({said})")), "program.py", "exec"), names)
    assert capsys.readouterr().out == f"{printed}\n"


def test_a_text_that_is_not_printed_stays_as_python_has_it() -> None:
    names: dict[str, object] = {SHOWN: shown_in_text}
    exec(compile(with_shown_values(ast.parse("text = f'{[1]}'")), "program.py", "exec"), names)
    assert names["text"] == "[1]"
