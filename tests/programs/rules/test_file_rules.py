from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from pandora.programs.help import Try, Work
from pandora.programs.rules.file_rules import file_fault, objection_to_files
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result


@pytest.mark.parametrize(
    ("path", "content", "told"),
    [
        ("a.csv", 'x,y\n"1,2",3\n', ""),
        ("a.csv", "x,y\n1,2,3\n", "row 2 of a.csv has 3 values and row 1 has 2"),
        ("a.tsv", "x\ty\n1,2,3\t4\n", ""),
        ("a.csv", "", ""),
        ("a.csv", "x;y\n1,20;3\n", ""),
        ("a.csv", "x;y\n1,20;3;4\n", "row 2 of a.csv has 3 values and row 1 has 2"),
        ("a.csv", "Vereinskasse 2025\n\nx;y;z\nA;1,20;b\nC;3;d\n", ""),
        (
            "a.csv",
            "Kasse\n\nx;y;z\nA;1,20;b\nC;3;d\nE;2;f;g\n",
            "row 5 of a.csv has 4 values and row 2 has 3",
        ),
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


def test_files_that_no_word_names_may_be_moved_where_that_is_asked_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a b.txt").write_text("x\n", encoding="utf-8")
    digest = hashlib.sha256(b"x\n").hexdigest()
    task = Task("no spaces in the names", files=("a b.txt",), kind_of_task="change", moves=True)
    moved = (Change("a_b.txt", "", b"x\n"), Change("a b.txt", digest, None))
    for changes, asked, told in (
        (moved, task, ""),
        (moved, replace(task, moves=False), "it changed a b.txt, which the task does not name"),
        ((Change("a b.txt", digest, b"y\n"),), task, "it changed a b.txt, which the task does not name"),
        ((Change("a b.txt", digest, None),), task, "it changed a b.txt, which the task does not name"),
    ):
        attempt = Try({"code": "pass"}, Result(True, "", changes=changes), {"code": "program"})
        assert objection_to_files(Work(asked, tmp_path), attempt) == told
