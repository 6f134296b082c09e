from __future__ import annotations

import pytest

from pandora.programs.rules.file_rules import file_fault
from pandora.workspace.change import Change


@pytest.mark.parametrize(
    ("path", "content", "told"),
    [
        ("a.csv", 'x,y\n"1,2",3\n', ""),
        ("a.csv", "x,y\n1,2,3\n", "row 2 of a.csv has 3 values and row 1 has 2"),
        ("a.tsv", "x\ty\n1,2,3\t4\n", ""),
        ("a.csv", "", ""),
        ("a.csv", "x;y\n1,20;3\n", ""),
        ("a.csv", "x;y\n1,20;3;4\n", "row 2 of a.csv has 3 values and row 1 has 2"),
        ("a.json", '{"a": 1}', ""),
        ("a.json", "{'a': 1}", "a.json is not JSON"),
        ("a.md", "{,,", ""),
    ],
)
def test_a_table_and_json_are_looked_at(path: str, content: str, told: str) -> None:
    found = file_fault(Change(path, "", content.encode()))
    assert found.startswith(told)
    assert bool(found) == bool(told)
    assert not told or "write it with save(" in found


def test_what_is_removed_has_nothing_wrong() -> None:
    assert file_fault(Change("a.json", "x", None)) == ""
