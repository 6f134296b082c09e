"""What people do to documents in an editor, each by saving the file alone."""

from __future__ import annotations

import re

import pytest

from pandora.disk.run_documents import Run
from pandora.disk.store import Store
from pandora.engine.resume_reasons import resume_reason
from pandora.engine.steps import empty_results
from pandora.errors import DocumentError
from pandora.outcome import Status
from pandora.policy import Policy, Rule
from tests.engine.kinds_of_tasks import KINDS
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
    settled,
    understood,
)

TWO = (
    understood(),
    planned("python: print the dearest", "python: print the cheapest"),
    *(coded(DEAREST), coded(DEAREST), coded(CHEAPEST), coded(CHEAPEST)),
    checked(),
)
FIG = "name = 'fig'\nprint(name)"


@pytest.mark.parametrize("left", ["  [", " ["], ids=["two spaces", "one"])
def test_a_steps_deleted_result_has_that_step_done_again(bench: Bench, left: str) -> None:
    bench.start(*TWO)
    first = bench.states()[f"op-python-{bench.short}-1.md"]
    bench.edit(lambda text: re.sub(r"(- Step 2: python →) plum \[", rf"\1{left}", text))
    ended = bench.resume(coded(FIG), coded(FIG), checked())
    assert ended.outcome.output == "fig"
    assert [document.rpartition("-")[2] for _, document in bench.model.asked] == ["2", "2", bench.short]
    assert bench.states()[f"op-python-{bench.short}-1.md"] == first
    assert bench.document().body(3).count("- Step 2: ") == 1
    settled(bench)


def test_of_five_steps_the_edited_one_and_what_used_it_are_done_again(bench: Bench) -> None:
    phase = bench.root / "system" / "phases" / "plan.md"
    phase.write_text(phase.read_text(encoding="utf-8").replace("{1..4 of}", "{1..5 of}"), encoding="utf-8")
    steps = ("one (after nothing)", "two (after 1)", "three (after 1)", "four (after 2)", "five (after 3, 4)")
    programs = [coded(f"name = '{name}'\nprint(name)") for name in ("a", "b", "c", "d", "e") for _ in range(2)]
    bench.start(understood(), planned(*(f"python: print {each}" for each in steps)), *programs, checked())
    assert len(bench.model.asked) == 13
    settled(bench)
    before = bench.states()
    bench.edit(replaced("2. python: print two (after 1)", "2. python: print the second (after 1)"))
    again = [coded(f"name = '{name}'\nprint(name)") for name in ("p", "q", "r") for _ in range(2)]
    ended = bench.resume(*again, checked())
    assert ended.outcome.output == "r"
    numbers = [document.rpartition("-")[2] for _, document in bench.model.asked]
    assert numbers == ["2", "2", "4", "4", "5", "5", bench.short]
    after = bench.states()
    kept = {f"op-python-{bench.short}-{number}.md" for number in (1, 3)}
    assert {name for name in before if before[name] == after[name]} == kept
    settled(bench)


