from __future__ import annotations

import pytest

from pandora.programs.parsed_program import read_program
from pandora.programs.wording_rules import missing_groups

MONTH, BOOKS = "Which month had the most rain in total?", "Which books are lent to Rita?"
KEPT = "kept = [row for row in rows if row['to'] == 'Rita']\n"


@pytest.mark.parametrize(
    ("request_", "code", "told"),
    [
        (MONTH, "print(max(rows, key=lambda row: row['rain'])['date'])", "for each month"),
        (MONTH, "print(totals(rows, 'month', 'rain')[0])", ""),
        (MONTH, "for row in rows:\n    sums[row['month']] += row['rain']", ""),
        (MONTH, "sums = {m: 0 for m in months}", ""),
        (MONTH, "for year in (2012, 2013):\n    print(sum(1 for row in rows if row['year'] == year))", ""),
        (MONTH, "max(years, key=lambda y: sum(1 for row in rows if row['year'] == y))", ""),
        ("Which month had the hottest day?", "print(max(rows, key=lambda row: row['rain']))", ""),
        ("In which year were there the most days with snow?", "print(len(kept))", "for each year"),
        (BOOKS, KEPT + "print(kept[0]['title'])", "all books"),
        (BOOKS, KEPT + "if kept:\n    print(kept[0]['title'])", "print each one in kept"),
        (BOOKS, KEPT + "for row in kept:\n    print(row['title'])", ""),
        (BOOKS, KEPT + "print(kept[0]['title'], len(kept))", ""),
        (BOOKS, KEPT + "print(', '.join(row['title'] for row in kept))", ""),
        ("Which book is lent to Rita?", KEPT + "print(kept[0]['title'])", ""),
        ("Which is lent to Rita?", KEPT + "print(kept[0]['title'])", ""),
        ("Which meeting rooms in a.csv have a screen?", KEPT + "print(kept[0]['title'])", "all rooms"),
        ("Which bus goes to Rita?", KEPT + "print(kept[0]['title'])", ""),
        (BOOKS, "kept = (", ""),
    ],
)
def test_what_each_group_or_row_is_asked_for_is_done_for_each(request_: str, code: str, told: str) -> None:
    found = missing_groups(request_, read_program(code))
    assert told in found
    assert bool(told) == bool(found)
