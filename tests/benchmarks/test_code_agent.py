from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.code_agent import STEPS, CodeAgent, folder_functions
from pandora.commands.task_suite import SuiteTask, read_suite
from pandora.errors import UsageError

CHECK = "import json, sys\nassert json.load(open(sys.argv[1]))['output'] == 'plum 2'\n"
READS = """\
Thought: I read the file.
<code>
import csv
best = min(csv.DictReader(open('fruit.csv')), key=lambda row: int(row['price']))
final_answer(best['name'] + ' ' + best['price'])
</code>"""
needs_smolagents = pytest.mark.skipif(
    importlib.util.find_spec("smolagents") is None, reason="smolagents is not installed: .bench.lock has it"
)


class FakeLlama:
    """Chat completions from a list, the last one again and again."""

    def __init__(self, *replies: str) -> None:
        self.replies = list(replies)

    def create_chat_completion(self, messages: Sequence[Mapping[str, str]], **_: Any) -> dict[str, Any]:
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        usage = {"prompt_tokens": 100, "completion_tokens": 10}
        return {"choices": [{"message": {"content": reply}}], "usage": usage}


@pytest.fixture
def task(tmp_path: Path) -> SuiteTask:
    folder = tmp_path / "suite" / "cheapest"
    (folder / "files").mkdir(parents=True)
    (folder / "files" / "fruit.csv").write_text("name,price\npear,3\nplum,2\n", encoding="utf-8")
    (folder / "task.md").write_text("---\nfamily: table\nseconds: 60\n---\nThe cheapest?\n", encoding="utf-8")
    (folder / "check.py").write_text(CHECK, encoding="utf-8")
    return read_suite(folder.parent)[0]


@needs_smolagents
def test_the_agent_reads_the_files_and_its_answer_is_checked(task: SuiteTask) -> None:
    scored = CodeAgent(FakeLlama(READS)).run(task)
    assert (scored.solved, scored.status, scored.error) == (True, "accepted", "")
    assert (scored.used.calls, scored.used.prompt, scored.used.written) == (1, 100, 10)


@needs_smolagents
def test_an_agent_that_comes_to_no_answer_has_accepted_nothing(task: SuiteTask) -> None:
    scored = CodeAgent(FakeLlama("<code>\nopen('/etc/hosts').read()\n</code>")).run(task)
    assert (scored.solved, scored.status) == (False, "failed")
    assert scored.used.calls >= STEPS


def test_its_programs_open_only_files_of_the_folder(tmp_path: Path) -> None:
    root = tmp_path / "work"
    root.mkdir()
    functions = folder_functions(root)
    with functions["open"]("out/a.txt", "w") as file:
        file.write("a")
    functions["move"]("out/a.txt", "b.txt")
    assert functions["files"]() == ["b.txt"]
    (tmp_path / "other.txt").write_text("o", encoding="utf-8")
    (root / "link").symlink_to(tmp_path / "other.txt")
    for path in ("../other.txt", str(tmp_path / "other.txt"), "link"):
        with pytest.raises(PermissionError, match="outside of the folder"):
            functions["open"](path)
    with pytest.raises(PermissionError):
        functions["move"]("b.txt", "../b.txt")
    with pytest.raises(PermissionError):
        functions["delete"]("../other.txt")
    functions["delete"]("b.txt")


def test_without_smolagents_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "smolagents", None)
    with pytest.raises(UsageError, match=r"smolagents is not installed .*\.bench\.lock"):
        CodeAgent(FakeLlama(READS))
