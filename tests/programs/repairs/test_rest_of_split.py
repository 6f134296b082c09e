from __future__ import annotations

import pytest

from pandora.programs.repairs.rest_of_split import with_rest_in_last_name

REFUSED = "python hours.py work.txt ends in an error: `…`: ValueError: too many values to unpack (expected 3)"


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("date, time, client = line.split()", "date, time, client = line.split(maxsplit=2)"),
        (
            "date, time, client = re.split(r'\\s+', line.strip())",
            "date, time, client = re.split(r'\\s+', line.strip(), maxsplit=2)",
        ),
        (
            "[a, ä, c] = map(str.strip, line.split(' - '))",
            "[a, ä, c] = map(str.strip, line.split(' - ', maxsplit=2))",
        ),
        ("a, b, c = line.split(',')", ""),
        ("a, b = line.split()", ""),
        ("a, *b, c = line.split()", ""),
        ("a, b, c = line.split(None, 2)", ""),
        ("a, b, c = line.split()[0].split(':')", ""),
        ("a = line.split()", ""),
        ("a, b, c = (", ""),
    ],
)
def test_the_last_name_takes_the_rest_of_a_text(line: str, mended: str) -> None:
    program = f"for line in open('a.txt'):\n    {line}\n"
    said = "code left the rest of each text to the last of 3 names" if mended else ""
    assert with_rest_in_last_name(program, REFUSED) == (program.replace(line, mended) if mended else "", said)


def test_another_error_changes_nothing() -> None:
    refused = "ValueError: not enough values to unpack (expected 3, got 2)"
    assert with_rest_in_last_name("a, b, c = line.split()\n", refused) == ("", "")
