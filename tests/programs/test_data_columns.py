from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.programs.data_columns import (
    _MOST_COLUMNS,
    columns_of,
    columns_of_files,
    shared_first_words,
    tables,
)
from pandora.programs.opening.data_leads import part_condition, place_comments

CSV = (
    "name,price,gpu\nMSI Thin 15,649,nvidia RTX 4050\nAcer Swift,549,intel Arc\nHP Victus,729,nvidia RTX 4050\n"
)


def workspace(tmp_path: Path) -> Path:
    (tmp_path / "laptops.csv").write_text(CSV, encoding="utf-8")
    (tmp_path / "people.json").write_text(
        '[{"person": "Milan", "book": "B07"}, {"person": "Tilda", "book": "B1"}]'
    )
    return tmp_path


def test_a_part_of_a_category_is_told_with_the_value_that_holds_it(tmp_path: Path) -> None:
    told = place_comments(
        "the cheapest laptop with an nvidia GPU in laptops.csv", ["laptops.csv"], workspace(tmp_path)
    )
    assert told == ["'nvidia' stands in column 'gpu' of laptops.csv as part of 'nvidia RTX 4050'"]


def test_the_one_part_of_a_value_is_looked_for_as_that(tmp_path: Path) -> None:
    root = workspace(tmp_path)
    assert (
        part_condition("laptops with an Nvidia GPU", ["laptops.csv"], root) == "'nvidia' in row['gpu'].lower()"
    )
    assert part_condition("laptops with an nvidia GPU", ["laptops.csv"], root) == "'nvidia' in row['gpu']"
    assert part_condition("laptops without an nvidia GPU", ["laptops.csv"], root) == ""
    assert part_condition("which laptops are there?", ["laptops.csv"], root) == ""


def test_quoted_words_and_names_are_found_in_any_column(tmp_path: Path) -> None:
    told = place_comments("Which book did Tilda borrow, not 'milan'?", ["people.json"], workspace(tmp_path))
    assert "'Tilda' stands in column 'person' of people.json" in told
    assert "'milan' stands in column 'person' of people.json" in told


def test_common_words_of_free_text_are_not_told(tmp_path: Path) -> None:
    (tmp_path / "notes.csv").write_text("id,note\n1,the thin one\n2,which one\n", encoding="utf-8")
    assert place_comments("which is the thin one in notes.csv", ["notes.csv"], tmp_path) == []


def test_a_broken_file_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    assert place_comments("'x' in broken.json", ["broken.json", "gone.csv"], tmp_path) == []


def test_a_column_of_two_words_is_told_with_both(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("name,paid\na,yes\nb,no\nc,yes\n")
    assert place_comments("Which are not paid?", ["a.csv"], tmp_path) == ["column 'paid' is 'yes' or 'no'"]
    assert place_comments("Which are there?", ["a.csv"], tmp_path) == []


def test_a_log_is_looked_through_and_a_whole_value_makes_parts_needless(tmp_path: Path) -> None:
    said = ("INFO kept a", "WARN late", "INFO ERROR lines are mailed", "ERROR no room")
    (tmp_path / "a.log").write_text("".join(f"2025-09-14 01:00:36 {each}\n" for each in said * 2), "utf-8")
    told = place_comments("Which line is the first with ERROR?", ["a.log"], tmp_path)
    assert told == ["'ERROR' stands in column 'level' of a.log"]


def test_a_value_is_told_in_another_form_and_as_a_phrase(tmp_path: Path) -> None:
    rows = "".join(f"{kind},{name}\n" for kind, name in [("Brakes", "Rose Gate"), ("Gears", "Mill Lane")] * 3)
    (tmp_path / "a.csv").write_text(f"kind,place\n{rows}", "utf-8")
    told = place_comments("What do brake jobs at Rose Gate cost? How much is it?", ["a.csv"], tmp_path)
    assert told == [
        "'brake' stands in column 'kind' of a.csv as 'Brakes'",
        "'Rose Gate' stands in column 'place' of a.csv",
    ]


def test_a_capital_letter_at_the_beginning_of_a_sentence_tells_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("title\nHow Bridges Stand\nOn Tea\n", "utf-8")
    assert place_comments("Here are our books. How many are there?", ["a.csv"], tmp_path) == []


def test_the_one_list_in_an_object_is_a_table(tmp_path: Path) -> None:
    members = [
        {"name": "Ada", "voice": "alto"},
        {"name": "Bo", "voice": "bass"},
        {"name": "Cy", "voice": "alto"},
    ]
    (tmp_path / "a.json").write_text(json.dumps({"choir": "x", "days": ["a"], "members": members}))
    (tmp_path / "b.json").write_text(json.dumps({"members": members, "guests": members}))
    assert list(tables(["a.json", "b.json"], tmp_path)) == [("a.json", members)]
    assert place_comments("Which altos are there?", ["a.json"], tmp_path) == [
        "'altos' stands in column 'voice' of a.json as 'alto'"
    ]


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        ("im Quartal (Januar bis März)", "'Januar bis März' is '01' <= row['day'][5:7] <= '03' in a.csv"),
        ("in January and March", "'January, March' is row['day'][5:7] in ('01', '03') in a.csv"),
        ("in May, June or July", "'May, June, July' is row['day'][5:7] in ('05', '06', '07') in a.csv"),
        ("in March", "'March' is row['day'][5:7] == '03' in a.csv"),
    ],
)
def test_several_months_are_a_range_or_a_list(request_: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("day,sum\n2024-01-02,1\n2024-03-05,2\n2024-07-01,3\n", "utf-8")
    assert place_comments(f"How much {request_}", ["a.csv"], tmp_path) == [told]


@pytest.mark.parametrize(
    ("name", "text", "columns"),
    [
        ("a.csv", "name,price\nplum,2\n", ["name", "price"]),
        ("a.tsv", "name\tprice\nplum\t2\n", ["name", "price"]),
        ("a.json", json.dumps([{"name": "plum", "size": {"cm": 3}}]), ["name", "size", "cm"]),
        ("a.json", json.dumps({"rows": [{"name": "plum"}, {"price": 2}]}), ["name", "price"]),
        ("a.json", "{", []),
        ("a.json", "3", []),
        ("a.json", "[" * 5000 + "]" * 5000, []),
        ("a.txt", "name,price\n", []),
        ("a.csv", "", []),
    ],
)
def test_the_columns_of_a_file(tmp_path: Path, name: str, text: str, columns: list[str]) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert columns_of(tmp_path / name) == columns


def test_the_columns_of_files_are_told_once_and_not_too_many(tmp_path: Path) -> None:
    for number in range(_MOST_COLUMNS):
        (tmp_path / f"{number}.csv").write_text(f"id,a{number},b{number}\n1,2,3\n", encoding="utf-8")
    found = columns_of_files(tuple(f"{number}.csv" for number in range(_MOST_COLUMNS)), tmp_path)
    assert found[:3] == ("id", "a0", "b0")
    assert len(found) == _MOST_COLUMNS
    assert columns_of_files(("gone.csv",), tmp_path) == ()


def test_first_words_that_several_cells_share_are_those_of_makers() -> None:
    assert shared_first_words(["nvidia RTX 4050", "intel Arc", "nvidia RTX 4060"]) == {"nvidia"}
    assert shared_first_words(["nvidia RTX 4050", "nvidia RTX 4060"]) == set(), "all begin so"
    assert shared_first_words(["a lamp", "a desk", "two chairs"]) == set(), "no name is so short"
    assert shared_first_words(["fig", "plum", "pear"]) == shared_first_words(["fig", None, "fig"]) == set()
