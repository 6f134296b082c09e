"""`pandora grow`: what it lists, shows and undoes: growth, points 13 to 15."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora import cli
from pandora.commands.init import make_kernel
from tests.commands.conftest import Run
from tests.growth.kernels import ASKED, WHOLE


def test_what_a_system_built_is_listed_shown_and_undone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Growth 13: what grew, when, in which run; its evidence; and one command takes it back."""
    root, script = tmp_path / "seed", tmp_path / "replies.jsonl"
    make_kernel(root)
    script.write_text("\n".join(json.dumps(line) for line in WHOLE), encoding="utf-8")
    assert cli.run(["-C", str(root), "run", "-q", "--model", f"scripted:{script}", ASKED]) == 0
    (document,) = (root / "state").glob("system-*.md")

    def grow(*arguments: str) -> str:
        capsys.readouterr()
        assert cli.run(["-C", str(root), "grow", *arguments]) == 0
        return capsys.readouterr().out

    heads, row = grow("ls").splitlines()
    assert heads.split()[:4] == ["NAME", "LEVEL", "GREW", "RUN"]
    assert row.split()[:2] == ["phases", "system"]
    assert document.stem.removeprefix("system-") in row
    shown = grow("show", "phases")
    assert "written: the model wrote 4 of 4" in shown
    assert "system/phases/check.md" in shown
    (tool,) = json.loads(grow("ls", "--json"))["grown"]
    assert (tool["name"], tool["idle"], len(tool["paths"])) == ("phases", False, 4)
    assert "removed system/phases/plan.md" in grow("undo", "phases")
    assert not (root / "system" / "phases").exists()
    assert grow("ls").splitlines()[1].endswith("undone")


def test_a_workspace_without_growth_says_so_and_slips_are_told(pandora: Run, finished: str) -> None:
    """Growth 13 and 15: nothing grew and nothing was lacked; a run without a program is no tool."""
    assert "Nothing grew" in pandora("grow", "ls").out
    assert "No run lacked anything" in pandora("grow", "--needs").out
    assert pandora("grow", "--needs", "--json").json == {"needs": []}
    for arguments in ((), ("show",), ("ls", "--needs"), ("--from", finished, "Count words"), ("two", "words")):
        assert pandora("grow", *arguments).code == 2
    assert "nothing of the name 'plum' grew here" in pandora("grow", "show", "plum").err
    told = pandora("grow", "--from", finished)
    assert (told.code, "the run chose no program" in told.err) == (2, True)
