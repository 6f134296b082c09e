"""When each section was written, and what is kept of the records of attempts that were retired."""

from __future__ import annotations

from pandora.engine.run import resume
from tests.engine.runs import CHEAPEST, THROUGH_TABLE, Bench, checked, coded, planned, replaced, understood

NOW = "2026-11-21T10:00:00Z"


def test_every_section_says_when_it_was_written(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    for name in ("", "tool-table-1", "op-python-1.1"):
        records = bench.document(name).meta["sections"]
        assert {number: record["at"] for number, record in records.items()} == dict.fromkeys(range(1, 6), NOW)


def test_a_section_that_stands_keeps_its_time(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    bench.edit(replaced("Approach: compute it", "Approach: take the least"))
    bench.script(())
    late = bench.host()
    late.now = lambda: "2026-11-22T11:00:00Z"
    resume(bench.run, late)
    records = bench.document().meta["sections"]
    assert (records[2]["by"], records[2]["at"]) == ("human", "2026-11-22T11:00:00Z")
    assert records[1]["at"] == NOW
    before = bench.states()
    resume(bench.run, bench.host())
    assert bench.states() == before


def test_a_retired_attempt_keeps_its_records(bench: Bench) -> None:
    once = (planned("table: print the cheapest fruit"), coded(CHEAPEST), coded(CHEAPEST))
    bench.start(understood(), *once, checked("retry", "not sure"), *once, checked())
    attempts = bench.document().meta["attempts"]
    assert list(attempts) == [1]
    assert {number: record["by"] for number, record in attempts[1].items()} == {
        2: "model",
        3: "code",
        4: "model",
    }
    assert all(record["at"] == NOW for record in attempts[1].values())
