from __future__ import annotations

from pathlib import Path

import pytest

from pandora.errors import ModelError
from pandora.models.fit import cache_agreement as module
from pandora.models.fit.cache_agreement import check_cache_type
from pandora.models.fit.load_options import LoadOptions
from pandora.models.llama import LlamaModel
from pandora.models.llama_context import LlamaContext

pytestmark = pytest.mark.llama


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(module, "TOKENS", 8)
    monkeypatch.setattr(module, "PROMPT", "One, two, three, four, ")


def test_a_type_that_writes_the_same_is_taken_and_tried_once(
    smollm2: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    LlamaModel.open(smollm2, context=1024, threads=1, options=LoadOptions(cache_type="f32")).close()
    monkeypatch.setattr(module, "_greedy", lambda *args: pytest.fail("it was tried again"))
    LlamaModel.open(smollm2, context=1024, threads=1, options=LoadOptions(cache_type="f32")).close()


def test_a_type_that_writes_something_else_is_refused_each_time(
    smollm2: Path, opened: LlamaModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = {"f16": [1, 2, 3, 4, 5, 6, 7, 8], "q4_0": [1, 2, 9, 4, 5, 6, 7, 8]}
    monkeypatch.setattr(module, "_greedy", lambda *args: written[args[-1].cache_type])
    for _ in range(2):
        with pytest.raises(ModelError, match=r"cache_type = q4_0 .* from token 3 of 8 on; set cache_type"):
            check_cache_type(None, smollm2, opened.tokenizer, 1, LoadOptions(cache_type="q4_0"))
        monkeypatch.setattr(module, "_greedy", lambda *args: pytest.fail("it was tried again"))


@pytest.mark.parametrize("cache_type", ["bf16", "q8_0", "q4_0"])
def test_every_type_makes_a_context(opened: LlamaModel, cache_type: str) -> None:
    options = LoadOptions(cache_type=cache_type, flash_attention=True)
    context = LlamaContext(opened._handle, opened.tokenizer.size, 256, 1, slots=1, options=options)
    slot, _ = context.start([1, 2, 3], "", 4)
    assert len(context.extend(slot, [1, 2, 3])) == opened.tokenizer.size
    context.close()


def test_what_llama_cpp_cannot_do_is_told(opened: LlamaModel) -> None:
    options = LoadOptions(cache_type="q8_0", flash_attention=False)
    with pytest.raises(ModelError, match="the defaults of cache_type and flash_attention"):
        LlamaContext(opened._handle, opened.tokenizer.size, 256, 1, slots=1, options=options)
