from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.shell_agent import STEPS, ShellAgent
from pandora.commands.task_suite import SuiteTask, read_suite
from pandora.errors import UsageError
from tests.benchmarks.test_code_agent import CHECK, FakeLlama

COUNTS = """\
THOUGHT: I look for the least.

```mswea_bash_command
tail -n +2 fruit.csv | sort -t, -k2 -n | head -1 | tr ',' ' ' > answer.txt
```"""
READS = """\
THOUGHT: I look.

```mswea_bash_command
cat fruit.csv; cat /etc/hostname > /etc/elsewhere
```"""
SAYS = """\
THOUGHT: done.

```mswea_bash_command
echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT
```"""
needs_agent = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("minisweagent", "pydantic", "dotenv")),
    reason="mini-swe-agent is not installed: pip install --no-deps mini-swe-agent beside .bench.lock",
)


@pytest.fixture
def task(tmp_path: Path) -> SuiteTask:
    folder = tmp_path / "suite" / "cheapest"
    (folder / "files").mkdir(parents=True)
    (folder / "files" / "fruit.csv").write_text("name,price\npear,3\nplum,2\n", encoding="utf-8")
    (folder / "task.md").write_text("---\nfamily: table\nseconds: 600\n---\nThe cheapest?\n", encoding="utf-8")
    (folder / "check.py").write_text(CHECK, encoding="utf-8")
    return read_suite(folder.parent)[0]


class Listening(FakeLlama):
    """Keeps the last message that each completion was asked with."""

    def __init__(self, *replies: str) -> None:
        super().__init__(*replies)
        self.asked: list[str] = []

    def create_chat_completion(self, messages: Sequence[Mapping[str, str]], **settings: Any) -> dict[str, Any]:
        self.asked.append(str(messages[-1]["content"]))
        return super().create_chat_completion(messages, **settings)


@needs_agent
def test_its_commands_change_the_folder_and_its_answer_is_checked(task: SuiteTask) -> None:
    chat = Listening(READS, COUNTS, SAYS)
    scored = ShellAgent(chat).run(task)
    assert (scored.solved, scored.status, scored.error) == (True, "accepted", "")
    assert (scored.used.calls, scored.used.prompt, scored.used.written) == (3, 300, 30)
    assert "The cheapest?" in chat.asked[0]
    assert "pear,3\nplum,2" in chat.asked[1]
    assert not Path("/etc/elsewhere").exists()


@needs_agent
def test_an_agent_that_gives_no_command_has_accepted_nothing(task: SuiteTask) -> None:
    scored = ShellAgent(FakeLlama("plum 2")).run(task)
    assert (scored.solved, scored.status, scored.error) == (False, "failed", "RepeatedFormatError")
    assert scored.used.calls == 3


@needs_agent
def test_one_that_never_ends_is_stopped_after_its_steps(task: SuiteTask) -> None:
    scored = ShellAgent(FakeLlama(READS)).run(task)
    assert (scored.status, scored.error, scored.used.calls) == ("failed", "LimitsExceeded", STEPS)


def test_without_the_agent_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "minisweagent", None)
    with pytest.raises(UsageError, match=r"mini-swe-agent is not installed .*pip install"):
        ShellAgent(FakeLlama(SAYS))
