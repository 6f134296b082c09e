from __future__ import annotations

import pytest

from pandora.programs.repairs.assigned_conditions import without_assigned_conditions

HEAD, BODY = "for row in rows:\n    if ", ":\n        row['time'] = '4:00 PM'  # the new time\n"


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("'Anna' in row['who'] and row['time'] == '4:00'", "'Anna' in row['who']"),
        ("row['time'] == '4:00' and a and row['what'] == 'dentist'", "a and row['what'] == 'dentist'"),
        ("'Anna' in row['who'] and row['time'] == '5:00'", "'Anna' in row['who'] and row['time'] == '5:00'"),
        ("row['time'] == '4:00'", "row['time'] == '4:00'"),
        ("a or row['time'] == '4:00'", "a or row['time'] == '4:00'"),
        ("'Ann é' in row['who'] and row['time'] == '4:00'", "'Ann é' in row['who']"),
    ],
)
def test_what_a_row_gets_finds_no_row(condition: str, expected: str) -> None:
    assert without_assigned_conditions(HEAD + condition + BODY) == HEAD + expected + BODY
