from __future__ import annotations

import pytest

from pandora.programs.repairs.folded_literals import with_folded_literals


@pytest.mark.parametrize(
    ("source", "mended"),
    [
        ("'E17' in row['m'].lower()", "'e17' in row['m'].lower()"),
        ('row["s"].strip().lower() == "Paid"', 'row["s"].strip().lower() == "paid"'),
        ("s.casefold() in ('Ja', \"Nein\", 'offen')", "s.casefold() in ('ja', \"nein\", 'offen')"),
        ("s.upper() != 'Köln'", "s.upper() != 'KÖLN'"),
        ("s.lower().startswith('Job')", "s.lower().startswith('job')"),
        ("low = s.lower()\nprint('é', 'E17' in low)", "low = s.lower()\nprint('é', 'e17' in low)"),
        ("low = s.lower()\nlow = s\n'E17' in low", "low = s.lower()\nlow = s\n'E17' in low"),
        ("for low in x:\n    'E17' in low", "for low in x:\n    'E17' in low"),
        ("'E17' in s", "'E17' in s"),
        ("s.lower() in words", "s.lower() in words"),
        ("s.lower().replace('A', 'B')", "s.lower().replace('a', 'B')"),
        ("s.lower() == f'{x}Y'", "s.lower() == f'{x}Y'"),
        ("s.lower() == 'A\\n'", "s.lower() == 'A\\n'"),
        ("'E17' in (", "'E17' in ("),
    ],
)
def test_a_text_is_looked_for_in_the_letters_of_what_it_is_looked_for_in(source: str, mended: str) -> None:
    assert with_folded_literals(source) == mended


def test_an_argument_with_the_name_of_a_variable_in_small_letters_is_another_thing() -> None:
    program = "name = title.lower()\n\ndef is_ann(name):\n    return name == 'Ann'\n"
    assert with_folded_literals(program) == program
