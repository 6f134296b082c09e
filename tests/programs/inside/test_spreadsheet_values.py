"""Spreadsheets as rows."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from pandora.programs.file_description import describe
from pandora.programs.inside.program_functions import load, table
from pandora.programs.inside.spreadsheet_values import is_spreadsheet, parse, read
from pandora.programs.metamorphic.altered_copies import data_file

TYPES = "http://schemas.openxmlformats.org"
MAIN = f"{TYPES}/spreadsheetml/2006/main"
DAY = 1
"""The style of a cell that is a day."""
Cell = str | float | bool | tuple[int] | None
"""A text, a number, a truth, a day by its number, or nothing."""


def workbook(**sheets: list[list[Cell]]) -> bytes:
    """A small workbook as Excel writes them."""
    return merged_workbook((), **sheets)


def merged_workbook(merged: tuple[str, ...], **sheets: list[list[Cell]]) -> bytes:
    """A small workbook, of which `merged` are the cells that each sheet has merged, as `B1:C1`."""
    spans = "".join(f'<mergeCell ref="{span}"/>' for span in merged)
    spans = f'<mergeCells count="{len(merged)}">{spans}</mergeCells>' if merged else ""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        parts = [f"xl/worksheets/sheet{number}.xml" for number in range(1, len(sheets) + 1)]
        kinds = "".join(
            f'<Override PartName="/{part}" ContentType="application/vnd.openxmlformats-officedocument.'
            f'spreadsheetml.worksheet+xml"/>'
            for part in parts
        )
        archive.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{TYPES}/package/2006/content-types"><Default Extension="rels" ContentType='
            '"application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" '
            'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
            f"{kinds}</Types>",
        )
        relation = f"{TYPES}/officeDocument/2006/relationships"
        archive.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{TYPES}/package/2006/relationships"><Relationship Id="rId1" '
            f'Type="{relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        )
        names = "".join(
            f'<sheet name="{escape(name)}" sheetId="{number}" r:id="rId{number}"/>'
            for number, name in enumerate(sheets, 1)
        )
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{MAIN}" xmlns:r="{relation}"><sheets>{names}</sheets></workbook>',
        )
        ids = "".join(
            f'<Relationship Id="rId{number}" Type="{relation}/worksheet" '
            f'Target="worksheets/sheet{number}.xml"/>'
            for number in range(1, len(sheets) + 1)
        )
        styles = f'<Relationship Id="rId99" Type="{relation}/styles" Target="styles.xml"/>'
        archive.writestr(
            "xl/_rels/workbook.xml.rels",
            f'<Relationships xmlns="{TYPES}/package/2006/relationships">{ids}{styles}</Relationships>',
        )
        archive.writestr(
            "xl/styles.xml",
            f'<styleSheet xmlns="{MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
            "</styleSheet>",
        )
        for part, rows in zip(parts, sheets.values(), strict=True):
            lines = ""
            for at, row in enumerate(rows, 1):
                cells = (cell(value, f"{chr(65 + column)}{at}") for column, value in enumerate(row))
                lines += f'<row r="{at}">{"".join(cells)}</row>'
            archive.writestr(
                part, f'<worksheet xmlns="{MAIN}"><sheetData>{lines}</sheetData>{spans}</worksheet>'
            )
    return file.getvalue()


def cell(value: Cell, place: str) -> str:
    """A cell of a sheet."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return f'<c r="{place}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, tuple):
        return f'<c r="{place}" s="{DAY}"><v>{value[0]}</v></c>'
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    return f'<c r="{place}"><v>{value!r}</v></c>'


CAMP = workbook(
    Kids=[
        ["Summer camp 2025"],
        [],
        ["name", "age", "paid", "born", "food"],
        ["Ada", 9, 12.5, (45000,), "vegan"],
        ["Bo", 11, None, (45001,), ""],
        [],
        ["Cy", 10, 1234.567, None, "007"],
    ],
    Empty=[],
    Staff=[["who", "sure"], ["Di", True], ["Ed", False]],
)


def test_sheets_are_rows_with_numbers_days_and_blanks() -> None:
    tables, counts = read(CAMP)
    assert list(tables) == ["Kids", "Staff"]
    assert counts == {"Kids": 3, "Staff": 2}
    assert tables["Kids"][0] == {"name": "Ada", "age": 9, "paid": 12.5, "born": "2023-03-15", "food": "vegan"}
    assert tables["Kids"][0]["born"].year == 2023
    assert [row["paid"] for row in tables["Kids"]] == [12.5, None, 1234.567]
    assert [row["food"] for row in tables["Kids"]] == ["vegan", "", "007"]
    assert [bool(row["sure"]) for row in tables["Staff"]] == [True, False]


