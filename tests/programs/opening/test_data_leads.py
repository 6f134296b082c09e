from __future__ import annotations

import time
from pathlib import Path

import pytest

from pandora.programs.opening.data_leads import (
    group_lines,
    matched_lines,
    part_of_named_rows,
    place_comments,
)


def test_a_month_that_the_task_names_is_found_in_the_dates(tmp_path: Path) -> None:
    (tmp_path / "harvest.csv").write_text("date,crop,kg\n2024-05-27,chard,1.2\n2024-06-03,chard,2\n", "utf-8")
    comments = place_comments("Wie viel Mangold im Juni?", ["harvest.csv"], tmp_path)
    assert comments == ["'Juni' is row['date'][5:7] == '06' in harvest.csv"]


def test_a_year_of_the_request_is_shown_in_the_column_of_dates(tmp_path: Path) -> None:
    (tmp_path / "book.csv").write_text("Datum;Betrag\n04.01.2023;5,40\n05.01.2024;3,10\n", encoding="utf-8")
    line = "'2023' is row['Datum'][:4] == '2023' in book.csv"
    assert line in place_comments("Wie viel haben wir 2023 ausgegeben?", ["book.csv"], tmp_path)
    assert place_comments("Wie viel haben wir 2021 ausgegeben?", ["book.csv"], tmp_path) == []


def test_how_rows_are_counted_by_a_column_that_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("title,pupil,class\nA,Ida,6a\nB,Ben,5a\nC,Ida,6a\n", "utf-8")
    assert group_lines("Which pupil has most of them?", ["a.csv"], tmp_path) == [
        "from collections import Counter",
        "# Counter(row['pupil'] for row in rows) counts the rows of each pupil",
    ]
    assert group_lines("Which title is the longest?", ["a.csv"], tmp_path) == []
    (tmp_path / "b.csv").write_text("kind,paid\nA,2.5\nB,3\nA,1.5\n", "utf-8")
    assert group_lines("Which kind earned us most?", ["b.csv"], tmp_path)[1:] == [
        "# Counter(row['kind'] for row in rows) counts the rows of each kind",
        "# totals(rows, 'kind', 'paid') adds up paid for each kind",
    ]


@pytest.mark.parametrize(
    ("request_", "condition"),
    [
        ("move Anna's appointment to 4 pm", "'Anna' in row['who']"),
        ("the appointment of Lise is an hour later", "'Lise' in row['who']"),
        ("who Anna is needs no change of 'who'", ""),
        ("the dentist is at 4 pm now", ""),
    ],
)
def test_a_part_of_a_name_begins_the_condition_of_the_rows_that_change(
    request_: str, condition: str, tmp_path: Path
) -> None:
    rows = "time,who,what\n8,Anna Berg,blood test\n9,Jon Holm,dentist\n10,Anna Holm,dentist\n"
    rows += "11,Lise Holm,physio\n12,Uwe Ott,dentist\n"
    (tmp_path / "a.csv").write_text(rows)
    assert part_of_named_rows(request_, ["a.csv"], tmp_path) == condition


def test_the_values_of_a_long_table_are_looked_through_once(tmp_path: Path) -> None:
    rows = "".join(f"First{place} Last{place * 7 % 4001},{place}\n" for place in range(4000))
    (tmp_path / "a.csv").write_text(f"who,n\n{rows}", encoding="utf-8")
    begin = time.perf_counter()
    found = matched_lines("How many has First7 Last49?", ["a.csv"], tmp_path)
    assert [match.word for match in found if match.whole] == ["First7 Last49"]
    assert time.perf_counter() - begin < 5


def test_a_value_with_an_ending_is_a_condition_and_no_group(tmp_path: Path) -> None:
    rows = "bike,hours\ne-bike,1\ncity bike,2\ne-bike,3\n"
    (tmp_path / "a.csv").write_text(rows, encoding="utf-8")
    assert group_lines("How many hours did we spend on e-bikes?", ["a.csv"], tmp_path) == []
    assert group_lines("How many hours did we spend on each bike?", ["a.csv"], tmp_path) != []
