from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.programs.inside.numerals import number
from pandora.programs.opening.number_lines import number_line

COUNTRIES = [
    {"country": "Austria", "area": "83,871 sq km", "population": "8,665,550 (July 2015 est.)"},
    {"country": "Belgium", "area": "30,528 sq km", "population": "11,323,973 (July 2015 est.)"},
]


def test_the_line_does_what_is_told_and_what_the_engine_did() -> None:
    rows = copy.deepcopy(COUNTRIES)
    numbered = number_line("documents", rows)
    assert numbered is not None
    assert rows == COUNTRIES  # others read them, too
    line, rows = numbered
    assert line.endswith("# now numbers, like 'area': 83871, 'population': 8665550")
    held: dict[str, Any] = {"documents": copy.deepcopy(COUNTRIES), "number": number}
    exec(line, held)
    assert held["documents"] == rows
    assert rows[1] == {"country": "Belgium", "area": 30528, "population": 11323973}


@pytest.mark.parametrize(
    "values",
    [
        ("500 g", "2 kg"),
        ("7 pm", "11 am"),
        ("1st", "2nd"),
        ("83,871 sq km", "unknown"),
        ("$5", "€5"),
        ("5%", "5 x"),
        ("100 m freestyle", "50 m butterfly"),
        ("Austria", "Belgium"),
        ("1h 30min", "2h 15min"),
        ("5 ft 11 in", "6 ft 2 in"),
        ("3 mai 2025", "17 mai 2025"),
        ("12 bis 15", "13 bis 17"),
        ("01067 dd", "01069 dd"),
        (5, 6),
        ("2024-01-02", "2024-01-03"),
    ],
)
def test_a_column_whose_words_matter_stays(values: tuple[Any, ...]) -> None:
    rows = [{"x": value} for value in values]
    assert number_line("rows", rows) is None
    assert rows == [{"x": value} for value in values]


@pytest.mark.parametrize("value", ["5 km2", "1,200 kg (of 2,000 kg)", "0.5 kg", "7 x"])
def test_a_number_with_a_unit_or_an_aside_is_one(value: str) -> None:
    numbered = number_line("rows", [{"x": value}])
    assert numbered is not None
    assert numbered[1] == [{"x": number(value)}]


@given(st.lists(st.dictionaries(st.sampled_from("ab"), st.text() | st.integers() | st.none()), max_size=4))
def test_any_rows_are_taken(rows: list[dict[str, Any]]) -> None:
    numbered = number_line("rows", rows)
    assert numbered is None or numbered[0].startswith("for row in rows: ")


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["5a", "12a"], False),
        (["3 mai", "12 mai"], False),
        (["3m", "12m"], True),
        (["5 km", "12 km"], True),
    ],
)
def test_names_and_days_of_a_month_are_no_amounts(cells: list[str], numbers: bool) -> None:
    assert (number_line("rows", [{"a": cell} for cell in cells]) is not None) is numbers
