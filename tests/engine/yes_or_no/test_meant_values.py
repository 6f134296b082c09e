"""Rows and columns that a request means without naming them: the model is asked, and an experiment decides."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.task import Task
from tests.engine.runs import Bench, Line

PATTERN = Path(__file__).parents[3] / "system" / "operations" / "python.md"
BILLS = "client,sum,paid\nMoll,10,no\nThoma,30,yes\nGehrke,5,no\nMoll,7,yes\n"
ALL = "print(sum(row['sum'] for row in table('bills.csv')))"
UNPAID = "print(sum(row['sum'] for row in table('bills.csv') if row['paid'] == 'no'))"
PAID = UNPAID.replace("'no'", "'yes'")


def asked(
    bench: Bench,
    programs: list[str],
    unpaid: float | None,
    exempt: str = "no",
    measured: float | None = 0.9,
) -> Outcome:
    """The end of a run whose programs these are, where the model is as sure that `sum` holds what is asked.

    Where `measured` is None, there is no answer to that question.
    """
    (bench.workspace.system / "operations").mkdir(exist_ok=True)
    (bench.workspace.system / "operations" / "python.md").write_bytes(PATTERN.read_bytes())
    (bench.root / "bills.csv").write_text(BILLS, encoding="utf-8")
    line: Line = {"phase": "do", "level": "operation", "type": "python"}
    chances = (*([] if measured is None else [measured] * 2), *[0.5] * 3, unpaid, 0.5)
    questions: list[Line] = [{**line, "fill": {"answer": "yes"}, "chances": {"answer": one}} for one in chances]
    if unpaid is None:  # of each column one value is asked about, and then no more
        questions = [{**line, "fill": {"answer": answer}} for answer in ("yes", "no", "yes", "no")]
    if measured is not None and measured < 0.5:
        questions = questions[:2]
    tried: list[Line] = [{**line, "fill": {"code": program}} for program in programs]
    exemption: list[Line] = [{**line, "fill": {"answer": exempt}, "chances": {"answer": 0.9}}]
    first = exemption if programs[0] == PAID or (programs[0] == ALL and (unpaid or 0) > 0.7) else []
    bench.script([tried[0], *questions, *first, *tried[1:], *(exemption if exempt == "yes" else [])])
    host = bench.host()
    host.operations = OPERATIONS
    task = Task(
        "what is still owed in bills.csv?", "operation", "python", "abc234", "system-abc234", "1",
        request="what is still owed in bills.csv?", files=("bills.csv",), named=True, kind_of_task="answer",
    )  # fmt: skip
    return micro_loop(task, host)


@pytest.mark.parametrize(
    ("programs", "unpaid", "output"),
    [
        ([UNPAID, UNPAID + "  # again"], 0.9, "15"),
        ([ALL, UNPAID, UNPAID + "  # again"], 0.9, "15"),
        ([ALL, ALL + "  # again"], 0.55, "52"),
    ],
)
def test_a_program_takes_the_rows_that_are_meant(
    bench: Bench, programs: list[str], unpaid: float, output: str
) -> None:
    ended = asked(bench, programs, unpaid)
    assert (ended.status, ended.output) == (Status.ACCEPTED, output)
    text = bench.host().store.load("op-python-abc234-1").text
    assert ("only rows whose 'paid' is 'no'" in text) == (output == "15")
    assert ("it counts rows whose 'paid' is not 'no'" in text) == (programs[0] == ALL and output == "15")


def test_the_request_may_exempt_it(bench: Bench) -> None:
    ended = asked(bench, [ALL, ALL + "  # again"], 0.9, "yes")
    assert (ended.status, ended.output) == (Status.ACCEPTED, "52")


def test_a_model_without_probabilities_means_nothing(bench: Bench) -> None:
    ended = asked(bench, [ALL, ALL + "  # again"], None)
    assert (ended.status, ended.output) == (Status.ACCEPTED, "52")


def test_where_no_column_holds_what_is_asked_a_person_is_asked_at_once(bench: Bench) -> None:
    ended = asked(bench, [ALL], 0.9, measured=0.4)
    assert ended.status is Status.ESCALATED
    assert str(ended.question) == "Does the column sum hold what is asked? It is the only one of numbers."
    assert "it is not clear which column holds what is asked" in bench.host().store.load(
        "op-python-abc234-1"
    ).body(5)


WRITTEN = """---
pandora: 1
id: system-abc234
status: running
phase: do
sections:
  2: {{by: {by}, from: "688926345fcf88d2", text: "1704ad8f836fd8f1"}}
---
# State: system-abc234

## §0 META

## §1 UNDERSTAND
Task: what is still owed in bills.csv?

## §2 PLAN
Steps:
1. python: what is still owed in bills.csv?

## §3 DO

## §4 CHECK

