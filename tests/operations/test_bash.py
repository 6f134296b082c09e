"""A command that did nothing for its task failed, and the next try is told so."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.operations.bash import bash
from pandora.workspace.operation_context import OperationContext


@pytest.mark.parametrize(
    ("command", "ok"),
    [("echo plum", True), ("grep pear fruit.txt || :", False), ("echo", False), ("rm fruit.txt", True)],
)
def test_a_command_prints_something_or_changes_a_file(tmp_path: Path, command: str, ok: bool) -> None:
    (tmp_path / "fruit.txt").write_text("plum\n", encoding="utf-8")
    result = bash({"command": command}, OperationContext(tmp_path))
    assert result.ok is ok
    assert ("printed nothing" in result.text) is not ok
