"""Every event of a run, in order, with who did it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from pandora import cli
from pandora.document.question_lines import WITHDRAWN
from pandora.engine.candidates import Intent
from pandora.engine.run import resume, start
from pandora.inspect.document_log import Entry
from pandora.inspect.run_log import run_events
from tests.engine.runs import (
    CHEAPEST,
    DEAREST,
    TASK,
    THROUGH_TABLE,
    Bench,
    checked,
    clarified,
    coded,
    planned,
    replaced,
    saving,
    understood,
)


def told(bench: Bench) -> list[str]:
    """The events as `document who what`, without the run."""
    found = run_events(bench.workspace, bench.short)
    return [f"{each.document} {each.who} {each.what}".replace(f"-{bench.short}", "") for each in found]


def ticking() -> Callable[[], str]:
    """A clock whose every reading is a second later."""
    seconds = iter(range(60 * 60))

    def now() -> str:
        at = next(seconds)
        return f"2026-11-21T10:{at // 60:02}:{at % 60:02}Z"

    return now


def test_a_run_in_order(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    expected = [
        "system human begins",
        "system model UNDERSTAND",
        "system model PLAN",
        "tool-table-1 code begins",
        "tool-table-1 code UNDERSTAND",
        "tool-table-1 code PLAN",
        "op-python-1.1 code begins",
        "op-python-1.1 code UNDERSTAND",
        "op-python-1.1 code PLAN",
        "op-python-1.1 model try 1",
        "op-python-1.1 model try 2",
        "op-python-1.1 code chooses",
        "op-python-1.1 code CHECK",
        "op-python-1.1 code accepted",
        "tool-table-1 code step 1",
        "tool-table-1 code CHECK",
        "tool-table-1 code accepted",
        "system code step 1",
        "system model CHECK",
        "system code accepted",
    ]
    assert told(bench) == expected


def test_the_order_is_that_of_a_clock_that_goes_on(bench: Bench) -> None:
    bench.script(THROUGH_TABLE)
    host = bench.host()
    host.now = ticking()
    start(TASK, host, host.ledger.ceiling)
    found = run_events(bench.workspace, bench.short)
    times = [each.at for each in found if each.at]
    assert times == sorted(times)
    # Sorted by their place alone the events stand in the same order: times and work agree.
    assert [each.key for each in found] == sorted(each.key for each in found)


def test_a_retry_stands_between_its_attempts(bench: Bench) -> None:
    once = (planned("table: print the cheapest fruit"), coded(CHEAPEST), coded(CHEAPEST))
    again = (planned("table: print it"), coded(DEAREST), coded(DEAREST))
    bench.start(understood(), *once, checked("retry", "not sure"), *again, checked())
    found = told(bench)
    assert found.count("system model PLAN") == found.count("system model CHECK") == 2
    retry = found.index("system code retries")
    assert found.index("op-python-1.1 code accepted") < retry < found.index("op-python-2.1 code begins")
    assert found[retry - 1] == "system model CHECK"
    assert found[retry + 1] == "system model PLAN"
    assert found[-1] == "system code accepted"


def test_questions_answers_decisions_and_writes(bench: Bench) -> None:
    program = coded(saving("data/fruit.csv", "name,price\nfig,1\n"))
    bench.start(understood(), planned("python: change it"), program, program)
    asks = next(each for each in run_events(bench.workspace, bench.short) if each.what == "asks")
    assert asks.detail == "May it change data/fruit.csv?"
    bench.edit(lambda text: text.replace("Answer:", "Answer: yes"), "op-python-1")
    bench.resume(checked())
    found = told(bench)
    order = [each.removeprefix("op-python-1 ") for each in found if each.startswith("op-python-1 ")]
    assert order.index("code asks") < order.index("human answers")
    assert "human decides allow" in order
    assert order.index("human decides allow") < order.index("code writes")
    writes = next(each for each in run_events(bench.workspace, bench.short) if each.what == "writes")
    assert writes.detail == "data/fruit.csv"


def test_a_question_that_was_withdrawn_is_no_answer_of_a_person(bench: Bench) -> None:
    program = coded(saving("data/fruit.csv", "name,price\nfig,1\n"))
    bench.start(understood(), planned("python: change it"), program, program)
    bench.edit(lambda text: text.replace("Answer:", f"Answer: {WITHDRAWN}"), "op-python-1")
    found = told(bench)
    assert "op-python-1 code withdraws" in found
    assert "op-python-1 human answers" not in found


def test_a_try_with_an_intent_and_no_result_may_have_run(bench: Bench) -> None:
    bench.start(understood(), planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked())
    result = re.compile(r"(?<=```\n)Result: .*?\n(?=### )", re.S)
    intent = Intent("0123456789abcdef", 1).line
    bench.edit(lambda text: result.sub(f"{intent}\n\n", text, count=1), "op-python-1")
    for expected in ("MAY HAVE RUN", "not carried out"):
        tries = [
            event.detail for event in run_events(bench.workspace, bench.short) if event.what.startswith("try ")
        ]
        assert tries[0] == expected
        if intent in bench.document("op-python-1").text:
            bench.edit(replaced(f"{intent}\n", ""), "op-python-1")


def test_a_question_about_the_task(bench: Bench) -> None:
    low = planned("python: print it", confidence="low")
    bench.start(understood(), low, clarified("Which fruit is meant?"))
    bench.edit(lambda text: text.replace("Answer:", "Answer: the cheapest"))
    entries = [each for each in run_events(bench.workspace, bench.short) if each.what in ("asks", "answers")]
    assert [(each.who, each.detail) for each in entries] == [
        ("code", "Which fruit is meant?"),
        ("human", "the cheapest"),
    ]


def test_an_edit_is_a_persons_before_and_after_it_is_taken_up(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    bench.edit(replaced("1. table: print the cheapest fruit", "1. table: print the best"))
    found = run_events(bench.workspace, bench.short)
    assert (found[-1].who, found[-1].what, found[-1].detail) == (
        "human",
        "edits PLAN",
        "saved, and not taken up yet",
    )
    bench.script((coded(CHEAPEST), coded(CHEAPEST), checked()))
    host = bench.host()
    host.now = lambda: "2026-11-22T10:00:00Z"
    resume(bench.run, host)
    (edit,) = [event for event in run_events(bench.workspace, bench.short) if event.what == "edits PLAN"]
    assert (edit.who, edit.at) == ("human", "2026-11-22T10:00:00Z")


def test_documents_from_before_sections_had_times_are_told_in_the_order_of_the_work(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    whole = told(bench)
    for path in (bench.root / "state").glob("*.md"):
        path.write_text(path.read_text("utf-8").replace(', at: "2026-11-21T10:00:00Z"', ""), encoding="utf-8")
    assert told(bench) == whole


def test_a_child_whose_parent_is_itself_ends_nothing(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    own = str(bench.document("tool-table-1").meta["id"])
    bench.edit(replaced(f"Parent: {bench.run}.md", f"Parent: {own}.md"), "tool-table-1")
    assert len(told(bench)) == 20


def test_the_command(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    bench.start(*THROUGH_TABLE)
    assert cli.run(["-C", str(bench.root), "log"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["TIME", "WHO", "DOCUMENT", "WHAT"]
    assert lines[1].split()[:4] == ["2026-11-21T10:00:00Z", "human", bench.run, "begins"]
    assert cli.run(["-C", str(bench.root), "log", f"tool-table-{bench.short}-1", "--json"]) == 0
    events = json.loads(capsys.readouterr().out)["events"]
    assert {event["document"].split("-")[0] for event in events} == {"tool", "op"}
    assert all(isinstance(event, Entry) for event in run_events(bench.workspace, bench.short))
