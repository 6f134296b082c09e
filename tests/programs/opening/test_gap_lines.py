from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.opening.gap_lines import begun_gap, gap_comments, rows_opening, with_gaps_filled
from pandora.programs.opening.loaded_variables import Loaded

LETTER = "It costs [TOTAL] euros, [EACH] each.\nThank you!\n"


def comments(root: Path, request: str, text: str) -> list[str]:
    (root / "letter.txt").write_text(text, encoding="utf-8")
    (root / "costs.csv").write_text("what,price\nbus,XXX\n", encoding="utf-8")
    return gap_comments(request, ["costs.csv", "letter.txt"], root)


def test_a_program_is_shown_the_gaps_and_the_call_that_fills_them(tmp_path: Path) -> None:
    end = '}  # give each what stands in its place; at the end: fill("letter.txt", gaps'
    assert comments(tmp_path, "[TOTAL], [EACH] like 1,50.", LETTER) == [
        "# letter.txt has [TOTAL], [EACH] in 'It costs [TOTAL] euros, [EACH] each.'",
        f'gaps = {{"[TOTAL]": None, "[EACH]": None{end}, like=\'1,50\')',
    ]
    assert comments(tmp_path, "Fill in letter.txt.", "Hours:  ____\nRate: 3\nSum: ____ euros\n") == [
        f'gaps = {{"Hours: ____": None, "Sum: ____ euros": None{end})',
    ]


def test_a_program_that_has_the_values_gets_the_call(tmp_path: Path) -> None:
    begun = "\n".join(comments(tmp_path, "Fill in [TOTAL] and [EACH].", LETTER))
    values = f'{begun}\ngaps["[TOTAL]"] = 40\ngaps["[EACH]"] = 2\n'
    assert with_gaps_filled(values) == f'{values}fill("letter.txt", gaps)\n'
    assert with_gaps_filled(f'{values}fill("letter.txt", gaps)\n') == ""
    assert with_gaps_filled(f"{begun}\nprint(1)\n") == ""
    assert with_gaps_filled("print(1)\n") == ""


def test_a_text_without_gaps_and_other_files_have_none(tmp_path: Path) -> None:
    assert comments(tmp_path, "Which is the dearest?", LETTER) == []
    assert comments(tmp_path, "Fill it in.", "____\n" * 9) == []


def test_braces_in_program_code_are_no_gaps(tmp_path: Path) -> None:
    (tmp_path / "price.js").write_text("function calcP() {}\nmodule.exports = { calcP };\n", encoding="utf-8")
    assert gap_comments("Rename calcP to netPrice in price.js", ["price.js"], tmp_path) == []


def test_the_first_of_several_gaps_is_begun(tmp_path: Path) -> None:
    (tmp_path / "bill.txt").write_text('Hours: ____\nSum "net": ____ euros\n', encoding="utf-8")
    lines = gap_comments("Fill in the hours and the sum.", ["bill.txt"], tmp_path)
    assert begun_gap(lines) == 'gaps["Hours: ____"] ='
    one = 'gaps = {"XXX": None}  # give each its place; at the end: fill("a.txt", gaps)'
    assert begun_gap([one]) == 'gaps["XXX"] ='
    assert begun_gap(["rows = 1"]) == ""


def test_the_gaps_of_a_table_are_filled_in_row_by_row(tmp_path: Path) -> None:
    (tmp_path / "report.md").write_text(
        "# Plate\n\n| Sample | Mean |\n|---|---|\n| A | ? |\n| B | ? |\n", encoding="utf-8"
    )
    lines = gap_comments("Fill in report.md.", ["report.md"], tmp_path)
    assert lines == [
        'places = {"A": "| A | ? |", "B": "| B | ? |"}  # Sample, Mean (A, B)',
        'gaps = {}  # give each place what stands there; at the end: fill("report.md", gaps)',
    ]
    assert begun_gap(lines) == "for name in places:\n    gaps[places[name]] ="
    program = "\n".join([*lines, begun_gap(lines)]) + " 1\n"
    assert with_gaps_filled(program) == f'{program}fill("report.md", gaps)\n'


