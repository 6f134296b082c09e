from __future__ import annotations

import pytest

from pandora.document.form import parse_form
from pandora.models.llama import LlamaModel
from pandora.models.llama_form_writer import goes_round
from pandora.models.protocol import Call, Prompt, Sampling


@pytest.mark.llama
@pytest.mark.parametrize(("slot", "has"), [("{text}", True), ("{text without [}", False)])
def test_a_text_never_has_a_mark_that_its_form_bars(model: LlamaModel, slot: str, has: bool) -> None:
    form = parse_form(f"Letter: {slot}\n")
    prompt = Prompt("You go on as before.", ("Letter:\nDear [Name],\n[Name]\n\n" * 8,), "Go on.")
    reply = model.fill(prompt, form, call=Call("do", "system", "", "system-a"), sampling=Sampling())
    assert ("[" in str(reply.filled.values["letter"])) is has
    assert reply.filled.values["letter"]


@pytest.mark.parametrize(
    ("written", "round_and_round"),
    [
        ("the same\n" * 12, True),
        ("the same\n" * 6, False),
        ("first\nsecond\n" * 6, True),
        ("first\nsecond\n" * 5, False),
        ("a beginning\n" + "first\nsecond\nthird\n" * 6, True),
        ("\n" * 40, False),
        ("the same\n" * 12 + "the same", False),
        ("".join(f"line {number}\n" for number in range(40)), False),
    ],
)
def test_a_reply_that_says_the_same_lines_again_and_again_goes_round(
    written: str, round_and_round: bool
) -> None:
    assert goes_round(written.encode()) is round_and_round
