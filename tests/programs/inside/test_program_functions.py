from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pandora.programs.inside import delimited_tables, program_functions
from pandora.programs.inside.numerals import number
from pandora.programs.inside.program_functions import (
    files,
    lines,
    load,
    move,
    open_file,
    save,
    sum_of_given,
    table,
    text,
    totals,
    words,
)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def put(path: str, content: str | bytes) -> str:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_a_table_is_read_whatever_divides_it(delimiter: str) -> None:
    content = "name,price\nMSI Thin,649\nAcer,549\n".replace(",", delimiter)
    assert table(put("t.csv", content)) == [{"name": "MSI Thin", "price": 649}, {"name": "Acer", "price": 549}]


def test_a_semicolon_table_may_hold_commas_and_quotes_hold_anything() -> None:
    assert table(put("t.csv", "a;b\nx, y;1,5\n")) == [{"a": "x, y", "b": 1.5}]
    rows = table(put("q.csv", 'a,b\n"x, ""y""\nz",2\n'))
    assert rows == [{"a": 'x, "y"\nz', "b": 2}]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["1", "20", "-3"], [1, 20, -3]),
        (["1", "", "3"], [1, None, 3]),
        (["1.5", "2", "-0.25"], [1.5, 2, -0.25]),
        (["007", "1"], ["007", "1"]),
        (["1", "x"], ["1", "x"]),
        (["1,000", "2"], [1000, 2]),
        (["1,000", "2,000"], ["1,000", "2,000"]),
        (["true", "False"], ["true", "False"]),
        (["", "a"], ["", "a"]),
        (["nan", "1"], [None, 1]),
        (["+1", "2"], ["+1", "2"]),
        (["1e5", "2"], ["1e5", "2"]),
        (["1.5e3", "2"], [1500.0, 2]),
        (["٣", "2"], ["٣", "2"]),
        (["0", "0.0"], [0, 0.0]),
        (["9" * 5000, "1"], ["9" * 5000, "1"]),
    ],
)
def test_a_column_is_numbers_only_if_all_of_it_is(values: list[str], expected: list[object]) -> None:
    rows = table(put("t.tsv", "k\tv\n" + "".join(f"x\t{value}\n" for value in values)))
    assert [row["v"] for row in rows] == expected
    assert [isinstance(row["v"], float) for row in rows] == [isinstance(value, float) for value in expected]
    assert [isinstance(row["v"], str) for row in rows] == [isinstance(value, str) for value in expected]


def test_odd_tables_lose_nothing() -> None:
    assert table(put("bom.csv", "\ufeffa,b\r\n1,2\r\n")) == [{"a": 1, "b": 2}]
    assert table(put("ragged.csv", "a,,a\n1\n2,3,4,5\n\n")) == [
        {"a": 1, "column_2": None, "a_2": None, "column_4": None},
        {"a": 2, "column_2": 3, "a_2": 4, "column_4": 5},
    ]
    assert table(put("one.csv", "name\nx\ny\n")) == [{"name": "x"}, {"name": "y"}]
    assert table(put("empty.csv", "")) == []
    assert table(put("head.csv", "a,b\n")) == []
    assert table(put("latin.csv", "a,b\ncaf\xe9,1\n".encode("latin-1")))[0]["a"] == "café"
    assert table(put("wide.csv", "a, b\nx,  y \n")) == [{"a": "x", "b": "y"}]


def test_a_table_may_have_many_columns_of_one_name() -> None:
    names = [*["a"] * 50_000, "a_2", "", *["b"] * 50_000]
    (row,) = delimited_tables.parse(",".join(names) + "\n" + ",".join(map(str, range(len(names)))) + "\n")
    assert list(row.values()) == list(range(100_002))
    assert [row["a"], row["a_2"], row["column_50002"], row["b_50000"]] == [0, 1, 50_001, 100_001]


def test_tables_of_json() -> None:
    rows = [{"a": True, "b": "01"}, {"a": 2}]
    assert table(put("l.json", json.dumps(rows))) == rows
    assert table(put("o.json", json.dumps({"rows": rows, "n": 2}))) == rows
    assert table(put("l.jsonl", "\n".join(map(json.dumps, rows)) + "\n\n")) == rows
    with pytest.raises(ValueError, match="use load"):
        table(put("d.json", '{"a": 1}'))
    with pytest.raises(ValueError, match=r"bad\.jsonl:2: not JSON"):
        table(put("bad.jsonl", "{}\n{\n"))


