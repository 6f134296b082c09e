from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pandora.errors import ModelError
from pandora.models.fit import load_plan as module
from pandora.models.fit.free_memory import FreeMemory
from pandora.models.fit.graphics import Graphics
from pandora.models.fit.load_options import LoadOptions
from pandora.models.fit.load_plan import LoadPlan, plan_load
from pandora.models.llama import LlamaModel
from tests.models.fit.heads import CODER_30B, QWEN36_35B, file_with

TENSORS = {"blk.0.attn_q.weight": 1 << 20, "blk.0.ffn_up_exps.weight": 8 << 20, "output.weight": 1 << 20}


@pytest.fixture
def coder(tmp_path: Path) -> Path:
    """A file with the head of a mixture of 30B, and with few bytes of weights."""
    metadata = {f"qwen3moe.{name}": value for name, value in CODER_30B.items()}
    return file_with(tmp_path / "coder.gguf", {"general.architecture": "qwen3moe", **metadata}, TENSORS)


def plan(path: Path, context: int | None, said: list[str], **options: Any) -> LoadPlan:
    return plan_load(
        path,
        context,
        LoadOptions(**options),
        default=8192,
        default_of_strong=16384,
        least=1024,
        say=said.append,
    )


def have(monkeypatch: pytest.MonkeyPatch, gigabytes: float, graphics: Graphics | None = None) -> None:
    monkeypatch.setattr(module, "free_memory", lambda: FreeMemory(round(gigabytes * 1e9)))
    monkeypatch.setattr(module, "graphics_of", lambda bindings: graphics)


def test_a_context_shrinks_and_says_so_unless_it_was_asked_for(
    coder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    have(monkeypatch, 1.5)
    assert plan(coder, None, said).context == 4864
    assert said == [
        "coder: the context is 4864 tokens and not 8192, which is what fits the memory; 1.5 GB are free"
    ]
    with pytest.raises(ModelError, match=r"give --model-context 4864\Z"):
        plan(coder, 8192, said)
    assert plan(coder, None, [], cache_type="q8_0").context == 8192
    have(monkeypatch, 64)
    assert plan(coder, 300_000_000, []).context == 262144


def test_a_strong_model_gets_a_larger_context_where_there_is_room(
    coder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    have(monkeypatch, 64)
    assert plan(coder, None, []).context == 8192, "it has few weights"
    monkeypatch.setattr(module, "_LEAST_OF_STRONG", 0)
    assert plan(coder, None, []).context == 8192, "it has few parameters"
    monkeypatch.setattr(module, "STRONG_ABOVE", 1_000_000)
    said: list[str] = []
    assert plan(coder, None, said).context == 16384
    assert plan(coder, 8192, said).context == 8192, "a person has the last word"
    assert plan(coder, None, said, flash_attention=False).context == 8192
    have(monkeypatch, 3)
    assert plan(coder, None, said).context == 8192
    assert said == []
    have(monkeypatch, 64, Graphics(3_500_000_000, shared=False))
    assert plan(coder, None, []).context == 16384
    have(monkeypatch, 64, Graphics(2_500_000_000, shared=False))
    assert plan(coder, None, []).context == 8192, "no layer leaves the card for it"


@pytest.mark.parametrize(
    "head",
    [
        {"general.architecture": "nomic-bert", "nomic-bert.attention.causal": False},
        {"general.architecture": "qwen3", "qwen3.pooling_type": 3},
        {"general.architecture": "clip", "general.type": "mmproj"},
    ],
)
def test_what_writes_no_text_is_not_loaded(head: dict[str, Any], tmp_path: Path) -> None:
    path = file_with(tmp_path / "other.gguf", head, TENSORS)
    with pytest.raises(ModelError, match="use one that writes text"):
        plan(path, None, [])


def test_layers_that_go_to_a_card_need_no_memory_here(coder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    have(monkeypatch, 4, Graphics(24_000_000_000, shared=False))
    assert plan(coder, None, []).placement.gpu_layers == 2
    assert plan(coder, None, [], gpu_layers=0, mmap=False) == LoadPlan(
        8192, replace(plan(coder, None, []).placement, gpu_layers=0, mmap=False)
    )


def test_layers_for_a_card_that_is_not_there_do_nothing_and_that_is_said(
    coder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    have(monkeypatch, 64)
    assert plan(coder, None, said, gpu_layers=12).placement.gpu_layers == 0
    assert len(said) == 1
    assert said[0].startswith("gpu_layers = 12 does nothing: llama.cpp was built without graphics; ")


def test_the_states_of_a_hybrid_are_counted_as_they_are_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata = {f"qwen35moe.{name}": value for name, value in QWEN36_35B.items()}
    path = file_with(tmp_path / "hybrid.gguf", {"general.architecture": "qwen35moe", **metadata}, TENSORS)
    have(monkeypatch, 1.75)
    assert plan(path, None, []).context == 8192


@pytest.mark.llama
def test_nothing_is_loaded_that_does_not_fit(smollm2: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    have(monkeypatch, 1.05)
    monkeypatch.setattr("pandora.models.llama.load_gguf", lambda *args, **kwargs: pytest.fail("it was loaded"))
    with pytest.raises(ModelError, match=r"its file \(0\.1 GB\), a cache of 2048 tokens .* no context fits"):
        LlamaModel.open(smollm2, context=2048)


@pytest.mark.llama
def test_a_loaded_model_has_the_context_that_fits(smollm2: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    have(monkeypatch, 1.15)
    said: list[str] = []
    model = LlamaModel.open(smollm2, threads=1000, say=said.append)
    model.close()
    assert 1024 <= model.context < 8192
    assert len(said) == 1