def test_a_program_has_the_rows_of_each_row_of_the_table(tmp_path: Path) -> None:
    (tmp_path / "report.md").write_text(
        "# Plate\n\n| Sample | Mean |\n|---|---|\n| A | ? |\n| 7 | ? |\n", encoding="utf-8"
    )
    rows = [{"run": 1, "sample": "A"}, {"run": 1, "sample": 7}, {"run": 7, "sample": "C"}]
    loaded = [Loaded("plate", 'table("plate.csv")', "3 rows", rows)]
    files = ["plate.csv", "report.md"]
    assert rows_opening("Fill in report.md.", files, tmp_path, loaded).splitlines() == [
        'plate = table("plate.csv")  # 3 rows',
        "# Fill in report.md.",
        'places = {"A": "| A | ? |", "7": "| 7 | ? |"}  # Sample, Mean (A, 7)',
        'gaps = {}  # give each place what stands there; at the end: fill("report.md", gaps)',
        "for name in places:",
        "    own = [row for row in plate if str(row['sample']) == name]",
        "    gaps[places[name]] =",
    ]
    assert rows_opening("Fill in report.md.", files, tmp_path, [Loaded("plate", "", "", rows[:1])]) == ""


FORM = "Bill for August\nGuests: family Low\n\nElectricity used:\nTo pay for electricity:\n\nPlease pay soon.\n"


def test_labels_with_nothing_behind_them_are_shown_as_gaps(tmp_path: Path) -> None:
    (tmp_path / "bill.txt").write_text(FORM, encoding="utf-8")
    (line,) = gap_comments("Fill in what was used and what they pay.", ["bill.txt"], tmp_path)
    assert line.startswith('gaps = {"Electricity used:": None, "To pay for electricity:": None}')


def comments_alone(root: Path, request: str, text: str) -> list[str]:
    (root / "form.txt").write_text(text, encoding="utf-8")
    return gap_comments(request, ["form.txt"], root)


@pytest.mark.parametrize(
    ("request_", "text"),
    [
        ("change the rent from 500 to 550 in form.txt", "Rent: 500 EUR\nPaid on: ________\n"),
        ("Ersetze in form.txt Bonn durch Köln", "Wir sehen uns in Bonn.\nRaum: ???\n"),
        ("Fill it in.", "Date, signature: ________\n"),
        ("Sort the entries of form.txt", "Apples ......... 12\nBread ..... 4,50 €\nSoup .... $3\n"),
        ("Add a line to form.txt", "Some <b>bold</b> words <br>\n"),
        ("Fill it in.", "| ____ | ____ |\n"),
    ],
)
def test_what_a_request_does_not_want_to_be_filled_in_is_not_begun(
    tmp_path: Path, request_: str, text: str
) -> None:
    assert comments_alone(tmp_path, request_, text) == []


@pytest.mark.parametrize(
    ("request_", "text", "keys"),
    [
        ("Fill in form.txt", "Bonn, den ........ 2024\nSum: ..... EUR\n", ["........", "....."]),
        ("Fill in form.txt", "Date: ____ Name: ____\nSignature: ____\n", ["Date: ____", "Name: ____"]),
        ("Fill it in", "XXX guests come on XXX.\n", ["XXX guests come on", "guests come on XXX"]),
        ("the rent is 550", "Rent: ____\nPlace: Bonn\n", ["____"]),
        ("Trage Name und Alter ein", "Name:\nAlter:\nOrt: Bonn\n", ["Name:", "Alter:"]),
    ],
)
def test_each_gap_has_a_key_of_its_own(tmp_path: Path, request_: str, text: str, keys: list[str]) -> None:
    begun = comments_alone(tmp_path, request_, text)[-1]
    assert begun.startswith("gaps = {" + ", ".join(f'"{key}": None' for key in keys) + "}")
