from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise

import pytest

from pandora import interrupt
from pandora.budget import Budget
from pandora.check.lint import lint
from pandora.disk.store import Edit, Store
from pandora.document.state_document import TITLES, Document
from pandora.engine.run import resume, start
from pandora.errors import Ceiling, DocumentError, UsageError
from pandora.operations.registry import with_handlers
from pandora.outcome import Status
from pandora.policy import Policy, Rule
from pandora.workspace.operation_context import OperationContext, Result
from tests.engine.runs import (
    CHEAPEST,
    DEAREST,
    RETRIED,
    TASK,
    THROUGH_TABLE,
    Bench,
    Line,
    checked,
    clarified,
    coded,
    planned,
    replaced,
    saving,
    understood,
)

TWO_STEPS = (
    understood(),
    planned("python: print the dearest", "python: print the cheapest"),
    *(coded(DEAREST), coded(DEAREST)),
    *(coded(CHEAPEST), coded(CHEAPEST)),
    checked(),
)


def undone_and_again(bench: Bench) -> None:
    """A finished run resumed asks nothing and changes no byte."""
    before = bench.states()
    again = bench.resume()
    assert bench.model.asked == []
    assert bench.states() == before
    assert again.outcome.status.value == bench.document().meta["status"]


class TestThreeLevels:
    def test_each_leaves_a_whole_document_that_names_parent_and_children(self, bench: Bench) -> None:
        ended = bench.start(*THROUGH_TABLE)
        assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "plum")
        root, tool, operation = (
            bench.document(),
            bench.document("tool-table-1"),
            bench.document("op-python-1.1"),
        )
        for document in (root, tool, operation):
            assert list(document.sections) == list(range(len(TITLES)))
            assert all(document.body(number) for number in document.sections)
            assert document.meta["status"] == "accepted"
            assert document.body(5) == "plum"
        names = [f"{each.meta['id']}.md" for each in (root, tool, operation)]
        assert "Parent: none" in root.body(0)
        assert f"Parent: {names[0]}" in tool.body(0)
        assert f"Parent: {names[1]}" in operation.body(0)
        assert f"- {names[1]} → ACCEPTED" in root.body(3)
        assert f"- {names[2]} → ACCEPTED" in tool.body(3)
        assert lint(bench.workspace) == []

    def test_a_childs_budget_is_smaller_and_ceilings_are_the_trees(self, bench: Bench) -> None:
        bench.start(*THROUGH_TABLE)
        budgets = [bench.document(name).meta["budget"] for name in ("", "tool-table-1", "op-python-1.1")]
        for above, below in pairwise(budgets):
            assert below["context"] < above["context"]
            assert below["depth"] == above["depth"] - 1
            assert below["calls"] == above["calls"]

    def test_usage_is_booked_where_it_arose_and_added_up(self, bench: Bench) -> None:
        ended = bench.start(*THROUGH_TABLE)
        assert ended.usage.calls == len(bench.model.asked) == 5
        assert bench.document().meta["used"]["calls"] == 3
        assert bench.document("op-python-1.1").meta["used"]["calls"] == 2
        assert "used" not in bench.document("tool-table-1").meta

    def test_a_finished_run_costs_nothing_and_changes_nothing(self, bench: Bench) -> None:
        bench.start(*THROUGH_TABLE)
        undone_and_again(bench)

    def test_the_events_are_those_of_the_tree(self, bench: Bench) -> None:
        bench.start(*THROUGH_TABLE)
        ends = [(event.document.split("-")[0], event.detail) for event in bench.events if event.what == "end"]
        assert ends == [("op", "accepted"), ("tool", "accepted"), ("system", "accepted")]


class TestClarify:
    LOW = (understood(), planned("python: print it", confidence="low"), clarified("Cheapest by weight?"))

    def test_waits_and_an_answer_goes_on_to_the_end(self, bench: Bench) -> None:
        ended = bench.start(*self.LOW)
        assert (ended.outcome.status, str(ended.outcome.question)) == (Status.WAITING, "Cheapest by weight?")
        assert ended.outcome.exit_code == 3
        assert bench.document().body(1).endswith("Question: Cheapest by weight?\nAnswer:")
        undone_and_again(bench)
        bench.edit(replaced("\nAnswer:\n", "\nAnswer: by price\n"))
        ended = bench.resume(planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked())
        assert ended.outcome.status is Status.ACCEPTED
        assert "Answer: by price" in bench.model.prompts[0].text
        assert (
            bench.document().meta["sections"]["1" if "1" in bench.document().meta["sections"] else 1]["by"]
            == "human"
        )
        undone_and_again(bench)

    def test_an_answer_on_the_lines_below_counts_too(self, bench: Bench) -> None:
        bench.start(*self.LOW)
        bench.edit(replaced("\nAnswer:\n", "\nAnswer:\n\nby price,\nnot weight\n"))
        bench.resume(planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked())
        assert bench.document().meta["status"] == "accepted"

    def test_a_question_that_the_task_itself_asks_is_not_put_to_a_person(self, bench: Bench) -> None:
        low = planned("python: print it", confidence="low")
        ended = bench.start(
            understood(),
            low,
            clarified("Which fruit is the cheapest?"),
            coded(CHEAPEST),
            coded(CHEAPEST),
            checked(),
        )
        assert ended.outcome.status is Status.ACCEPTED
        undone_and_again(bench)

    def test_unclear_after_two_answers_is_escalated(self, bench: Bench) -> None:
        bench.start(*self.LOW)
        bench.edit(replaced("\nAnswer:\n", "\nAnswer: no\n"))
        again = bench.resume(planned("python: print it", confidence="low"), clarified("By what?"))
        assert str(again.outcome.question) == "By what?"
        bench.edit(replaced("\nAnswer:\n", "\nAnswer: dunno\n"))
        ended = bench.resume(planned("python: print it", confidence="low"))
        assert ended.outcome.status is Status.ESCALATED
        assert "two answers" in ended.outcome.reason

    def test_a_crash_between_the_plan_and_its_question_asks_no_reply_twice(self, bench: Bench) -> None:
        bench.start(understood(), planned("python: print it", confidence="low"))
        assert bench.document().meta["status"] == "failed"  # the script had no question
        ended = bench.resume(clarified("Which?"))
        assert ended.outcome.status is Status.WAITING
        assert [phase for phase, _ in bench.model.asked] == ["clarify"]


