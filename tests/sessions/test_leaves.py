from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from pandora.budget import Ledger
from pandora.document.form import Form
from pandora.engine.host import Host
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.models.wrapped_model import WrappedModel
from pandora.sessions.session_runs import start
from tests.sessions.sittings import Sitting, block, leaf, simple


class Listener(WrappedModel):
    """Keeps what leaves are asked."""

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        if call.level == "operation":
            self.heard = prompt.user
        return super().fill(prompt, form, call=call, sampling=sampling, opening=opening)


@pytest.mark.parametrize("text", ["a plum", ""])
def test_the_question_of_a_leaf_stands_behind_its_text(sitting: Sitting, text: str) -> None:
    """Sessions 10: before the text, a small model says no to nearly everything."""
    code = f"kind = lm('Is it a fruit?', {text!r}, choices=['yes', 'no'])\nFINAL(kind)"
    model = Listener(sitting.model([*simple(code), leaf("yes")]))
    report = start(
        "Which?", Host(sitting.workspace, model, Ledger(sitting.budget)), sitting.budget, run="abc234"
    )
    assert report.entry["value"] == "yes"
    asked = model.heard.index("Question: Is it a fruit?")
    assert model.heard.count("Is it a fruit?") == 1
    assert (model.heard.find("a plum") < asked) if text else ("Text:" not in model.heard)
    assert model.heard.index("Answer: <yes | no>") > asked


def judged(sitting: Sitting, *leaves: tuple[str, float]) -> list[str]:
    """What a map over three texts gives where its leaves reply so, with these probabilities."""
    code = (
        "kinds = map_lm('Is it a fruit?', ['a plum', 'a stone', 'a fig'], choices=['yes', 'no'])\nFINAL(kinds)"
    )
    lines = [{**leaf(answer), "chances": {"answer": chance}} for answer, chance in leaves]
    model = sitting.model([*simple(code), *lines])
    report = start(
        "Which?",
        Host(sitting.workspace, model, Ledger(sitting.budget), scaffold=sitting.scaffold),
        sitting.budget,
        run="abc234",
    )
    assert model.unused == (), model.unused
    value = report.entry["value"]
    given: list[str] = json.loads(value) if isinstance(value, str) else value
    return given


def test_a_no_in_doubt_is_held_against_what_the_model_says_without_a_text(sitting: Sitting) -> None:
    """A small model says no to nearly everything: what counts is what a text changes."""
    sitting.scaffold = True
    without = ("no", 0.75)
    assert judged(sitting, ("no", 0.70), without, ("no", 0.90), ("yes", 0.80)) == ["yes", "no", "yes"]
    document = sitting.workspace.find("op-leaf-abc234-1.1.1.1").read_text(encoding="utf-8")
    assert "Decision: yes: its probability is 0.30, and 0.25 without the text" in document
    assert document.rstrip().endswith("yes")
    assert "Text:" not in sitting.workspace.find("op-leaf-abc234-1.1.1.0").read_text(encoding="utf-8")


@pytest.mark.parametrize(("scaffold", "chance"), [(True, 0.97), (False, 0.70)])
def test_a_model_that_is_sure_or_large_is_not_asked_without_a_text(
    sitting: Sitting, scaffold: bool, chance: float
) -> None:
    sitting.scaffold = scaffold
    assert judged(sitting, ("yes", 0.9), ("no", chance), ("no", chance)) == ["yes", "no", "no"]


def kinds(sitting: Sitting, *replies: Mapping[str, float]) -> list[str]:
    """What a map over two texts gives where its leaves, and the one without a text, have these shares."""
    sitting.scaffold = True
    choices = [*replies[0]]
    code = f"kinds = map_lm('Which?', ['a plum', 'a stone'], choices={choices!r})\nFINAL(kinds)"
    lines = []
    for shares in replies:
        said = max(shares, key=shares.__getitem__)
        lines.append({**leaf(said), "chances": {f"answer={name}": share for name, share in shares.items()}})
    return list(json.loads(str(sitting.start([*simple(code), *lines], "Which?").entry["value"])))


PLUM, STONE = {"fruit": 0.3, "stone": 0.1, "tool": 0.6}, {"fruit": 0.1, "stone": 0.2, "tool": 0.7}
USUALLY = {"fruit": 0.15, "stone": 0.05, "tool": 0.8}


def test_a_kind_counts_by_what_the_text_makes_likelier(sitting: Sitting) -> None:
    """Sessions 10: a small model says some kinds more readily than others, whatever the text."""
    assert kinds(sitting, PLUM, USUALLY, STONE) == ["fruit", "stone"]
    document = sitting.text("op-leaf-abc234-1.1.1.1")
    assert "Shares: fruit 0.300, stone 0.100, tool 0.600" in document
    assert "Without the text: fruit 0.150, stone 0.050, tool 0.800\nDecision: fruit" in document
    assert sitting.resume([]).turn is None


