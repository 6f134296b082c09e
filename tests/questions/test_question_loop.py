"""A question's own loop: what the model copies becomes evidence only as a source has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pandora.budget import MAX_RETRIES
from pandora.document.form import Form
from pandora.document.history import attempts
from pandora.document.records import by_person
from pandora.engine.loop import Loop
from pandora.errors import AwayError, ModelError
from pandora.models.protocol import Call, Prompt
from pandora.questions import work_claims
from pandora.questions.harvest import harvest
from pandora.questions.question_document import NO_EVIDENCE, answer_text, evidence_text
from pandora.questions.question_loop import work
from tests.questions.thinker import Thinker, Thinking, copied, part_of, usual

STATEMENT = "The boiler of the hall burnt 3,400 litres of oil."


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("the boiler of the hall burnt 3,400 litres", f"“{STATEMENT}” [notes/oil.md:1]"),
        ("In the hall, 3,400 litres of oil were burnt by the boiler.", f"“{STATEMENT}” [notes/oil.md:1]"),
        ("The boiler burnt 2,100 litres in the hall.", NO_EVIDENCE),
        ("A pump would be cheaper for everybody.", NO_EVIDENCE),
    ],
)
def test_a_copy_counts_as_the_statement_that_holds_it(thinking: Thinking, line: str, found: str) -> None:
    """Thinking 2: a claim rests on a quote; one in other words rests on the statement that holds it."""

    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if part_of(call) == "do" and "answer" in form and call.level == "tool":
            return {**copied(line), "answer": "It burns oil."}
        return usual(call, prompt, form)

    thinking.model = Thinker(answers)
    thinking.notes(oil=STATEMENT, tea="Tea is at four.").begin(sources=["notes"]).sit(1)
    first = thinking.graph.document(f"tool-question-{thinking.graph.run}-1")
    assert evidence_text(first).split("\n")[0] == f"for: {found}"


def weighing(*weights: str) -> Thinker:
    """A model whose first answers below the root give these weights, one after the other."""
    left = list(weights)

    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if part_of(call) == "do" and call.level == "tool" and call.document.endswith("-1"):
            return {**copied("The lid weighs 17 grams."), "answer": f"It weighs {left.pop(0)} grams."}
        return usual(call, prompt, form)

    return Thinker(answers)


@pytest.mark.parametrize(
    ("weights", "kept"),
    [
        (("17",), "17"),
        (("41", "17"), "17"),
        (("41", "41"), "41"),
        (("41", "42", "17"), "17"),
        (("41 or 43", "42", "44 or 45"), "42"),
        (("41", "42", "43"), "43"),
    ],
)
def test_an_answer_with_figures_of_no_source_is_an_attempt_that_failed(
    thinking: Thinking, weights: tuple[str, ...], kept: str
) -> None:
    """Thinking 1: the attempts and their number are the engine's; the best of them stands."""
    thinking.model = weighing(*weights)
    thinking.notes(lid="The lid weighs 17 grams.").begin(sources=["notes"]).sit(1)
    document = thinking.graph.document(f"tool-question-{thinking.graph.run}-1")
    assert document.meta["attempt"] == len(weights) <= MAX_RETRIES + 1
    assert f"Answer: It weighs {kept} grams." in document.body(3)
    earlier = [sections for number, sections in attempts(document).items() if number < len(weights)]
    for weight, sections in zip(weights, earlier, strict=False):
        assert f"It weighs {weight} grams." in sections[3]
        assert "Issues: no source holds these figures: 4" in sections[4]
    asked = [prompt.user for call, prompt in thinking.model.asked if call.document == document.meta["id"]]
    assert ["Earlier attempts did not pass" in prompt for prompt in asked if "Task:" in prompt][
        : len(weights)
    ] == [False, True, True][: len(weights)]


def test_killed_between_two_attempts_it_goes_on_with_the_second(thinking: Thinking) -> None:
    thinking.model = weighing("41")
    thinking.notes(lid="The lid weighs 17 grams.").begin(sources=["notes"])
    with pytest.raises(IndexError):  # the model is gone at its second try
        thinking.sit(1)
    again = weighing("17")
    thinking.model = again
    assert thinking.sit(1).status == "completed"
    first = f"tool-question-{thinking.graph.run}-1"
    assert "It weighs 17 grams." in thinking.graph.document(first).body(3)
    assert [call.phase for call, _ in again.asked if call.document == first] == ["do"]


def test_killed_before_a_failed_attempt_is_retired_it_goes_on_with_the_next(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking.model = weighing("41")
    thinking.notes(lid="The lid weighs 17 grams.").begin(sources=["notes"])

    def killed(loop: Loop, keeps_plan: bool = False) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Loop, "retire", killed)
        with pytest.raises(KeyboardInterrupt):
            thinking.sit(1)
    first = f"tool-question-{thinking.graph.run}-1"
    assert "Issues: no source holds" in thinking.graph.document(first).body(4)
    thinking.model = weighing("17")
    assert thinking.sit(1).status == "completed"
    document = thinking.graph.document(first)
    assert document.meta["attempt"] == 2
    assert "It weighs 17 grams." in document.body(3)


