from __future__ import annotations

import pytest

from pandora.models.catalogue import STRONG_ABOVE
from pandora.models.parameters import needs_scaffold, parameters_in_name


@pytest.mark.parametrize(
    ("name", "billions"),
    [
        ("qwen3:30b", 30),
        ("Qwen3-30B-A3B-Instruct-2507-Q4_K_M", 30),
        ("qwen2.5-coder-1.5b", 1.5),
        ("Mixtral-8x7B-Instruct-v0.1", 56),
        ("smollm2-135m", 0.135),
        ("gpt-oss_20b.gguf", 20),
        ("phi-4", None),
        ("codestral-latest", None),
        ("v3b2beta", None),
    ],
)
def test_the_name_of_a_model_tells_its_parameters(name: str, billions: float | None) -> None:
    assert parameters_in_name(name) == (None if billions is None else round(billions * 1e9))


def test_a_model_of_unknown_size_is_held_up_and_a_large_one_is_not() -> None:
    assert needs_scaffold("auto", None)
    assert needs_scaffold("auto", STRONG_ABOVE)
    assert not needs_scaffold("auto", STRONG_ABOVE + 1)
    assert needs_scaffold("on", STRONG_ABOVE + 1)
    assert not needs_scaffold("off", None)
