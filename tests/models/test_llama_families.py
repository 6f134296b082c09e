"""A model of each family fills a form in this process, and thinks before it where it is to, bounded."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.document.form import parse_form
from pandora.models.ceilings import GivenCeilings
from pandora.models.llama import LlamaModel
from pandora.models.protocol import Call, Prompt
from tests.models.tiny_families import FAMILIES, family_gguf

ALWAYS = {"deepseek-r1-distill", "gpt-oss"}
CAN = ALWAYS | {
    *("gemma-4", "glm-4.7-flash", "lfm2.5", "ministral-3-reasoning"),
    *("nemotron-3-nano", "qwen3", "qwen3.5", "smollm3"),
}
FORM = parse_form("Animal: {dog | cat}\nName: {line}\n")
CHOICES = parse_form("Sure: {yes | no}\n")
PROMPT = Prompt("Go on.", (), "Go on.")
CALL = Call("do", "system", "", "system-a1")


@pytest.mark.llama
@pytest.mark.parametrize("family", FAMILIES)
def test_a_model_of_the_family_thinks_where_it_is_to(family: str, tmp_path: Path) -> None:
    path = family_gguf(tmp_path / "tiny.gguf", family)
    for thinking in (None, True, False):
        model = LlamaModel.open(
            path, context=4096, threads=1, thinking=thinking, given=GivenCeilings(thought=24)
        )
        model.trace = []
        reply = model.fill(PROMPT, FORM, call=CALL)
        assert model.fill(PROMPT, CHOICES, call=CALL).thought == "", "nobody thinks before choices alone"
        thinks = family in (ALWAYS if thinking is None else CAN if thinking else ())
        assert bool(reply.thought) == model.frame.thinks == thinks
        thought = model.trace[0].sampled.index(True) if thinks else 0
        written = model.trace[0].sampled[thought:]
        assert not thinks or written.index(False) <= 24, "the ceiling ends a thought"
        assert reply.filled.values["animal"] in ("dog", "cat")
        assert reply.filled.values["name"]
        model.close()
