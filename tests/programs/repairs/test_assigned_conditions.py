from __future__ import annotations

import pytest

from pandora.programs.repairs.assigned_conditions import with_sought_value_set, without_assigned_conditions

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


def test_what_was_looked_for_in_vain_and_set_otherwise_is_the_new_value() -> None:
    written = HEAD + "'Anna' in row['who'] and row['time'] == '16:00' and b" + BODY
    refusal = "nothing is found: row['time'] == '16:00' holds for none of 2; the values are '10:30', '14:00'"
    program, told = with_sought_value_set(written, refusal)
    assert program == HEAD + "'Anna' in row['who'] and b" + BODY.replace("'4:00 PM'", "'16:00'")
    assert told == "code sets row['time'] to '16:00'"
    assert with_sought_value_set(written.replace("16:00", "17:00"), refusal) == ("", "")
    assert with_sought_value_set(HEAD + "row['time'] == '16:00'" + BODY, refusal) == ("", "")
    assert with_sought_value_set(written, "the program printed nothing") == ("", "")


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        ("row['who'] == 'Lee' and row['time'] == '8:00 am'", "8:00 pm"),
        ("row['land'] == 'de' and row['time'] == 'berlin'", "Berlin"),
        ("row['who'] == 'Lee' and row['time'] == '08:00'", "8:00 pm"),
    ],
)
def test_the_old_value_of_what_a_row_gets_finds_it(condition: str, value: str) -> None:
    program = HEAD + condition + BODY.replace("4:00 PM", value)
    assert without_assigned_conditions(program) == program