def test_load_goes_by_the_kind_of_file() -> None:
    assert load(put("a.json", '{"x": [1]}')) == {"x": [1]}
    assert load(put("a.jsonl", "1\n2\n")) == [1, 2]
    assert load(put("a.csv", "x\n1\n")) == [{"x": 1}]
    assert load(put("a.txt", "x\r\n1")) == "x\n1"
    with pytest.raises(ValueError, match=r"bad\.json:2: not JSON"):
        load(put("bad.json", "{\n"))


def test_text_lines_and_words() -> None:
    path = put("t.txt", "Don't WARRANTY, warranty's\nself-made _x_ 3.5 café\n")
    assert text(path).startswith("Don't")
    assert lines(path) == ["Don't WARRANTY, warranty's", "self-made _x_ 3.5 café"]
    assert words(path) == ["don't", "warranty", "warranty's", "self", "made", "x", "3", "5", "café"]
    assert text(put("u16.txt", "hé".encode("utf-16"))) == "hé"


def test_files_match_and_are_sorted() -> None:
    for path in ("b.json", "data/a.json", "data/deep/c.json", "x.csv", ".hidden/h.json"):
        put(path, "")
    assert files("*.json") == ["b.json"]
    assert files("data/*.json") == ["data/a.json"]
    assert files("**/*.json") == ["b.json", "data/a.json", "data/deep/c.json"]
    assert files("data") == ["data/a.json", "data/deep/c.json"]
    assert files("c.json") == ["data/deep/c.json"]
    assert files("*.py") == []
    Path("data/d [1].json").write_text("[]", encoding="utf-8")
    assert files("data/d [1].json") == ["data/d [1].json"]
    Path("data/d [1].json").unlink()
    assert files("X.CSV") == files("*.Csv") == ["x.csv"]
    assert files() == ["b.json", "data/a.json", "data/deep/c.json", "x.csv"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("8,665,550 (July 2015 est.)", 8665550),
        ("83,871 sq km", 83871),
        ("$1,299.99", 1299.99),
        ("-$5", -5),
        ("$-5", -5),
        ("− 3 %", -3),
        ("  42  ", 42),
        ("12.5%", 12.5),
        ("price: 7", 7),
        ("2010-2015", 2010),
        ("COVID-19", 19),
        ("km2", 2),
        ("Q3 of 2020", 2020),
        ("$1.5 billion (2015)", 1500000000),
        ("2 million", 2000000),
        ("0.0000015 million", 1.5),
        ("1 234 567", 1234567),
        ("1\u202f234", 1234),
        ("1'234", 1234),
        ("1.234.567", 1234567),
        ("3,5", 3.5),
        ("1.234,56 €", 1234.56),
        ("items 3,5 and 7", 3),
        ("12 345 people", 12),
        ("1,2345", 1),
        ("12,50 EUR", 12.5),
        ("EUR 1.234,56", 1234.56),
        ("Net: 1.234,56 zł (2 items)", 1234.56),
        ("12,50 EUR (15.01.)", 12.5),
        ("1 234,56 zł", 1234.56),
        ("1’250.50", 1250.5),
        ("-1,5 °C", -1.5),
        ("0,75 l", 0.75),
        ("12,5 km2", 12.5),
        ("1.234 €", 1234),
        ("1.799 €/l", 1.799),
        ("$1.125 million", 1125000),
        ("1,5 Mio. €", 1500000),
        ("2,5 Milliarden", 2500000000),
        ("3 mil millones", 3000000000),
        ("2 millimetres", 2),
        ("1.5k", 1500),
        ("$1.5M", 1500000),
        ("20K €", 20000),
        ("300 K", 300),
        ("(1,200.00)", -1200.0),
        ("$(5)", -5),
        ("1.234,56-", -1234.56),
        ("(12)", 12),
        ("(3.5 km)", 3.5),
        ("12.-", 12),
        (".5", 0.5),
        ("3.0", 3.0),
        ("1e3", 1000.0),
        ("007", 7),
        ("3.", 3),
        ("1" * 40, int("1" * 40)),
        (5, 5),
        (2.5, 2.5),
    ],
)
def test_number_takes_the_first_number(value: object, expected: float) -> None:
    assert number(value) == expected
    assert type(number(value)) is type(expected)


