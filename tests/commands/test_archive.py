from __future__ import annotations

import json
import os
from pathlib import Path

from pandora.disk.layout import Workspace
from pandora.disk.lease import hold
from tests.commands.conftest import OPERATION, ROOT, SCRIPT, TASK, TOOL, Run
from tests.commands.test_resume import state


def test_an_archived_run_is_read_by_every_command(pandora: Run, workspace: Path, finished: str) -> None:
    before = {name: pandora(*name.split()).out for name in ("show abc234", "tree abc234", f"show {OPERATION}")}
    result = pandora("archive", "abc234")
    assert (result.code, result.out) == (0, f"{ROOT} is in state/archive/abc234/: 3 files\n")
    assert not list((workspace / "state").glob("*-abc234*"))
    assert {name: pandora(*name.split()).out for name in before} == before
    assert pandora("ls").out == ""
    assert ROOT in pandora("ls", "--archived").out
    rows = pandora("ls", "--archived", "--json").json
    assert (rows[0]["id"], rows[0]["documents"], rows[0]["problem"]) == (ROOT, 3, None)
    problems = pandora("check", "--json").json
    assert {problem["path"].partition("/abc234/")[0] for problem in problems["problems"]} <= {"state/archive"}


def test_it_is_not_resumed_and_says_how_it_comes_back(pandora: Run, workspace: Path, finished: str) -> None:
    before = state(workspace)
    pandora("archive", TOOL)
    for words in (("resume", "abc234"), ("answer", "abc234", "x"), ("edit", "abc234"), ("watch", "abc234")):
        result = pandora(*words)
        assert result.code == 2
        assert "run abc234 is archived; `pandora -C " in result.err
        assert " archive --restore abc234` brings it back" in result.err
    assert pandora("resume", "--all").err == "no run has anything to do\n"
    assert "is archived already" in pandora("archive", "abc234").err
    result = pandora("archive", "--restore", "abc234", "--json")
    assert result.json == [{"id": ROOT, "documents": 3}]
    assert state(workspace) == before
    assert "is not archived" in pandora("archive", "--restore", "abc234").err


def test_by_age(pandora: Run, workspace: Path, finished: str) -> None:
    assert pandora("archive", "--older-than", "30d").err == "no run is that old\n"
    for path in (workspace / "state").glob("*-abc234*"):
        os.utime(path, (0, 0))
    text = (workspace / "state" / f"{ROOT}.md").read_text(encoding="utf-8")
    other = workspace / "state" / "system-abd234.md"
    waiting = text.replace("abc234", "abd234").replace("status: accepted", "status: waiting")
    other.write_text(waiting, encoding="utf-8")
    os.utime(other, (0, 0))
    result = pandora("archive", "--older-than", "2w")
    assert result.out == f"{ROOT} is in state/archive/abc234/: 3 files\n"
    assert "1 run of that age has not ended" in result.err
    assert other.exists()
    assert pandora("archive", "--older-than", "soon").code == 2
    assert pandora("archive").code == 2


def test_a_run_at_work_stays(pandora: Run, workspace: Path, finished: str) -> None:
    with hold(Workspace(workspace).document(ROOT)):
        result = pandora("archive", "abc234")
        assert result.code == 2
        assert "the run is held by" in result.err
        assert pandora("rm", "abc234", "--yes").code == 2
    assert len(list((workspace / "state").glob("*-abc234*.md"))) == 3


def test_rm_asks_and_removes_the_whole_run(pandora: Run, workspace: Path, finished: str) -> None:
    result = pandora("rm", "abc234")
    assert result.code == 2
    assert f"Remove {ROOT} and the 2 documents of its steps for good?" in result.err
    assert "give --yes" in result.err
    result = pandora("rm", "abc234", "--yes")
    assert (result.code, result.out) == (0, f"{ROOT}: 3 documents removed\n")
    assert not list((workspace / "state").glob("*-abc234*"))


def test_rm_leaves_nothing_of_what_was_kept_for_diffs(pandora: Run, workspace: Path, script: str) -> None:
    assert pandora("run", TASK, "--model", script, "--unsafe").code == 0
    written = Workspace(workspace).derived / "written"
    assert len(list(written.rglob("*.json"))) == 3
    (root,) = Workspace(workspace).runs()
    assert pandora("rm", root, "--yes").code == 0
    assert list(written.iterdir()) == []
    assert pandora("run", TASK, "--model", script, "--unsafe").code == 0
    (again,) = Workspace(workspace).runs()
    assert "cache: system-" not in Workspace(workspace).document(again).read_text(encoding="utf-8")


def test_rm_of_a_run_whose_replies_another_one_reused_keeps_them(
    pandora: Run, workspace: Path, tmp_path: Path
) -> None:
    recorded = tmp_path / "recorded.jsonl"
    header = {"model": "one", "context": 8192, "fingerprint": "one"}

    def model(*lines: object) -> str:
        recorded.write_text("\n".join(json.dumps(line) for line in (header, *lines)), encoding="utf-8")
        return f"scripted:{recorded}"

    first = pandora("run", TASK, "--model", model(*SCRIPT), "--unsafe", "--json").json
    second = pandora("run", TASK, "--model", model(), "--unsafe", "--json").json
    assert second["usage"]["calls"] == 0
    result = pandora("rm", first["id"], "--yes")
    assert (result.code, result.err) == (0, "")
    again = pandora("resume", second["id"], "--model", model(), "--unsafe", "--json").json
    assert (again["status"], again["output"], again["usage"]["calls"]) == ("accepted", "plum", 0)
    assert pandora("check", "state").out == ""
    third = pandora("run", TASK, "--model", model(), "--unsafe", "--json").json
    assert (third["status"], third["usage"]["calls"]) == ("accepted", 0)


def test_rm_refuses_what_is_referred_to(pandora: Run, workspace: Path, finished: str) -> None:
    result = pandora("rm", TOOL, "--yes")
    assert result.code == 2
    assert f"state/{ROOT}.md:" in result.err
    assert f"this refers to {TOOL}" in result.err
    root = workspace / "state" / f"{ROOT}.md"
    other = root.with_name("system-abd234.md")
    text = root.read_text(encoding="utf-8").replace("abc234", "abd234")
    other.write_text(text.replace("Context: none", f"Context: as {TOOL}.md has it"), encoding="utf-8")
    result = pandora("rm", "abc234", "--yes")
    assert result.code == 2
    assert "state/system-abd234.md:" in result.err
    other.unlink()
    root.write_text(root.read_text(encoding="utf-8").replace(TOOL, "gone"), encoding="utf-8")
    result = pandora("rm", TOOL, "--yes", "--json")
    assert result.json == [TOOL, OPERATION]
    assert root.exists()


def test_rm_of_an_archived_run(pandora: Run, workspace: Path, finished: str) -> None:
    pandora("archive", "abc234")
    assert pandora("rm", "abc234", "--yes").code == 0
    assert list((workspace / "state" / "archive").iterdir()) == []
