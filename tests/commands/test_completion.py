from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.conftest import OPERATION, ROOT, TASK, Run


def completions(workspace: Path, *words: str) -> list[str]:
    """What zsh would offer for the last of the words."""
    typed = ("pandora", "-C", str(workspace), *words)
    environment = {"_PANDORA_COMPLETE": "zsh_complete", "COMP_WORDS": " ".join(typed)}
    script = "import sys; sys.argv[0] = 'pandora'; from pandora.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": ":".join(sys.path), **environment, "COMP_CWORD": str(len(typed) - 1)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    lines = done.stdout.split("\n")
    return [f"{value} {help}" for _, value, help in zip(lines[::3], lines[1::3], lines[2::3], strict=False)]


def test_commands_options_runs_documents_and_models_are_completed(finished: str, workspace: Path) -> None:
    assert [line.split()[0] for line in completions(workspace, "und")] == ["undo"]
    assert completions(workspace, "undo", "--re") == [
        "--redo Write again what the last undo of the run took back."
    ]
    assert completions(workspace, "show", "a") == [f"abc234 {TASK}"]
    assert completions(workspace, "why", "op-") == [f"{OPERATION} _"]
    assert completions(workspace, "why", "sys") == [f"{ROOT} _"]
    (workspace / "pandora.toml").write_text("[profile.quick]\ncalls = 9\n", encoding="utf-8")
    assert completions(workspace, "resume", "--profile", "q") == ["quick _"]
    offered = completions(workspace, "run", "--model", "qwen2.5-coder-1")
    assert offered == ["qwen2.5-coder-1.5b not pulled"]


def test_outside_of_a_workspace_nothing_is_offered(tmp_path: Path) -> None:
    assert completions(tmp_path, "show", "") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_one_that_the_shell_takes(pandora: Run, shell: str, tmp_path: Path) -> None:
    result = pandora("completion", shell)
    assert result.code == 0
    assert "_PANDORA_COMPLETE=" in result.out
    if shutil.which(shell):
        path = tmp_path / "script"
        path.write_text(result.out, encoding="utf-8")
        subprocess.run([shell, "-n", str(path)], check=True)