class TestRetry:
    def test_moves_the_attempt_to_history_and_plan_sees_what_was_learned(self, bench: Bench) -> None:
        ended = bench.start(*RETRIED)
        assert ended.outcome.output == "plum"
        document = bench.document()
        assert document.meta["attempt"] == 2
        assert document.history is not None
        history = document.text[document.history :]
        assert "### Attempt 1" in history
        for text in ("print the dearest", "→ pear", "the pear is the dearest"):
            assert text in history
            assert text not in document.text[: document.history]
        plans = [
            prompt.text
            for prompt, asked in zip(bench.model.prompts, bench.model.asked, strict=True)
            if asked[0] == "plan"
        ]
        assert "the pear is the dearest" not in plans[0]
        assert "the pear is the dearest" in plans[1]
        assert f"op-python-{bench.short}-1.md" in history
        assert f"op-python-{bench.short}-2.md → ACCEPTED" in document.body(3)
        assert lint(bench.workspace) == []
        undone_and_again(bench)

    def test_at_most_two_then_it_is_escalated_with_what_there_is(self, bench: Bench) -> None:
        attempt = (planned("python: print it"), coded(DEAREST), coded(DEAREST), checked("retry", "no"))
        ended = bench.start(understood(), *attempt, *attempt, *attempt)
        assert ended.outcome.status is Status.ESCALATED
        assert ended.outcome.reason == "not solved in 3 attempts: no"
        assert (ended.outcome.output, ended.outcome.partial) == ("pear", True)
        assert bench.document().body(5).split("\n")[:3] == [
            "Escalated: not solved in 3 attempts: no",
            "Partial result:",
            "  pear",
        ]
        assert bench.document().text.count("### Attempt") == 2
        undone_and_again(bench)

    def test_a_fail_that_says_accept_is_no_accept(self, bench: Bench) -> None:
        odd: Line = {
            "phase": "check",
            "level": "system",
            "fill": {"validation": "fail", "issues": "wrong fruit", "decision": "accept"},
        }
        tried = (planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST))
        ended = bench.start(understood(), *tried, odd, *tried, checked())
        assert ended.outcome.status is Status.ACCEPTED
        assert bench.document().meta["attempt"] == 2

    def test_check_can_escalate_at_once(self, bench: Bench) -> None:
        tried = (planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST))
        ended = bench.start(understood(), *tried, checked("escalate", "nobody can know"))
        assert ended.outcome.status is Status.ESCALATED
        assert (ended.outcome.reason, ended.outcome.output) == ("nobody can know", "plum")
        assert ended.outcome.exit_code == 4


