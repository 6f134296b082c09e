from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.programs.extraction.side_by_side import (
    MOST_TEXTS,
    Difference,
    doubt,
    doubt_in,
    groups,
    names_in_doubt,
    read_rows,
    rows_of_texts,
    settled,
    settled_by_kind,
    shown_rows,
    with_names_of_texts,
)
from pandora.programs.extraction.table_cells import (
    ITS_NAME,
    OF_CHOICES,
    Cell,
    Row,
    read_row,
    shown_cell,
    shown_row,
)
from pandora.programs.extraction.text_values import held_value

TEXTS = {
    "a.txt": "Ann Low, 14 owls, 2 hares\nA. Low, A. Lowe, from 3 June 2024",
    "b.txt": "Bo Ek counted nine owls\non 05/06/2024 (dd/mm/yyyy)",
}
COLUMNS = ["name", "owls", "date"]


def row(path: str, *cells: str) -> Row:
    values = [held_value(cell, TEXTS[path]) if cell != "-" else None for cell in cells]
    shown = {column: shown_cell(value, "not said") for column, value in zip(COLUMNS, values, strict=True)}
    read = read_row(shown_row(path, shown), path, COLUMNS)
    assert read
    return read


def test_a_row_goes_to_the_text_that_carries_it() -> None:
    lines = ["Bo Ek, 9, 5 June 2024", "| Ann Low | 14 | 3 June 2024 |"]
    rows = rows_of_texts(lines, TEXTS, COLUMNS, "")
    assert {path: [value and value.words for value in cells.values()] for path, cells in rows.items()} == {
        "a.txt": ["Ann Low", "14", "3 June 2024"],
        "b.txt": ["Bo Ek", "nine", "05/06/2024"],
    }


def test_a_row_of_the_names_of_the_columns_is_none() -> None:
    lines = ["Name | Owls | Date", "Ann Low | 14 | 3 June 2024", "Bo Ek | 9 | 5 June 2024"]
    assert rows_of_texts(lines, TEXTS, COLUMNS, "") == rows_of_texts(lines[1:], TEXTS, COLUMNS, "")


def test_the_name_of_a_text_gives_way_to_its_words_and_is_doubted_where_the_others_stand_in_theirs() -> None:
    named = Row("b.txt", {"name": Cell("b.txt", "b.txt", note=ITS_NAME)})
    beside = Row("b.txt", {"name": Cell("Bo Ek", "Bo Ek", 1)})
    assert settled(named, beside, "") == (beside, [])
    others = [Row(path, {"name": Cell(who, who, 1)}) for path, who in (("a.txt", "Ann"), ("c.txt", "Cy"))]
    assert names_in_doubt([*others, named], ["name"]) == ["name of b.txt: b.txt, which is the file's name?"]
    assert names_in_doubt([others[0], named], ["name"]) == []


@pytest.mark.parametrize("line", ["", "| | |", "Cy Fox", "- | - | -", "v | w | x | y | z", "|"])
def test_a_row_of_nothing_or_of_another_size_is_read_as_far_as_it_goes(line: str) -> None:
    rows = rows_of_texts([line], TEXTS, COLUMNS, "")
    assert [value for cells in rows.values() for value in cells.values()] == [None] * 6


def test_rows_read_back_as_they_were_shown_and_one_text_alone_is_no_such_reading() -> None:
    values = rows_of_texts(["Ann Low | 14 | -", "Bo Ek | - | -"], TEXTS, COLUMNS, "")
    shown = shown_rows(
        {path: {c: shown_cell(value, "not said") for c, value in row.items()} for path, row in values.items()}
    )
    rows = read_rows(shown, TEXTS, COLUMNS)
    assert [cell.value for path in TEXTS for cell in rows[path].cells.values()] == [
        *("Ann Low", "14", ""),
        *("Bo Ek", "", ""),
    ]
    assert read_row(shown, "a.txt", COLUMNS) is None
    assert read_rows("a.txt\nname: Ann Low [line 1]", TEXTS, COLUMNS) == {}


@pytest.mark.parametrize(
    ("alone", "beside", "request_text", "asked"),
    [
        (("Ann Low", "14", "-"), ("Ann Low", "14 owls", "-"), "", ""),
        (("Ann Low", "14", "-"), ("Low", "-", "-"), "", ""),
        (("Ann Low", "14", "-"), ("Ann Low", "2", "-"), "", "owls of a.txt: 14 (line 1) or 2 (line 1)?"),
        (("Ann Low", "14", "-"), ("Ann Low", "2", "-"), "owls (the 14)", ""),
        (("Ann Low", "14", "-"), ("Ann Low", "2", "-"), "2 or 14", "owls of a.txt: 14 (line 1) or 2 (line 1)?"),
        (("Ann Low", "-", "-"), ("Ann Low", "2", "-"), "", "owls of a.txt: nothing or 2 (line 1)?"),
        (("Ann Low", "14", "3 June 2024"), ("Ann Low", "14", "2024-06-03"), "", ""),
        (("Ann Low", "14", "-"), ("A. Low", "14", "-"), "", ""),
        (
            ("Ann Low", "14", "-"),
            ("A. Lowe", "14", "-"),
            "",
            "name of a.txt: Ann Low (line 1) or A. Lowe (line 2)?",
        ),
    ],
)
def test_readings_differ_where_both_are_words_of_the_text_and_not_the_same(
    alone: tuple[str, ...], beside: tuple[str, ...], request_text: str, asked: str
) -> None:
    _, differences = settled(row("a.txt", *alone), row("a.txt", *beside), request_text)
    assert " ".join(difference.question for difference in differences) == asked


