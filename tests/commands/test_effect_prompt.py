"""A question about an effect at a terminal: the difference is shown, and the answer is taken there and then."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from pandora.commands import effect_prompt
from tests.commands.conftest import SCRIPT, Run, Told

TASK = "Change data/fruit.csv: add a fig"
CODE = "line = 'fig,' + str(len('x'))\nopen('data/fruit.csv', 'a').write(line + '\\n')\nprint(line)"
OLD = "name,price\npear,3\nplum,2\n"
PLAN = {**SCRIPT[1], "fill": {**SCRIPT[1]["fill"], "steps": ["python: add a fig"]}}  # type: ignore[dict-item]
PROGRAM = {"phase": "do", "level": "operation", "type": "python", "fill": {"code": CODE}}
QUESTION = "May it change data/fruit.csv?"
RULE = 'write."data/fruit.csv" = "allow"'


@pytest.fixture
def model(tmp_path: Path) -> str:
    path = tmp_path / "terminal.jsonl"
    header = {"model": "one", "context": 8192, "fingerprint": "one"}
    lines = (header, SCRIPT[0], PLAN, PROGRAM, PROGRAM, SCRIPT[-1])
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return f"scripted:{path}"


def content(workspace: Path) -> str:
    return (workspace / "data" / "fruit.csv").read_text(encoding="utf-8")


def at_terminal(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setattr(effect_prompt, "at_terminal", lambda: True)
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))


def run(pandora: Run, model: str, monkeypatch: pytest.MonkeyPatch, typed: str, *more: str) -> Told:
    at_terminal(monkeypatch, typed)
    return pandora("run", TASK, "--model", model, *more)


def test_yes_goes_on_at_once_with_the_same_model(
    pandora: Run, model: str, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = run(pandora, model, monkeypatch, "y\n")
    assert result.code == 0, result
    assert content(workspace) == OLD + "fig,1\n"
    assert result.err.count(f"\n{QUESTION}\n") == 1
    assert "--- data/fruit.csv\n+++ data/fruit.csv\n@@ -1,3 +1,4 @@\n name,price" in result.err
    assert "\n+fig,1\n" in result.err
    (path,) = (workspace / "state").glob("op-python-*.md")
    assert 'by: "a person (at the terminal)"' in path.read_text(encoding="utf-8")
    assert pandora("check").code == 0


def test_always_says_the_rule_and_writes_it(
    pandora: Run, model: str, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = run(pandora, model, monkeypatch, "perhaps\na\n")
    assert result.code == 0, result
    assert f"a  always: adds {RULE} to pandora.toml" in result.err
    assert f"added to pandora.toml: {RULE}" in result.err
    assert f"[policy]\n{RULE}\n" in (workspace / "pandora.toml").read_text(encoding="utf-8")
    assert content(workspace) == OLD + "fig,1\n"


def test_edit_changes_what_is_written_and_asks_about_that(
    pandora: Run, model: str, workspace: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    editor = tmp_path / "editor.sh"
    editor.write_text('#!/bin/sh\nsed -i s/fig,1/kiwi,9/ "$1"\n', encoding="utf-8")
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    monkeypatch.delenv("VISUAL", raising=False)
    result = run(pandora, model, monkeypatch, "e\ny\n")
    assert result.code == 0, result
    assert result.err.count(f"\n{QUESTION}\n") == 2
    assert "\n+kiwi,9\n" in result.err
    assert content(workspace) == OLD + "kiwi,9\n"
    (path,) = (workspace / "state").glob("op-python-*.md")
    text = path.read_text(encoding="utf-8")
    assert "by: human" in text
    assert text.count("### Asked") == 1  # the block of the withdrawn question is gone
    assert pandora("resume", path.stem, "--model", model).code == 0
    assert content(workspace) == OLD + "kiwi,9\n"


def test_without_an_answer_it_waits_as_before_and_no_touches_nothing(
    pandora: Run, model: str, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = run(pandora, model, monkeypatch, "")
    assert (result.code, content(workspace)) == (3, OLD)
    assert " approve " in result.out
    at_terminal(monkeypatch, "n\n")
    assert pandora("resume", "--model", model).code == 5
    assert content(workspace) == OLD


def test_elsewhere_the_difference_is_printed_and_the_run_waits_and_json_asks_nothing(
    pandora: Run, model: str, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = pandora("run", TASK, "--model", model)
    assert (result.code, content(workspace)) == (3, OLD)
    assert "\n plum,2\n+fig,1\n" in result.out
    (path,) = (workspace / "state").glob("op-python-*.md")
    assert "### Asked\n```diff\n--- data/fruit.csv\n" in path.read_text(encoding="utf-8")
    at_terminal(monkeypatch, "y\n")
    result = pandora("resume", "--model", model, "--json")
    assert (result.code, content(workspace)) == (3, OLD)
    assert result.json["question_shows"].endswith("\n+fig,1")


def test_always_is_not_offered_where_it_would_not_be_safe(
    pandora: Run, model: str, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is one of those whose words come from strangers."""
    (workspace / "pandora.toml").write_text('[policy]\nuntrusted = ["data/**"]\n', encoding="utf-8")
    result = run(pandora, model, monkeypatch, "a\ny\n")
    assert result.code == 0, result
    assert "It rests on the words of strangers" in result.err
    assert "always" not in result.err
    assert RULE not in (workspace / "pandora.toml").read_text(encoding="utf-8")


def test_always_is_not_offered_for_a_file_that_nobody_can_read(
    pandora: Run, workspace: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = {**PROGRAM, "fill": {"code": "open('data/fruit.csv', 'wb').write(b'\\0\\1\\2')\nprint(3)"}}
    path = tmp_path / "binary.jsonl"
    path.write_text(
        "\n".join(map(json.dumps, (SCRIPT[0], PLAN, program, program, SCRIPT[-1]))), encoding="utf-8"
    )
    result = run(pandora, f"scripted:{path}", monkeypatch, "a\nn\n")
    assert QUESTION in result.err
    assert "y, n or e" in result.err
    assert "always" not in result.err
    assert not (workspace / "pandora.toml").exists() or RULE not in (workspace / "pandora.toml").read_text(
        "utf-8"
    )
    assert content(workspace) == OLD


def test_a_real_terminal_gets_colours_and_what_was_typed_ahead_is_no_answer(
    model: str, workspace: Path
) -> None:
    variables = {**os.environ, "TERM": "xterm"}
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "pandora", "-C", str(workspace), "run", TASK, "--model", model]
    os.write(ours, b"n\n")
    process = subprocess.Popen(command, stdin=theirs, stderr=theirs, stdout=subprocess.PIPE, env=variables)
    os.close(theirs)
    seen = b""
    while True:
        try:
            data = os.read(ours, 4096)
        except OSError:  # it has ended
            break
        if b"y, n, a or e:" not in seen and b"y, n, a or e:" in seen + data:
            os.write(ours, b"y\n")
        seen += data
        if not data:
            break
    out, _ = process.communicate()
    os.close(ours)
    assert (process.returncode, out) == (0, b"fig,1\n"), seen
    assert b"\x1b[32m+fig,1\x1b[0m" in seen
    assert content(workspace) == OLD + "fig,1\n"
