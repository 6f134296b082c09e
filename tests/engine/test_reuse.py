from __future__ import annotations

import shutil

import pytest

from pandora.budget import Budget
from pandora.check.lint import lint
from pandora.disk.reply_index import ReplyIndex
from pandora.document.state_document import Document
from pandora.engine.host import Host
from pandora.engine.run import Ended, resume, start
from pandora.outcome import Status
from tests.engine.runs import (
    CHEAPEST,
    DEAREST,
    RETRIED,
    TASK,
    THROUGH_TABLE,
    Bench,
    Line,
    checked,
    coded,
    planned,
    replaced,
    understood,
)
from tests.engine.test_micro_loop import TWO_STEPS


def hosted(bench: Bench, *lines: Line, cache: bool = True, fresh: bool = False) -> Host:
    bench.script(lines)
    host = bench.host()
    host.cache = ReplyIndex(bench.workspace) if cache else None
    host.fresh = fresh
    return host


def run(bench: Bench, *lines: Line, text: str = TASK, cache: bool = True, fresh: bool = False) -> Ended:
    return start(text, hosted(bench, *lines, cache=cache, fresh=fresh), Budget())


def phases(bench: Bench) -> list[str]:
    return [phase for phase, _ in bench.model.asked]


def document(bench: Bench, document_id: str) -> Document:
    return bench.host().store.load(document_id)


@pytest.mark.parametrize("lines", [THROUGH_TABLE, TWO_STEPS], ids=["three levels", "two steps"])
def test_an_identical_task_costs_no_call(bench: Bench, lines: tuple[Line, ...]) -> None:
    first = run(bench, *lines)
    second = run(bench)
    assert bench.model.asked == []
    assert second.outcome.output == first.outcome.output
    assert second.usage.calls == 0
    one, two = document(bench, first.root), document(bench, second.root)
    for number in (1, 2, 4, 5):
        assert one.body(number).replace(first.root[-6:], "") == two.body(number).replace(second.root[-6:], "")
    assert two.meta["sections"][2]["cache"] == first.root
    assert lint(bench.workspace) == []
    third = run(bench)
    assert (third.usage.calls, third.outcome.status) == (0, Status.ACCEPTED)


def test_another_task_or_no_cache_or_fresh_is_asked(bench: Bench) -> None:
    run(bench, *THROUGH_TABLE)
    run(bench, *THROUGH_TABLE, text="What is the cheapest fruit in data/fruit.csv?")
    assert phases(bench) == ["understand", "plan", "check"]  # the step's own words are the same
    run(bench, *THROUGH_TABLE, cache=False)
    assert len(bench.model.asked) == 5
    run(bench, *THROUGH_TABLE, fresh=True)
    assert len(bench.model.asked) == 5


def test_programs_are_run_again_on_the_files_as_they_are(bench: Bench) -> None:
    """What is remembered is what the model wrote, never what a program printed."""
    code = "name = open('data/name.txt').read()\nprint(name)"
    (bench.root / "data" / "name.txt").write_text("plum", encoding="utf-8")
    lines = (understood(), planned("table: print the cheapest fruit"), coded(code), coded(code), checked())
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(bench.root)
        run(bench, *lines)
        (bench.root / "data" / "name.txt").write_text("figs", encoding="utf-8")
        ended = run(bench, checked())
    assert ended.outcome.output == "figs"
    assert phases(bench) == ["check"]


@pytest.mark.parametrize("what", ["2", "the root", "the operation"])
def test_what_a_person_changed_is_no_hit(bench: Bench, what: str) -> None:
    first = run(bench, *THROUGH_TABLE)
    path = bench.workspace.document(first.root)
    if what == "2":
        path.write_text(path.read_text().replace("Approach: compute it", "Approach: mine"), encoding="utf-8")
    elif what == "the root":
        path.write_text(path.read_text().replace("status: accepted", "status: failed"), encoding="utf-8")
    else:
        path = bench.workspace.document(f"op-python-{first.root[-6:]}-1.1")
        path.write_text(path.read_text().replace("name = 'plum'", "name = 'mine'", 1), encoding="utf-8")
    run(bench, *THROUGH_TABLE)
    asked = {"2": ["plan"], "the root": ["understand", "plan", "do", "do", "check"], "the operation": ["do"]}
    assert phases(bench) == asked[what]