def test_a_deleted_result_of_a_tool_has_all_below_it_done_again(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    bench.edit(replaced("table → plum [", "table →  ["))
    ended = bench.resume(coded(FIG), coded(FIG), checked())
    assert ended.outcome.output == "fig"
    assert [phase for phase, _ in bench.model.asked] == ["do", "do", "check"]
    settled(bench)


def test_killed_between_the_emptied_child_and_its_parent_it_is_done_once(bench: Bench) -> None:
    bench.start(*TWO)
    bench.edit(replaced("- Step 2: python → plum [", "- Step 2: python →  ["))
    empty_results(Store(bench.workspace), f"op-python-{bench.short}-2")
    once = bench.states()
    empty_results(Store(bench.workspace), f"op-python-{bench.short}-2")
    assert bench.states() == once
    ended = bench.resume(coded(FIG), coded(FIG), checked())
    assert ended.outcome.output == "fig"
    settled(bench)


def test_a_question_is_answered_in_the_file(bench: Bench) -> None:
    bench.start(understood(), planned("python: print it", confidence="low"), clarified("By what?"))
    bench.edit(replaced("\nAnswer:\n", "\nAnswer: by price\n"))
    ended = bench.resume(planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked())
    assert ended.outcome.status is Status.ACCEPTED
    settled(bench)


@pytest.mark.parametrize(("word", "made"), [("yes", True), ("Yes.", True), ("no", False), ("later", False)])
def test_an_effect_is_approved_in_the_file(bench: Bench, word: str, made: bool) -> None:
    policy = Policy().with_rules([Rule("write", "*", "ask", "test")])
    program = coded(saving("out/a.txt", "plum"))
    lines = (understood(), planned("python: save it"), program, program)
    ended = bench.start(*lines, policy=policy, text="Write the cheapest fruit of data/fruit.csv to out/a.txt")
    assert ended.outcome.status is Status.WAITING
    bench.edit(lambda text: text.replace("\nAnswer:\n", f"\nAnswer: {word}\n"), "op-python-1")
    found = resume_reason(Run(bench.host().store, bench.short))
    assert found is not None
    assert found.why == "answered"
    ended = bench.resume(checked(), policy=policy)
    assert ended.outcome.status is (Status.ACCEPTED if made else Status.FAILED)
    assert (bench.root / "out" / "a.txt").exists() == made


ASKS = Policy().with_rules([Rule("write", "*", "ask", "test")])
SAVES = coded(saving("out/a.txt", "plum"))


@pytest.mark.parametrize("first", ["yes", "no"])
def test_a_step_that_ended_may_wait_afterwards(bench: Bench, first: str) -> None:
    """What its line says then is no result of a person's: the step goes on when it is answered."""
    text = "Write the cheapest fruit of data/fruit.csv to out/a.txt"
    bench.start(understood(), planned("python: save it"), SAVES, SAVES, policy=ASKS, text=text)
    bench.edit(replaced("\nAnswer:\n", f"\nAnswer: {first}\n"), "op-python-1")
    bench.resume(checked(), policy=ASKS)
    bench.edit(replaced("1. python: save it", "1. python: save it there"))
    other = coded(saving("out/a.txt", "pear"))
    ended = bench.resume(other, other, policy=ASKS)
    assert ended.outcome.status is Status.WAITING
    before = bench.states()
    assert bench.resume(policy=ASKS).outcome.status is Status.WAITING
    assert bench.states() == before
    bench.edit(lambda text: text.replace("\nAnswer:\n", "\nAnswer: yes\n"), "op-python-1")
    ended = bench.resume(checked(), policy=ASKS)
    assert ended.outcome.output == "pear"
    assert (bench.root / "out" / "a.txt").read_text(encoding="utf-8") == "pear"
    assert bench.document().meta["steps"][1]["by"] == "code"
    settled(bench)


def test_a_result_that_a_person_writes_for_a_waiting_step_is_taken(bench: Bench) -> None:
    text = "Write the cheapest fruit of data/fruit.csv to out/a.txt"
    bench.start(understood(), planned("python: save it"), SAVES, SAVES, policy=ASKS, text=text)
    waits = f"the question is in op-python-{bench.short}-1.md"
    bench.edit(replaced(f"python → {waits}", "python → I did it by hand"))
    (bench.root / "out").mkdir()
    (bench.root / "out" / "a.txt").write_text("mine", encoding="utf-8")
    ended = bench.resume(checked(), policy=ASKS)
    assert (ended.outcome.reason, ended.outcome.output) == ("", "I did it by hand")
    assert (bench.root / "out" / "a.txt").read_text(encoding="utf-8") == "mine"
    settled(bench)


def test_a_person_may_plan_what_the_model_was_not_offered(bench: Bench) -> None:
    """A fallback is off the menu where a tool can be chosen, and a kind leaves out what is for others."""
    for name, key in (("operations/python.md", "fallback: true"), ("kernel/read.md", "kinds: [change]")):
        path = bench.workspace.system / name
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("level: operation\n", f"level: operation\n{key}\n"), encoding="utf-8")
    path = bench.workspace.system / "pattern.md"
    path.write_text(path.read_text(encoding="utf-8") + KINDS, encoding="utf-8")
    first, *others = THROUGH_TABLE
    bench.start({**first, "fill": {**first["fill"], "kind": "answer"}}, *others)
    assert "python:" not in bench.model.prompts[1].text
    bench.edit(replaced("1. table: print the cheapest fruit", "1. python: print the dearest fruit"))
    kind = {"phase": "do", "level": "system", "fill": {**first["fill"], "kind": "answer"}}
    bench.resume(kind, coded(DEAREST), coded(DEAREST), checked())
    assert bench.document().body(5) == "pear"
    bench.edit(replaced("1. python: print the dearest fruit", "1. read: data/fruit.csv"))
    assert bench.resume(kind, checked()).outcome.status is Status.ACCEPTED
    settled(bench)
    bench.edit(replaced("1. read: data/fruit.csv", "1. lift: data/fruit.csv"))
    with pytest.raises(DocumentError, match="'lift' is none of table, read, python"):
        bench.resume()


