from __future__ import annotations

import ast
from pathlib import Path

import pytest

from pandora.engine.opening import example, opening_lines

LAPTOPS = "name,price,gpu\nMSI Thin 15,649,nvidia RTX 4050\nAcer Swift,549,intel Arc\n"


def test_one_table_is_rows_with_an_example_row(tmp_path: Path) -> None:
    (tmp_path / "laptops.csv").write_text(LAPTOPS, encoding="utf-8")
    (line,) = opening_lines(("laptops.csv",), tmp_path)
    assert line.startswith(
        "rows = table(\"laptops.csv\")  # list of 2 like {'name': 'MSI Thin 15', 'price': 649"
    )


def test_files_of_several_kinds_have_names_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "servers.csv").write_text("server,owner\natlas,milo\n", encoding="utf-8")
    (tmp_path / "people.json").write_text('{"milo": {"manager": "tariq"}}', encoding="utf-8")
    lines = opening_lines(("servers.csv", "people.json"), tmp_path)
    assert [line.split(" = ")[0] for line in lines] == ["servers", "people"]
    assert "load(" in lines[1]


@pytest.mark.parametrize(
    ("ending", "loaded"), [("json", "load(path) for path"), ("txt", "path: text(path) for path")]
)
def test_many_files_of_a_kind_are_loaded_together(tmp_path: Path, ending: str, loaded: str) -> None:
    (tmp_path / "data").mkdir()
    for number in range(5):
        (tmp_path / "data" / f"{number}.{ending}").write_text('{"area": 5}', encoding="utf-8")
    names = tuple(f"data/{number}.{ending}" for number in range(5))
    (line,) = opening_lines(names, tmp_path)
    assert line.startswith("documents = ")
    assert loaded in line


def test_names_that_python_or_the_ready_made_functions_have_are_avoided(tmp_path: Path) -> None:
    for name in ("2024.csv", "table.csv"):
        (tmp_path / name).write_text("a,b\n1,2\n", encoding="utf-8")
    lines = opening_lines(("2024.csv", "table.csv"), tmp_path)
    ast.parse("\n".join(lines))
    assert [line.split(" = ")[0] for line in lines] == ["data_2024", "data_table"]


def test_an_example_is_short_whatever_the_value() -> None:
    assert len(example([{f"key{n}": "x" * 100 for n in range(50)}])) < 300
    assert example("a\nb") == "text of 2 lines"
    assert example(3.5) == "float"
