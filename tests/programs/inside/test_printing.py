from __future__ import annotations

import sys
from typing import Any

import pytest

from pandora.programs.inside.printing import print_for_person


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
