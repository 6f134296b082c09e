"""Every format of an input: described, loaded where a program begins, saved again, and compared."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandora.operations.python import python
from pandora.programs.agreement import result_values
from pandora.programs.data_columns import columns_of, tables
from pandora.programs.file_description import describe
from pandora.programs.input_files import file_value
from pandora.programs.inside import delimited_tables, file_reading, program_functions
from pandora.programs.inside.file_writing import text_of
from pandora.programs.opening.loaded_variables import loaded_files
from pandora.sandbox.process import Limits
from pandora.workspace.change import Change
from pandora.workspace.operation_context import OperationContext

ROWS = [{"name": "Acer", "price": 549.5, "id": "007"}, {"name": "MSI; Thin, 15", "price": 1649, "id": "008"}]
SETTINGS = {"server": {"host": "atlas", "port": 80}, "born": "2024-01-31"}


def database(rows: list[dict[str, Any]], page: int = 4096, more: bool = False) -> bytes:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"PRAGMA page_size = {page}")
        connection.execute("CREATE TABLE laptops (name, price, id)")
        connection.executemany("INSERT INTO laptops VALUES (:name, :price, :id)", rows)
        if more:
            connection.execute("CREATE TABLE makers (name)")
            connection.execute("CREATE VIEW wide AS SELECT * FROM laptops")
        connection.commit()
        return connection.serialize()


JSON_LINES = "".join(json.dumps(row) + "\n" for row in ROWS)
XML = (
    '<?xml version="1.0"?>\n<shop xmlns="urn:x"><laptops>'
    '<laptop name="Acer"><price>549.5</price><id>007</id></laptop>\n'
    '<laptop name="MSI; Thin, 15"><price>1649</price><id>008</id></laptop></laptops></shop>'
)
CSV = 'name,price,id\nAcer,549.5,007\n"MSI; Thin, 15",1649,008\n'
YAML_ROWS = '- {name: Acer, price: 549.5, id: "007"}\n- name: MSI; Thin, 15\n  price: 1649\n  id: "008"\n'
LOG = "2025-09-14 01:00:36 INFO kept a.tar\n2025-09-14 01:01:40 ERROR no room for b.tar\n" * 2

FORMATS: dict[str, tuple[str | bytes, Any, str, str | bytes]] = {
    # name: what the file holds, its value, words of its description, the same written otherwise
    "comma.csv": (CSV, ROWS, "price: float 549.5..1649", CSV.replace("Acer", '"Acer"')),
    "semicolon.csv": (
        'name;price;id\nAcer;549,5;007\n"MSI; Thin, 15";1.649;008\n',
        ROWS, "price: float 549.5..1649",
        'name;price;id\r\nAcer;549,5;007\r\n"MSI; Thin, 15";1.649;008\r\n',
    ),
    "bar.psv": (CSV.replace(",", "|").replace("Thin|", "Thin,"), ROWS, "2 rows", ""),
    "tab.tsv": (CSV.replace(",", "\t").replace("Thin\t", "Thin,"), ROWS, "2 rows", ""),
    "a.json": (json.dumps(ROWS), ROWS, "a list of 2, each an object", json.dumps(ROWS, indent=3)),
    "a.jsonl": (JSON_LINES, ROWS, "JSON lines, a list of 2, each an object", JSON_LINES.replace(": ", ":")),
    "a.ndjson": (JSON_LINES, ROWS, "JSON lines, a list of 2, each an object", JSON_LINES + "\n"),
    "a.xml": (XML, ROWS, "XML, a list of 2, each an object", XML.replace("><", ">\n  <")),
    "a.yaml": (YAML_ROWS, ROWS, "YAML, a list of 2, each an object", json.dumps(ROWS)),
    "settings.yml": (
        "server: {host: atlas, port: 80}\nborn: 2024-01-31\n", SETTINGS, "port: int 80", json.dumps(SETTINGS)
    ),
    "a.toml": (
        'born = 2024-01-31\n[server]\nhost = "atlas"\nport = 80\n', SETTINGS, "port: int 80",
        'server = {host = "atlas", port = 80}\nborn = "2024-01-31"\n',
    ),
    "a.ini": (
        "[server]\nHost = atlas\nport: 80\n", {"server": {"Host": "atlas", "port": "80"}}, "Host: text: atlas",
        "# of a server\n[server]\nHost=atlas\nport=80\n",
    ),
    "a.sqlite": (database(ROWS), ROWS, "an SQLite database, 1 table", database(ROWS, page=8192)),
    "two.db": (
        database(ROWS, more=True), {"laptops": ROWS, "makers": []}, "laptops: 2 rows",
        database(ROWS, page=8192, more=True),
    ),
    "a.log": (LOG, None, "a log, 4 entries", LOG.rstrip()),
}  # fmt: skip
BOMB = "a: &a [x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}, *{a}, *{a}]\n" for a, b in pairwise("abcdefghijkl"))
"""YAML whose parts name one another, so that a few lines hold four million."""
UNWRITTEN = (".xml", ".sqlite", ".db", ".log")


def as_bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


def put(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(as_bytes(content))
    return path


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def context(tmp_path: Path) -> OperationContext:
    return OperationContext(tmp_path, limits=Limits(seconds=20))


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_described_begun_saved_and_compared(
    name: str, tmp_path: Path, context: OperationContext
) -> None:
    content, value, words, otherwise = FORMATS[name]
    path = put(tmp_path / name, content)
    ending = file_reading.ending_of(name)
    value = program_functions.log(name) if ending == ".log" else value

    assert file_value(path) == value
    assert words in describe(name, tmp_path)
    rows = [found for _, found in tables([name], tmp_path)]
    assert rows == ([value] if isinstance(value, list) else [])
    assert columns_of(path) or ending == ".log"

    (loaded,) = loaded_files((name,), tmp_path)
    variable, line = loaded.name, loaded.line
    done = python({"code": f"{line}\nimport json\nprint(json.dumps({variable}))"}, context)
    assert (done.ok, json.loads(done.text)) == (True, value), done.text

    if ending in UNWRITTEN:
        with pytest.raises(ValueError, match=rf"out{ending}.*save"):
            program_functions.save(value, f"out{ending}")
        assert not os.path.exists(f"out{ending}")
    else:
        program_functions.save(value, f"new/out{ending}")
        assert program_functions.load(f"new/out{ending}") == value

    first = as_bytes(content)
    other = first.replace(b"atlas", b"titan").replace(b"a.tar", b"c.tar").replace(b"Acer", b"HPxx")
    key = result_values("", None, [Change(name, "", first)])
    assert result_values("", None, [Change(name, "", as_bytes(otherwise or content))]) == key
    assert result_values("", None, [Change(name, "", other)]) != key


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("a.json", "[1,\n2\n", 3),
        ("a.jsonl", '{"a": 1}\n{"a":\n', 2),
        ("a.xml", "<a>\n<b></a>\n", 2),
        ("bomb.xml", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 1),
        ("deep.xml", "<a>" * 1000, 1),
        ("a.toml", "a = 1\nb = \n", 2),
        ("a.yaml", "a: 1\nb: [1\n", 3),
        ("bomb.yaml", BOMB, 1),
        ("month.yaml", "a: !!timestamp 2024-13-01\n", 1),
        ("a.ini", "a = 1\n", 1),
        ("b.ini", "[a]\nb\n  c\n", 1),
        ("a.csv", "a,b\n" + "x" * 200_000 + ",1\n", 2),
        ("a.sqlite", b"SQLite format 3\0" + b"\1" * 4000, 1),
    ],
)  # fmt: skip
def test_what_no_parser_takes_is_told_in_one_line_with_its_place(
    name: str, content: str | bytes, line: int, tmp_path: Path, context: OperationContext
) -> None:
    path = put(tmp_path / name, content)
    with pytest.raises(ValueError, match=rf"{name}:{line}: [^\n]+\Z"):
        file_value(path)
    assert f"(line {line}: " in describe(name, tmp_path).splitlines()[0]
    with pytest.raises(ValueError, match=rf"{name}:{line}: [^\n]+\Z"):
        program_functions.load(name)


def test_a_broken_byte_does_not_change_the_other_letters(tmp_path: Path) -> None:
    put(tmp_path / "a.csv", "name,city\nJosé,Málaga\nZoë,Köln\n".encode() + b"Ren\xe9,Paris\n")
    assert [row["name"] for row in program_functions.table("a.csv")] == ["José", "Zoë", "Ren\ufffd"]
    assert file_value(tmp_path / "a.csv") == program_functions.table("a.csv")
    put(tmp_path / "b.csv", "name,city\nJosé,Málaga\n".encode("cp1252"))
    assert program_functions.table("b.csv") == [{"name": "José", "city": "Málaga"}]


def test_a_database_is_not_changed_by_reading_it_and_a_table_of_it_is_named(tmp_path: Path) -> None:
    path = put(tmp_path / "a.db", database(ROWS, more=True))
    assert program_functions.table("a.db", "laptops") == ROWS
    with pytest.raises(ValueError, match=r"table\('a\.db', 'laptops'\)"):
        program_functions.table("a.db")
    assert os.listdir(tmp_path) == ["a.db"]
    assert path.read_bytes() == database(ROWS, more=True)


def test_elements_nest_and_what_repeats_is_a_list(tmp_path: Path) -> None:
    put(
        tmp_path / "a.xml",
        "<shop open='yes'><owner>Ann</owner>"
        "<item n='1'><tag>a</tag><tag>b</tag>told</item><item><tag>c</tag></item></shop>",
    )
    items = [{"n": 1, "tag": ["a", "b"], "text": "told"}, {"n": None, "tag": "c", "text": None}]
    assert program_functions.load("a.xml") == {"open": "yes", "owner": "Ann", "item": items}
    assert program_functions.table("a.xml") == items


@pytest.mark.parametrize(
    ("value", "path"),
    [
        (ROWS, "a.txt"),
        ({"a": 1}, "a.md"),
        ([("a", 1)], "a.txt"),
        ({"a": 1}, "a.csv"),
        (["a", "b"], "a.csv"),
        ([{"a": [1]}], "a.tsv"),
        ([{"a": {"b": 1}}], "a.csv"),
        (ROWS, "a.toml"),
        ({"a": None}, "a.toml"),
        (ROWS, "a.xlsx.xml"),
        ("text", "a.sqlite"),
    ],
)
def test_what_has_no_form_in_a_file_is_refused_and_nothing_is_written(value: object, path: str) -> None:
    with pytest.raises(ValueError, match=rf"{path}: .*\b(?:save|leave|make)\b"):
        program_functions.save(value, f"new/{path}")
    assert os.listdir(".") == []


def test_a_value_that_json_cannot_hold_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    put(tmp_path / "a.json", "[1]")
    with pytest.raises(TypeError):
        program_functions.save([{"a": object()}], "a.json")
    assert (tmp_path / "a.json").read_text() == "[1]"


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["1.234,56", "7"], [1234.56, 7]),
        (["1 234,56", "-0,5"], [1234.56, -0.5]),
        (["1\u202f234,5", ""], [1234.5, None]),
        (["1.234", "2,5"], [1234, 2.5]),
        (["1.234", "5.678"], [1.234, 5.678]),
        (["1,234", "5,678"], ["1,234", "5,678"]),
        (["1.234.567", "2"], ["1.234.567", "2"]),
        (["007,5", "2,5"], ["007,5", "2,5"]),
        (["2,5", "2.5"], ["2,5", "2.5"]),
        (["2,5", "x"], ["2,5", "x"]),
        (["1 234", "5 678"], ["1 234", "5 678"]),
    ],
)
def test_european_numbers_are_numbers_where_the_column_shows_it(cells: list[str], expected: list[Any]) -> None:
    rows = delimited_tables.parse("k;v\n" + "".join(f"x;{cell}\n" for cell in cells))
    assert [row["v"] for row in rows] == expected


def test_where_commas_divide_a_comma_in_quotes_is_no_decimal_point() -> None:
    assert delimited_tables.parse('k,v\nx,"1,5"\n') == [{"k": "x", "v": "1,5"}]
    assert delimited_tables.parse('k,v\nx,"1.234,56"\n') == [{"k": "x", "v": 1234.56}]


@given(st.lists(st.decimals(-(10**9), 10**9, places=2), min_size=1))
def test_numbers_written_the_european_way_are_those_numbers(numbers: list[Any]) -> None:
    european = [f"{number:,.2f}".translate(str.maketrans(",.", ".,")) for number in numbers]
    rows = delimited_tables.parse("k;v\n" + "".join(f"x;{cell}\n" for cell in european))
    assert [row["v"] for row in rows] == [float(number) for number in numbers]


_CELL = st.text(st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters="\ufeff"), max_size=12)
_NAME = _CELL.map(str.strip).filter(lambda text: bool(text) and not text[0].isdigit())


@st.composite
def _tables(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Rows as a table's file can hold them: a column has texts or numbers, and blanks are None or ""."""
    names = draw(st.lists(_NAME, min_size=1, max_size=5, unique=True))
    count = draw(st.integers(1, 8))
    columns = []
    for _ in names:
        number = draw(st.booleans())
        kind = st.integers(-(10**12), 10**12) if number else _CELL.map(lambda text: f"t{text}t")
        columns.append(draw(st.lists(kind, min_size=count, max_size=count)))
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


@settings(max_examples=200)
@given(_tables(), st.sampled_from([".csv", ".tsv", ".psv"]))
def test_rows_that_are_saved_as_a_table_are_read_again(rows: list[dict[str, Any]], ending: str) -> None:
    assert delimited_tables.parse(text_of(rows, f"a{ending}"), ending) == rows


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(_JSON, max_size=5))
def test_values_that_are_saved_as_json_lines_are_read_again(parts: list[Any]) -> None:
    assert file_reading.parse("JSON lines", text_of(parts, "a.jsonl")) == parts