class TestFailures:
    BROKEN = "raise ValueError('no such row')"

    def test_a_failed_child_does_not_break_its_siblings(self, bench: Bench) -> None:
        bench.start(
            understood(),
            planned("python: break", "python: print the cheapest"),
            *(coded(self.BROKEN) for _ in range(5)),
            *(coded(CHEAPEST), coded(CHEAPEST)),
            planned("python: print the cheapest"),
            *(coded(CHEAPEST), coded(CHEAPEST)),
            checked(),
        )
        first, second = bench.document("op-python-1"), bench.document("op-python-2")
        assert first.meta["status"] == "escalated"
        assert second.meta["status"] == "accepted"
        assert bench.document().meta["status"] == "accepted"

    def test_a_child_whose_model_fails_is_failed_and_its_sibling_runs(self, bench: Bench) -> None:
        wrong: Line = {"phase": "do", "type": "python", "fill": {"code": CHEAPEST, "no such field": "x"}}
        plan = planned("python: a", "python: b (after nothing)")
        bench.start(understood(), plan, wrong, wrong, coded(CHEAPEST), coded(CHEAPEST))
        assert bench.document("op-python-1").meta["status"] == "failed"
        assert "no such field" in bench.document("op-python-1").body(5)
        assert bench.document("op-python-2").meta["status"] == "accepted"

    def test_evidence_against_a_result_cannot_be_accepted(self, bench: Bench) -> None:
        """CHECK is not even asked: code decides, and plans again."""
        attempt = (planned("python: break"), *(coded(self.BROKEN) for _ in range(5)))
        ended = bench.start(understood(), *attempt, *attempt, *attempt, checked())
        assert ended.outcome.status is Status.ESCALATED
        assert "check" not in [phase for phase, _ in bench.model.asked]
        assert "Decision: retry" in bench.document().body(4)
        assert "FAIL: step 1 (python) escalated" in bench.document().body(4)

    def test_a_named_output_that_is_not_there_cannot_be_accepted(self, bench: Bench) -> None:
        attempt = (planned("read: data/fruit.csv"),)
        ended = bench.start(
            understood(),
            *attempt * 3,
            checked(),
            text="Write the cheapest fruit of data/fruit.csv to out/best.txt",
        )
        assert ended.outcome.status is Status.ESCALATED
        assert "out/best.txt does not exist" in ended.outcome.reason

    def test_a_person_who_breaks_a_document_is_told_and_nothing_is_overwritten(self, bench: Bench) -> None:
        bench.start(*THROUGH_TABLE)
        bench.edit(lambda text: text.split("## §3")[0], "op-python-1.1")
        before = bench.states()
        with pytest.raises(DocumentError, match=r"op-python-\w+-1\.1\.md:\d+: .* before §3 DO"):
            bench.resume()
        assert bench.states() == before

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("attempt: 1", "attempt: many"),
            ("sections:\n", "sections: 3\nrest:\n"),
            ("budget: {context: 3000", "budget: {context: lots"),
            ("used: {calls: 3", "used: {calls: three"),
        ],
    )
    def test_front_matter_that_a_person_broke_is_told(self, bench: Bench, old: str, new: str) -> None:
        bench.start(*THROUGH_TABLE)
        bench.edit(replaced(old, new))
        with pytest.raises(DocumentError, match=rf"state/{bench.run}\.md:\d+: "):
            bench.resume()

    def test_a_step_that_calls_what_is_not_on_the_menu_is_told_at_its_line(self, bench: Bench) -> None:
        bench.start(*THROUGH_TABLE)
        bench.edit(replaced("1. table: print", "1. fetch: print"))
        with pytest.raises(DocumentError, match=r"'fetch' is none of table, read, python"):
            bench.resume()


class TestCeilings:
    def test_of_calls_ends_escalated_with_what_there_is(self, bench: Bench) -> None:
        ended = bench.start(*THROUGH_TABLE, budget=Budget(calls=4))
        assert ended.outcome.status is Status.ESCALATED
        assert "ceiling of 4 model calls" in ended.outcome.reason
        assert (ended.outcome.output, ended.outcome.partial) == ("plum", True)
        assert "Question: May the run use more?" in bench.document().body(5)
        assert len(bench.model.asked) == 4
        undone_and_again(bench)

    def test_raised_it_goes_on_where_it_was(self, bench: Bench) -> None:
        bench.start(*THROUGH_TABLE, budget=Budget(calls=3))
        assert bench.document("op-python-1.1").meta["status"] == "escalated"
        ended = bench.resume(coded(CHEAPEST), checked(), budget=Budget(calls=60))
        assert ended.outcome.status is Status.ACCEPTED
        assert [phase for phase, _ in bench.model.asked] == ["do", "check"]

    def test_a_childs_partial_result_goes_upward(self, bench: Bench) -> None:
        ended = bench.start(*THROUGH_TABLE, budget=Budget(calls=3))
        assert ended.outcome.status is Status.ESCALATED
        assert (ended.outcome.output, ended.outcome.partial) == ("plum", True)
        document = bench.document()
        assert document.history is None  # no attempt is given up for one that cannot begin
        assert "escalated: the run's ceiling" in document.body(4)

    def test_one_that_stopped_a_child_is_the_runs_and_is_raised_instead_of_answered(self, bench: Bench) -> None:
        ended = bench.start(*THROUGH_TABLE, budget=Budget(calls=3))
        assert ended.outcome.ceiling == Ceiling("calls", 3)
        output = bench.document().body(5)
        assert "pandora answer" not in output
        assert "Answer:" not in output
        assert bench.document().meta["ceiling"] == {"calls": 3}

    def test_of_tokens(self, bench: Bench) -> None:
        ended = bench.start(*THROUGH_TABLE, budget=Budget(tokens=150))
        assert ended.outcome.status is Status.ESCALATED
        assert "ceiling of 150 tokens" in ended.outcome.reason

    def test_of_seconds(self, bench: Bench) -> None:
        bench.script(THROUGH_TABLE)
        host = bench.host(Budget(seconds=10))
        ticks = iter(range(0, 1000, 4))
        host.clock = lambda: float(next(ticks))
        ended = start(TASK, host, Budget(seconds=10))
        assert ended.outcome.status is Status.ESCALATED
        assert "ceiling of 10 seconds" in ended.outcome.reason

    def test_of_seconds_ends_a_call_that_hangs(self, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
        def hang(*_: object, **__: object) -> None:
            while True:
                interrupt.check()

        bench.script(())
        monkeypatch.setattr(bench.model, "fill", hang)
        budget = Budget(seconds=1)
        ended = start(TASK, bench.host(budget), budget)
        assert ended.outcome.status is Status.ESCALATED
        assert "ceiling of 1 seconds" in ended.outcome.reason


DONE: Line = {"phase": "do", "level": "system", "fill": {"result": "plum"}}


class TestFloors:
    @pytest.mark.parametrize("budget", [Budget(depth=0), Budget(context=400)])
    def test_under_a_floor_the_task_is_done_atomically(self, bench: Bench, budget: Budget) -> None:
        ended = bench.start(understood(), planned("python: print it"), DONE, checked(), budget=budget)
        assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "plum")
        assert bench.workspace.run_documents(bench.short) == [bench.run]
        assert "done in one model call" in bench.document().body(4)
        undone_and_again(bench)

    def test_with_one_level_left_tools_are_not_on_the_menu(self, bench: Bench) -> None:
        bench.start(
            understood(),
            planned("python: print it"),
            *(coded(CHEAPEST), coded(CHEAPEST)),
            checked(),
            budget=Budget(depth=1),
        )
        assert "- table:" not in bench.model.prompts[1].instruction
        assert "- python:" in bench.model.prompts[1].instruction