@pytest.mark.parametrize(
    "above",
    [
        [["Accounts 2025"]],
        [["Club", "Rowers"], ["As of", (45000,)], []],
        [["Accounts", None, "page 1"]],
        [["Account", "DE12"], [], ["In Euro"]],
    ],
)
def test_what_stands_above_the_names_of_the_columns_is_no_row(above: list[list[Cell]]) -> None:
    below: list[list[Cell]] = [["day", "for", "paid"], [(45000,), "oars", 12.5], [(45001,), "paint", None]]
    rows = parse(workbook(S=[*above, *below, [(45002,), "rope", 3]]))
    assert rows[:2] == [
        {"day": "2023-03-15", "for": "oars", "paid": 12.5},
        {"day": "2023-03-16", "for": "paint", "paid": None},
    ]


def test_a_first_line_of_two_names_stays_the_header_where_most_rows_have_two_cells() -> None:
    rows = parse(workbook(S=[["name", "food"], ["Ada", "bread"], ["Bo", "rice", "a note"], ["Cy", "figs"]]))
    assert [row["food"] for row in rows] == ["bread", "rice", "figs"]


def test_a_name_that_is_merged_over_columns_begins_the_name_of_each() -> None:
    lines: list[list[Cell]] = [
        ["Sales"],
        ["region", "2024", None, "2025", None],
        [None, "paid", "open", "paid", "open"],
        ["north", 1, 2, 3, 4],
    ]
    (row,) = parse(merged_workbook(("A1:E1", "B2:C2", "D2:E2", "A2:A3"), S=lines))
    assert row == {"region": "north", "2024 paid": 1, "2024 open": 2, "2025 paid": 3, "2025 open": 4}
    names: list[list[Cell]] = [["nr", "name", None], [1, "Ada", "Byron"], [2, "Bo", "Ek"]]
    assert len(parse(merged_workbook(("B1:C1",), S=names))) == 2  # no names stand below this one


def test_a_text_that_is_merged_over_rows_is_in_each_and_an_amount_in_one() -> None:
    lines: list[list[Cell]] = [
        [],
        [None, "team", "name", "fee"],
        [None, "red", "Ada", 9],
        [None, None, "Bo", None],
        [None, "blue", "Cy", 4],
    ]
    rows = parse(merged_workbook(("B3:B4", "D3:D4"), S=lines))
    assert [row["team"] for row in rows] == ["red", "red", "blue"]
    assert [row["fee"] for row in rows] == [9, None, 4]


def test_programs_load_them(tmp_path: Path) -> None:
    (tmp_path / "camp.xlsx").write_bytes(CAMP)
    (tmp_path / "one.xlsx").write_bytes(workbook(Only=[["a", "b"], [1, 2]]))
    assert [row["who"] for row in load(str(tmp_path / "camp.xlsx"))["Staff"]] == ["Di", "Ed"]
    assert table(str(tmp_path / "camp.xlsx"), "Staff")[0]["who"] == "Di"
    assert table(str(tmp_path / "one.xlsx")) == [{"a": 1, "b": 2}]


def test_a_model_is_told_what_the_sheets_hold(tmp_path: Path) -> None:
    (tmp_path / "camp.xlsx").write_bytes(CAMP)
    told = describe("camp.xlsx", tmp_path)
    assert told.startswith("camp.xlsx: a spreadsheet, 2 sheets:\n- Kids: 3 rows, columns:")
    assert "age: int 9..11" in told


def test_a_copy_that_was_written_again_is_read_as_the_spreadsheet_is() -> None:
    file = data_file("camp.xlsx", CAMP)
    assert file is not None
    copy = file.write(file.tables)
    assert is_spreadsheet(copy)
    assert parse(copy) == parse(CAMP)
    assert [row["food"] for row in parse(copy)["Kids"]] == ["vegan", "", "007"]
    assert parse(copy)["Kids"][0]["born"].year == 2023


def test_what_is_no_spreadsheet_says_so(tmp_path: Path) -> None:
    for content in (b"PK\x03\x04 and no more", CAMP[:300], b"\xd0\xcf\x11\xe0" + b"\0" * 600):
        with pytest.raises(ValueError, match=r"^1: not read as a spreadsheet: "):
            read(content)
    (tmp_path / "broken.xlsx").write_bytes(CAMP[:300])
    assert "not read as a spreadsheet" in describe("broken.xlsx", tmp_path)
    with pytest.raises(ValueError, match=r"broken\.xlsx:1: not read"):
        load(str(tmp_path / "broken.xlsx"))


def test_one_that_unpacks_to_too_much_is_not_unpacked() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("xl/a.xml", "w") as part:
        for _ in range(257):
            part.write(b"\0" * (1 << 20))
    with pytest.raises(ValueError, match="unpacks to more than 256 MiB"):
        read(file.getvalue())


def test_a_text_that_is_named_like_a_spreadsheet_is_a_text(tmp_path: Path) -> None:
    (tmp_path / "notes.xls").write_text("Bring the keys.\n", encoding="utf-8")
    assert load(str(tmp_path / "notes.xls")) == "Bring the keys.\n"
    assert "spreadsheet" not in describe("notes.xls", tmp_path)
