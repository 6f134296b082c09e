from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.help import Try, Work
from pandora.programs.language.locale_words import words_for_per
from pandora.programs.rules.rows_per_value import rows_per_value
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

ONCE, TWICE = "flat,owed\n1A,20\n3B,115\n", "flat,owed\n1A,20\n3B,65\n3B,50\n"


@pytest.mark.parametrize(
    ("request_", "made", "state"),
    [
        ("make arrears.csv, one line per flat", TWICE, "violated"),
        ("make arrears.csv, one line per flat", ONCE, "held"),
        ("schreib arrears.csv, eine Zeile pro Flat", TWICE, "violated"),
        ("make arrears.csv with all late rents of each month", TWICE, ""),
        ("make arrears.csv, 20 euros per month and flat", TWICE, ""),
        ("make arrears.csv, one line per flat", "flat,owed\n", ""),
    ],
)
def test_a_table_has_one_row_for_each_value_where_that_is_asked(
    request_: str, made: str, state: str, tmp_path: Path
) -> None:
    work = Work(Task(request_, kind_of_task="file"), tmp_path)
    change = Change("arrears.csv", "", made.encode())
    found = rows_per_value(work, Try({}, Result(True, "", changes=(change,))))
    assert [verdict.state for verdict in found] == ([state] if state else [])
    assert all(verdict.question for verdict in found if verdict.state == "violated")


def test_the_words_for_per_come_from_a_library() -> None:
    assert {"per", "pro", "par", "por"} <= words_for_per()
