"""Files that a request sorts into folders by what they are."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from pandora.engine.host import Host
from pandora.engine.micro_loop import micro_loop
from pandora.engine.yes_or_no import left_alone
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Status
from pandora.task import Task
from tests.engine.runs import Bench, Line

PATTERN = Path(__file__).parents[3] / "system" / "operations" / "python.md"
REQUEST = "sort the mails in inbox/ please: orders go to inbox/orders, complaints to inbox/complaints"
CATCH_ALL = """for path in files('inbox/*.txt'):
    if 'order' in text(path):
        move(path, 'inbox/orders/')
    else:
        move(path, 'inbox/complaints/')"""
ALL = "for path in files('inbox/*.txt'):\n    move(path, 'inbox/orders/')"
FIRST_TWO = "for path in ['inbox/m1.txt', 'inbox/m2.txt']:\n    move(path, 'inbox/orders/')"
MAILS = {
    "m1.txt": "I would like to order jam",
    "m2.txt": "The lid was broken!",
    "m3.txt": "Two jellies, please",
}
CHANCES = ((0.7, 0.3), (0.4, 0.9), (0.6, 0.3))


def task_of(request: str) -> Task:
    return Task(
        request, "operation", "python", "abc234", "system-abc234", "1",
        request=request, files=tuple(f"inbox/{name}" for name in MAILS), named=True, kind_of_task="change",
    )  # fmt: skip


def host_with_mails(bench: Bench, first: str, second: str, chances: Iterable[tuple[float, float]]) -> Host:
    """A host whose model writes two programs, and says how sure it is of each folder for a mail."""
    (bench.workspace.system / "operations").mkdir(exist_ok=True)
    (bench.workspace.system / "operations" / "python.md").write_bytes(PATTERN.read_bytes())
    (bench.root / "inbox").mkdir()
    for name, text in MAILS.items():
        (bench.root / "inbox" / name).write_text(text, encoding="utf-8")
    line: Line = {"phase": "do", "level": "operation", "type": "python"}
    asked: list[Line] = [
        {**line, "fill": {"answer": "yes"}, "chances": {"answer": chance}}
        for pair in chances
        for chance in pair
    ]
    bench.script([{**line, "fill": {"code": first}}, *asked, {**line, "fill": {"code": second}}])
    host = bench.host()
    host.operations = OPERATIONS
    return host


def test_a_text_goes_where_it_surely_belongs_whatever_the_program_looks_for(bench: Bench) -> None:
    """Both programs take one folder for all in which they find nothing; seen with the default model."""
    host = host_with_mails(bench, CATCH_ALL, ALL, CHANCES)
    ended = micro_loop(task_of(REQUEST), host)
    assert ended.status == Status.WAITING  # for a person's yes to the moves
    told = host.store.load("op-python-abc234-1").text
    assert "Chosen: 1 (2 of 2 agree)" in told
    for place in ("orders/m1.txt", "complaints/m2.txt", "orders/m3.txt"):
        assert f"- inbox/{place} → content" in told
    assert "inbox/m3.txt belongs in inbox/orders (0.60, complaints 0.30)" in told


def test_a_file_that_is_to_stay_goes_nowhere(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(left_alone, "is_left_alone", lambda loop, path, least: path == "inbox/m3.txt")
    sure = (0.9, 0.1)  # of the rule that asks why not all are moved; as chances of m3.txt they would move it
    host = host_with_mails(bench, FIRST_TWO, FIRST_TWO, (*CHANCES[:2], sure))
    ended = micro_loop(task_of(f"{REQUEST}; m3.txt stays where it is"), host)
    assert ended.status == Status.WAITING
    told = host.store.load("op-python-abc234-1").text
    assert "- inbox/orders/m1.txt → content" in told
    assert "- inbox/complaints/m2.txt → content" in told
    assert "m3.txt →" not in told
    assert "inbox/m3.txt belongs" not in told
