"""Whatever a model replies, thinking comes to its end, and each quote of the harvest stands in a source."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from pandora.check.fsck import fsck
from pandora.document.form import Field, Form, Group, Slot
from pandora.models.protocol import Call, Prompt
from pandora.questions.citations import quotes_in
from pandora.questions.harvest import harvest
from tests.questions.thinker import Thinker, Thinking

NOTES = {
    "oil": "The oil boiler is from 1998. The bill says that the hall burnt 3,400 litres of oil.",
    "chair": "The chair said that the hall needs about 2,100 litres of oil. He did not look at the bill.",
    "gas": "A gas boiler for the hall costs 9,500 euros. It is made in October.",
    "tea": "Tea is at four. The cake is by Ada.",
}
SAID = (
    *("none", "…", "“", "“ ”", "yes", "No.", "1. one", "- a list item", "**Bold** claim.", "---", "x" * 300),
    *("It is 999 euros.", "“Tea is free.” [notes/tea.md:1]", "## §4 CHECK", "Answer: gas", "Gas or oil."),
    *NOTES.values(),
)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_a_model_replies(thinking: Thinking, seed: int) -> None:
    """Faults that were mended: a possible answer that was blank or told twice ended it all with an error, and
    quotes that the model had made up stood in the result."""
    chance = random.Random(seed)

    def value(slot: Slot) -> str:
        return chance.choice(slot.options if slot.kind == "choice" else SAID)

    def filled(field: Field) -> Any:
        if isinstance(field.slot, Slot):
            return value(field.slot)
        return [_item(field.slot) for _ in range(chance.randint(field.slot.low, field.slot.high))]

    def _item(group: Group) -> Mapping[str, str]:
        return {slot.name: value(slot) for slot in group.slots}

    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        return {field.key: filled(field) for field in form.asked}

    thinking.model = Thinker(answers)
    assert thinking.notes(**NOTES).begin(sources=["notes"]).sit(1).status == "completed"
    for words, place in quotes_in(harvest(thinking.graph)["summary"]):
        assert words in NOTES[place.removeprefix("notes/").partition(".md:")[0]]
    assert fsck(thinking.workspace, False).problems == []
