"""How answers stand to one another, by code: what repeats is agreement or no answer, never a contradiction."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from pandora.document.form import Form
from pandora.models.protocol import Call, Prompt
from pandora.questions import graph_queries
from pandora.questions.harvest import harvest
from pandora.questions.relations import says_the_same
from tests.questions.thinker import Thinker, Thinking, copied, part_of, task_of, usual

SAME = "The roof leaks above the stage."


def thought(thinking: Thinking, quotes: Mapping[str, str]) -> Thinking:
    """A graph of which every question below the root is answered alike, with a quote for each possible
    answer."""

    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if part_of(call) != "do" or call.level == "system":
            return usual(call, prompt, form)
        line = next((line for topic, line in quotes.items() if f"“{topic}”" in task_of(prompt)), "none")
        return {**copied(line), "answer": SAME}

    thinking.model = Thinker(answers)
    thinking.notes(log="Water came through the roof in March.", mail="The stage floor is wet below the roof.")
    thinking.begin(sources=["notes"]).sit(1)
    return thinking


def test_an_answer_that_repeats_another_counts_once(thinking: Thinking) -> None:
    """Thinking 3: byte-identical answers to several questions are one answer, and no contradiction."""
    one = "Water came through the roof in March"
    thought(thinking, {"Part topic0x": one, "Part topic1x": one})
    result = harvest(thinking.graph)
    assert (result["contradiction_count"], result["convergence_count"]) == (0, 0)
    answers = [
        row for row in graph_queries.nodes_of(thinking.graph) if row["kind"] == "answer" and row["depth"] == 1
    ]
    repeats = [json.loads(row["metadata"]).get("repeats") for row in answers]
    assert repeats == [None, f"{answers[0]['parent']}.answer", f"{answers[0]['parent']}.answer"]
    prompt = next(prompt for call, prompt in thinking.model.asked if part_of(call) == "synthesise")
    assert prompt.user.count("\nFinding:") == 1
    assert "and counts once" in result["summary"]


def test_the_same_answer_from_other_words_of_the_sources_is_agreement(thinking: Thinking) -> None:
    """Thinking 3: two answers that say the same, each from a source of its own, converge."""
    quotes = {
        "Part topic0x": "Water came through the roof in March",
        "Part topic1x": "The stage floor is wet below",
    }
    result = harvest(thought(thinking, quotes).graph)
    assert result["convergence_count"] == 1
    assert result["contradiction_count"] == 0


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (SAME, SAME.lower(), True),
        ("Option a wins the race.", "Option b wins the race.", False),
        ("It weighs 17 grams.", "It weighs 23 grams.", False),
        ("The roof leaks.", "The roof does not leak.", False),
    ],
)
def test_what_says_the_same(one: str, other: str, same: bool) -> None:
    assert says_the_same(one, other) is same


def test_a_split_that_adds_nothing_is_left_out(thinking: Thinking) -> None:
    """Thinking 5: where no question finds a word of the sources, the first answer stands alone, and that is
    told."""
    thought(thinking, {})
    assert not [call for call, _ in thinking.model.asked if part_of(call) == "synthesise"]
    assert "First answer: it stands alone; the questions added nothing to it" in thinking.body(5)
    summary = harvest(thinking.graph)["summary"]
    assert "Part topic0x. (the model's own first answer; the questions added nothing to it)" in summary
    assert "Recommendation: Part topic0x." in summary


def test_the_plain_answer_is_the_first_thing_that_is_asked(thinking: Thinking) -> None:
    """Thinking 5: the plain answer is made first, always, from the sources and nothing else."""
    thought(thinking, {})
    call, prompt = thinking.model.asked[0]
    assert (call.phase, call.document) == ("do", thinking.graph.root)
    assert prompt.parts[0].startswith("# SOURCES")
    assert [call.phase for call, _ in thinking.model.asked if call.level == "system"] == ["do", "plan"]


@pytest.mark.parametrize(("same", "told"), [("yes", 1), ("no", 0)])
def test_the_model_may_only_deny_that_two_statements_speak_of_one_thing(
    thinking: Thinking, same: str, told: int
) -> None:
    """Thinking 4: code knows that the values differ, so what is asked is whether both speak of the same."""

    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if call.phase == "check" and call.level == "system":
            assert [field.label for field in form.asked] == ["Same thing 1"]
            return {"same thing 1": same}
        return usual(call, prompt, form)

    thinking.model = Thinker(answers)
    thinking.notes(bill="The bill says: the stage has 40 lamps.", chair="The stage has 60 lamps.")
    thinking.begin(sources=["notes"]).sit(1)
    assert harvest(thinking.graph)["contradiction_count"] == told


def test_what_no_source_bears_out_of_the_first_answer_is_not_decided_from(thinking: Thinking) -> None:
    """Thinking 3: the synthesis is shown the first answer itself, and what of its grounds a source holds."""

    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if part_of(call) == "do" and call.level == "system" and "provided" not in form:
            return {"answer": "Mend the roof. The roof leaks above the stage. The board loves tin roofs."}
        if "for" in form:
            return {**copied(SAME), "answer": "It leaks."}
        return usual(call, prompt, form)

    thinking.model = Thinker(answers)
    thinking.notes(log=SAME).begin(sources=["notes"]).sit(1)
    asked = {part_of(call): prompt.user for call, prompt in thinking.model.asked}
    assert f"First answer: Mend the roof.\n{SAME}\n\n" in asked["synthesise"]
    assert "First answer: Mend the roof.\n\n" in asked["plan"]
    assert "tin roofs" in thinking.body(3)