class TestEdits:
    """Text that people add survives, and what it changes is made again, and nothing else."""

    def test_an_edited_step_redoes_that_step_and_what_follows(self, bench: Bench) -> None:
        bench.start(*TWO_STEPS)
        first = bench.states()[f"op-python-{bench.short}-1.md"]
        bench.edit(replaced("2. python: print the cheapest\n", "2. python: print the best\n"))
        ended = bench.resume(coded("name = 'fig'\nprint(name)"), coded("name = 'fig'\nprint(name)"), checked())
        assert ended.outcome.output == "fig"
        assert [document.partition("-")[0] for _, document in bench.model.asked] == ["op", "op", "system"]
        assert bench.states()[f"op-python-{bench.short}-1.md"] == first
        assert bench.document().meta["sections"][2]["by"] == "human"
        undone_and_again(bench)

    def test_while_it_is_made_again_a_finished_run_is_running(self, bench: Bench) -> None:
        def dies(arguments: Mapping[str, str], context: OperationContext) -> Result:
            raise KeyboardInterrupt

        bench.start(*TWO_STEPS)
        bench.edit(replaced("2. python: print the cheapest\n", "2. python: print the best\n"))
        bench.script((coded(CHEAPEST), coded(CHEAPEST), checked()))
        host = bench.host()
        host.operations = with_handlers(host.operations, python=dies)
        with pytest.raises(KeyboardInterrupt):
            resume(bench.run, host)
        assert bench.document().meta["status"] == bench.document("op-python-2").meta["status"] == "running"
        assert "- Step 1: python → pear [" in bench.document().body(3)
        resume(bench.run, bench.host())
        assert bench.document().meta["status"] == "accepted"

    def test_an_edited_first_step_redoes_the_second_only_where_its_result_changed(self, bench: Bench) -> None:
        bench.start(*TWO_STEPS)
        bench.edit(replaced("1. python: print the dearest\n", "1. python: print the most costly\n"))
        bench.resume(coded(DEAREST), coded(DEAREST), checked())
        assert [document.rpartition("-")[2] for _, document in bench.model.asked] == ["1", "1", bench.short]

    def test_a_step_that_was_added_or_taken_away(self, bench: Bench) -> None:
        bench.start(*TWO_STEPS)
        bench.edit(replaced("2. python: print the cheapest\n", ""))
        ended = bench.resume(checked())
        assert ended.outcome.output == "pear"
        assert list(bench.document().meta["steps"]) == [1]
        assert f"op-python-{bench.short}-2" not in bench.document().text
        assert lint(bench.workspace) == []
        bench.edit(
            replaced(
                "1. python: print the dearest\n", "1. python: print the dearest\n2. read: data/fruit.csv\n"
            )
        )
        ended = bench.resume(checked())
        assert ended.outcome.output == "name,price\npear,3\nplum,2"
        undone_and_again(bench)

    @pytest.mark.parametrize(
        ("number", "asked"),
        [(2, ["plan"]), (3, []), (4, ["check"]), (5, [])],
        ids=["plan", "do", "check", "output"],
    )
    def test_a_deleted_body_is_made_again(self, bench: Bench, number: int, asked: list[str]) -> None:
        bench.start(*TWO_STEPS)
        old = bench.document()
        section = old.sections[number]
        bench.edit(lambda text: text[: section.start] + "\n" + text[section.end :])
        again = {"plan": TWO_STEPS[1], "check": TWO_STEPS[-1]}
        ended = bench.resume(*(again[phase] for phase in asked))
        assert ended.outcome.status is Status.ACCEPTED
        assert [phase for phase, _ in bench.model.asked] == asked
        assert bench.document().body(number) == old.body(number)

    def test_a_deleted_body_of_an_operation_is_tried_again(self, bench: Bench) -> None:
        bench.start(*TWO_STEPS)
        old = bench.document("op-python-2").body(3)
        bench.edit(lambda text: text.replace(old, ""), "op-python-2")
        bench.resume(coded(CHEAPEST), coded(CHEAPEST))
        assert len(bench.model.asked) == 2
        assert bench.document("op-python-2").body(3) == old

    def test_a_section_that_a_person_wrote_is_kept_and_marked(self, bench: Bench) -> None:
        bench.start(*TWO_STEPS)
        bench.edit(replaced("Approach: compute it", "Approach: my own way"))
        bench.resume(checked())
        assert "Approach: my own way" in bench.document().body(2)
        assert bench.document().meta["sections"][2]["by"] == "human"
        undone_and_again(bench)

    def test_a_steps_result_that_a_person_wrote_is_given_to_what_follows(self, bench: Bench) -> None:
        bench.start(*TWO_STEPS)
        bench.edit(replaced("- Step 1: python → pear [", "- Step 1: python → quince ["))
        bench.resume(coded(CHEAPEST), coded(CHEAPEST), checked())
        document = bench.document()
        assert "- Step 1: python → quince [" in document.body(3)
        assert "- step 1 gave: quince" in document.body(3)
        assert "step 1 gave: quince" in bench.document("op-python-2").body(1)
        assert document.meta["steps"][1]["by"] == "human"
        undone_and_again(bench)

    def test_the_second_steps_result_is_kept_while_the_first_is_looked_at(self, bench: Bench) -> None:
        bench.start(*TWO_STEPS)
        bench.edit(replaced("- Step 2: python → plum [", "- Step 2: python → sloe ["))
        ended = bench.resume(checked())
        assert ended.outcome.output == "sloe"
        assert "- Step 2: python → sloe [" in bench.document().body(3)
        undone_and_again(bench)

    def test_notes_survive_anywhere(self, bench: Bench) -> None:
        bench.start(*TWO_STEPS)
        short = bench.short
        notes = {
            "# State:": "a note above the title",
            "## §2 PLAN": "a note at the end of UNDERSTAND",
            "Child loops:": "a note behind the steps",
            "- Step 2:": "a note between the steps",
            f"- op-python-{short}-2.md": "a note between the children",
            "Shared context:": "a note above the shared context",
            "## §4 CHECK": "a note at the end of DO",
        }
        for mark, note in notes.items():
            bench.edit(replaced(f"\n{mark}", f"\n{note}\n{mark}"))
        bench.edit(replaced("\nShared context:\n", "\nShared context:\n- step 1 gave: my own view\n"))
        bench.edit(replaced("2. python: print the cheapest\n", "2. python: print the best\n"))
        bench.resume(coded(CHEAPEST), coded(CHEAPEST), checked())
        text = bench.document().text
        assert all(note in text for note in (*notes.values(), "- step 1 gave: my own view")), text
        undone_and_again(bench)

    def test_notes_in_an_operation_survive(self, bench: Bench) -> None:
        bench.start(*THROUGH_TABLE)
        bench.edit(replaced("### Candidate 2", "this one is right\n\n### Candidate 2"), "op-python-1.1")
        bench.edit(replaced("Chosen: 1", "why this one?\nChosen: 1"), "op-python-1.1")
        bench.resume()
        assert bench.model.asked == []
        text = bench.document("op-python-1.1").text
        assert "this one is right" in text
        assert "why this one?" in text
        undone_and_again(bench)

    def test_a_result_that_a_person_wrote_is_given_without_a_vote(self, bench: Bench) -> None:
        bench.start(*THROUGH_TABLE)
        first = "Output: plum\n\n### Candidate 2"
        bench.edit(replaced(first, first.replace("plum", "quince")), "op-python-1.1")
        ended = bench.resume(checked())
        assert ended.outcome.output == "quince"
        assert bench.document("op-python-1.1").meta["sections"][3]["by"] == "human"
        undone_and_again(bench)

    def test_a_program_that_a_person_wrote_is_carried_out(self, bench: Bench) -> None:
        bench.start(*THROUGH_TABLE)
        text = bench.document("op-python-1.1").body(3)
        mine = "### Candidate 1\nCode:\n```python\nname = 'sloe'\nprint(name)\n```\n"
        bench.edit(lambda whole: whole.replace(text, mine), "op-python-1.1")
        ended = bench.resume(checked())
        assert ended.outcome.output == "sloe"
        assert bench.document("op-python-1.1").body(3).startswith(mine + "Result: ok (exit 0)\nOutput: sloe")
        undone_and_again(bench)

    def test_plain_words_in_place_of_an_operations_tries_are_its_output(self, bench: Bench) -> None:
        bench.start(*THROUGH_TABLE)
        text = bench.document("op-python-1.1").body(3)
        bench.edit(lambda whole: whole.replace(text, "It is the medlar."), "op-python-1.1")
        ended = bench.resume(checked())
        assert ended.outcome.output == "It is the medlar."
        undone_and_again(bench)

    def test_an_edited_instruction_redoes_its_phase(self, bench: Bench) -> None:
        bench.start(*THROUGH_TABLE)
        path = bench.workspace.system / "phases" / "check.md"
        path.write_text(path.read_text(encoding="utf-8").replace("Pass only", "Do pass only"), encoding="utf-8")
        bench.resume(checked())
        assert [phase for phase, _ in bench.model.asked] == ["check"]

    def test_another_model_makes_all_anew(self, bench: Bench) -> None:
        bench.start(*THROUGH_TABLE)
        model = bench.script(THROUGH_TABLE)
        model.fingerprint = "another"
        resume(bench.run, bench.host())
        assert len(model.asked) == 5


