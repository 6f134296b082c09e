"""An answer that only counts is refused where the entries themselves are asked for."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pandora.engine.micro_loop import micro_loop
from pandora.engine.yes_or_no import asked_entries
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.task import Task
from tests.engine.runs import Bench, Line, with_evidence

HEAD = "kept = [line for line in lines('todo.txt') if 'urgent' in line]\n"
COUNTED = HEAD + "print('Urgent lines:', len(kept))"
SHOWN = HEAD + "for line in kept:\n    print(line)"
LINES = "call the plumber\nreturn the drill - urgent\npay the rent, urgent\n"


def ended(bench: Bench, request: str, programs: Sequence[str], *chances: float | None) -> Outcome:
    """The end of a run of programs, of which the model is asked two questions behind the first."""
    with_evidence(bench, "python", "asked_entries")
    (bench.root / "todo.txt").write_text(LINES, encoding="utf-8")
    line: Line = {"phase": "do", "level": "operation", "type": "python"}
    said: list[Line] = [
        {**line, "fill": {"answer": "yes"}, **({} if one is None else {"chances": {"answer": one}})}
        for one in chances
    ]
    tried: list[Line] = [{**line, "fill": {"code": program}} for program in programs]
    bench.script([tried[0], *said, *tried[1:]])
    host = bench.host()
    host.operations = OPERATIONS
    task = Task(
        request, "operation", "python", "abc234", "system-abc234", "1",
        request=request, files=("todo.txt",), named=True, kind_of_task="answer",
    )  # fmt: skip
    return micro_loop(task, host)


def test_a_count_is_no_answer_where_the_lines_are_asked_for(bench: Bench) -> None:
    shown = [COUNTED, SHOWN, SHOWN + "  # again"]
    end = ended(bench, "show me the lines in todo.txt with urgent", shown, 0.5, 0.9)
    assert (end.status, end.output) == (
        Status.ACCEPTED,
        "return the drill - urgent\npay the rent, urgent",
    )
    told = "it says only how many there are; print what they are, each on a line of its own"
    assert told in bench.host().store.load("op-python-abc234-1").text


@pytest.mark.parametrize("chances", [(0.9, 0.5), (None, None)])
def test_a_count_is_one_where_a_number_is_asked_for_or_nobody_knows(
    bench: Bench, chances: tuple[float | None, float | None]
) -> None:
    end = ended(bench, "how many lines in todo.txt say urgent?", [COUNTED, COUNTED + "  # again"], *chances)
    assert (end.status, end.output) == (Status.ACCEPTED, "Urgent lines: 2")


@pytest.mark.parametrize(
    ("program", "counts"),
    [
        ("print(len(rows))", True),
        ("n = 0\nfor row in rows:\n    n += 1\nprint('Anzahl:', n)", True),
        ("print(query('SELECT COUNT(*) FROM a'))", True),
        ("print(max(rows, key=lambda row: len(row['title']))['year'])", False),
        ("print(sorted(years, key=texts.count)[-1])", False),
        ("best = sorted(rows, key=lambda row: -len(row['name']))[0]\nprint(best['room'])", False),
        ("print(len(", True),
    ],
)
def test_what_is_sorted_by_a_length_is_not_counted(program: str, counts: bool) -> None:
    said = "Anzahl: 3" if "Anzahl" in program else "3"
    assert asked_entries._only_counts(program, said) is counts


def test_nothing_is_asked_where_the_lines_are_printed(bench: Bench) -> None:
    end = ended(bench, "show me the lines in todo.txt with urgent", [SHOWN, SHOWN + "  # again"])
    assert end.status is Status.ACCEPTED
