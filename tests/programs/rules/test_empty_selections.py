"""Programs that look for a value in vain."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.help import Work
from pandora.programs.repairs.program_continuation import NOTHING_PRINTED
from pandora.programs.rules.empty_selections import question_of_empty_selections, question_of_rows_apart
from pandora.task import Task

QUERY = "SELECT SUM(adults) FROM visitors WHERE month = '2025-11'"
PROGRAM = "kept = [row for row in rows if row['month'] == '2025-11']\nprint(len(kept))"
TOLD = (
    "nothing is found: row['month'] == '2025-11' holds for none of 21; the values go from '2024-01' to "
    "'2025-09' (here: 0 | there: 2024-01)"
)
ASKED = "No row has '2025-11' as month: the values go from '2024-01' to '2025-09'. Is another one meant?"


@pytest.mark.parametrize(
    ("tries", "question"),
    [
        ([(QUERY, NOTHING_PRINTED), (PROGRAM, TOLD), ("print(", "SyntaxError: invalid syntax")], ASKED),
        ([(PROGRAM, TOLD), (PROGRAM, TOLD)], ""),  # the same program again
        ([(QUERY.replace("2025-11", "November"), NOTHING_PRINTED), (PROGRAM, TOLD)], ""),
        ([(QUERY, "no such column: month"), (PROGRAM, TOLD)], ""),
        ([(QUERY, NOTHING_PRINTED)], ""),
        ([(f"LIMIT 5; {QUERY}", NOTHING_PRINTED), (PROGRAM, TOLD.replace("'2025-11'", "5"))], ""),
        ([], ""),
    ],
)
def test_what_two_programs_look_for_in_vain_is_asked_about(tries: list[tuple[str, str]], question: str) -> None:
    assert question_of_empty_selections(tries) == question


SHOTS = "animal,owner,vaccine\nMinka,Sommer,cat flu\nMinka,Sommer,panleukopenia\n"
SHOTS += "Mimi,Abel,rabies\nTessa,Sommer,rabies\n"
SOUGHT = (
    "found = query('''\nSELECT due FROM shots "
    "WHERE animal = 'Minka' AND owner = 'Sommer' AND vaccine = 'rabies'\n''', shots=rows)\n"
)
DUE = "when is Minka's (the Sommers') rabies shot due?"


@pytest.mark.parametrize(
    ("request_text", "query", "said", "asked"),
    [
        (DUE, SOUGHT, NOTHING_PRINTED, True),
        (DUE.replace("rabies ", ""), SOUGHT, NOTHING_PRINTED, False),
        (
            "when is Tessa's (the Sommers') rabies shot due?",
            SOUGHT.replace("Minka", "Tessa"),
            NOTHING_PRINTED,
            False,
        ),
        (
            "when is Rex's (the Sommers') rabies shot due?",
            SOUGHT.replace("Minka", "Rex"),
            NOTHING_PRINTED,
            False,
        ),
        (
            "when is Minka's (the Sommers') rabies shot due?",
            SOUGHT.replace("AND", "OR"),
            NOTHING_PRINTED,
            False,
        ),
        (DUE, SOUGHT, "no such column: due", False),
    ],
)
def test_values_that_are_in_no_one_row_are_asked_about(
    request_text: str, query: str, said: str, asked: bool, tmp_path: Path
) -> None:
    (tmp_path / "shots.csv").write_text(SHOTS, encoding="utf-8")
    work = Work(Task(request_text, request=request_text, files=("shots.csv",)), tmp_path)
    question = "No row has 'Minka' as animal and 'rabies' as vaccine: "
    question += "with 'Minka' there is 'cat flu', 'panleukopenia'. Is another one meant?"
    tries = [(query, said), ("print(rows[0])", "the result depends on the order of the rows"), (query, said)]
    assert question_of_rows_apart(work, tries) == (question if asked else "")
    assert question_of_rows_apart(work, tries[:2]) == "", "one try alone may be wrong"


def test_two_values_of_one_column_are_no_rows_apart(tmp_path: Path) -> None:
    (tmp_path / "shots.csv").write_text(SHOTS, encoding="utf-8")
    request = "when are Minka's and Mimi's shots due?"
    work = Work(Task(request, request=request, files=("shots.csv",)), tmp_path)
    both = SOUGHT.replace("owner = 'Sommer' AND vaccine = 'rabies'", "animal = 'Mimi'")
    assert question_of_rows_apart(work, [(both, NOTHING_PRINTED)] * 2) == ""
