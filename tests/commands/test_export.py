"""A run that is exported replays in another place, with the files as they were and without secrets."""

from __future__ import annotations

import io
import json
import re
import shlex
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from pandora import cli
from tests.commands.conftest import SCRIPT, TASK, Run

SECRET = "correct-horse-battery-staple"


def replay(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    """What the command in the README gives, called in the folder as it says."""
    match = re.search(r"^pandora (.*) < (\S+)$", (folder / "README.md").read_text(encoding="utf-8"), re.M)
    assert match
    monkeypatch.chdir(folder)
    task = io.BytesIO((folder / match[2]).read_bytes())
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=task, isatty=lambda: False))
    capsys.readouterr()
    code = cli.run(shlex.split(match[1]))
    return code, capsys.readouterr().out


def test_an_exported_run_replays_elsewhere(
    pandora: Run,
    script: str,
    workspace: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    task = f"{TASK}\nName it alone."
    assert pandora("run", task, "--model", script).out == "plum\n"
    run = next((workspace / "state").glob("system-*.md")).stem
    result = pandora("export", run, str(tmp_path / "out"), "--model", script)
    assert result.code == 0, result.err
    folder = tmp_path / "out"
    (tmp_path / "script.jsonl").unlink()
    (workspace / "data" / "fruit.csv").unlink()
    assert replay(folder, monkeypatch, capsys) == (0, "plum\n")
    documents = sorted(path.name for path in (folder / "documents").glob("*.md"))
    assert documents == sorted(path.name for path in (workspace / "state").glob("*-*.md"))
    again = pandora("export", run, str(tmp_path / "out"))
    assert (again.code, "is there already" in again.err) == (2, True)
    result = pandora("export", run, str(tmp_path / "out.zip"), "--json")
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert sorted(archive.namelist()) == [f"out/{name}" for name in result.json["files"]]
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_files_are_as_they_were_and_secrets_are_left_out(
    pandora: Run, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOP_PASSWORD", SECRET)
    (workspace / ".env").write_text("A=other-secret-value\n", encoding="utf-8")
    (workspace / "data" / "shop.txt").write_text(f"password {SECRET}\n", encoding="utf-8")
    code = "print('plum'); open('data/fruit.csv', 'a').write('fig,' + str(len('x')) + '\\n')"
    program = {**SCRIPT[2], "fill": {"code": code}}
    plan = {**SCRIPT[1], "fill": {**SCRIPT[1]["fill"], "steps": ["python: add a fig"]}}  # type: ignore[dict-item]
    lines = (SCRIPT[0], plan, program, program, SCRIPT[4])
    path = tmp_path / "change.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    task = "Change data/fruit.csv: add a fig, as data/shop.txt says"
    result = pandora("run", task, "--model", f"scripted:{path}", "--yes")
    assert result.code == 0, result.err
    assert "fig" in (workspace / "data" / "fruit.csv").read_text(encoding="utf-8")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    result = pandora("export")
    assert result.code == 0, result.err
    (out,) = (tmp_path / "here").iterdir()  # one folder, and nothing beside it
    assert out.name == next((workspace / "state").glob("system-*.md")).stem
    assert f"{out.name}: " in result.err
    files = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert b"fig" not in files[out / "workspace" / "data" / "fruit.csv"]
    assert not any(SECRET.encode() in data or b"other-secret-value" in data for data in files.values())
    assert "In `workspace/data/shop.txt` the names of secrets stand" in result.err
    assert not (out / "workspace" / ".env").exists()


def test_what_changed_since_the_run_began_is_told(
    pandora: Run, workspace: Path, finished: str, tmp_path: Path
) -> None:
    result = pandora("export", finished, str(tmp_path / "out"))
    assert result.code == 0, result.err
    assert "`data/fruit.csv` was saved after the run began" in result.err
    assert "was saved after" in (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert pandora("export", finished, str(tmp_path / "none" / "out")).code == 2


def test_what_a_link_among_the_patterns_leads_to_is_left_out(
    pandora: Run, script: str, workspace: Path, tmp_path: Path
) -> None:
    """A stranger's workspace may hold a link to a file of yours, and an export is for others."""
    assert pandora("run", TASK, "--model", script).code == 0
    (tmp_path / "private.txt").write_text("mine", encoding="utf-8")
    (workspace / "system" / "link.md").symlink_to(tmp_path / "private.txt")
    run = next((workspace / "state").glob("system-*.md")).stem
    result = pandora("export", run, str(tmp_path / "out"), "--model", script, "--json")
    assert "workspace/system/link.md" not in result.json["files"]
    assert any("`system/link.md` was left out: it lies outside" in note for note in result.json["notes"])
