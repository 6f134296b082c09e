from __future__ import annotations

import ast

import pytest

from pandora.programs.code.code_mutations import mutations


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(n):\n    return n > 3  # ö\n", "def f(n):\n    return n >= 3  # ö\n"),
        ("def f(a, b):\n    return (a - b) / 2\n", "def f(a, b):\n    return (a) / 2\n"),
        ("def f(n):\n    return range(n)\n", "def f(n):\n    return range(n + 1)\n"),
        ("def f(a, b):\n    return a and b\n", "def f(a, b):\n    return a or b\n"),
        (
            "def f(n):\n    if n < 3:\n        n += 1\n    return n\n",
            "def f(n):\n    while n < 3:\n        n += 1\n    return n\n",
        ),
        (
            "def g(x, y=1):\n    return x\ndef f(x, y):\n    return g(x)\n",
            "def g(x, y=1):\n    return x\ndef f(x, y):\n    return g(x, y)\n",
        ),
        ("def f(a, b):\n    return min(a, b)\n", "def f(a, b):\n    return max(a, b)\n"),
    ],
)
def test_an_edit_changes_one_place_and_nothing_else(before: str, after: str) -> None:
    assert after in [one.source for one in mutations({"a.py": before})]


def test_two_conditions_with_one_body_become_one_loop() -> None:
    source = "def f(n):\n    if n % 2:\n        n += 1\n    if n in (4, 6):\n        n += 1\n    return n\n"
    wanted = "def f(n):\n    while n % 2 or n in (4, 6):\n        n += 1\n    return n\n"
    assert wanted in [one.source for one in mutations({"a.py": source})]


RUNS = """\
def longest(days):
    best, now = 0, 1
    for one, other in zip(days, days[1:]):
        if other - one == 1:
            now += 1
        else:
            best = max(best, now)
            now = 1
    return best
"""


def test_what_ends_a_run_is_done_for_the_last_one_too() -> None:
    wanted = RUNS.replace("    return best", "    best = max(best, now)\n    return best")
    assert wanted in [one.source for one in mutations({"a.py": RUNS})]


def test_a_return_that_ends_the_first_round_goes_behind_the_loop() -> None:
    source = "def f(rows):\n    total = 0\n    for row in rows:\n        total += row\n        return total\n"
    wanted = "def f(rows):\n    total = 0\n    for row in rows:\n        total += row\n    return total\n"
    assert wanted in [one.source for one in mutations({"a.py": source})]


def test_every_edit_is_python_and_another_text() -> None:
    source = 'def f(n, m=2):\n    s = f"{n + 1:.2f} é"\n    return [s] * (n if n < m else m - 1)\n'
    found = mutations({"a.py": source, "b.py": "no python ("})
    assert found
    assert len({one.source for one in found}) == len(found)
    for one in found:
        ast.parse(one.source)
        assert one.source != source
        assert one.path == "a.py"
        assert ' é"' in one.source or "é" not in one.source  # the text around a number stays
