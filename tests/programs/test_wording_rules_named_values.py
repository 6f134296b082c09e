from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.parsed_program import read_program
from pandora.programs.result_rules import invented_numbers, misspelling
from pandora.programs.wording_rules import longer_than_asked, row_condition, unused_givens

DAYS = "day,weather\n1,rain\n2,sun\n3,rain\n4,sun\n"


@pytest.mark.parametrize(
    ("request_", "code", "missing"),
    [
        ("How many days have rain?", "sum(row['weather'] == 'rain' for row in rows)", []),
        ("How many days have rain?", "rain = len(rows)", ["rain"]),
        ("Write out/rain.json: the days with rain", "save(counts, 'out/rain.json')", ["rain"]),
        ("How many days have rain?", "print('days with rain', len(rows))", ["rain"]),
        ("How many days have rain?", "print(f'rain: {len(rows)}')", ["rain"]),
        ("How many days have rain?", "print('rain', counts['rain'])", []),
        ("Write out/rain.json: the days with Rain", "save(f('RAIN'), 'out/rain.json')", []),
        ("How many days after the 2nd?", "len(rows)", []),
        ("Take 15% off 80", "80 * 0.85", []),
        ("Take 15% off 80", "80 * 0.9", ["15"]),
        ("Count 'sun' there", "t.count('sun')", []),
        ("Count 'sun' there", "t.count('rain')", ["sun"]),
    ],
)
def test_what_a_request_gives_stands_in_the_program(
    tmp_path: Path, request_: str, code: str, missing: list[str]
) -> None:
    (tmp_path / "days.csv").write_text(DAYS, encoding="utf-8")
    assert unused_givens(request_, read_program(code), ["days.csv"], tmp_path) == missing


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


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("kept = [row for row in rows if row['gpu'] == 'nvidia RTX 4050']", "says only 'nvidia', and 2 values"),
        ("kept = [row for row in rows if 'nvidia' in row['gpu']]", ""),
        ("kept = [row for row in rows if row['gpu'] in ('nvidia RTX 4050', 'nvidia RTX 4060')]", ""),
        ("kept = [row for row in rows if row['gpu'] == 'intel Arc']", ""),
        ("kept = [row for row in rows if row['gpu'] != 'amd Radeon']", ""),
        ("kept = (", ""),
    ],
)
def test_a_value_that_says_more_than_the_task_is_told(tmp_path: Path, code: str, told: str) -> None:
    rows = "name,gpu\nA,nvidia RTX 4050\nB,nvidia RTX 4060\nC,intel Arc\nD,amd Radeon\n"
    (tmp_path / "a.csv").write_text(rows, encoding="utf-8")
    found = longer_than_asked(
        "How many laptops in a.csv have an nvidia GPU?", read_program(code), ["a.csv"], tmp_path
    )
    assert told in found
    assert bool(told) == bool(found)
    asked = "What has A of a.csv: is it the nvidia RTX 4050?"
    assert longer_than_asked(asked, read_program("row['gpu'] == 'nvidia RTX 4050'"), ["a.csv"], tmp_path) == ""


def test_numbers_that_stand_nowhere_are_invented() -> None:
    texts = ["In 1998 it cost 12,500 marks.\n"]
    assert invented_numbers("It cost 12500 in 1998, 3 times as much.", "", texts) == []
    assert invented_numbers("It cost 14,998 in 1998, for 20.", "a text of 20 lines", texts) == ["14998"]


def test_where_a_category_stands_is_told(tmp_path: Path) -> None:
    (tmp_path / "days.csv").write_text(DAYS, encoding="utf-8")
    assert row_condition("Rain", ["days.csv"], tmp_path) == "row['weather'] == 'rain'"
    assert row_condition("snow", ["days.csv"], tmp_path) == ""


def test_a_value_that_the_request_sets_apart_from_a_used_one_need_not_be_used(tmp_path: Path) -> None:
    (tmp_path / "rides.csv").write_text("start\n" + "Rose Gate\nRose Gate East\nMill\n" * 2, encoding="utf-8")
    request = "How many rides start at Rose Gate (not Rose Gate East)?"
    for code, missing in (
        ("sum(row['start'] == 'Rose Gate' for row in rows)", []),
        ("sum(row['start'] == 'Mill' for row in rows)", ["Rose", "Gate", "East"]),
    ):
        assert unused_givens(request, read_program(code), ["rides.csv"], tmp_path) == missing
    only_east = "How many rides start at Rose Gate East?"
    program = read_program("sum(row['start'] == 'Rose Gate' for row in rows)")
    assert unused_givens(only_east, program, ["rides.csv"], tmp_path) == ["East"]
