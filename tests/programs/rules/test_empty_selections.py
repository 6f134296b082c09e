"""Programs that look for a value in vain."""

from __future__ import annotations

import pytest

from pandora.programs.repairs.program_continuation import NOTHING_PRINTED
from pandora.programs.rules.empty_selections import question_of_empty_selections

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
