from __future__ import annotations

from pandora.programs.repairs.assigned_conditions import with_sought_value_set

HEAD, BODY = "for row in rows:\n    if ", ":\n        row['time'] = '4:00 PM'  # the new time\n"


def test_what_was_looked_for_in_vain_and_set_otherwise_is_the_new_value() -> None:
    written = HEAD + "'Anna' in row['who'] and row['time'] == '16:00' and b" + BODY
    refusal = "nothing is found: row['time'] == '16:00' holds for none of 2; the values are '10:30', '14:00'"
    program, told = with_sought_value_set(written, refusal)
    assert program == HEAD + "'Anna' in row['who'] and b" + BODY.replace("'4:00 PM'", "'16:00'")
    assert told == "code sets row['time'] to '16:00'"
    assert with_sought_value_set(written.replace("16:00", "17:00"), refusal) == ("", "")
    assert with_sought_value_set(HEAD + "row['time'] == '16:00'" + BODY, refusal) == ("", "")
    assert with_sought_value_set(written, "the program printed nothing") == ("", "")
