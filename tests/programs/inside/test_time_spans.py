"""Spans of time are as long as they say, in a query and as the largest or smallest of several."""

from __future__ import annotations

import pytest

from pandora.programs.inside.dictionary_order import sorted_as_dictionary
from pandora.programs.inside.program_functions import largest_given, smallest_given
from pandora.programs.inside.sql_query import query
from pandora.programs.inside.time_spans import order_of_spans


@pytest.mark.parametrize(
    ("one", "other", "order"),
    [
        ("46:05", "1:01:12", -1),
        ("1:01:12", "46:05", 1),
        ("9:58", "10:02", -1),
        ("46:05", "01:01:12", -1),
        ("46:05", "10:12:00", -1),
        ("09:30", "14:05", -1),
        ("9:05:30", "14:05:00", -1),
        ("100:00", "99:59", 1),
        ("51:10.4", "51:10,35", 1),
        ("0:46:05", "46:05", 0),
        ("46:05", "46:05", 0),
        ("9:30 am", "10:00 am", -1),
        ("9:30 AM", "1:00 PM", -1),
        ("12:15 a.m.", "9:30 a.m.", -1),
        ("12:15 pm", "11:30 pm", -1),
        ("45 min", "1h30", -1),
        ("2 h", "1 h 45 min", 1),
        ("90 min", "1h30", 0),
        ("1h30", "46:05", None),
        ("46:05", "not there", None),
        ("46:05", 3, None),
        ("46:75", "46:05", None),
    ],
)
def test_the_longer_span_comes_later(one: object, other: object, order: int | None) -> None:
    assert order_of_spans(one, other) == order


RUNS = [
    {"name": "Devi", "time": "1:01:12"},
    {"name": "Ruth", "time": "46:05"},
    {"name": "Glen", "time": "9:44"},
]


def test_they_have_one_order_whatever_stands_beside_them() -> None:
    spans = ["10:12:00", "46:05", "1:01:12", "0:59", "01:01:11", "100:00"]
    ordered = ["0:59", "46:05", "01:01:11", "1:01:12", "100:00", "10:12:00"]
    for turn in range(len(spans)):
        assert sorted_as_dictionary([*spans[turn:], *spans[:turn]]) == ordered


def test_a_query_sorts_them() -> None:
    found = query("SELECT name FROM runs ORDER BY time", runs=RUNS)
    assert [row["name"] for row in found] == ["Glen", "Ruth", "Devi"]
    assert query("SELECT MAX(time) AS t FROM runs", runs=RUNS) == [{"t": "1:01:12"}]


def test_a_program_sorts_them_as_well() -> None:
    assert sorted_as_dictionary(["1:01:12", "9:44", "46:05"]) == ["9:44", "46:05", "1:01:12"]
    by_time = sorted_as_dictionary([("46:05", "b"), ("46:05", "a"), ("9:44", "c")], reverse=True)
    assert by_time == [("46:05", "b"), ("46:05", "a"), ("9:44", "c")]


def test_the_least_and_the_most_of_them() -> None:
    assert smallest_given(RUNS, key=lambda row: row["time"])["name"] == "Glen"
    assert largest_given(RUNS, key=lambda row: row["time"])["name"] == "Devi"
    assert largest_given("9:58", "10:02") == "10:02"
    assert largest_given([["9:58", 1], ["10:02", 0]])[0] == "9:58"  # lists are compared as Python does
    assert smallest_given([], default=None) is None
