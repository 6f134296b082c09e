from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pandora.models.catalogue import CATALOGUE
from pandora.models.fit.catalogue_facts import _KNOWN, known_facts
from pandora.models.fit.model_fit import ModelFacts, facts_of
from pandora.models.fit.model_shape import shape_of
from tests.models.fit.heads import CODER_30B, GPT_OSS_20B, QWEN36_35B, head


@pytest.mark.llama
def test_what_is_known_is_what_the_file_says(smollm2: Path) -> None:
    whole = replace(facts_of(smollm2), sizes=None)  # those of single tensors stand in the file alone
    assert known_facts("smollm2-135m", smollm2.stat().st_size) == whole


@pytest.mark.parametrize(
    ("name", "architecture", "numbers"),
    [
        ("qwen3-coder-30b", "qwen3moe", CODER_30B),
        ("qwen3.6-35b", "qwen35moe", QWEN36_35B),
        ("gpt-oss-20b", "gpt-oss", GPT_OSS_20B),
    ],
)
def test_what_is_known_of_a_large_one_is_what_its_head_says(
    name: str, architecture: str, numbers: dict[str, int]
) -> None:
    assert known_facts(name, 7).shape == shape_of(Path("m.gguf"), head(architecture, numbers))


@pytest.mark.parametrize(
    ("name", "size", "least", "most"),
    [
        ("qwen3-coder-30b", 18_556_689_568, 1.8e9, 2.2e9),
        ("qwen3.6-35b", 22_134_528_992, 1.7e9, 2.2e9),
        ("gpt-oss-20b", 12_109_566_560, 1.9e9, 2.3e9),
    ],
)
def test_of_a_mixture_the_share_that_is_active_is_read(name: str, size: int, least: float, most: float) -> None:
    assert least < known_facts(name, size).active < most


def test_it_is_known_of_models_that_can_be_pulled() -> None:
    assert set(_KNOWN) == {source.name for source in CATALOGUE}
    assert known_facts("hf:someone/else/m.gguf", 7) == ModelFacts(7)
