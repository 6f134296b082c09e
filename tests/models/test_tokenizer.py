from __future__ import annotations

from pathlib import Path

import pytest

from pandora.errors import ModelError
from pandora.models.llama import LlamaModel
from pandora.models.llama_library import load_gguf
from pandora.models.tokenizer import Tokenizer

pytestmark = pytest.mark.llama


def test_counting_needs_no_weights(model: LlamaModel, smollm2: Path) -> None:
    tokenizer = Tokenizer(load_gguf(smollm2, vocab_only=True), owns=True)
    assert tokenizer.count("Find the cheapest laptop.") == model.count("Find the cheapest laptop.") > 3
    assert tokenizer.count("") == 0
    tokenizer.close()
    with pytest.raises(ModelError, match="closed"):
        tokenizer.count("x")


@pytest.mark.parametrize(
    "text", ["a", " a", "größer 漢字 🦊", "é\u0301\ttab  two", "\n\n\n", "\x00\x01", "<|im_end|>"]
)
def test_text_in_any_script_survives(model: LlamaModel, text: str) -> None:
    assert model.tokenizer.text(model.tokenizer.encode(text)) == text


def test_half_a_surrogate_pair_is_no_crash(model: LlamaModel) -> None:
    assert model.count("a\ud800b") > 0


def test_only_the_frame_gets_control_tokens(model: LlamaModel) -> None:
    assert model.tokenizer.ends(model.tokenizer.encode("<|im_end|>", special=True)[0])
    assert not any(model.tokenizer.ends(token) for token in model.tokenizer.encode("<|im_end|>"))
    assert model.tokenizer.spelled("eos") == "<|im_end|>"


def test_the_tokens_that_hold_a_mark_are_found_once(model: LlamaModel) -> None:
    tokenizer = model.tokenizer
    held = tokenizer.holding("[")
    assert held
    assert all("[" in tokenizer.piece(token).decode(errors="replace") for token in held)
    assert not set(tokenizer.encode("no mark at all")) & set(held)
    assert tokenizer.holding("[") is held
    assert tokenizer.holding("") == []
