from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from pandora.programs.opening.moment_lines import moment_lines


@pytest.mark.parametrize(
    ("request_", "values"),
    [
        (
            "It leaves at 22:47 and needs 3 hours 38 minutes, but is 25 minutes late.",
            [datetime(2000, 1, 1, 22, 47), timedelta(hours=3, minutes=38), timedelta(minutes=25)],
        ),
        (
            "From 7:40 pm, 2 hours and 15 minutes with a 20-minute break",
            [datetime(2000, 1, 1, 19, 40), timedelta(hours=2, minutes=15), timedelta(minutes=20)],
        ),
        ("9 am to 12:05 a.m.", [datetime(2000, 1, 1, 9), datetime(2000, 1, 1, 0, 5)]),
        ("at 8:00 for 1.5 hours", [datetime(2000, 1, 1, 8), timedelta(hours=1.5)]),
        ("The pipe fills 12 litres a minute for 10 minutes", []),
        ("Mixed 3:2, in 1:02:05", []),
        ("On 2024-03-01 at 10:15", []),
    ],
)
def test_times_and_durations_are_named(request_: str, values: list[object]) -> None:
    lines = moment_lines(request_)
    scope: dict[str, object] = {"datetime": datetime, "timedelta": timedelta}
    exec("\n".join(lines), scope)
    assert [scope[line.partition(" = ")[0]] for line in lines] == values


@pytest.mark.parametrize(
    ("request_", "values"),
    [
        ("Starts at 10:05 and takes 05 minutes", [datetime(2000, 1, 1, 10, 5), timedelta(minutes=5)]),
        ("Um 9:00, dann 1,5 h", [datetime(2000, 1, 1, 9), timedelta(hours=1.5)]),
        ("At 9:00 for 1,010 minutes", [datetime(2000, 1, 1, 9)]),
    ],
)
def test_amounts_in_other_notations_are_values_too(request_: str, values: list[object]) -> None:
    lines = moment_lines(request_)
    assert [eval(line.partition(" = ")[2]) for line in lines] == values