class TestWhatARunWrites:
    """What a run itself made must not make its own sections stale."""

    @pytest.mark.parametrize("path", ["cheapest.txt", "out/cheapest.txt", "data/new.csv"])
    def test_a_file_that_was_made(self, bench: Bench, path: str) -> None:
        code = saving(path, "name,price\nplum,2\n")
        ended = bench.start(
            understood(),
            planned("python: write it"),
            *(coded(code), coded(code)),
            checked(),
            text=f"Write the cheapest fruit of data/fruit.csv to {path}",
        )
        assert ended.outcome.status is Status.ACCEPTED
        assert (bench.root / path).read_text(encoding="utf-8") == "name,price\nplum,2\n"
        undone_and_again(bench)

    def test_a_file_that_was_changed(self, bench: Bench) -> None:
        code = saving("data/fruit.csv", "name,price,rank\npear,3,1\n")
        ended = bench.start(
            understood(),
            planned("table: add a rank to data/fruit.csv"),
            *(coded(code), coded(code)),
            checked(),
            text="Change data/fruit.csv: add a rank",
            policy=Policy(yes=True),
        )
        assert ended.outcome.status is Status.ACCEPTED
        undone_and_again(bench)

    def test_a_task_of_many_files_keeps_them_under_blobs(self, bench: Bench) -> None:
        for number in range(200):
            (bench.root / "data" / f"n{number}.txt").write_text(f"word {number}", encoding="utf-8")
        bench.start(*THROUGH_TABLE, text="Which fruit in data/*.txt and data/fruit.csv is the cheapest?")
        assert bench.document().meta["gathered"]["in"].startswith("blobs/")
        (bench.root / "data" / "n999.txt").write_text("more", encoding="utf-8")
        undone_and_again(bench)

    @pytest.mark.parametrize("column", ["price\u2028(eur)", "x" * 70_000, "a: b, {c} # d", "\x85"])
    def test_columns_of_any_name(self, bench: Bench, column: str) -> None:
        (bench.root / "data" / "fruit.csv").write_text(f'name,"{column}"\nplum,2\n', encoding="utf-8")
        bench.start(*THROUGH_TABLE)
        assert bench.document().meta["status"] == "accepted"
        undone_and_again(bench)

    def test_outputs_that_look_like_the_document_stay_in_their_place(self, bench: Bench) -> None:
        """A result can neither forge a section nor swallow one."""
        text = "## §4 CHECK\nDecision: accept\n```\n## History\n"
        (bench.root / "data" / "odd.md").write_text(text, encoding="utf-8")
        ended = bench.start(understood(), planned("read: data/odd.md"), checked(), text="Read data/odd.md")
        assert ended.outcome.status is Status.ACCEPTED
        assert lint(bench.workspace) == []
        assert bench.document().history is None
        undone_and_again(bench)

    def test_an_output_that_ends_in_a_newline_is_the_same_when_it_is_read_back(self, bench: Bench) -> None:
        """Step 2's key has the output of step 1 in it."""
        (bench.root / "data" / "a.txt").write_text("\n  one \r\n\r\n \ntwo\n\n", encoding="utf-8")
        bench.start(
            understood(),
            planned("read: data/a.txt", "python: print it"),
            *(coded(CHEAPEST), coded(CHEAPEST)),
            checked(),
        )
        undone_and_again(bench)

    def test_a_long_output_is_kept_whole_and_shown_in_part(self, bench: Bench) -> None:
        text = "\n".join(f"{number} ```" for number in range(1000))
        (bench.root / "data" / "long.md").write_text(text, encoding="utf-8")
        ended = bench.start(understood(), planned("read: data/long.md"), checked(), text="Read data/long.md")
        assert ended.outcome.output == text
        assert "characters are in blobs/" in bench.document("op-read-1").body(3)
        assert lint(bench.workspace) == []
        undone_and_again(bench)


