"""`pandora diff` shows what a run changed in the user's files, from what undo keeps."""

from __future__ import annotations

from pathlib import Path

from tests.commands.conftest import Run, alone, pandora, workspace
from tests.commands.test_undo import changed, model

__all__ = ["alone", "changed", "model", "pandora", "workspace"]
DIFF = "--- data/fruit.csv\n+++ data/fruit.csv\n@@ -1,3 +1,4 @@\n name,price\n pear,3\n plum,2\n+fig,1\n"


def test_the_files_of_a_run_are_shown_as_a_unified_diff(
    pandora: Run, changed: str, workspace: Path, model: str
) -> None:
    assert pandora("diff", changed).out == DIFF
    (path,) = (workspace / "state").glob("op-python-*.md")
    (file,) = pandora("diff", path.stem, "-U", "0", "--json").json["files"]
    assert file == {
        "path": "data/fruit.csv",
        "note": None,
        "lines": ["--- data/fruit.csv", "+++ data/fruit.csv", "@@ -3,0 +4 @@", "+fig,1"],
    }
    (workspace / "data" / "fruit.csv").write_text("mine\n", encoding="utf-8")
    assert pandora("diff", changed).out == f"{DIFF}@ the file was changed since\n"
    (workspace / "data" / "fruit.csv").write_text("name,price\npear,3\nplum,2\nfig,1\n", encoding="utf-8")
    assert pandora("undo", changed).code == 0
    assert pandora("diff", changed).out == f"{DIFF}@ this was undone\n"
