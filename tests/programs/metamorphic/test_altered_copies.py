from __future__ import annotations

import json
from dataclasses import replace

import pytest

from pandora.programs.input_files import parse_content
from pandora.programs.metamorphic.altered_copies import UNREADABLE, DataFile, data_file
from tests.programs.planted_mutants import FILES


def read(path: str, content: bytes) -> DataFile:
    file = data_file(path, content)
    assert file is not None
    return file


@pytest.mark.parametrize("path", [path for path in FILES if path != "server.log"])
def test_a_file_written_again_holds_the_same_and_rows_can_be_turned(path: str) -> None:
    file = read(path, FILES[path])
    value = parse_content(path, FILES[path])
    assert parse_content(path, file.write(file.tables)) == value
    turned = parse_content(path, file.write({name: rows[::-1] for name, rows in file.tables.items()}))
    if isinstance(value, list):
        assert turned == value[::-1]
    else:
        assert turned == {name: rows[::-1] for name, rows in value.items()}


@pytest.mark.parametrize(
    "path", ["bestellungen.csv", "library.xml", "konten.yaml", "personnel.json", "shop.sqlite"]
)
def test_one_cell_is_altered_and_the_others_stay(path: str) -> None:
    file = read(path, FILES[path])
    name, rows = next(iter(file.tables.items()))
    column = list(rows[0].cells)[1]
    other = {**file.tables, name: [rows[0].altered(column, "Quince"), *rows[1:]]}
    again = read(path, file.write(other))
    cells = [dict(row.cells) for row in again.tables[name]]
    assert cells == [{**rows[0].cells, column: "Quince"}, *(row.cells for row in rows[1:])]


def test_what_stands_around_the_rows_stays() -> None:
    table = read("a.csv", b'# prices\r\nname,price\r\nfig,4\r\n"plum,\n small",2\r\n')
    assert table.write({"": table.tables[""][::-1]}) == (
        b'# prices\r\nname,price\r\n"plum,\r\n small",2\r\nfig,4\r\n'
    )
    listed = read(
        "a.yaml",
        b"# stock\nshop: Rome\nitems:\n  - name: fig  # ripe\n    price: 4\n  - name: plum\nopen: yes\n",
    )
    assert listed.write({"": listed.tables[""][:1]}) == (
        b"# stock\nshop: Rome\nitems:\n  - name: fig  # ripe\n    price: 4\nopen: yes\n"
    )


def test_a_line_that_goes_on_stays_with_its_line_of_a_log() -> None:
    log = b"".join(b"2025-09-14 01:00:3%d ERROR db: %d\n  at x\n" % (n, n) for n in range(3))
    log += b"".join(b"2025-09-14 02:00:%d INFO fine\n" % n for n in range(10, 60))
    rows = read("a.log", log).tables[""]
    assert (len(rows), rows[0].cells["message"]) == (53, "db: 0\n  at x")


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("a.txt", b"Dear all,\n\nwe meet on Monday at noon.\nBring a chair.\n"),
        ("a.py", b"a = 1\nb = 2\nc = 3\n"),
        ("a.json", b'{"a": 1, "b": {"c": 2}}'),
        ("a.csv", b""),
        ("a.xml", b"<a><b>1</b><c>2</c></a>"),
        ("a.png", b"\x89PNG\0\0\0"),
        ("a.json", b"[1, 2"),
    ],
)
def test_what_has_no_rows_is_not_altered(path: str, content: bytes) -> None:
    assert data_file(path, content) is None


def test_of_many_rows_some_are_taken() -> None:
    content = b"n,kind\n" + b"".join(b"%d,%s\n" % (n, b"ab"[n % 2 :][:1]) for n in range(50_001))
    file = read("a.csv", content)
    assert (file.sampled, len(file.tables[""])) == (True, 16_667)
    assert [row.cells["n"] for row in file.tables[""][:3]] == ["0", "3", "6"]


def test_a_cell_that_a_row_lacks_can_be_set() -> None:
    file = read("a.xml", b"<r><i><a>1</a></i><i><a>2</a><b>x</b></i></r>")
    first, second = file.tables[""]
    again = read("a.xml", file.write({"": [first.altered("b", "y"), second]}))
    assert [row.cells for row in again.tables[""]] == [{"a": "1", "b": "y"}, {"a": "2", "b": "x"}]


def test_rows_inside_rows_are_the_ones_that_are_altered() -> None:
    meet = (
        b'<meet><clubs><club id="c1"/><club id="c2"/></clubs>'
        b'<event title="50 m"><swim by="Ann" club="c1"/><swim by="Bo" club="c2"/></event>'
        b'<event title="100 m"><swim by="Cy" club="c1"/></event></meet>'
    )
    file = read("meet.xml", meet)
    assert {name: len(rows) for name, rows in file.tables.items()} == {"club": 2, "swim": 3}
    first, second, third = file.tables["swim"]
    assert first.cells == {"title": "50 m", "by": "Ann", "club": "c1"}
    written = file.write({**file.tables, "swim": [third, second, first.altered("by", "Al")]})
    assert [row.cells["by"] for row in read("meet.xml", written).tables["swim"]] == ["Bo", "Al", "Cy"]
    assert file.write(file.tables) == file.write(file.tables)