@pytest.mark.parametrize("value", ["", "none", None, True, "-", "$", [1], "½"])
def test_where_there_is_no_number_it_says_so(value: object) -> None:
    with pytest.raises(ValueError, match="no number in"):
        number(value)


def test_a_file_that_is_no_table_says_where() -> None:
    with pytest.raises(ValueError, match="2: not a table"):
        delimited_tables.parse("a,b\n" + "x" * 200_000 + ",1\n")


def test_rows_that_were_saved_before_are_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [{"cafe": "Oda", "stars": 4}]
    program_functions.save(rows, "made.json")
    program_functions.save([*rows, {"cafe": "Luna", "stars": 5}], "made.json")
    program_functions.save([{"cafe": "Bo", "stars": 3}], "other.json")
    with pytest.raises(ValueError, match="save that once, behind the loop"):
        program_functions.save([{"cafe": "Bo", "stars": 3}], "made.json")


def test_a_number_is_saved_as_it_is_written(tmp_path: Path) -> None:
    source = "id,amount\n007,12.50\n008,3.0\n009,\n010,1.25\n"
    (tmp_path / "a.csv").write_text(source)
    rows = program_functions.table(str(tmp_path / "a.csv"))
    assert [row["amount"] for row in rows] == [12.5, 3.0, None, 1.25]
    assert f"{rows[0]['amount']} {json.dumps(rows[0]['amount'])}" == "12.5 12.5"
    program_functions.save(rows, str(tmp_path / "b.csv"))
    assert (tmp_path / "b.csv").read_text() == source


def test_a_file_is_moved_into_a_folder_that_is_made_and_never_over_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(name, "utf-8")
    assert move("a.txt", "2021/a.txt") == "2021/a.txt"
    assert move("b.txt", "2021/") == os.path.join("2021/", "b.txt")
    assert move("2021/b.txt", "2021/b.txt") == "2021/b.txt"
    assert move("2021/b.txt", "2024-07") == os.path.join("2024-07", "b.txt")
    (tmp_path / "a.txt").write_text("other", "utf-8")
    with pytest.raises(ValueError, match="another file is there"):
        move("a.txt", "2021")
    assert (tmp_path / "2021/a.txt").read_text("utf-8") == "a.txt"