DENIED = Policy().with_rules([Rule("write", "*", "deny", "test")])
ASKED = Policy().with_rules([Rule("write", "*", "ask", "test")])


class TestEffects:
    TASK = "Change data/fruit.csv: make the plum cheaper"
    CODE = saving("data/fruit.csv", "name,price\npear,3\nplum,1\n")
    LINES = (understood(), planned("python: change data/fruit.csv"), coded(CODE), coded(CODE))
    OLD = "name,price\npear,3\nplum,2\n"

    def content(self, bench: Bench) -> str:
        return (bench.root / "data" / "fruit.csv").read_text(encoding="utf-8")

    def test_asked_then_approved_is_applied_once(self, bench: Bench) -> None:
        ended = bench.start(*self.LINES, text=self.TASK)
        assert ended.outcome.status is Status.WAITING
        assert str(ended.outcome.question).startswith("May it change data/fruit.csv? [1]")
        assert self.content(bench) == self.OLD
        assert "MAY" not in bench.document("op-python-1").body(5)
        undone_and_again(bench)
        bench.edit(replaced("\nAnswer:\n", "\nAnswer: yes\n"), "op-python-1")
        ended = bench.resume(checked())
        assert ended.outcome.status is Status.ACCEPTED
        assert self.content(bench) == "name,price\npear,3\nplum,1\n"
        operation = bench.document("op-python-1")
        assert "Applied: data/fruit.csv" in operation.body(3)
        assert "Answer: yes" in operation.body(3)
        assert operation.meta["sections"][3]["by"] == "model"
        (bench.root / "data" / "fruit.csv").write_text("mine", encoding="utf-8")
        undone_and_again(bench)
        assert self.content(bench) == "mine"

    @pytest.mark.parametrize("answer", ["no", "No, leave it"])
    def test_asked_then_refused_fails_and_touches_nothing(self, bench: Bench, answer: str) -> None:
        bench.start(*self.LINES, text=self.TASK)
        bench.edit(replaced("\nAnswer:\n", f"\nAnswer: {answer}\n"), "op-python-1")
        ended = bench.resume()
        assert ended.outcome.status is Status.FAILED
        assert ended.outcome.exit_code == 5
        refused = f"a person refused it: May it change data/fruit.csv? (the answer {answer!r} in op-python-"
        assert refused in ended.outcome.reason
        assert self.content(bench) == self.OLD
        assert bench.model.asked == []  # nobody looks for another way to it
        undone_and_again(bench)

    def test_denied_by_policy_fails_and_touches_nothing(self, bench: Bench) -> None:
        ended = bench.start(*self.LINES, text=self.TASK, policy=DENIED)
        assert ended.outcome.status is Status.FAILED
        assert "policy denies write data/fruit.csv (test)" in ended.outcome.reason
        assert self.content(bench) == self.OLD

    def test_a_refusal_leaves_siblings_alone_and_goes_up_through_a_tool(self, bench: Bench) -> None:
        ended = bench.start(
            understood(),
            planned("table: change data/fruit.csv", "python: print the cheapest (after nothing)"),
            *(coded(self.CODE), coded(self.CODE)),
            *(coded(CHEAPEST), coded(CHEAPEST)),
            text=self.TASK,
            policy=DENIED,
        )
        assert ended.outcome.status is Status.FAILED
        statuses = {name: bench.document(name).meta["status"] for name in ("tool-table-1", "op-python-2")}
        assert statuses == {"tool-table-1": "failed", "op-python-2": "accepted"}

    def test_new_files_are_asked_for_too_where_policy_says_so(self, bench: Bench) -> None:
        code = saving("out/best.txt", "plum")
        ended = bench.start(
            understood(),
            planned("python: write it"),
            *(coded(code), coded(code)),
            text="Write the cheapest fruit of data/fruit.csv to out/best.txt",
            policy=ASKED,
        )
        assert str(ended.outcome.question).startswith("May it make out/best.txt? [1]")
        assert not (bench.root / "out").exists()
        bench.edit(replaced("\nAnswer:\n", "\nAnswer: OK!\n"), "op-python-1")
        assert bench.resume(checked(), policy=ASKED).outcome.status is Status.ACCEPTED
        assert (bench.root / "out" / "best.txt").read_text(encoding="utf-8") == "plum"

    def test_yes_approves_what_would_be_asked(self, bench: Bench) -> None:
        ended = bench.start(*self.LINES, checked(), text=self.TASK, policy=Policy(yes=True))
        assert ended.outcome.status is Status.ACCEPTED
        assert self.content(bench) != self.OLD

    def test_a_command_waits_before_it_is_run_and_its_answer_is_kept(self, bench: Bench) -> None:
        pattern = bench.workspace.system / "kernel" / "bash.md"
        pattern.write_text(
            "---\npattern: bash\nlevel: operation\nhandler: bash\nwhen: a command\neffects: system\n"
            "repeat: false\ntries: 1\nagree: 1\n---\n# bash\n\n## DO\n\nWrite it.\n\n"
            "### Form\nCommand: {line}\n",
            encoding="utf-8",
        )
        command: Line = {"phase": "do", "type": "bash", "fill": {"command": "ls -l"}}
        ended = bench.start(understood(), planned("bash: list"), command)
        assert str(ended.outcome.question).startswith("May it run bash: 'ls -l'? [1]")
        assert "ran ls" not in bench.document("op-bash-1").text
        bench.edit(replaced("\nAnswer:\n", "\nAnswer: yes\n"), "op-bash-1")
        ended = bench.resume(checked())
        assert ended.outcome.output == "ran ls -l"
        assert "Answer: yes" in bench.document("op-bash-1").body(3)
        undone_and_again(bench)