def test_what_speaks_of_another_possible_answer_alone_is_no_evidence_on_this_one(thinking: Thinking) -> None:
    """A fault that was mended: what the mill costs stood as what speaks against the gym."""
    mill, both = "The old mill costs 35 euros an evening.", "The gym is cheaper than the old mill."

    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if "possible answers" in form:
            return {"asks for": "a comparison", "possible answers": [{"line": "gym"}, {"line": "old mill"}]}
        if "against" in form:
            return {"for": [{"line": both}], "against": [{"line": mill}], "answer": "It is cheap."}
        return usual(call, prompt, form)

    thinking.model = Thinker(answers)
    thinking.notes(rooms=f"{mill} {both}").begin(sources=["notes"]).sit(1)
    gym, old_mill = (thinking.graph.document(f"tool-question-{thinking.graph.run}-{n}") for n in (1, 2))
    assert evidence_text(gym) == f"for: “{both}” [notes/rooms.md:1]\nagainst: {NO_EVIDENCE}"
    assert f"against: “{mill}” [notes/rooms.md:1]" in evidence_text(old_mill)


@pytest.mark.parametrize(
    ("provided", "kept"), [("The part topic0x is what it is", "nothing"), ("it rains", "it rains")]
)
def test_a_condition_that_says_the_choice_again_is_none(thinking: Thinking, provided: str, kept: str) -> None:
    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        values = usual(call, prompt, form)
        return {**values, "provided": provided} if "provided" in form else values

    thinking.model = Thinker(answers)
    thinking.begin().sit(1)
    assert f"Provided: {kept}\n" in f"{thinking.graph.document(thinking.graph.root).body(5)}\n"


def saves(thinking: Thinking, phase: str, place: str, old: str, new: str) -> Thinker:
    """A model during whose first call for a phase of a question a person changes the question's document."""
    left = [new]

    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        document = f"tool-question-{thinking.graph.run}-{place}"
        if left and part_of(call) == phase and call.document == document:
            path = thinking.workspace.document(document)
            path.write_text(path.read_text("utf-8").replace(old, left.pop(), 1), "utf-8")
        return usual(call, prompt, form)

    return Thinker(answers)


def test_an_answer_that_a_person_saves_while_its_worker_goes_on_is_kept(thinking: Thinking) -> None:
    """A fault that was mended: the worker wrote the answer that it had before over that of the person."""
    thinking.begin("explore", nodes=30)
    thinking.model = saves(thinking, "plan", "1", "Answer: Perhaps", "Answer: A person says")
    assert thinking.sit(1).status == "completed"
    document = thinking.graph.document(f"tool-question-{thinking.graph.run}-1")
    assert answer_text(document).startswith("A person says it is")
    assert by_person(document, 3)
    assert "nothing in the answer is open" in document.body(2)  # what is asked further follows from theirs


def test_a_question_that_a_person_rewords_while_its_worker_answers_is_answered_as_it_is(
    thinking: Thinking,
) -> None:
    thinking.begin()
    thinking.model = saves(thinking, "do", "1", "“Part topic0x”", "“Part topic0xreworded”")
    assert thinking.sit(1).status == "completed"
    assert "because of topic0xreworded" in thinking.body(3, "1")


def test_a_synthesis_that_a_person_saves_while_its_worker_writes_one_is_kept(thinking: Thinking) -> None:
    """A fault that was mended: the worker wrote its own over it."""
    thinking.begin()

    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if "provided" in form:
            path = thinking.workspace.document(thinking.graph.root)
            heading = "## §5 OUTPUT\n"
            path.write_text(path.read_text("utf-8").replace(heading, f"{heading}A person's own.\n"), "utf-8")
        return usual(call, prompt, form)

    thinking.model = Thinker(answers)
    assert thinking.sit(1).status == "completed"
    assert thinking.body(5) == "A person's own."
    assert by_person(thinking.graph.document(thinking.graph.root), 5)
    assert "A person's own." in harvest(thinking.graph)["summary"]


@pytest.mark.parametrize(
    ("provided", "kept"),
    [
        ("<what has to hold for it; or nothing>", "nothing"),
        ("Part topic0x.", "nothing"),
        ("The air is dry.", "The air is dry."),
    ],
)
def test_a_condition_that_says_the_choice_or_the_blank_again_is_none(
    thinking: Thinking, provided: str, kept: str
) -> None:
    """A fault that was mended: a recommendation ended in `provided: <what has to hold for it; or nothing>`."""

    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        given = usual(call, prompt, form)
        return {**given, "provided": provided} if "provided" in form else given

    thinking.model = Thinker(answers)
    thinking.begin().sit(1)
    assert f"\nProvided: {kept}\n" in thinking.body(5)


@pytest.mark.parametrize(("error", "status"), [(ModelError, "failed"), (AwayError, "running")])
def test_the_engine_writes_how_the_loop_of_a_question_ended(
    thinking: Thinking, error: type[ModelError], status: str
) -> None:
    """Thinking 1: a question fails as any other loop, and goes on when it is run again."""

    def fails(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        raise error("no reply fits the form")

    thinking.model = Thinker(fails)
    thinking.begin()
    node = work_claims.claim_work(thinking.graph, "w")["node_id"]
    host = thinking.host()
    host.store = thinking.graph.store
    with pytest.raises(error):
        work(thinking.graph, host, node, "w")
    document = thinking.graph.document(node)
    assert document.meta["status"] == status
    assert document.body(5) == ("Failed: no reply fits the form" if status == "failed" else "")
    thinking.model.answers = usual
    work(thinking.graph, host, node, "w")
    assert thinking.graph.document(node).meta["status"] == "running"
    assert thinking.states()[node] == "answered"


def test_what_a_synthesis_was_made_from_stands_in_the_record_of_its_section_alone(thinking: Thinking) -> None:
    """Thinking 1: one record of what a section was made from, and one rule that says whether it is fresh."""
    thinking.begin().sit(1)
    meta = thinking.graph.document(thinking.graph.root).meta
    assert "made" not in meta["node"]
    assert meta["sections"][5]["from"] == thinking.graph.index.node(thinking.graph.root)["made"]  # type: ignore[index]
