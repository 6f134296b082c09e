"""An answer about a table that leaves out a part of what is asked is refused, and told which column has it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.task import Task
from tests.engine.runs import Bench, Line, with_evidence

HEAD = "rows = table('plots.csv')\nbest = max(rows, key=lambda row: row['size'])\n"
ALONE = HEAD + "print('The biggest plot is', best['plot'], 'with', best['size'])"
BOTH = HEAD + "print('The biggest plot is', best['plot'], 'of', best['tenant'])"
TURNED = HEAD + "print('It is', best['plot'], 'of', ', '.join(best['tenant'].split()[::-1]))"
ROWS = "plot,tenant,since,size\nA1,Carol Whitby,2003,150\nB2,Martin Leclerc,2011,275\nC1,Raj Patel,2022,180\n"


def ended(
    bench: Bench, programs: Sequence[str], column: str = "tenant", chance: float | None = 0.95
) -> Outcome:
    """The end of a run of programs, where the model chooses a column for `who has it`."""
    with_evidence(bench, "python", "asked_columns")
    (bench.root / "plots.csv").write_text(ROWS, encoding="utf-8")
    line: Line = {"phase": "do", "level": "operation", "type": "python"}
    sure = {} if chance is None else {"chances": {"column": chance}}
    question: Line = {**line, "fill": {"column": column}, **sure}
    tried: list[Line] = [{**line, "fill": {"code": program}} for program in programs]
    bench.script([tried[0], question, *tried[1:]])
    host = bench.host()
    host.operations = OPERATIONS
    asked = "which plot in plots.csv is the biggest and who has it?"
    task = Task(
        asked, "operation", "python", "abc234", "system-abc234", "1",
        request=asked, files=("plots.csv",), named=True, kind_of_task="answer",
    )  # fmt: skip
    return micro_loop(task, host)


@pytest.mark.parametrize("first", [BOTH, TURNED])
def test_an_answer_has_a_value_of_the_column_that_a_part_means(bench: Bench, first: str) -> None:
    end = ended(bench, [first, first + "  # again"])
    assert end.status is Status.ACCEPTED
    text = bench.host().store.load("op-python-abc234-1").text
    assert "Held: says of tenant" in text


def test_one_without_is_told_what_it_does_not_say(bench: Bench) -> None:
    end = ended(bench, [ALONE, BOTH, BOTH + "  # again"])
    assert (end.status, end.output) == (Status.ACCEPTED, "The biggest plot is B2 of Martin Leclerc")
    text = bench.host().store.load("op-python-abc234-1").text
    assert "the answer does not say “Who has it”; print what the column 'tenant' has of it" in text


@pytest.mark.parametrize(("column", "chance"), [("tenant", 0.6), ("tenant", None), ("since", 0.95)])
def test_what_the_model_does_not_tell_surely_is_not_asked_for(
    bench: Bench, column: str, chance: float | None
) -> None:
    """A column of numbers only asks for a number: what is asked may be worked out from it."""
    end = ended(bench, [ALONE, ALONE + "  # again"], column, chance)
    assert (end.status, end.output) == (Status.ACCEPTED, "The biggest plot is B2 with 275")