## §5 OUTPUT
"""


@pytest.mark.parametrize(("by", "status"), [("human", Status.ACCEPTED), ("model", Status.ESCALATED)])
def test_a_person_who_wrote_the_steps_is_not_asked_which_column_is_meant(
    bench: Bench, by: str, status: Status
) -> None:
    (bench.root / "state" / "system-abc234.md").write_text(WRITTEN.format(by=by), encoding="utf-8")
    programs, measured = ([ALL, ALL + "  # again"], None) if by == "human" else ([ALL], 0.4)
    assert asked(bench, programs, 0.55, measured=measured).status is status


def test_a_program_that_takes_a_value_less_likely_meant_than_another_is_refused(bench: Bench) -> None:
    ended = asked(bench, [PAID, ALL, ALL + "  # again"], 0.55)
    assert (ended.status, ended.output) == (Status.ACCEPTED, "52")
    document = bench.host().store.load("op-python-abc234-1").text
    assert "decides the result, and the task names no such limit" in document


def ended(bench: Bench, words: str, content: str, programs: list[str], chances: Sequence[float]) -> Outcome:
    """The end of a run about a table with these programs; so sure is the model of a yes to each question."""
    (bench.workspace.system / "operations").mkdir(exist_ok=True)
    (bench.workspace.system / "operations" / "python.md").write_bytes(PATTERN.read_bytes())
    (bench.root / "bills.csv").write_text(content, encoding="utf-8")
    line: Line = {"phase": "do", "level": "operation", "type": "python"}
    questions: list[Line] = [{**line, "fill": {"answer": "yes"}, "chances": {"answer": one}} for one in chances]
    tried: list[Line] = [{**line, "fill": {"code": program}} for program in programs]
    bench.script([tried[0], *questions, *tried[1:]])
    host = bench.host()
    host.operations = OPERATIONS
    task = Task(
        words, "operation", "python", "abc234", "system-abc234", "1",
        request=words, files=("bills.csv",), named=True, kind_of_task="answer",
    )  # fmt: skip
    return micro_loop(task, host)


STOCK = "plant,stock,least\nfig,4,9\nlime,,5\nkiwi,8,3\nplum,2,4\n"
SHORT = "for row in table('bills.csv'):\n    if {}:\n        "
SHORT += "print(row['plant'], row['least'] - (row['stock'] or 0))"
KNOWN = SHORT.format("row['stock'] is not None and row['stock'] < row['least']")
ALSO_BLANK = SHORT.format("(row['stock'] or 0) < row['least']")


@pytest.mark.parametrize(
    ("none", "programs", "output"),
    [
        (0.8, [KNOWN, ALSO_BLANK, ALSO_BLANK + "  # again"], "fig 5\nlime 5\nplum 2"),
        (0.3, [KNOWN, KNOWN + "  # again"], "fig 5\nplum 2"),
    ],
)
def test_a_blank_counts_as_none_where_the_model_takes_it_for_that(
    bench: Bench, none: float, programs: list[str], output: str
) -> None:
    words = "how much is lacking of the stock under the least in bills.csv? a blank stock means we have none"
    outcome = ended(bench, words, STOCK, programs, (none, 0.7))
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, output)


COUNTED = "rows = table('bills.csv')\n" + KNOWN.replace("table('bills.csv')", "rows")


def test_code_counts_the_blank_in_a_program_that_left_it_out(bench: Bench) -> None:
    words = "how much is lacking of the stock under the least in bills.csv? a blank stock means we have none"
    outcome = ended(bench, words, STOCK, [COUNTED, COUNTED + "  # again"], (0.8, 0.7))
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, "fig 5\nlime 5\nplum 2")
    body = bench.host().store.load("op-python-abc234-1").body(3)
    assert body.count("code put 0 for each blank") == 2
    assert "or 0} if" not in body  # §3 keeps what the model wrote


LOANS = "title,returned\nEmma,2024-02-01\nUlysses,\nDracula,\nEmma,2024-03-01\n"
OUT = "print(len([row for row in table('bills.csv') if row['returned'] is None]))"
EACH = "print(len(table('bills.csv')))"


@pytest.mark.parametrize(
    ("without", "with_one", "programs", "output"),
    [
        (0.4, 0.45, [OUT, EACH, EACH + "  # again"], "4"),
        (0.4, 0.8, [OUT, OUT + "  # again"], "2"),
        (0.8, 0.4, [OUT, OUT + "  # again"], "2"),
    ],
)
def test_a_blank_that_the_request_does_not_ask_for_decides_nothing(
    bench: Bench, without: float, with_one: float, programs: list[str], output: str
) -> None:
    chances = (*[0.5] * 5, without, with_one)  # two of them are asked of whether a number is wanted
    outcome = ended(bench, "how many loans were there? bills.csv", LOANS, programs, chances)
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, output)
    text = bench.host().store.load("op-python-abc234-1").text
    assert ("whether 'returned' is blank decides which rows count" in text) == (output == "4")
