from __future__ import annotations

import pytest

from pandora.budget import Budget
from pandora.disk.run_documents import Run
from pandora.disk.store import Store
from pandora.document.meta_values import mapping
from pandora.document.records import section_records
from pandora.document.state_document import Document
from pandora.engine.fork import fork
from pandora.engine.run import Ended, resume
from pandora.errors import UsageError
from pandora.outcome import Status
from tests.engine.runs import CHEAPEST, DEAREST, TASK, Bench, Line, checked, coded, planned, understood

OTHER = "Which fruit in data/fruit.csv is the dearest?"
WHOLE = (understood(), planned(f"python: {TASK}"), coded(CHEAPEST), coded(CHEAPEST), checked())


def root_of(bench: Bench, run: str) -> Document:
    return Store(bench.workspace).load(f"system-{run}")


def forked(
    bench: Bench, source: str, last: int, *lines: Line, words: str = "", model: str = "another"
) -> Ended:
    bench.script(lines).fingerprint = "another"
    run = fork(Run.open(Store(bench.workspace), source), last, words, bench.host(), Budget())
    return resume(f"system-{run}", bench.host())


def test_another_model_goes_on_from_the_plan(bench: Bench) -> None:
    first = bench.start(*WHOLE)
    before = bench.states()
    ended = forked(bench, first.run, 2, coded(DEAREST), coded(DEAREST), checked())
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "pear")
    assert {name: text for name, text in bench.states().items() if name in before} == before
    root, source = root_of(bench, ended.run), root_of(bench, first.run)
    assert [root.body(number) for number in (1, 2)] == [source.body(number) for number in (1, 2)]
    assert mapping(root.meta, "forked") == {"from": f"system-{first.run}", "keeps": {}}
    records = section_records(root)
    assert [records[number].by for number in (1, 2)] == ["model", "model"]  # it speaks for no person
    assert records[2].cache == f"system-{first.run}"


def test_a_finished_fork_resumes_without_a_call(bench: Bench) -> None:
    first = bench.start(*WHOLE)
    ended = forked(bench, first.run, 2, coded(DEAREST), coded(DEAREST), checked())
    before = bench.states()
    bench.script(()).fingerprint = "another"
    assert resume(ended.root, bench.host()).outcome.status is Status.ACCEPTED
    assert bench.model.asked == []
    assert bench.states() == before


def test_an_edit_of_the_fork_makes_its_plan_stale(bench: Bench) -> None:
    first = bench.start(*WHOLE)
    ended = forked(bench, first.run, 2, coded(DEAREST), coded(DEAREST), checked())
    path = bench.root / root_of(bench, ended.run).path
    path.write_text(path.read_text(encoding="utf-8").replace(TASK, OTHER, 1), encoding="utf-8")
    lines = (understood(), planned("python: print the dearest"), coded(DEAREST), coded(DEAREST), checked())
    bench.script(lines).fingerprint = "another"
    resume(ended.root, bench.host())
    assert "plan" in [phase for phase, document in bench.model.asked if document == ended.root]


def test_other_words_keep_the_plan_and_take_the_place_of_the_old_ones(bench: Bench) -> None:
    first = bench.start(*WHOLE)
    ended = forked(bench, first.run, 2, understood(), coded(DEAREST), coded(DEAREST), checked(), words=OTHER)
    assert ended.outcome.output == "pear"
    root = root_of(bench, ended.run)
    assert f"Task: {OTHER}" in root.body(1)
    assert f": {OTHER}" in root.body(2)
    assert TASK not in root.body(2)


def test_a_fork_after_understand_plans_anew(bench: Bench) -> None:
    first = bench.start(*WHOLE)
    lines = (planned("python: print it"), coded(DEAREST), coded(DEAREST), checked())
    ended = forked(bench, first.run, 1, *lines)
    assert ended.outcome.output == "pear"
    assert root_of(bench, ended.run).body(1) == root_of(bench, first.run).body(1)
    assert "print it" in root_of(bench, ended.run).body(2)


@pytest.mark.parametrize(
    ("last", "words", "error"),
    [
        (3, "", "a run is forked after §1 or §2"),
        (1, OTHER, "a new task leaves nothing of §1"),
    ],
)
def test_a_fork_that_would_keep_nothing_is_refused(bench: Bench, last: int, words: str, error: str) -> None:
    first = bench.start(*WHOLE)
    before = bench.states()
    with pytest.raises(UsageError, match=error):
        forked(bench, first.run, last, words=words)
    assert bench.states() == before


def test_a_section_that_is_not_written_cannot_be_kept(bench: Bench) -> None:
    first = bench.start(understood())
    with pytest.raises(UsageError, match=r"system-\w+\.md:\d+: §2 PLAN is not written yet"):
        forked(bench, first.run, 2)


def test_words_of_strangers_are_marked_in_the_fork_too(bench: Bench) -> None:
    first = bench.start(*WHOLE)
    path = bench.root / root_of(bench, first.run).path
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\nsections:", "\nuntrusted: [site.example]\nsections:", 1), encoding="utf-8")
    ended = forked(bench, first.run, 2, coded(DEAREST), coded(DEAREST), checked())
    assert root_of(bench, ended.run).meta["untrusted"] == ["site.example"]