def test_understanding_is_put_right(bench: Bench) -> None:
    bench.start(*TWO)
    bench.edit(replaced("Resolved: the row with the least price", "Resolved: the row with the most letters"))
    again = TWO[1:]
    ended = bench.resume(*again)
    assert ended.outcome.status is Status.ACCEPTED
    assert "the row with the most letters" in bench.model.prompts[0].text
    settled(bench)


def test_a_deleted_heading_is_told_with_the_way_to_have_it_redone(bench: Bench) -> None:
    bench.start(*TWO)
    whole = bench.document()
    body = whole.body(4)
    bench.edit(replaced(f"## §4 CHECK\n{body}\n\n", ""))
    line = bench.workspace.document(bench.run).read_text(encoding="utf-8").split("\n").index("## §5 OUTPUT") + 1
    told = f"{bench.run}.md:{line}: §5 where §4 should be; write the heading `## §4 CHECK` above it"
    with pytest.raises(DocumentError, match=re.escape(told)):
        bench.resume()
    path = bench.workspace.document(bench.run)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("## §5 OUTPUT", "## §4 CHECK\n\n## §5 OUTPUT"), encoding="utf-8")
    bench.resume(checked())
    assert bench.document().body(4) == body
    settled(bench)


def test_a_step_of_a_fixed_plan_is_edited_too(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    bench.edit(replaced("1. python: print the cheapest fruit", "1. python: print the sweetest"), "tool-table-1")
    ended = bench.resume(coded(FIG), coded(FIG), checked())
    assert ended.outcome.output == "fig"
    assert [phase for phase, _ in bench.model.asked] == ["do", "do", "check"]
    assert "print the sweetest" in bench.model.prompts[0].text
    settled(bench)


def test_a_note_alone_in_a_section_to_be_made_is_told_with_the_way_out(bench: Bench) -> None:
    low = planned("python: print the cheapest", confidence="low")
    bench.start(understood(), low, clarified("Which fruit?"))
    bench.edit(replaced("## §4 CHECK\n", "## §4 CHECK\nask Ann about this\n"))
    bench.edit(replaced("Answer:", "Answer: any"))
    lines = (understood(), planned("python: print the cheapest"), coded(CHEAPEST), coded(CHEAPEST))
    told = "the line 'Decision:' is missing; write it, or move away what stands there to have it made"
    with pytest.raises(DocumentError, match=re.escape(told)):
        bench.resume(*lines)
    assert "ask Ann about this" in bench.document().text
    bench.edit(replaced("ask Ann about this\n", ""))
    assert bench.resume(checked()).outcome.status is Status.ACCEPTED
    settled(bench)


@pytest.fixture
def begun(bench: Bench) -> Bench:
    """Programs begin with the task's files and its words."""
    path = bench.workspace.system / "operations" / "python.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("agree: 2\n", "agree: 2\nhelp: data\n"), encoding="utf-8")
    return bench


def words_begun_with(bench: Bench) -> set[str]:
    """The words of the request that stand above each program."""
    lines = [line for opening in bench.model.openings for line in opening.get("code", "").splitlines()]
    return {line for line in lines if line.startswith("# ")}


def test_a_program_begins_with_the_words_that_a_person_gave_its_step(begun: Bench) -> None:
    begun.start(*THROUGH_TABLE)
    assert words_begun_with(begun) == {f"# {TASK}"}
    begun.edit(replaced("1. table: print the cheapest fruit", "1. table: Which fruit is the dearest?"))
    ended = begun.resume(coded(DEAREST), coded(DEAREST), checked())
    assert words_begun_with(begun) == {"# Which fruit is the dearest?"}
    assert ended.outcome.output == "pear"
    settled(begun)


def test_a_program_begins_with_the_file_that_a_person_named_in_its_step(begun: Bench) -> None:
    (begun.root / "data" / "trees.csv").write_text("tree,age\noak,90\nash,40\n", encoding="utf-8")
    begun.start(*THROUGH_TABLE)
    assert all("data/fruit.csv" in opening["code"] for opening in begun.model.openings if "code" in opening)
    edited = "1. table: Which tree in data/trees.csv is the oldest?"
    begun.edit(replaced("1. table: print the cheapest fruit", edited))
    oak = coded("name = 'oak'\nprint(name)")
    assert begun.resume(oak, oak, checked()).outcome.output == "oak"
    codes = [opening["code"] for opening in begun.model.openings if "code" in opening]
    assert codes
    assert all("data/trees.csv" in code and "data/fruit.csv" not in code for code in codes)
    assert "tree" in begun.document("tool-table-1").body(1)
    settled(begun)


def test_a_file_that_an_edited_step_asks_for_is_made_and_asked_for_once(begun: Bench) -> None:
    begun.start(*THROUGH_TABLE)
    edited = "1. python: Write the dearest fruit to out/dear.txt"
    begun.edit(replaced("1. table: print the cheapest fruit", edited))
    program = coded(saving("out/dear.txt", "pear"))
    ended = begun.resume(program, program, checked())
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert (begun.root / "out" / "dear.txt").read_text(encoding="utf-8") == "pear"
    settled(begun)


def test_a_tools_own_step_is_begun_with_as_a_person_edited_it(begun: Bench) -> None:
    begun.start(*THROUGH_TABLE)
    begun.edit(
        replaced("1. python: print the cheapest fruit", "1. python: Which fruit is the dearest?"),
        "tool-table-1",
    )
    ended = begun.resume(coded(DEAREST), coded(DEAREST), checked())
    assert words_begun_with(begun) == {"# Which fruit is the dearest?"}
    assert ended.outcome.output == "pear"
    settled(begun)


def test_a_step_that_a_person_left_alone_keeps_the_words_of_the_task(begun: Bench) -> None:
    begun.start(*TWO)
    begun.edit(replaced("2. python: print the cheapest", "2. python: print the plainest"))
    begun.resume(coded(FIG), coded(FIG), checked())
    assert [document.rpartition("-")[2] for _, document in begun.model.asked] == ["2", "2", begun.short]
    assert words_begun_with(begun) == {"# print the plainest"}
    begun.edit(replaced("1. python: print the dearest", "1. python: print the best"))
    begun.resume(coded(DEAREST), coded(DEAREST), checked())
    assert words_begun_with(begun) == {"# print the best"}
    settled(begun)


def test_the_words_of_an_edited_step_count_after_a_kill_too(begun: Bench) -> None:
    begun.start(*THROUGH_TABLE)
    begun.edit(replaced("1. table: print the cheapest fruit", "1. table: Which fruit is the dearest?"))
    stop = begun.root / "stopped"
    once = f"from pathlib import Path\nif not Path({str(stop)!r}).exists():\n"
    once += f"    Path({str(stop)!r}).touch()\n    raise KeyboardInterrupt\n"
    with pytest.raises(KeyboardInterrupt):
        begun.resume(coded(once + DEAREST))
    begun.resume(coded(DEAREST), checked())
    assert words_begun_with(begun) == {"# Which fruit is the dearest?"}
    settled(begun)