def test_what_is_right_of_no_text_is_not_held_against_it(sitting: Sitting) -> None:
    """Sessions 10: without a text `neither` is true, so that the greatest probability counts."""
    plain = {"fruit": 0.4, "stone": 0.1, "neither": 0.5}
    assert kinds(sitting, plain, plain) == ["neither", "neither"]


def test_a_kind_that_a_person_wrote_stays(sitting: Sitting) -> None:
    """Sessions 6: what a person wrote is no answer of the model, and nothing is held against it."""
    kinds(sitting, PLUM, USUALLY, STONE)
    sitting.edit("op-leaf-abc234-1.1.1.1", "Answer: tool", "Answer: stone")
    assert sitting.resume([]).entry["value"] == '["stone", "stone"]'


def test_a_leaf_keeps_the_probability_of_each_of_several_choices(sitting: Sitting) -> None:
    """Asked for again, they come from the document; a model may tell that of its choice alone."""
    code = "said = map_lm('Which?', ['a fig', 'a stone'], choices=['fruit', 'stone', 'tool'], shares=True)"
    shares = {"answer": 0.6, "answer=fruit": 0.6, "answer=stone": 0.3, "answer=tool": 0.1}
    leaves = [{**leaf("fruit"), "chances": shares}, {**leaf("stone"), "chances": {"answer": 0.5}}]
    turn = simple(f"{code}\nFINAL([list(one[1].values()) for one in said])")
    report = sitting.start([*turn, *leaves], "Which?")
    assert report.entry["value"] == "[[0.6, 0.3, 0.1], [0.25, 0.5, 0.25]]"
    assert "Shares: fruit 0.600, stone 0.300, tool 0.100" in sitting.text("op-leaf-abc234-1.1.1.1")
    sitting.edit("tool-turn-abc234-1", "[list(one[1].values())", "[sorted(one[1].values())")
    again = sitting.resume([])
    assert again.entry["value"] == "[[0.1, 0.3, 0.6], [0.25, 0.25, 0.5]]"


@pytest.mark.parametrize("choices", [["fruit", "stone"], ["fruit", "stone", "tool"]])
def test_examples_stand_before_the_text_and_in_the_document(sitting: Sitting, choices: list[str]) -> None:
    """Sessions 10: they are the same for all lanes, so that the model keeps what it evaluated of them."""
    code = f"kinds = map_lm('Which?', ['a fig'], choices={choices!r}, examples=[('a\\nplum', 'fruit')])"
    model = Listener(sitting.model([*simple(f"{code}\nFINAL(kinds)"), leaf("fruit")]))
    start("Which?", Host(sitting.workspace, model, Ledger(sitting.budget)), sitting.budget, run="abc234")
    shown = "Text:\na plum\nAnswer: fruit\n\nText:\na fig\n\nQuestion: Which?"
    assert shown in model.heard
    assert "Examples: - a plum → fruit" in sitting.text("op-leaf-abc234-1.1.1.1").replace("\n-", " -")


@pytest.mark.parametrize("examples", ["['a plum']", "[('a plum', 'tree')]", "7"])
def test_examples_have_one_of_the_choices(sitting: Sitting, examples: str) -> None:
    """Sessions 10: what is no example is an error of the block, and nothing is asked."""
    code = f"kinds = map_lm('Which?', ['a fig'], choices=['fruit', 'stone'], examples={examples})"
    report = sitting.start([*simple(code), block("kinds = 1\nFINAL(len('x'))")], "Which?")
    assert "examples are pairs" in sitting.text("tool-turn-abc234-1")
    assert report.usage.calls == 4


@pytest.mark.parametrize(("choices", "own"), [(["yes", "no"], False), (["fruit", "stone", "tool"], True)])
def test_a_leaf_with_several_kinds_has_an_instruction_of_its_own(
    sitting: Sitting, choices: list[str], own: bool
) -> None:
    """That of other leaves, which is written for tools that may call nothing more, hides the text from it."""
    code = f"kind = lm('Which?', 'a fig', choices={choices!r})\nFINAL(kind)"
    model = Listener(sitting.model([*simple(code), leaf(choices[0])]))
    start("Which?", Host(sitting.workspace, model, Ledger(sitting.budget)), sitting.budget, run="abc234")
    assert ("Answer by the text." in model.heard) == own
    assert ("There is no room left" in model.heard) != own
