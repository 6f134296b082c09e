from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.programs.data_columns import tables
from pandora.programs.inside.nested_rows import flat_rows, nested_column
from pandora.programs.inside.program_functions import table
from pandora.programs.inside.sql_query import query
from pandora.programs.opening.loaded_variables import loaded_files

INVOICES = [
    {"no": 1, "to": "Ann", "lines": [{"what": "pear", "euros": 2}, {"what": "plum", "euros": 3}]},
    {"no": 2, "to": "Bob", "lines": [{"what": "fig", "euros": 5}]},
    {"no": 3, "to": "Cem", "lines": []},
]
FLAT = [
    {"no": 1, "to": "Ann", "what": "pear", "euros": 2},
    {"no": 1, "to": "Ann", "what": "plum", "euros": 3},
    {"no": 2, "to": "Bob", "what": "fig", "euros": 5},
]
RACES = """<meet><teams><team id="t1" name="Otters"/><team id="t2" name="Terns"/></teams>
<race title="50 m"><swim name="Ada" team="t2"/><swim name="Bea" team="t1"/></race>
<race title="100 m"><swim name="Cat" team="t1"/></race></meet>"""


def test_each_inner_row_has_the_cells_of_the_row_that_holds_it() -> None:
    assert nested_column(INVOICES) == "lines"
    assert flat_rows(INVOICES, "lines") == FLAT


@pytest.mark.parametrize(
    "rows",
    [
        [{"a": 1}],
        [{"a": [1, 2]}],
        [{"a": [{"b": 1}], "c": [{"d": 1}]}],
        [{"a": [{"b": 1}]}, {"a": "none"}],
        [{"a": {"b": 1}}],
    ],
)
def test_rows_without_rows_or_with_several_kinds_of_them_stay_as_they_are(
    rows: list[dict[str, object]],
) -> None:
    assert not nested_column(rows)


def test_a_column_of_both_keeps_the_name_of_the_inner_one() -> None:
    rows = [{"name": "Ann", "pets": [{"name": "Rex"}]}]
    assert flat_rows(rows, "pets") == [{"outer name": "Ann", "name": "Rex"}]


def test_what_a_key_refers_to_comes_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "meet.xml").write_text(RACES, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    rows = table("meet.xml", "swim")
    assert rows[0] == {"title": "50 m", "name": "Ada", "team": "t2", "team name": "Terns"}
    assert [row["title"] for row in rows] == ["50 m", "50 m", "100 m"]
    assert [rows for _, rows in tables(["meet.xml"], tmp_path)] == [rows]


def test_a_cell_that_is_a_list_refers_to_nothing() -> None:
    whole = {"tag": [{"id": "a", "name": "x"}, {"id": "b", "name": "y"}]}
    rows = [{"lines": [{"tag": "a"}, {"tag": ["b"]}, {"tag": "b"}]}]
    assert flat_rows(rows, "lines", whole)[1] == {"tag": ["b"], "tag name": None}


def test_a_program_begins_with_the_inner_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.json").write_text(json.dumps({"firm": "Low", "invoices": INVOICES}), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (variable,) = loaded_files(("a.json",), tmp_path, flat=True)
    assert variable.call == 'table("a.json", "lines")'
    assert variable.value == FLAT == table("a.json", "lines")
    assert loaded_files(("a.json",), tmp_path)[-1].call == "data['invoices']"


def test_an_object_of_the_row_that_holds_others_stays_one() -> None:
    rows = [{"customer": {"name": "Ana", "city": "Bern"}, "tags": ["x"], "items": [{"sku": "A"}, {"sku": "B"}]}]
    assert [row["customer"]["city"] for row in flat_rows(rows, "items")] == ["Bern", "Bern"]
    assert "tags" not in flat_rows(rows, "items")[0]
    found = query("SELECT sku FROM orders WHERE customer_city = 'bern'", orders=flat_rows(rows, "items"))
    assert found == [{"sku": "A"}, {"sku": "B"}]
