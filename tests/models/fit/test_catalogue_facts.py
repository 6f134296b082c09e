from __future__ import annotations

from pathlib import Path

import pytest

from pandora.models.catalogue import CATALOGUE
from pandora.models.fit.catalogue_facts import _KNOWN, known_facts
from pandora.models.fit.model_fit import ModelFacts, facts_of


@pytest.mark.llama
def test_what_is_known_is_what_the_file_says(smollm2: Path) -> None:
    assert known_facts("smollm2-135m", smollm2.stat().st_size) == facts_of(smollm2)


def test_it_is_known_of_models_that_can_be_pulled() -> None:
    assert set(_KNOWN) <= {source.name for source in CATALOGUE}
    assert known_facts("hf:someone/else/m.gguf", 7) == ModelFacts(7)
