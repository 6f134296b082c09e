"""What bash, zsh and fish themselves offer, each by the script that `pandora completion` prints."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import CompletionItem

from pandora.commands.completion import whole_words
from tests.commands.conftest import OPERATION, TASK

OFFERS = {
    "bash": """
eval "$(pandora completion bash)"
read -ra COMP_WORDS <<< "$LINE"
case "$LINE" in *" ") COMP_WORDS+=("");; esac
COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
function_name=$(complete -p pandora | sed 's/.*-F \\([^ ]*\\).*/\\1/')
"$function_name" pandora "${COMP_WORDS[-1]}"
printf '%s\\n' "${COMPREPLY[@]}"
""",
    "zsh": """
compdef() { completes=$1 }
compadd() { for name in "${(@P)argv[-1]}"; do print -r -- "$name"; done }
_describe() { for name in "${(@P)argv[-2]}"; do print -r -- "$name"; done }
eval "$(pandora completion zsh)"
words=("${(@s: :)LINE}")
CURRENT=${#words}
$completes
""",
    "fish": """
pandora completion fish | source
complete -C "$LINE"
""",
}
"""What prints, in each shell, what it would offer for LINE."""


@pytest.fixture
def offers(finished: str, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace with a run and a template; `pandora` is on the PATH."""
    (workspace / "system" / "tasks").mkdir(exist_ok=True)
    (workspace / "system" / "tasks" / "cheap.md").write_text("Cheapest in {{ file }}?\n", encoding="utf-8")
    program = tmp_path / "bin" / "pandora"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pandora "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", ":".join(filter(None, sys.path)))
    monkeypatch.setenv("HOME", str(tmp_path))
    return workspace


def offered(shell: str, workspace: Path, line: str) -> list[str]:
    done = subprocess.run(
        [shell, *(["-f"] if shell == "zsh" else []), "-c", OFFERS[shell]],
        env={**os.environ, "LINE": line},
        cwd=workspace,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize("shell", sorted(OFFERS))
def test_a_shell_offers_commands_runs_models_tasks_and_documents(shell: str, offers: Path) -> None:
    if not shutil.which(shell):
        pytest.skip(f"there is no {shell} on this machine")
    beside = {"bash": "{}", "zsh": "{}:{}", "fish": "{}\t{}"}[shell]
    assert [line.split("\t")[0].split(":")[0] for line in offered(shell, offers, "pandora und")] == ["undo"]
    assert offered(shell, offers, "pandora show ") == [beside.format("abc234", TASK)]
    assert offered(shell, offers, "pandora run --from a") == [beside.format("abc234", TASK)]
    assert offered(shell, offers, "pandora why op-") == [OPERATION]
    model = beside.format("qwen2.5-coder-1.5b", "not pulled")
    assert offered(shell, offers, "pandora run --model qwen2.5-coder-1") == [model]
    ollama = beside.format("ollama\\:" if shell == "zsh" else "ollama:", "a model of Ollama")
    assert offered(shell, offers, "pandora run --model oll") == [ollama]
    assert offered(shell, offers, "pandora run @") == ["@cheap"]
    assert offered(shell, offers, "pandora run @cheap ") == ["file="]
    whole = offered(shell, offers, "pandora run --model=qwen2.5-coder-1")
    assert whole == [model if shell == "bash" else f"--model={model}"]


def test_a_word_with_its_option_is_completed_as_one_word() -> None:
    items = [CompletionItem("qwen"), CompletionItem("./m", type="file")]
    assert [item.value for item in whole_words(items, "--model=q")] == ["--model=qwen", "./m"]
    assert [item.value for item in whole_words(items, "q")] == ["qwen", "./m"]
