from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.prefix_tree import CANDIDATES, STEPS, measure_tree
from benchmarks.tiny_gguf import ARCHITECTURES, write_tiny_gguf
from pandora.document.fill import ReplyLimits
from pandora.models.ceilings import Ceilings
from pandora.models.llama import LlamaModel


@pytest.mark.parametrize("kind", ARCHITECTURES)
def test_each_kind_of_memory_evaluates_hardly_more_than_it_must(kind: str, tmp_path: Path) -> None:
    model = LlamaModel.open(write_tiny_gguf(tmp_path / "tiny.gguf", kind), context=4096, threads=1)
    model.ceilings = Ceilings(ReplyLimits(text=40))
    try:
        measure = measure_tree(model)
    finally:
        model.close()
    assert measure.met, measure.as_object()
    assert measure.rows[0].label == f"evaluated in {STEPS * (1 + CANDIDATES + 1)} calls"
    assert measure.rows[0].value >= measure.rows[1].value > 1000  # type: ignore[operator]
    assert model.trace is None