def test_rows_in_a_column_of_json_are_the_ones_that_are_altered() -> None:
    file = read(
        "a.json", b'{"on": 1, "events": [{"t": "a", "swims": [{"n": 1}, {"n": 2}]}, {"t": "b", "swims": []}]}'
    )
    one, two = file.tables["events"]
    assert [one.cells, two.cells] == [{"t": "a", "n": 1}, {"t": "a", "n": 2}]
    written = json.loads(file.write({"events": [two, two, one.altered("n", 9)]}))
    assert written["events"][0] == {"t": "a", "swims": [{"n": 2}, {"n": 2}, {"n": 9}]}
    assert (written["on"], written["events"][1]) == (1, {"t": "b", "swims": []})


def test_a_table_in_a_markdown_text_is_altered_in_its_place() -> None:
    text = "# Stalls\n\n| name | metres |\n|---|---|\n| Ann | 3 |\n| Bo \\| Co | 2 |\n\nBo is near the door.\n"
    file = data_file("stalls.md", text.encode())
    assert file is not None
    (records,) = file.tables.values()
    assert file.write({"": records}) == text.encode()
    turned = file.write({"": list(reversed(records))}).decode().splitlines()
    assert turned[4:6] == ["| Bo \\| Co | 2 |", "| Ann | 3 |"]
    other = replace(records[0], cells={**records[0].cells, "metres": 9})
    assert "| Ann | 9 |\n| Bo" in file.write({"": [other, records[1]]}).decode()


@pytest.mark.parametrize(
    ("content", "kept"),
    [
        ("day;x\n03/04/2025;a\n15/04/2025;b\n", [0]),
        ("km;x\n1.250;a\n89,5;b\n2.100;c\n", [0, 2]),
        ("fee;x\n1.250,00 €;a\n45,50 €;b\n", [1]),
        ("day;x\n03.04.25 08:00;a\n15.04.25 09:30;b\n", [0]),
        ("share,x\n12.5 %,a\n1.250 %,b\n", [1]),
    ],
)
def test_a_cell_is_the_same_to_a_program_when_other_rows_are_gone(content: str, kept: list[int]) -> None:
    file = read("a.csv", content.encode())
    rows = parse_content("a.csv", content.encode())
    some = parse_content("a.csv", file.write({"": [file.tables[""][at] for at in kept]}))
    assert [[*row.values()] for row in some] == [[*rows[at].values()] for at in kept]
    assert [isinstance(cell, str) for cell in some[0].values()] == [
        isinstance(cell, str) for cell in rows[0].values()
    ]


def test_a_zero_among_amounts_with_a_currency_is_one() -> None:
    file = read("a.csv", b"who;fee\nAda;1.250,00 \xe2\x82\xac\nBo;\nCy;12,50 \xe2\x82\xac\n")
    rows = file.tables[""]
    filled = parse_content("a.csv", file.write({"": [rows[0], rows[1].altered("fee", "0"), rows[2]]}))
    assert [row["fee"] for row in filled] == [1250, 0, 12.5]


def test_rows_that_would_be_read_as_something_else_are_not_written() -> None:
    content = "at,celsius\n" + "".join(f"{at},{at / 2}\n" for at in range(1, 10)) + "11,ERR\n"
    file = read("a.csv", content.encode())
    rows = file.tables[""]
    assert file.write({"": rows[::-1]})
    assert file.write({"": rows[6:]}) == UNREADABLE


def test_what_stands_above_the_header_stays_there() -> None:
    content = b"Export 2025\n\nname;price;town\nfig;4;Rome\nplum;2;Oslo\n"
    file = read("a.csv", content)
    assert file.tables[""][0].cells == {"name": "fig", "price": "4", "town": "Rome"}
    turned = file.write({"": file.tables[""][::-1]})
    assert turned == b"Export 2025\n\nname;price;town\nplum;2;Oslo\nfig;4;Rome\n"


def test_a_cell_of_the_row_that_holds_others_is_altered_there() -> None:
    orders = [
        {"id": 1, "status": "paid", "items": [{"sku": "A", "qty": 2}, {"sku": "B", "qty": 1}]},
        {"id": 2, "status": "cancelled", "items": [{"sku": "A", "qty": 4}]},
        {"id": 3, "status": "paid", "items": []},
    ]
    file = read("a.json", json.dumps(orders).encode())
    rows = file.tables[""]
    assert json.loads(file.write(file.tables)) == orders
    altered = json.loads(file.write({"": [row.altered("status", "open") for row in rows]}))
    assert [(order["status"], len(order["items"])) for order in altered] == [
        ("open", 2),
        ("open", 1),
        ("paid", 0),
    ]
    apart = json.loads(file.write({"": [rows[0].altered("status", "open"), rows[1].altered("qty", 7)]}))
    assert [(order["status"], order["items"]) for order in apart[:2]] == [
        ("open", [{"sku": "A", "qty": 2}]),
        ("paid", [{"sku": "B", "qty": 7}]),
    ]


def test_a_table_without_a_header_is_written_without_one() -> None:
    content = b"2025-01-03,12.50,bread\n2025-01-04,3.20,milk\n2025-01-05,1.00,tea\n"
    file = read("a.csv", content)
    rows = file.tables[""]
    assert [row.cells["column_3"] for row in rows] == ["bread", "milk", "tea"]
    assert file.write({"": rows}) == content
    assert file.write({"": rows[:0:-1]}) == b"2025-01-05,1.00,tea\n2025-01-04,3.20,milk\n"
    assert file.write({"": rows[:1]}) == UNREADABLE
