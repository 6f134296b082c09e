from __future__ import annotations

import pytest

from pandora.programs.repairs.dated_rows import with_rows_in_order_of_days

ROWS = [{"date": f"2025-08-{day:02}", "kwh": 40 + day} for day in (9, 11, 13)]
LOADED = 'meter = table("meter.csv")  # list of 3\n'
SORTED = f"{LOADED}meter = sorted(meter, key=lambda row: row['date'])\n"
USED = "print(meter[-1]['kwh'] - meter[0]['kwh'])\n"


def test_the_first_and_the_last_row_are_those_of_the_first_and_the_last_day() -> None:
    assert with_rows_in_order_of_days(LOADED + USED, [("meter.csv", ROWS)]) == SORTED + USED
    twice = [{"date": "2025-08-09", "time": time} for time in ("07:00", "12:00", "19:00")]
    found = with_rows_in_order_of_days(LOADED + USED, [("meter.csv", twice)])
    assert "key=lambda row: (row['date'], row['time'])" in found


@pytest.mark.parametrize(
    ("source", "rows"),
    [
        (LOADED + "print(sum(row['kwh'] for row in meter))\n", ROWS),
        (LOADED + "meter = sorted(meter, key=lambda row: row['kwh'])\n" + USED, ROWS),
        (LOADED + USED, ROWS[::-1]),
        (LOADED + USED, [*ROWS, ROWS[-1]]),
        (LOADED + USED, ROWS[:2]),
        (LOADED + USED, [{"name": name} for name in "abc"]),
        ('other = table("b.csv")\nprint(other[0])\n', ROWS),
    ],
)
def test_any_other_program_stays_as_it_is(source: str, rows: list[dict[str, object]]) -> None:
    assert with_rows_in_order_of_days(source, [("meter.csv", rows)]) == source
