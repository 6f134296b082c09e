"""Files that a request sorts into folders by what they are."""

from __future__ import annotations

from pathlib import Path

from pandora.engine.micro_loop import micro_loop
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
MAILS = {
    "m1.txt": "I would like to order jam",
    "m2.txt": "The lid was broken!",
    "m3.txt": "Two jellies, please",
}
CHANCES = ((0.7, 0.3), (0.4, 0.9), (0.6, 0.3))


def test_a_text_goes_where_it_surely_belongs_whatever_the_program_looks_for(bench: Bench) -> None:
    """Both programs take one folder for all in which they find nothing; seen with the default model."""
    (bench.workspace.system / "operations").mkdir(exist_ok=True)
    (bench.workspace.system / "operations" / "python.md").write_bytes(PATTERN.read_bytes())
    (bench.root / "inbox").mkdir()
    for name, text in MAILS.items():
        (bench.root / "inbox" / name).write_text(text, encoding="utf-8")
    line: Line = {"phase": "do", "level": "operation", "type": "python"}
    asked: list[Line] = [
        {**line, "fill": {"answer": "yes"}, "chances": {"answer": chance}}
        for pair in CHANCES
        for chance in pair
    ]
    bench.script([{**line, "fill": {"code": CATCH_ALL}}, *asked, {**line, "fill": {"code": ALL}}])
    host = bench.host()
    host.operations = OPERATIONS
    task = Task(
        REQUEST, "operation", "python", "abc234", "system-abc234", "1",
        request=REQUEST, files=tuple(f"inbox/{name}" for name in MAILS), named=True, kind_of_task="change",
    )  # fmt: skip
    ended = micro_loop(task, host)
    assert ended.status == Status.WAITING  # for a person's yes to the moves
    told = host.store.load("op-python-abc234-1").text
    assert "Chosen: 1 (2 of 2 agree)" in told
    for place in ("orders/m1.txt", "complaints/m2.txt", "orders/m3.txt"):
        assert f"- inbox/{place} → content" in told
    assert "inbox/m3.txt belongs in inbox/orders (0.60, complaints 0.30)" in told