def test_a_run_that_failed_answers_nothing(bench: Bench) -> None:
    tried = (planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST))
    run(bench, understood(), *tried, checked("escalate", "nobody can know"))
    run(bench, *THROUGH_TABLE)
    assert len(bench.model.asked) == 5


def test_an_attempt_that_did_not_pass_answers_nothing(bench: Bench) -> None:
    run(bench, *RETRIED)
    assert run(bench, RETRIED[1], coded(DEAREST), coded(DEAREST), checked()).outcome.output == "pear"
    assert phases(bench)[0] == "plan"


def test_the_index_is_only_an_index(bench: Bench) -> None:
    first = run(bench, *THROUGH_TABLE)
    cache = ReplyIndex(bench.workspace)
    shutil.rmtree(cache.folder)
    assert run(bench).usage.calls == 0  # made again from the documents
    for each in bench.workspace.runs():
        bench.workspace.document(each).unlink()
    assert run(bench, *THROUGH_TABLE).usage.calls == 5
    assert first.outcome.output == "plum"


def test_an_interrupted_run_is_entered_when_it_is_accepted(bench: Bench) -> None:
    ended = run(bench, *THROUGH_TABLE[:4])
    assert ended.outcome.status is Status.FAILED  # the script had no CHECK
    assert resume(ended.root, hosted(bench, checked())).outcome.status is Status.ACCEPTED
    assert run(bench).usage.calls == 0


def test_a_finished_run_resumed_enters_nothing(bench: Bench) -> None:
    first = run(bench, *THROUGH_TABLE)
    folder = ReplyIndex(bench.workspace).folder
    before = {path: path.read_bytes() for path in folder.iterdir()}
    resume(first.root, hosted(bench))
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


class TestFresh:
    def test_resumed_everything_is_made_again_but_what_a_person_wrote(self, bench: Bench) -> None:
        first = run(bench, *THROUGH_TABLE)
        bench.edit(replaced("Resolved: the row with the least price", "Resolved: my own words"))
        again = (planned("table: print the cheapest fruit"), coded(DEAREST), coded(DEAREST), checked())
        ended = resume(first.root, hosted(bench, *again, fresh=True))
        assert ended.outcome.output == "pear"
        assert phases(bench) == ["plan", "do", "do", "check"]
        assert "my own words" in bench.document().body(1)

    def test_a_retry_makes_nothing_twice(self, bench: Bench) -> None:
        first = run(bench, *THROUGH_TABLE)
        ended = resume(first.root, hosted(bench, *RETRIED, fresh=True))
        assert ended.outcome.status is Status.ACCEPTED
        assert phases(bench).count("understand") == 1


class TestEditedRuns:
    """What an edit costs, counted in calls."""

    FIVE = tuple(f"python: print number {number} (after nothing)" for number in range(1, 5))

    def lines(self) -> tuple[Line, ...]:
        plan = planned(*self.FIVE[:3], "python: put the results together (after 1, 2)")
        return (understood(), plan, *[coded(CHEAPEST)] * 8, checked())

    def test_one_edited_step_redoes_that_step_what_used_it_check_and_output(self, bench: Bench) -> None:
        bench.start(*self.lines())
        before = bench.states()
        bench.edit(
            replaced("2. python: print number 2 (after nothing)", "2. python: print number two (after nothing)")
        )
        bench.resume(*[coded(DEAREST)] * 2, *[coded(CHEAPEST)] * 2, checked())
        short = bench.short
        asked = [name for _, name in bench.model.asked]
        assert asked == [f"op-python-{short}-2"] * 2 + [f"op-python-{short}-4"] * 2 + [f"system-{short}"]
        after = bench.states()
        assert all(after[f"op-python-{short}-{n}.md"] == before[f"op-python-{short}-{n}.md"] for n in (1, 3))

    def test_an_equal_meaning_that_yields_the_same_plan_stops_there(self, bench: Bench) -> None:
        bench.start(*TWO_STEPS)
        bench.edit(replaced("Resolved: the row with the least price", "Resolved: the row whose price is least"))
        bench.resume(TWO_STEPS[1], *TWO_STEPS[2:])
        asked = phases(bench)
        assert asked[0] == "plan"
        assert "do" not in asked
