from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from pandora.budget import Budget
from pandora.document.asked_beside import answers_beside
from pandora.document.form import parse_form
from pandora.document.state_document import Document
from pandora.engine.candidates import Candidate, Tries, write_tries
from pandora.engine.experiment_verdicts import _refused
from pandora.engine.loop import Loop
from pandora.engine.micro_loop import micro_loop
from pandora.engine.run import start
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.programs.inside import delimited_tables
from pandora.programs.metamorphic.experiment_subject import Copy, Verdict
from pandora.programs.printed_values import Run
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import OperationContext, Result
from tests.engine.runs import Bench, Line, checked, coded, planned, understood

PRICES = "name;price\nfig;4\nplum;2\npear;7\nkiwi;5\n"
TASK = Task("Which fruit has the least price?", "operation", "python", "abc234", "system-abc234", "1")
ID = "op-python-abc234-1"
FIRST = 'rows = table("prices.csv")\nprint(rows[0]["name"])'
LEAST = 'rows = table("prices.csv")\nprint(min(rows, key=lambda row: row["price"])["name"])'
ALSO_LEAST = LEAST.replace("rows", "fruits")
NO: Line = {"phase": "do", "type": "python", "fill": {"answer": "no"}}
YES: Line = {"phase": "do", "type": "python", "fill": {"answer": "yes"}}


def printed(code: str, text: str) -> Run:
    out = io.StringIO()
    with redirect_stdout(out):
        exec(code, {"table": lambda _: delimited_tables.parse(text)})
    return Run(True, out.getvalue().strip())


def run(arguments: Mapping[str, str], context: OperationContext) -> Result:
    return Result(True, printed(arguments["code"], PRICES).text, read=("prices.csv",))


def rerun(
    arguments: Mapping[str, str],
    context: OperationContext,
    result: Result,
    copies: Sequence[Copy],
    seconds: float,
) -> list[Run | None]:
    return [printed(arguments["code"], copy.files["prices.csv"].decode()) for copy in copies]


@pytest.fixture
def bench(bench: Bench) -> Bench:
    (bench.workspace.root / "prices.csv").write_text(PRICES, encoding="utf-8")
    pattern = bench.workspace.system / "operations/python.md"
    text = pattern.read_text(encoding="utf-8")
    pattern.write_text(text.replace("agree: 2", "agree: 2\nevidence: [order, columns]"), encoding="utf-8")
    return bench


def operate(bench: Bench, *lines: Line) -> Outcome:
    bench.script(lines)
    host = bench.host()
    host.operations = {"python": replace(OPERATIONS["python"], handler=run, rerun=rerun)}
    return micro_loop(TASK, host)


def test_a_try_that_relies_on_order_fails_and_the_next_is_told_both_outputs(bench: Bench) -> None:
    outcome = operate(bench, coded(FIRST), NO, coded(LEAST), coded(ALSO_LEAST))
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, "plum")
    assert "here: fig | there: kiwi" in bench.model.prompts[2].text
    body = bench.host().store.load(ID)
    assert "Held: order; column price matters" in body.body(3)
    assert "ok: held: order, column price matters" in body.body(4)


def test_an_escalation_says_each_reason_once_and_tells_what_was_given_from_what_is_against_it(
    bench: Bench,
) -> None:
    attempt = (planned("python: print it"), *[line for _ in range(5) for line in (coded(FIRST), NO)])
    bench.script((understood(), *attempt, *attempt, *attempt))
    host = bench.host()
    host.operations = {"python": replace(OPERATIONS["python"], handler=run, rerun=rerun)}
    ended = start("Print the cheapest of prices.csv", host, host.ledger.ceiling)
    account = host.store.load(f"system-{ended.run}").body(5)
    assert "It gave: fig" in account
    assert account.count("the result depends on the order of the rows") == 2, account
    assert "(compared with: kiwi)" in account
    assert "here:" not in account


def test_the_task_may_exempt_a_relation_and_the_probability_is_written_down(bench: Bench) -> None:
    outcome = operate(bench, coded(FIRST), YES, coded(FIRST.replace("rows", "fruits")))
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, "fig")
    assert len(bench.model.prompts) == 3, "the same question is asked once"
    document = bench.host().store.load(ID)
    assert "order exempt (1.00)" in document.body(4)
    assert [(answer.tries, answer.said) for answer in answers_beside(document)] == [(1, "yes")]


LONG = "it lacks some of this: " + "a note that is rather long; " * 90


