from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import ROOT, TOOL, Run


@pytest.mark.parametrize("child", [ROOT, "none", "op-python-abc234-²", f"{TOOL}.9.9"])
@pytest.mark.parametrize("document", [ROOT, TOOL])
def test_a_step_that_names_no_child_of_its_document_is_an_event_all_the_same(
    pandora: Run, workspace: Path, finished: str, child: str, document: str
) -> None:
    path = workspace / "state" / f"{document}.md"
    text = path.read_text(encoding="utf-8")
    line = next(line for line in text.split("\n") if line.startswith("- Step 1: "))
    path.write_text(text.replace(line, f"{line.rpartition(' [')[0]} [{child}.md]"), encoding="utf-8")
    result = pandora("log", finished)
    assert result.code == 0, result.err
    assert "step 1" in result.out


@pytest.mark.parametrize("attempt", ['"²"', "[]", "-1", "x", ".nan"])
def test_an_attempt_that_is_no_number_is_the_first(
    pandora: Run, workspace: Path, finished: str, attempt: str
) -> None:
    path = workspace / "state" / f"{finished}.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("attempt: 1", f"attempt: {attempt}"), encoding="utf-8")
    for command in ("log", "diff", "tree"):
        assert pandora(command, finished).code == 0
