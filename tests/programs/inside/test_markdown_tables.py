"""A table in a text is read, and written over in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.inside.markdown_tables import markdown, table_in
from pandora.programs.inside.program_functions import save, table

STALLS = """# Flea market

Each metre is 6 euros.

| stall | name        | metres | paid |
|:------|-------------|-------:|------|
| 1     | Bertrand    | 3      | yes  |
| 2     | Carla \\| Co | 2      | no   |

Stall 2 is near the socket.
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("stalls.md").write_text(STALLS, encoding="utf-8")


def test_the_rows_and_what_is_said_around_them() -> None:
    found = table_in(STALLS)
    assert found is not None
    assert found.rows[1] == {"stall": 2, "name": "Carla | Co", "metres": 2, "paid": "no"}
    assert found.around == "# Flea market Each metre is 6 euros. Stall 2 is near the socket."


@pytest.mark.parametrize("rule", ["|:-:|--:|", "|-|-|", ":--|:--"])
def test_a_short_rule_begins_a_table_and_a_row_of_dashes_begins_none(rule: str) -> None:
    found = table_in(f"| name | price |\n{rule}\n| Tea | 3 |\n| - | - |\n| Milk | 4 |\n")
    assert found is not None
    assert [row["name"] for row in found.rows] == ["Tea", "-", "Milk"]


def test_a_row_that_is_changed_leaves_all_else_as_it_is_written() -> None:
    rows = table("stalls.md")
    rows[1]["paid"] = "yes"
    save(rows, "stalls.md")
    old = "| 2     | Carla \\| Co | 2      | no   |"
    changed = "| 2 | Carla \\| Co | 2 | yes |"
    assert Path("stalls.md").read_text(encoding="utf-8") == STALLS.replace(old, changed)


def test_a_new_column_gets_a_new_header_in_the_same_place() -> None:
    save([{**row, "due": row["metres"] * 6} for row in table("stalls.md")], "stalls.md")
    lines = Path("stalls.md").read_text(encoding="utf-8").splitlines()
    assert lines[2] == "Each metre is 6 euros."
    assert lines[4:7] == [
        "| stall | name | metres | paid | due |",
        "| --- | --- | --- | --- | --- |",
        "| 1 | Bertrand | 3 | yes | 18 |",
    ]
    assert lines[-1] == "Stall 2 is near the socket."


def test_rows_are_written_so_that_they_are_read_again() -> None:
    rows = [{"name": "a|b", "n": 1}, {"name": "c", "n": 2}]
    found = table_in(markdown(rows))
    assert found is not None
    assert found.rows == rows


def test_of_several_tables_none_is_the_one() -> None:
    assert table_in(STALLS + STALLS) is None
    assert table_in("| a |\n\n| --- |\n") is None
    assert table_in(STALLS + "More is said of it here.\n" * 12) is None
