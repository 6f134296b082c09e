from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.parsed_program import read_program
from pandora.programs.rules.program_rules import misspelling


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("kept = [row for row in rows if row['has'] == 'Yes']", "compares with 'Yes', but the data has 'yes'"),
        ("kept = [row for row in rows if row['has'].lower() == 'YES'.lower()]", ""),
        (
            "kept = [row for row in rows if row['ram'] == '64GB']",
            "compares with '64GB', but the data has '64 GB'",
        ),
        ("kept = [row for row in rows if row['ram'].startswith('64GB')]", "but the data has '64 GB'"),
        ("kept = [row for row in rows if row['ram'] == 'GB']", "write 'GB' in row['ram']"),
        ("kept = [row for row in rows if 'gb' == row['ram'].lower()]", "write 'gb' in row['ram'].lower()"),
        ("kept = [row for row in rows if row['ram'].split()[1] == 'GB']", ""),
        ("kept = [row for row in rows if row['ram'] == '64 GB' and row['has'] == 'yes']", ""),
        ("kept = [row for row in rows if row['ram'] == '128 GB']", ""),
        ("kept = [row for row in rows if row['RAM'] == 'x']", ""),
        ("kept = [row for row in rows if row.get('HAS') == 'no']", ""),
        ("kept = (", ""),
    ],
)
def test_another_spelling_than_the_data_has_is_told(tmp_path: Path, code: str, told: str) -> None:
    (tmp_path / "a.csv").write_text("name,has,ram\nA,yes,64 GB\nB,no,8 GB\n", encoding="utf-8")
    found = misspelling(read_program(code), ["a.csv"], tmp_path)
    assert told in found
    assert bool(told) == bool(found)
