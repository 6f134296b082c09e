from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import Mock

import pytest

from pandora.commands import page_file
from pandora.errors import DiskError
from tests.commands.conftest import SCRIPT, TASK, Run


def test_a_document_as_it_stands_on_disk(pandora: Run, workspace: Path, finished: str) -> None:
    text = (workspace / "state" / f"{finished}.md").read_text(encoding="utf-8")
    for arguments in ((), (finished,), ("abc234",), ("abc",), (f"state/{finished}.md",)):
        assert pandora("show", *arguments).out == text


def test_one_section(pandora: Run, finished: str) -> None:
    assert pandora("show", finished, "--section", "5").out == "plum\n"
    assert pandora("show", "--section", "6").code == 2
    for place in (f"{finished}:5", "abc234:output", "abc:§5", f"state/{finished}.md:OUTPUT"):
        assert pandora("show", place).out == "plum\n"
    assert "is no section" in pandora("show", "abc234:seven").err


def test_json(pandora: Run, finished: str) -> None:
    told = pandora("show", finished, "--json").json
    assert (told["id"], told["path"]) == (finished, f"state/{finished}.md")
    assert told["front_matter"]["status"] == "accepted"
    assert list(told["sections"]) == ["0", "1", "2", "3", "4", "5"]
    assert f"Task: {TASK}" in told["sections"]["1"]
    one = pandora("show", finished, "--section", "5", "--json").json
    assert one["sections"] == {"5": "plum"}


def test_what_the_model_thought_is_shown_and_is_in_no_section(
    pandora: Run, workspace: Path, tmp_path: Path
) -> None:
    lines = [{**line, "thought": f"{line['phase']}: I \x1b[1mdraft\nResolved: nothing"} for line in SCRIPT]
    script = tmp_path / "thinking.jsonl"
    script.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    told = pandora("run", TASK, "--model", f"scripted:{script}", "--json").json
    root = str(told["id"])
    thoughts = pandora("show", root, "--thinking")
    assert thoughts.out.startswith("# UNDERSTAND, attempt 1\nunderstand: I ")
    assert thoughts.out.count("Resolved: nothing") == 3
    assert "\x1b" not in thoughts.out
    assert pandora("show", f"{root}:plan", "--thinking").out.count("# ") == 1
    listed = pandora("show", root, "--thinking", "--json").json["thoughts"]
    assert [(entry["attempt"], entry["phase"]) for entry in listed] == [
        (1, "understand"),
        (1, "plan"),
        (1, "check"),
    ]
    for path in (workspace / "state").glob("*.md"):
        assert "draft" not in path.read_text(encoding="utf-8")
    operation = next((workspace / "state").glob("op-*.md")).stem
    assert pandora("show", operation, "--thinking").out.count("# DO, attempt 1") == 2
    calls = pandora("resume", root, "--model", f"scripted:{script}", "--json").json["sitting"]["calls"]
    assert calls == 0, "a thought makes nothing stale"
    assert pandora("fsck").code == pandora("check").code == 0


def test_a_document_without_thoughts_says_so(pandora: Run, workspace: Path, finished: str) -> None:
    result = pandora("show", finished, "--thinking")
    assert (result.code, result.out) == (0, "")
    assert "no thought is kept here" in result.err
    path = workspace / "state" / f"{finished}.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\nid:", "\nthoughts: [3, plan, {a: b}]\nid:", 1), encoding="utf-8")
    assert pandora("show", finished, "--thinking").out == ""


def test_escapes_do_not_reach_the_terminal(pandora: Run, workspace: Path, finished: str) -> None:
    path = workspace / "state" / f"{finished}.md"
    path.write_bytes(path.read_bytes().replace(b"\nplum", b"\nplum\x1b]52;c;aGk=\x07 \xff"))
    assert pandora("show", finished, "--section", "5").out == "plum ?\n"
    assert "\x1b" not in pandora("show", finished).out


def test_a_broken_document_is_shown_and_its_sections_are_not(
    pandora: Run, workspace: Path, finished: str
) -> None:
    path = workspace / "state" / f"{finished}.md"
    path.write_text(path.read_text(encoding="utf-8").split("## §3")[0], encoding="utf-8")
    assert pandora("show", finished).out.endswith("\n\n")
    result = pandora("show", finished, "--section", "1")
    assert result.code == 2
    assert f"state/{finished}.md:" in result.err


def test_an_unknown_id(pandora: Run, finished: str) -> None:
    result = pandora("show", "zzzzzz")
    assert result.code == 2
    assert " ls` lists" in result.err


def test_a_run_as_a_page(pandora: Run, script: str, workspace: Path, tmp_path: Path) -> None:
    page = tmp_path / "run.html"
    assert pandora("run", TASK, "--model", script, "--page", str(page)).out == "plum\n"
    run = next((workspace / "state").glob("system-*.md")).stem
    text = page.read_text(encoding="utf-8")
    assert text.count("<article ") == 3
    assert text.count("tokens, the same as was asked</summary>") == 5
    for arguments in (("show", "--html"), ("show", "--html", run), ("show", run, "--html", "-")):
        assert pandora(*arguments, "--model", script).out == text
    result = pandora("show", run, "--html", str(page))
    assert (result.code, result.out, result.err) == (0, "", f"{page}\n")
    assert "words are counted, not tokens" in page.read_text(encoding="utf-8")


def test_a_resumed_run_as_a_page(pandora: Run, script: str, workspace: Path, tmp_path: Path) -> None:
    page = tmp_path / "again.html"
    assert pandora("run", TASK, "--model", script).code == 0
    result = pandora("resume", "--model", script, "--page", str(page))
    assert (result.code, result.out) == (0, "plum\n")
    assert page.read_text(encoding="utf-8").count("<article ") == 3
    for more in ("--all", "--dry-run"):
        assert "--page is of one run" in pandora("resume", more, "--page", str(page)).err
    assert pandora("resume", "--page", "run.txt").code == 2


def test_a_page_is_an_html_file_in_a_folder_that_is_there(pandora: Run, script: str, tmp_path: Path) -> None:
    for name, told in (("run.txt", "ends in .html"), ("none/run.html", "the folder is not there")):
        done = pandora("run", TASK, "--model", script, "--page", str(tmp_path / name))
        assert (done.code, done.out) == (2, "")
        assert told in done.err
    assert pandora("show", "abc234", "--html", "page.txt").code == 2
    assert pandora("show", "--html", "--json").code == 2


def test_a_page_that_cannot_be_written_leaves_one_object_on_stdout(
    pandora: Run, script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder.html").mkdir()
    result = pandora("run", TASK, "--model", script, "--page", str(tmp_path / "folder.html"))
    assert (result.code, result.out, "it is a folder; name a file" in result.err) == (2, "", True)
    full = DiskError("p.html:1: No space left on device; choose another file")
    monkeypatch.setattr(page_file, "write_file", Mock(side_effect=full))
    result = pandora("run", TASK, "--model", script, "--json", "--page", str(tmp_path / "p.html"))
    assert (result.code, result.json["output"]) == (6, "plum")
    assert f"pandora: {full}" in result.err
