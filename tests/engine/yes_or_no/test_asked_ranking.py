"""Printed lines of names and numbers in the order that the request asks for."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from pandora.engine.loop import Loop
from pandora.engine.micro_loop import micro_loop
from pandora.engine.yes_or_no import asked_ranking
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.programs.help import Try
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result
from tests.engine.runs import Bench, Line

PATTERN = Path(__file__).parents[3] / "system" / "operations" / "python.md"
CODE = "for row in table(\"hives.csv\"):\n    print(f\"{row['hive']}: {row['kg']} kg\")"
BY_NAME, BY_NUMBER = (
    "Fence: 13.5 kg\nLime: 26.0 kg\nShed: 14.5 kg",
    "Lime: 26.0 kg\nShed: 14.5 kg\nFence: 13.5 kg",
)


def computed(bench: Bench, largest: float, smallest: float) -> Outcome:
    (bench.workspace.system / "operations").mkdir(exist_ok=True)
    (bench.workspace.system / "operations" / "python.md").write_bytes(PATTERN.read_bytes())
    (bench.root / "hives.csv").write_text("hive,kg\nFence,13.5\nLime,26.0\nShed,14.5\n", encoding="utf-8")
    line: Line = {"phase": "do", "level": "operation", "type": "python"}
    tried: list[Line] = [{**line, "fill": {"code": CODE}}]
    for chance in (largest, smallest):
        tried.append({**line, "fill": {"answer": "yes"}, "chances": {"answer": chance}})
    bench.script([*tried, *tried])
    host = bench.host()
    host.operations = OPERATIONS
    request = "how many kg has each hive of hives.csv, best one first"
    task = Task(
        request, "operation", "python", "abc234", "system-abc234", "1",
        request=request, files=("hives.csv",), named=True, kind_of_task="answer",
    )  # fmt: skip
    return micro_loop(task, host)


@pytest.mark.parametrize(
    ("largest", "smallest", "output"),
    [
        (0.8, 0.3, BY_NUMBER),
        (0.3, 0.7, "\n".join(BY_NUMBER.split("\n")[::-1])),
        (0.5, 0.4, BY_NAME),
        (1.0, 1.0, BY_NAME),
    ],
)
def test_lines_stand_as_they_are_asked_for(bench: Bench, largest: float, smallest: float, output: str) -> None:
    ended = computed(bench, largest, smallest)
    assert (ended.status, ended.output) == (Status.ACCEPTED, output)
    told = "ordered by code" in bench.host().store.load("op-python-abc234-1").text
    assert told == (output != BY_NAME)


RISING, MONTHS = "Fence: 13\nShed: 14\nLime: 26", "2024-01: 3\n2024-02: 5\n2024-03: 9"
FALLING = "Lime: 26\nShed: 14\nFence: 13"


@pytest.mark.parametrize(
    ("text", "largest", "smallest", "output"),
    [
        (RISING, 0.8, 0.3, FALLING),
        (FALLING, 0.3, 0.8, RISING),
        (FALLING, 0.8, 0.3, FALLING),
        (RISING, 0.8, 0.7, RISING),  # it says both, so it tells nothing
        (RISING, 0.5, 0.3, RISING),
        (MONTHS, 0.8, 0.3, MONTHS),
    ],
)
def test_a_list_that_stands_the_other_way_round_is_turned(
    text: str, largest: float, smallest: float, output: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chances = {asked_ranking._QUESTIONS[True]: largest, asked_ranking._QUESTIONS[False]: smallest}
    monkeypatch.setattr(asked_ranking, "chance_of_yes", lambda loop, question, part: chances[question])
    task = Task("how many kg has each hive", kind_of_task="answer")
    work = SimpleNamespace(rules=frozenset({"ranking"}), task=task, request=task.text)
    result = asked_ranking.in_asked_order(
        cast("Loop", SimpleNamespace(work=work, untrusted=False)), Result(True, text)
    )
    assert result.text == output
    assert bool(result.held) is (output != text)


@pytest.mark.parametrize(
    ("odds", "code", "rows", "told"),
    [
        (2.0, "save(kept, 'old.tsv')", 3, True),
        (2.0, "# old.tsv, sorted by year\nsave(kept, 'old.tsv')  # sorted", 3, True),
        (1.5, "save(kept, 'old.tsv')", 3, False),
        (None, "save(kept, 'old.tsv')", 3, False),
        (2.0, "save(sorted(kept, key=lambda row: row['year']), 'old.tsv')", 3, False),
        (2.0, "query('SELECT * FROM a ORDER BY year')", 3, False),
        (2.0, "save(kept, 'old.tsv')", 2, False),
    ],
)
def test_a_table_is_sorted_where_an_order_is_asked_for(
    odds: float | None, code: str, rows: int, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asked_ranking, "log_odds_of", lambda loop, question, text: odds)
    task = Task("make old.tsv with the stamps from before 1900, oldest first", kind_of_task="file")
    work = SimpleNamespace(rules=frozenset({"ranking"}), task=task, request=task.text)
    loop = cast("Loop", SimpleNamespace(work=work, untrusted=False))
    content = "year\n" + "".join(f"{1890 - row}\n" for row in range(rows))
    result = Result(True, "", changes=(Change("old.tsv", "", content.encode()),))
    found = asked_ranking.unsorted_rows(loop, Try({"code": code}, result, {"code": "program"}))
    assert [verdict.state for verdict in found] == ["violated"] * told


@pytest.mark.parametrize(
    ("earlier", "code", "taken"),
    [
        ("year\tcost\n1\t2.0\n2\t7\n3\t4.5\n", "found = query(1)", True),
        ("year\tcost\n1\t2.0\n2\t7\n3\t4.5\n", "found = []", False),
        ("year\tcost\n1\t2.0\n2\t7\n4\t4.5\n", "found = query(1)", False),
        ("id\tcost\n1\t2.0\n2\t7\n3\t4.5\n", "found = query(1)", False),
    ],
)
def test_rows_stand_as_an_earlier_query_sorted_the_same_ones(
    earlier: str, code: str, taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asked_ranking, "log_odds_of", lambda loop, question, text: 2.0)
    task = Task("make old.tsv, oldest first", kind_of_task="file")
    work = SimpleNamespace(rules=frozenset({"ranking"}), task=task, request=task.text)
    text = f"### Candidate 1\nCode:\n  {code}\nChanges:\n  - old.tsv → content 1 (was absent)\n"
    document = SimpleNamespace(meta={"contents": {"1": "blobs/a"}}, text=text, body=lambda number: text)
    host = SimpleNamespace(store=SimpleNamespace(read_blob={"blobs/a": earlier.encode()}.__getitem__))
    loop = cast("Loop", SimpleNamespace(work=work, untrusted=False, document=document, host=host))
    own = Result(True, "", changes=(Change("old.tsv", "", b"year\tcost\n3\t4.50\n1\t2.00\n2\t7.00\n"),))
    result = asked_ranking.in_order_of_query(loop, Try({"code": "save(a, 'b')"}, own, {"code": "program"}))
    assert (result is not own) is taken
    if taken:
        assert result.changes[0].content == b"year\tcost\n1\t2.00\n2\t7.00\n3\t4.50\n"


@pytest.mark.parametrize(("largest", "taken"), [(0.8, True), (0.5, False)])
def test_a_loop_over_groups_by_name_gives_way_to_the_order_of_a_query(
    largest: float, taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asked_ranking, "log_odds_of", lambda loop, question, text: 2.0)
    monkeypatch.setattr(
        asked_ranking, "chance_of_yes", lambda loop, question, part: largest if "largest" in question else 0.4
    )
    work = SimpleNamespace(
        rules=frozenset({"ranking"}), task=Task("a", kind_of_task="file"), request="the largest first"
    )
    text = "### Candidate 1\nCode:\n  found = query(1)\nChanges:\n  - old.tsv → content 1 (was absent)\n"
    document = SimpleNamespace(meta={"contents": {"1": "blobs/a"}}, text=text, body=lambda number: text)
    sorted_rows = b"name\tcost\nb\t9\na\t7\nc\t2\n"
    host = SimpleNamespace(store=SimpleNamespace(read_blob={"blobs/a": sorted_rows}.__getitem__))
    loop = cast("Loop", SimpleNamespace(work=work, untrusted=False, document=document, host=host))
    own = Result(True, "", changes=(Change("old.tsv", "", b"name\tcost\na\t7\nb\t9\nc\t2\n"),))
    code = "for name, group in sorted(groups.items()):\n    made.append(name)"
    result = asked_ranking.in_order_of_query(loop, Try({"code": code}, own, {"code": "program"}))
    assert (result.changes[0].content == sorted_rows) is taken
    by_cost = f"{code}\nmade.sort(key=cost)"
    assert asked_ranking.in_order_of_query(loop, Try({"code": by_cost}, own, {"code": "program"})) is own


@pytest.mark.parametrize(
    ("lines", "whole"),
    [
        ((b"a\n", b"c", b"b\n"), b"a\nc\nb"),
        ((b"a\r\n", b"c", b"b\r\n"), b"a\r\nc\r\nb"),
        ((b"a\n", b"b\n"), b"a\nb\n"),
        ((b"a\n", b"b"), b"a\nb"),
        ((b"a",), b"a"),
        ((), b""),
    ],
)
def test_lines_in_another_order_stay_apart(lines: tuple[bytes, ...], whole: bytes) -> None:
    assert asked_ranking.joined_lines(lines) == whole
