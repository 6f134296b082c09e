from __future__ import annotations

import re
from pathlib import Path

import pytest

from pandora.commands.printing import columns
from pandora.commands.tree import read_tree, tree_lines
from pandora.disk.layout import Workspace
from tests.commands.conftest import OPERATION, TASK, TOOL, Run

NODE = re.compile(r'    (n\d+)\["([^"\[\]{}()`;|]|#\d+;|<br/>)*"\]')
EDGE = re.compile(r"    (n\d+) --> (n\d+)")


def test_the_newest_run_as_text(pandora: Run, finished: str) -> None:
    result = pandora("tree")
    assert result.code == 0
    lines = result.out.splitlines()
    assert re.fullmatch(rf"{finished}  accepted  \d+ tokens  {re.escape(TASK)}", lines[0])
    assert lines[1] == "│ → plum"
    assert lines[2].startswith(f"└─ {TOOL}  accepted  print the cheapest")
    assert lines[4].startswith(f"   └─ {OPERATION}  accepted  ")
    assert lines[5] == "        → plum"


@pytest.mark.parametrize("width", [50, 80])
def test_it_fits_the_terminal(workspace: Path, finished: str, width: int) -> None:
    lines = tree_lines(read_tree(Workspace(workspace), finished), width)
    assert all(columns(line) <= width for line in lines)
    assert all(
        f"{name}  accepted  " in line
        for name, line in zip((finished, TOOL, OPERATION), lines[::2], strict=True)
    )
    assert "print the" in lines[4]


def test_json_nests_what_the_documents_say(pandora: Run, finished: str) -> None:
    for arguments in (("--json",), ("--format", "json")):
        top = pandora("tree", finished, *arguments).json
        assert (top["id"], top["status"], top["output"], top["calls"]) == (finished, "accepted", "plum", 3)
        assert [child["level"] for child in top["children"]] == ["tool"]
        assert [child["level"] for child in top["children"][0]["children"]] == ["operation"]
    assert pandora("tree", "--json", "--format", "text").code == 2


def test_a_part_of_a_run(pandora: Run, finished: str) -> None:
    result = pandora("tree", TOOL)
    assert result.out.startswith(f"{TOOL}  accepted")
    assert finished not in result.out


def test_missing_and_broken_children_are_shown(pandora: Run, workspace: Path, finished: str) -> None:
    (workspace / "state" / f"{OPERATION}.md").unlink()
    assert f"{OPERATION}  broken" in pandora("tree").out
    (workspace / "state" / f"{TOOL}.md").write_text("gone", encoding="utf-8")
    assert "no front matter" in pandora("tree").out


def test_a_circle_of_parents_ends(pandora: Run, workspace: Path, finished: str) -> None:
    path = workspace / "state" / f"{TOOL}.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(f"Parent: {finished}.md", f"Parent: {OPERATION}.md"), encoding="utf-8")
    result = pandora("tree", OPERATION)
    assert result.code == 0
    assert result.out.count("tool-table") == 1


def test_mermaid(pandora: Run, finished: str) -> None:
    lines = pandora("tree", "--format", "mermaid").out.splitlines()
    assert lines[0] == "flowchart TD"
    assert [bool(NODE.fullmatch(line)) for line in lines[1:4]] == [True, True, True]
    assert {EDGE.fullmatch(line).groups() for line in lines[4:]} == {("n0", "n1"), ("n1", "n2")}  # type: ignore[union-attr]


def test_no_run(pandora: Run) -> None:
    result = pandora("tree")
    assert result.code == 2
    assert "holds no run yet" in result.err


def test_the_old_phases_stand_beside_what_took_their_place(pandora: Run, finished: str) -> None:
    """Growth, the eight old phases: each with its section and tokens, and the old 2,000 beside them."""
    result = pandora("tree", "--old-phases")
    assert result.code == 0
    rows = {re.split(r"\s{2,}", line)[0]: re.split(r"\s{2,}", line)[1:] for line in result.out.splitlines()}
    assert rows["Query Analysis"][0] == "§1 UNDERSTAND (part 1)"
    assert rows["Reflection"][0] == "§2 PLAN (gate)"
    assert rows["Reflection"][2] == "high"
    assert rows["Planning"][:2] == ["§2 PLAN (strategy)", '"']
    assert rows["Tool Execution"][2] == f"{TOOL} ACCEPTED"
    assert rows["Synthesis"][2] == "plum"
    assert rows["Validation"][::2] == ["§4 CHECK", "accept"]
    data = pandora("tree", "--old-phases", "--json").json
    assert len(data["phases"]) == 9
    assert 0 < data["largest"] < 400 < data["old"] == 2000
    assert pandora("tree", "--old-phases", "--format", "mermaid").code == 2
