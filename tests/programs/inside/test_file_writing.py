"""What was read from a table is written as it stood there, and what is new in a column is written likewise."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from pandora.programs.inside.file_writing import text_of
from pandora.programs.inside.program_functions import save, table

GERMAN = "name;datum;preis;menge\nA;13.03.2024;1.234,50 €;2,5\nB;24.12.2025;7,00 €;-\nC;;12,25 €;1.000,0\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text(GERMAN, encoding="utf-8")
    return tmp_path


def written(path: str = "a.csv") -> str:
    return Path(path).read_text(encoding="utf-8")


def test_a_table_that_is_written_over_stays_as_it_was_letter_for_letter() -> None:
    save(table("a.csv"), "a.csv")
    assert written() == GERMAN


def test_new_values_are_written_as_their_column_is() -> None:
    rows = table("a.csv")
    for row in rows:
        row["preis"] = row["preis"] * 2
        row["datum"] = row["datum"] or "2026-01-02"
    rows[0]["menge"] = 12345.5
    save(rows, "a.csv")
    assert written().splitlines()[1:] == [
        "A;13.03.2024;2.469,00 €;12.345,5",
        "B;24.12.2025;14,00 €;-",
        "C;02.01.2026;24,50 €;1.000,0",
    ]


def test_another_table_has_the_cells_as_they_were() -> None:
    save([row for row in table("a.csv") if row["datum"] and row["datum"].year == 2024], "b.tsv")
    assert written("b.tsv") == "name\tdatum\tpreis\tmenge\nA\t13.03.2024\t1.234,50 €\t2,5\n"
    save(table("a.csv"), "b.csv")
    assert table("b.csv") == table("a.csv")


def test_json_has_numbers_and_iso_dates() -> None:
    save(table("a.csv")[:1], "a.json")
    assert '"datum": "2024-03-13"' in written("a.json")
    assert '"preis": 1234.5' in written("a.json")


def test_rows_of_files_that_spell_dates_otherwise_get_one_spelling() -> None:
    Path("b.csv").write_text("name,datum\nD,2024-05-06\n", encoding="utf-8")
    Path("c.csv").write_text("name,datum\nE,3/13/24\n", encoding="utf-8")
    rows = [{"datum": row["datum"]} for path in ("a.csv", "c.csv") for row in table(path) if row["datum"]]
    save(rows, "d.csv")
    assert written("d.csv") == "datum\n2024-03-13\n2025-12-24\n2024-03-13\n"
    save([{"datum": row["datum"]} for path in ("a.csv", "b.csv") for row in table(path)][::3], "e.csv")
    assert written("e.csv") == "datum\n13.03.2024\n06.05.2024\n"


def test_rows_far_longer_than_the_others_are_no_table() -> None:
    Path("w.csv").write_text("a\n" + "1\n" * 20_000 + "x," * 100_000 + "", encoding="utf-8")
    with pytest.raises(ValueError, match=r"^w\.csv:\d+: ") as error:
        table("w.csv")
    assert "\n" not in str(error.value)


def test_rows_in_a_markdown_file_are_a_table() -> None:
    rows = [{"name": "Ada | Bo", "time": 31.5}, {"name": "Cem", "time": None}]
    assert text_of(rows, "a.md") == "| name | time |\n| --- | --- |\n| Ada \\| Bo | 31.5 |\n| Cem |  |\n"
    assert text_of(["one", "two"], "a.md") == "one\ntwo\n"


def test_a_column_with_a_new_name_stays_in_its_place() -> None:
    rows = table("a.csv")
    for row in rows:
        row["tag"] = row.pop("datum")
    save(rows, "a.csv")
    assert written() == GERMAN.replace("datum", "tag")


def test_a_column_that_is_made_anew_goes_to_the_end() -> None:
    rows = [{**row, "year": 2024} for row in table("a.csv")]
    for row in rows:
        del row["datum"]
    save(rows, "a.csv")
    assert written().splitlines()[0] == "name;preis;menge;year"


def test_the_sections_of_an_ini_file_are_written() -> None:
    sections = {"DEFAULT": {"Volume": 8}, "night": {"Volume": "2", "quiet": None}}
    written = "[DEFAULT]\nVolume = 8\n\n[night]\nVolume = 2\nquiet\n\n"
    assert text_of(sections, "bell.ini") == written
    with pytest.raises(ValueError, match=r"bell\.ini: save\(\) writes"):
        text_of([sections], "bell.ini")
    Path("bell.ini").write_text("[night]\nVolume = 5\n", encoding="utf-8")
    save([sections], "bell.ini")  # as an object in a list of any other such file
    assert Path("bell.ini").read_text(encoding="utf-8") == written


@pytest.mark.parametrize("value", [[{"total": 663.5}], [663.5], 663.5])
def test_one_row_with_one_value_is_that_value_in_a_text(value: object) -> None:
    assert text_of(value, "total.txt") == "663.5\n"


@pytest.mark.parametrize("value", [[{"a": 1, "b": 2}], [{"a": 1}, {"a": 2}], {"a": 1}, [[1, 2]]])
def test_rows_are_no_lines_of_a_text(value: object) -> None:
    with pytest.raises(ValueError, match="cannot hold"):
        text_of(value, "total.txt")


@pytest.mark.parametrize(
    "content",
    [
        "Datum;Betrag;Divisa;Saldo;Divisa\n01.03.2025;1,50;EUR;2,50;EUR\n",  # two columns of one name
        "Name;;Betrag;\nA;x;1,50;\nB;y;2,00;\n",  # columns without a name
        '"Name";"Betrag"\n"A";"1,50"\n"B; C";"2,00"\n',  # quotes around each cell
    ],
)
def test_a_header_and_quotes_stay_where_a_table_is_written_over(content: str) -> None:
    Path("h.csv").write_text(content, encoding="utf-8")
    save(table("h.csv"), "h.csv")
    assert written("h.csv") == content


def test_a_table_that_lost_its_last_row_keeps_its_header() -> None:
    save([], "a.csv")
    assert written() == "name;datum;preis;menge\n"
    Path("a.md").write_text("| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n", encoding="utf-8")
    save([], "a.md")
    assert written("a.md") == "| a | b |\n| - | - |\n"


@pytest.mark.parametrize(
    ("content", "new", "line"),
    [
        ("n,v\nA,1.50\nB,12.00\n", 3.5, "C,3.50"),
        ("n,v\nA,1.50\nB,12.00\n", 1.785, "C,1.785"),
        ("n,v\nA,1.5\nB,2\n", 3.25, "C,3.25"),
        ("n,v\nA,TRUE\nB,FALSE\n", True, "C,TRUE"),
        ("n,v\nA,true\nB,false\n", False, "C,false"),
        ("n;v\nA;1 000\nB;20\n", 12345, "C;12 345"),
        ("n,v\nA,3/14/25 2:05 PM\nB,3/15/25 11:00 AM\n", datetime(2025, 4, 5, 0, 5), "C,4/5/25 12:05 AM"),
        ("n;v\nA;14.03.2025 09:05\nB;15.03.2025 11:00\n", datetime(2025, 4, 5, 8), "C;05.04.2025 08:00"),
        ("n,v\nA,2025-03-14 09:05\nB,2025-03-15 11:00\n", datetime(2025, 4, 5, 8), "C,2025-04-05 08:00"),
        ("n,v\nA,2025-03-14T09:05:00Z\n", datetime(2025, 4, 5, 8), "C,2025-04-05T08:00:00"),
        ("n,v\nA,1\nB,\nD,\nE,NaN\n", None, "C,"),
        ("n,v\nA,1\nB,NaN\nD,NaN\nE,\n", None, "C,NaN"),
    ],
)
def test_a_new_cell_is_written_as_its_column_is(content: str, new: object, line: str) -> None:
    Path("n.csv").write_text(content, encoding="utf-8")
    name, value = table("n.csv")[0]
    save([*table("n.csv"), {name: "C", value: new}], "n.csv")
    assert written("n.csv").splitlines()[-1] == line
    assert written("n.csv").splitlines()[1] == content.splitlines()[1]
