"""A data frame's subscripts on lists of rows, and what Python means by a subscript all the same."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from pandora.programs.inside.column_access import ADD, AMONG, ITEM, add_to, is_among, item_of, with_columns
from pandora.programs.inside.program_functions import sum_of_given

ROWS = """
rows = [{'who': 'x', 'n': 1.5, 'd': 'Ale'},
  {'who': 'y', 'n': 2.5, 'd': 'bun'}, {'who': 'x', 'n': None, 'd': ''}]
"""


def ran(source: str) -> Any:
    names: dict[str, Any] = {ITEM: item_of, ADD: add_to, AMONG: is_among}
    exec(compile(with_columns(ast.parse(ROWS + source)), "program.py", "exec"), names)
    return names["a"]


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("a = list(rows['n'])", [1.5, 2.5, None]),
        ("a = rows['n'].sum()", 4.0),
        ("a = rows['n'].mean()", 2.0),
        ("a = (rows['n'].max(), rows['n'].min(), rows['n'].count(), rows['who'].nunique())", (2.5, 1.5, 2, 2)),
        (
            "a = rows[rows['who'] == 'x']",
            [{"who": "x", "n": 1.5, "d": "Ale"}, {"who": "x", "n": None, "d": ""}],
        ),
        ("a = rows[rows['who'] == 'y']['n'].sum()", 2.5),
        ("a = list(rows[(rows['who'] == 'x') & (rows['n'] > 1)]['d'])", ["Ale"]),
        ("a = list(rows[~(rows['who'] == 'x') | rows['n'].isna()]['d'])", ["bun", ""]),
        ("a = (rows['who'] == 'x').sum()", 2),
        ("a = list(rows['n'] * 2 + 1)", [4.0, 6.0, None]),
        ("a = list(1 - rows['n'])", [-0.5, -1.5, None]),
        ("a = list(rows['d'].str.upper())", ["ALE", "BUN", ""]),
        ("a = list(rows['d'].str.contains('A', case=False))", [True, False, False]),
        ("a = list(rows['d'].str[0:2])", ["Al", "bu", ""]),
        ("a = rows['who'].value_counts()", {"x": 2, "y": 1}),
        ("a = rows['who'].unique().tolist()", ["x", "y"]),
        ("a = list(rows['who'].isin(['y']))", [False, True, False]),
        ("a = rows[['who', 'n']][1]", {"who": "y", "n": 2.5}),
        ("a = list(rows['n'].fillna(0).astype(int))", [1, 2, 0]),
        ("kept = [row for row in rows if row['who'] == 'x']\na = list(kept['d'])", ["Ale", ""]),
        ("name = 'n'\na = list(rows[name])", [1.5, 2.5, None]),
    ],
)
def test_columns_and_rows_of_a_list(source: str, result: object) -> None:
    assert ran(source) == result


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("a = rows[0]['who']", "x"),
        ("a = rows[-1:]", [{"who": "x", "n": None, "d": ""}]),
        ("b = {'k': [1]}\nb['k'] += [2]\na = b", {"k": [1, 2]}),
        ("b = [1, 2]\nb[0] += 5\na = b", [6, 2]),
        ("b = {(1, 2): 'p'}\na = b[(1, 2)]", "p"),
        ("x: list[int] = [1]\na = x", [1]),
        ("def f(r: dict[str, int]) -> dict[str, int]:\n    return r['k']\na = f({'k': 3})", 3),
    ],
)
def test_what_python_means_by_a_subscript_stays(source: str, result: object) -> None:
    assert ran(source) == result


def test_what_is_not_set_yet_counts_as_nothing() -> None:
    assert ran("a = {'sum': None}\nfor row in rows[:2]:\n    a['sum'] += row['n']") == {"sum": 4.0}


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("a = rows['m']", TypeError),
        ("a = rows[0]['m']", KeyError),
        ("a = []['n']", TypeError),
        ("if rows['who'] == 'x':\n    a = 1", TypeError),  # neither true nor false
        ("a = {}\na['k'] += 1", KeyError),
        ("a = {'k': 1}\na['k'] += 'x'", TypeError),
    ],
)
def test_what_means_nothing_is_an_error_as_ever(source: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        ran(source)


@pytest.mark.parametrize(
    ("source", "result"),
    [
        (
            "a = ['x' in rows[0], 'x' in rows['who'], rows[0] in rows, 'x' not in ('x', 'y')]",
            [False, True, True, False],
        ),
        ("a = 'x' in []", False),
        ("a = 1 < 2 in (2, 3)", True),
        ("a = 'x' in [rows[0], 'x']", True),
        ("a = None in rows", False),
    ],
)
def test_in_is_what_python_has_for_it(source: str, result: Any) -> None:
    assert ran(source) == result


@pytest.mark.parametrize(
    "source", ["a = 'x' in rows", "a = [row for row in rows if row['who'] not in rows[:1]]"]
)
def test_a_value_that_is_looked_for_among_rows_is_an_error(source: str) -> None:
    """`if row["mail"] not in made` lets every row through, where `made` has whole rows."""
    with pytest.raises(TypeError, match="look in a column"):
        ran(source)


def test_the_sum_of_the_columns_of_groups_is_that_of_all_their_values() -> None:
    source = "groups = {'x': [rows[0], rows[2]], 'y': [rows[1]]}\n"
    source += "a = sum(group['n'] for group in groups.values())"
    names: dict[str, Any] = {ITEM: item_of, ADD: add_to, AMONG: is_among, "sum": sum_of_given}
    exec(compile(with_columns(ast.parse(ROWS + source)), "program.py", "exec"), names)
    assert names["a"] == 4.0
