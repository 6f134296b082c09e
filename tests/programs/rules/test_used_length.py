"""A text that says hardly anything of its files is told so."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.help import Try, Work
from pandora.programs.rules.used_length import used_length
from pandora.task import Task
from pandora.workspace.operation_context import Result

REPORT = "The roof of the hall leaks above the stage and the repair costs 4,850 euros in all. " * 6
REQUEST = "boil report.txt down to 60 words at most, with what the repair costs"


@pytest.mark.parametrize(
    ("request_text", "text", "told"),
    [
        (REQUEST, "The repair costs 4,850 euros.", True),
        (REQUEST, "The roof of the hall leaks above the stage, and the repair costs 4,850 euros.", False),
        ("boil report.txt down to 20 words at most", "The roof leaks.", False),
        ("boil report.txt down to at least 60 words", "The roof leaks.", False),
        ("what does the repair cost, by report.txt?", "It costs 4,850 euros.", False),
        ("boil report.txt down to 200 words at most", "The roof of the hall leaks.", False),
    ],
)
def test_a_text_uses_some_of_its_room(request_text: str, text: str, told: bool, tmp_path: Path) -> None:
    (tmp_path / "report.txt").write_text(REPORT, encoding="utf-8")
    task = Task(request_text, request=request_text, files=("report.txt",), kind_of_task="file", named=True)
    work = Work(task, tmp_path, rules=frozenset({"given_numbers"}))
    attempt = Try({"content": text}, Result(True, "done"), {"content": "content"})
    verdicts = used_length(work, attempt)
    assert bool(verdicts) == told
    assert all("60 are allowed" in verdict.reason for verdict in verdicts)


@pytest.mark.parametrize(("count", "once"), [(4, False), (9, True)])
def test_a_text_that_is_not_so_short_is_told_once(count: int, once: bool, tmp_path: Path) -> None:
    (tmp_path / "report.txt").write_text(REPORT, encoding="utf-8")
    task = Task(REQUEST, request=REQUEST, files=("report.txt",), kind_of_task="file", named=True)
    work = Work(task, tmp_path, rules=frozenset({"given_numbers"}))
    text = ["The", "repair", "costs", "4,850", "euros,", "and", "the", "roof", "leaks."]
    attempt = Try({"content": " ".join(text[:count])}, Result(True, "done"), {"content": "content"})
    assert [verdict.once for verdict in used_length(work, attempt)] == [once]