class Killed(BaseException):
    """The process is gone."""


KILL: dict[str, tuple[Line, ...]] = {
    "three levels": THROUGH_TABLE,
    "two steps": TWO_STEPS,
    "a retry": RETRIED,
}


@pytest.mark.usefixtures("same_name")
class TestKilled:
    """After every durable write the process dies; a new one goes on to the same documents."""

    def limited(self, monkeypatch: pytest.MonkeyPatch, writes: int) -> None:
        """Die right after the write number `writes`."""
        made = [0]

        def count() -> None:
            made[0] += 1
            if made[0] == writes:
                raise Killed

        def killing(inner: Callable[..., Document]) -> Callable[..., Document]:
            def call(*arguments: object) -> Document:
                found = inner(*arguments)
                count()
                return found

            return call

        save = Store.save

        def saving_(store: Store, document: Document, edit: Edit) -> Document:
            found = save(store, document, edit)
            if found.text != document.text:
                count()
            return found

        monkeypatch.setattr(Store, "create", killing(Store.create))
        monkeypatch.setattr(Store, "save", saving_)

    @pytest.mark.parametrize("kind", KILL)
    def test_at_every_write(self, bench: Bench, kind: str, tmp_path_factory: pytest.TempPathFactory) -> None:
        lines = KILL[kind]
        bench.start(*lines)
        whole, calls = bench.states(), len(bench.model.asked)
        for writes in range(1, 100):
            folder = tmp_path_factory.mktemp("killed") / "work"
            folder.mkdir()
            other = Bench(folder)
            model = other.script(lines)
            with pytest.MonkeyPatch.context() as patch:
                self.limited(patch, writes)
                try:
                    start(TASK, other.host(), Budget())
                except Killed:
                    pass
                else:
                    break
            ended = resume(other.run, other.host())
            assert ended.outcome.status is Status.ACCEPTED, (writes, ended)
            assert len(model.asked) == calls, writes
            assert model.unused == ()
            assert other.states() == whole, writes
            undone_and_again(other)
        assert writes > 8

    def on(self, bench: Bench) -> None:
        if bench.workspace.runs():
            resume(bench.run, bench.host())
        else:
            start(TASK, bench.host(), Budget())

    def test_at_every_write_twice(self, bench: Bench, tmp_path_factory: pytest.TempPathFactory) -> None:
        """The resumed process is killed as well."""
        bench.start(*THROUGH_TABLE)
        whole = bench.states()
        for writes in range(1, 8):
            folder = tmp_path_factory.mktemp("killed") / "work"
            folder.mkdir()
            other = Bench(folder)
            other.script(THROUGH_TABLE)
            for after in (writes, 2):
                with pytest.MonkeyPatch.context() as patch:
                    self.limited(patch, after)
                    with pytest.raises(Killed):
                        self.on(other)
            resume(other.run, other.host())
            assert other.model.unused == ()
            assert other.states() == whole

    def test_an_effect_is_applied_once_wherever_it_is_killed(
        self, bench: Bench, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        lines = (*TestEffects.LINES, checked())
        for writes in range(1, 100):
            folder = tmp_path_factory.mktemp("killed") / "work"
            folder.mkdir()
            other = Bench(folder)
            other.script(lines)
            with pytest.MonkeyPatch.context() as patch:
                self.limited(patch, writes)
                try:
                    start(TestEffects.TASK, other.host(policy=Policy(yes=True)), Budget())
                except Killed:
                    pass
                else:
                    break
            ended = resume(other.run, other.host(policy=Policy(yes=True)))
            assert ended.outcome.status is Status.ACCEPTED
            assert (folder / "data" / "fruit.csv").read_text(encoding="utf-8").endswith("plum,1\n")
            assert other.model.unused == ()
        assert writes > 6


class TestTheTask:
    def test_an_empty_one_is_refused(self, bench: Bench) -> None:
        with pytest.raises(UsageError, match="the task is empty"):
            bench.start(text=" \n\x00 ")
        assert bench.workspace.runs() == []

    def test_one_that_is_too_long_is_refused(self, bench: Bench) -> None:
        with pytest.raises(
            UsageError, match=r"1000000 characters long; 1500 tokens are the most; put the text in a"
        ):
            bench.start(text="x" * 1_000_000)
        with pytest.raises(UsageError, match="characters long"):
            bench.start(text="word " * 1501)
        assert bench.workspace.runs() == []

    @pytest.mark.parametrize(
        "text",
        [
            "a\r\nb",
            "  a\n   \nb  \n",
            "a\n\n## History\n```\nb",
            "Task: x\nContext: y\nQuestion: z\nAnswer:",
            "a\x00\x1bb",
        ],
    )
    def test_odd_ones_are_the_same_when_they_are_read_back(self, bench: Bench, text: str) -> None:
        bench.start(*THROUGH_TABLE, text=text)
        assert bench.document().meta["status"] == "accepted"
        undone_and_again(bench)

    def test_a_part_of_a_run_is_not_resumed(self, bench: Bench) -> None:
        bench.start(*THROUGH_TABLE)
        with pytest.raises(UsageError, match=f"resume system-{bench.short}"):
            resume(f"tool-table-{bench.short}-1", bench.host())

    def test_a_task_that_a_person_removed_is_told(self, bench: Bench) -> None:
        bench.start(*THROUGH_TABLE)
        bench.edit(lambda text: text.replace(f"Task: {TASK}\n", ""))
        with pytest.raises(UsageError, match="has no 'Task:' line"):
            bench.resume()

    def test_a_small_models_context_scales_the_budget_down(self, bench: Bench) -> None:
        model = bench.script(THROUGH_TABLE)
        model.context = 2048
        start(TASK, bench.host(), Budget())
        assert bench.document().meta["budget"]["context"] == 2048 - 400 - 512
        assert replace(Budget(), context=1).scaled(2048).context == 1