def test_a_table_is_written_like_an_amount(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save([{"service": "Accueil", "total": 1131.2, "n": 3}], "totaux.csv", like="1234,50")
    assert Path("totaux.csv").read_text(encoding="utf-8") == "service;total;n\nAccueil;1131,20;3\n"


def test_what_fills_in_gaps_and_an_object_in_a_list_are_saved_as_what_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bill.txt").write_text("Net: ??? EUR\n", encoding="utf-8")
    save("bill.txt", [{"Net: ??? EUR": 8}])  # type: ignore[arg-type]
    assert Path("bill.txt").read_text(encoding="utf-8") == "Net: 8 EUR\n"
    with pytest.raises(ValueError, match="cannot hold"):
        save({"Gross: ???": 8}, "bill.txt")
    Path("a.json").write_text('{"a": 1, "b": null}', encoding="utf-8")
    save([{"a": 1, "b": 2}], "a.json")
    assert load("a.json") == {"a": 1, "b": 2}
    save([{"c": 1}], "a.json")
    assert load("a.json") == [{"c": 1}]
    save(["one\ntwo\n"], "note.txt")
    assert Path("note.txt").read_text(encoding="utf-8") == "one\ntwo\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_file_that_is_written_over_keeps_its_encoding_and_the_ends_of_its_lines(
    encoding: str, newline: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.csv"
    source = f"Name;Betrag{newline}Müller;1,00{newline}Böhm;2,00{newline}".encode(encoding)
    path.write_bytes(source)
    rows = program_functions.table(str(path))
    program_functions.save(rows, str(path))
    assert path.read_bytes() == source
    program_functions.save([{"Name": "Łódź"}], str(path))  # no letters of Windows' Western encoding
    assert program_functions.table(str(path)) == [{"Name": "Łódź"}]


def test_a_sum_is_written_without_noise_with_a_decimal_comma(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("n;amount\na;102,10\nb;88,30\nc;54,20\nd;77,70\ne;69,90\n", encoding="utf-8")
    rows = program_functions.table(str(path))
    rows.append({"n": "sum", "amount": sum(row["amount"] for row in rows)})
    program_functions.save(rows, str(path))
    assert path.read_text(encoding="utf-8").endswith("\nsum;392,20\n")


def test_a_file_that_is_moved_into_its_own_folder_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for path in ("slips/a.txt", "b.txt"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(path, encoding="utf-8")
    assert move("slips/a.txt", "slips/slips/a.txt") == "slips/a.txt"
    assert move("slips/a.txt", "slips/slips/") == "slips/a.txt"
    assert move("b.txt", "") == "b.txt"
    assert not (tmp_path / "slips" / "slips").exists()
    (tmp_path / "slips" / "slips").mkdir()
    assert move("slips/a.txt", "slips/slips/a.txt") == "slips/slips/a.txt"


def test_the_folder_of_a_file_that_is_written_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with open_file("letters/new/a.txt", "w", encoding="utf-8") as file:
        file.write("Dear A")
    with open_file("letters/new/a.txt") as file:
        assert file.read() == "Dear A"
    with pytest.raises(FileNotFoundError):
        open_file("none/b.txt")
    assert not (tmp_path / "none").exists()


def test_a_copy_lies_where_a_move_would_put_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("a", "utf-8")
    assert program_functions.copy("a.txt", "usb/") == os.path.join("usb", "a.txt")
    assert program_functions.copy("a.txt", "usb/b.txt") == os.path.join("usb", "b.txt")
    assert [path.read_text("utf-8") for path in (tmp_path / "a.txt", tmp_path / "usb/b.txt")] == ["a", "a"]
    with pytest.raises(ValueError, match="a file is there"):
        program_functions.copy("a.txt", "usb/b.txt")


def test_a_new_table_is_written_as_those_that_were_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(program_functions, "_csv_read", {})
    source = "day;who;amount\n01.10.2025;Sol;2.310,75\n07.10.2025;Vega;415,20\n"
    (tmp_path / "bills.csv").write_text(source, encoding="utf-8")
    rows = program_functions.table("bills.csv")
    program_functions.save([row for row in rows if row["who"] == "Sol"], "sol.csv")
    assert (tmp_path / "sol.csv").read_text() == "day;who;amount\n01.10.2025;Sol;2.310,75\n"
    made = [{"who": "Sol", "sum": 3700.0, "share": 0.8125, "count": 2}]
    program_functions.save(made, "sums.csv")
    assert (tmp_path / "sums.csv").read_text() == "who;sum;share;count\nSol;3700,00;0,8125;2\n"
    assert program_functions.table("sums.csv")[0]["sum"] == 3700
    program_functions.save(made, "sums.json")
    assert '"sum": 3700.0' in (tmp_path / "sums.json").read_text()
    (tmp_path / "points.csv").write_text("a;b\n1;2.5\n", encoding="utf-8")
    program_functions.table("points.csv")
    program_functions.save(made, "points2.csv")
    assert (tmp_path / "points2.csv").read_text() == "who;sum;share;count\nSol;3700.0;0.8125;2\n"
    (tmp_path / "b.csv").write_text("a,b\n1,2.5\n", encoding="utf-8")
    program_functions.table("b.csv")
    program_functions.save(made, "both.csv")
    assert (tmp_path / "both.csv").read_text() == "who,sum,share,count\nSol,3700.0,0.8125,2\n"


def test_totals_are_pairs_and_what_else_a_program_takes_them_for() -> None:
    rows = [{"bed": "A", "g": 2}, {"bed": "B", "g": 3}, {"bed": "A", "g": 4}]
    found = totals(rows, "bed", "g")
    assert found == [("A", 6), ("B", 3)]
    assert (found[0], found["B"], found.get("C", 0)) == (("A", 6), 3, 0)
    assert (found.keys(), found.values(), found.items()) == (["A", "B"], [6, 3], [("A", 6), ("B", 3)])
    assert found.most_common(1) == [("A", 6)]
    assert sum_of_given(found) == 9
    with pytest.raises(KeyError):
        found["C"]
