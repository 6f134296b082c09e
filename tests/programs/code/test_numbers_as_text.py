"""Numbers that a script compares or sorts as texts."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import pytest

from pandora.programs.code.numbers_as_text import MARK, conversions, traced, without_marks


def printed(source: str) -> str:
    said = io.StringIO()
    scope: dict[str, Any] = {"__name__": "__main__"}
    with contextlib.redirect_stdout(said):
        exec(source, scope)
    return said.getvalue()


@pytest.mark.parametrize(
    ("source", "before", "after"),
    [
        ('print("yes" if "10" > "2" else "no")', "no\n", "yes\n"),
        ('print(*sorted(["98.5", "1043.0", "7"]))', "1043.0 7 98.5\n", "7 98.5 1043.0\n"),
        ('a = ["9", "10"]\na.sort(reverse=True)\nprint(*a)', "9 10\n", "10 9\n"),
        ('a = ["9", "10"]\na.sort()\nprint(*a)', "10 9\n", "9 10\n"),
        (
            'a = [("9", "x"), ("10", "y")]\na.sort()\nprint(*a)',
            "('10', 'y') ('9', 'x')\n",
            "('9', 'x') ('10', 'y')\n",
        ),
        (
            'print(max({"a": "9", "b": "10"}.items(), key=lambda pair: pair[1]))',
            "('a', '9')\n",
            "('b', '10')\n",
        ),
        ('print(min(("9", "10"), key=lambda n: (n, 1)))', "10\n", "9\n"),
        ('"""Doc."""\nfrom __future__ import annotations\nprint(max(["9", "10"]))', "9\n", "10\n"),
        ('_number = _compared = None\nprint("10" > "2")', "False\n", "True\n"),
        ('ä = "10"\nprint("é", ä < "9", ä < "90")', "é True True\n", "é False True\n"),
        ('print(max(price for price in ["9", "10"]))', "9\n", "10\n"),
        ('print(*sorted(\n    ["9", "10"],\n))', "10 9\n", "9 10\n"),
        ('print(max(["9", "10"]) < max(["70", "8"]))', "False\n", "True\n"),
        ('print("10"\n    > "9")', "False\n", "True\n"),
        ('print("best:", end=" ")\nprint(max(["9", "10"]))', "best: 9\n", "best: 10\n"),
        ('list = str = ["9", "10"]\nprint(max(list))', "9\n", "10\n"),
        ('a = "\x0c\u2028"\nprint("10" > "9")', "False\n", "True\n"),
    ],
)
def test_texts_of_numbers_are_compared_as_numbers(source: str, before: str, after: str) -> None:
    told = printed(traced(source))
    assert without_marks(told) == printed(source) == before
    (edit,) = conversions("a.py", source, [told])
    assert printed(edit.source) == after


@pytest.mark.parametrize(
    "source",
    [
        'print("b" > "a", 10 > 2, "10" > "x")',
        'print(*sorted(["08", "09", "10"]))',
        'print(sorted(["a10", "a9"]), max(["9"]), max("9", "10"))',
        "print([1, 2] < [3], min([2, 1]), sorted({3: 1}))",
        "print(1 < 2 < 3)",
    ],
)
def test_what_is_in_the_order_of_numbers_or_no_number_stays(source: str) -> None:
    told = printed(traced(source))
    assert without_marks(told) == printed(source)
    assert conversions("a.py", source, [told]) == []


def test_a_place_is_told_once_for_each_order() -> None:
    source = "for n in range(50):\n    str(n) > '10'"
    assert printed(traced(source)).count(MARK) == 2


def test_what_is_no_python_is_not_traced() -> None:
    assert traced("print(") == ""
    assert traced(f"print({' + '.join('1' * 1500)})") == ""
    assert MARK not in traced("x = 1").split("def ")[0]


def test_what_is_made_of_formatted_numbers_is_sorted_by_the_numbers() -> None:
    source = 'km = {"Abe": 99.25, "Lea": 99.2, "Kim": 1200.0}\n'
    source += 'lines = [(f"{value:.1f}", name) for name, value in km.items()]\n'
    source += "lines.sort(reverse=True)\nprint(*(name for shown, name in lines), lines[0])"
    (edit,) = conversions("a.py", source, [printed(traced(source))])
    assert printed(edit.source) == "Kim Abe Lea ('1200.0', 'Kim')\n"
    assert "lines = [(value, f" in edit.source