@pytest.mark.parametrize("reason", ["it lacks a note", LONG])
def test_what_is_told_once_is_no_objection_to_the_next_try(bench: Bench, reason: str) -> None:
    host = bench.host()
    told = Candidate({"code": "1"}, Result(False, reason, 1))
    form = parse_form("Code: {code python}")
    body = write_tries(Tries([told]), form, host.store)
    loop = SimpleNamespace(document=SimpleNamespace(body=lambda number: body), untrusted=False)
    verdicts = [Verdict("notes", "violated", reason, once=True)]
    held: list[str] = []
    assert _refused(cast("Loop", loop), verdicts, held, Result(True, "said")) is None
    assert len(held) == 1
    other = [replace(verdicts[0], reason=f"not {reason}")]
    assert _refused(cast("Loop", loop), other, held, Result(True, "said")) is not None


def test_the_result_is_read_back_with_what_held(bench: Bench) -> None:
    operate(bench, coded(LEAST), coded(ALSO_LEAST))
    again = operate(bench)
    assert (again.status, again.output, bench.model.prompts) == (Status.ACCEPTED, "plum", [])


def test_of_strangers_words_nothing_is_exempt_and_no_output_is_told(bench: Bench) -> None:
    bench.script([coded(FIRST), coded(LEAST), coded(ALSO_LEAST)])
    host = bench.host()
    host.operations = {"python": replace(OPERATIONS["python"], handler=run, rerun=rerun)}
    outcome = micro_loop(replace(TASK, untrusted=("https://example.org",)), host)
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, "plum")
    told = bench.model.prompts[1].text
    assert "order: the rows in another order give the same result" in told
    assert "there: kiwi" not in told


def test_rows_that_only_a_person_can_tell_apart_end_with_a_question(bench: Bench) -> None:
    before = "name;town;phone\nAnn;Ulm;11\nAnn;Bonn;12\n"
    path = bench.workspace.root / "people.csv"
    path.write_text(before, encoding="utf-8")
    digest = hashlib.sha256(before.encode()).hexdigest()

    def change(arguments: Mapping[str, str], context: OperationContext) -> Result:
        return Result(
            True, "done", changes=(Change("people.csv", digest, before.replace("11", "13").encode()),)
        )

    bench.script([coded("print(1)"), NO])
    host = bench.host()
    host.operations = {"python": replace(OPERATIONS["python"], handler=change, rerun=None)}
    words = "Ann has a new phone: 13. Change it in people.csv."
    task = Task(words, "operation", "python", "abc234", "system-abc234", "1", kind_of_task="change", named=True)
    outcome = micro_loop(replace(task, files=("people.csv",)), host)
    assert outcome.status is Status.ESCALATED
    assert "2 rows of people.csv have Ann, and the task does not say which is meant" in outcome.reason
    question = "2 rows of people.csv have Ann: Ann, Ulm, 11; Ann, Bonn, 12. Which of them is meant?"
    assert outcome.question is not None
    assert outcome.question.words == question
    assert path.read_text(encoding="utf-8") == before


def doubted(chance: float) -> Line:
    return {**checked("retry", "It is not the least one."), "chances": {"validation": chance}}


def ended_with(bench: Bench, *lines: Line) -> Document:
    bench.script(lines)
    host = bench.host()
    host.operations = {**OPERATIONS, "python": replace(OPERATIONS["python"], handler=run, rerun=rerun)}
    ended = start("Which fruit in prices.csv has the least price?", host, Budget())
    assert ended.outcome.status is Status.ACCEPTED
    return bench.document()


TRIED = (planned("table: print the fruit with the least price"), coded(LEAST), coded(ALSO_LEAST))


def test_a_doubt_of_the_model_counts_less_than_what_held(bench: Bench) -> None:
    body = ended_with(bench, understood(), *TRIED, doubted(0.54)).body(4)
    assert "Validation: pass\n" in body
    assert "not the least one (the model's doubt, 0.54; the program held on altered copies)" in body


def test_a_sure_fail_of_the_model_counts(bench: Bench) -> None:
    document = ended_with(bench, understood(), *TRIED, doubted(0.7), *TRIED, checked())
    assert document.meta["attempt"] == 2


def test_a_relation_that_the_task_exempts_outweighs_no_doubt(bench: Bench) -> None:
    pattern = bench.workspace.system / "operations/python.md"
    text = pattern.read_text(encoding="utf-8")
    pattern.write_text(text.replace("evidence: [order, columns]", "evidence: [order]"), encoding="utf-8")
    first = (
        planned("table: print the first fruit"),
        coded(FIRST),
        YES,
        coded(FIRST.replace("rows", "all")),
        YES,
    )
    document = ended_with(bench, understood(), *first, doubted(0.54), *TRIED, checked())
    assert document.meta["attempt"] == 2