def test_the_value_that_the_request_has_is_the_cell() -> None:
    alone, beside = row("a.txt", "Ann Low", "14", "-"), row("a.txt", "Ann Low", "2", "-")
    kept, differences = settled(alone, beside, "the owls are 2 this time")
    assert not differences
    assert kept.cells["owls"].value == "2"


def test_what_a_person_wrote_stands() -> None:
    alone = read_row("a.txt\nname: Ann Low [line 1]\nowls: 15\ndate: - [not said]", "a.txt", COLUMNS)
    assert alone
    assert settled(alone, row("a.txt", "Ann Low", "14", "-"), "") == (alone, [])


def test_a_doubt_reads_back_from_the_last_line_of_a_table() -> None:
    _, differences = settled(row("a.txt", "-", "14", "-"), row("a.txt", "Ann Low", "2", "-"), "")
    questions = [difference.question for difference in differences]
    assert doubt_in(f"| a |\n{doubt(questions)}").count("?") == 2
    assert doubt_in(f"{doubt(questions)}\n| a |") == ""


@given(st.dictionaries(st.text(min_size=1), st.integers(1, 500), max_size=30), st.integers(0, 1500))
def test_groups_have_room_and_no_text_is_in_two(sizes: dict[str, int], room: int) -> None:
    parts = groups(sizes, room)
    paths = [path for part in parts for path in part]
    assert len(paths) == len(set(paths))
    assert paths == [path for path in sizes if path in paths]
    assert all(1 < len(part) <= MOST_TEXTS for part in parts)
    assert all(sum(sizes[path] for path in part) <= room for part in parts)


@pytest.mark.parametrize(
    ("alone", "beside", "taken", "differ"),
    [
        ("accounts@pixelhost.example", "Pixelhost", "Pixelhost", False),
        ("Pixelhost", "accounts@pixelhost.example", "Pixelhost", False),
        ("Brightdesk", "accounts@pixelhost.example", "Brightdesk", True),
        ("840 euros plus 190 euros", "840", "840", False),
        ("3 to 5", "3", "3 to 5", False),
    ],
)
def test_of_an_address_the_name_and_of_several_numbers_the_one_is_taken(
    alone: str, beside: str, taken: str, differ: bool
) -> None:
    one, other = (Row("a.txt", {"who": Cell(words, words, 1)}) for words in (alone, beside))
    found, differences = settled(one, other, "")
    assert (found.cells["who"].value, bool(differences)) == (taken, differ)


def test_where_most_cells_are_names_of_texts_all_are() -> None:
    named = [Row(path, {"file": Cell(path, path, note=ITS_NAME)}) for path in ("a.txt", "b.txt")]
    other = Row("ads/c.txt", {"file": Cell("Bright flat", "Bright flat", 1)})
    assert [one.cells["file"].value for one in with_names_of_texts([*named, other], ["file"])] == [
        "a.txt",
        "b.txt",
        "c.txt",
    ]
    assert with_names_of_texts([named[0], other], ["file"]) == [named[0], other]


@pytest.mark.parametrize(
    ("alone", "beside", "taken", "left"),
    [
        ("3rd of April 2024", "152.50", "3rd of April 2024", 0),
        ("152.50", "3rd of April 2024", "3rd of April 2024", 0),
        ("3 April 2024", "4 April 2024", "3 April 2024", 1),
        ("Clearview", "152.50", "Clearview", 1),
    ],
)
def test_of_two_readings_the_one_of_the_kind_of_its_column_is_taken(
    alone: str, beside: str, taken: str, left: int
) -> None:
    days = [Row(path, {"date": Cell(day, day, 1)}) for path, day in (("a", "7 May 2024"), ("b", "2024-01-30"))]
    row, cells = Row("c", {"date": Cell(alone, alone, 4)}), [Cell(words, words, 4) for words in (alone, beside)]
    rows, differences = settled_by_kind([*days, row], [Difference("c", "date", *cells)])
    assert (rows[-1].cells["date"].value, len(differences)) == (taken, left)


def test_a_code_is_told_from_an_address() -> None:
    codes = [
        Row(path, {"no": Cell(code, code, 1)}) for path, code in (("a", "N-5583-B"), ("b", "no. 2024-017"))
    ]
    cells = [Cell(words, words, 2) for words in ("KP-20417", "14 Tallow Street")]
    _, differences = settled_by_kind([*codes, Row("c", {"no": cells[0]})], [Difference("c", "no", *cells)])
    assert differences == []


def test_a_choice_of_the_request_is_asked_about_only_where_both_readings_are_one() -> None:
    def read(value: str) -> Row:
        return Row("a.txt", {"fixed": Cell(value, value, note=OF_CHOICES)})

    assert settled(read("yes"), read("yes"), "")[1] == []
    (one,) = settled(read("yes"), read("no"), "")[1]
    assert one.question == "fixed of a.txt: yes or no?"
    quoted = Row("a.txt", {"fixed": Cell("no", "no", 3)})
    assert settled(read("yes"), quoted, "") == (read("yes"), [])
    texts = {"a.txt": "It works again.", "b.txt": "No spare part."}
    found = rows_of_texts(["yes", "no"], texts, ["fixed"], "fixed = yes or no")
    assert [row["fixed"] and row["fixed"].value for row in found.values()] == ["yes", "no"]


def test_two_readings_in_other_notations_are_the_same() -> None:
    alone = Row("a.txt", {"time": Cell("14.30 Uhr", "14.30 Uhr", 1)})
    beside = Row("a.txt", {"time": Cell("14:30", "14:30", 2)})
    assert settled(alone, beside, "a table of the times") == (alone, [])
