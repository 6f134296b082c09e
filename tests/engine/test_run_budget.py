from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pandora.budget import Budget
from pandora.engine.run import budget_of
from pandora.models.scripted import ScriptedModel
from pandora.settings import load_settings

SMALL, LARGE = 1_540_000_000, 30_500_000_000


@pytest.fixture
def script(tmp_path: Path) -> Path:
    return tmp_path / "script.jsonl"


def script_of(path: Path, parameters: int, context: int) -> Path:
    """Write a script whose header says that a model of so many parameters wrote it."""
    header = {"model": "m", "context": context, "fingerprint": "f", "parameters": parameters}
    path.write_text(json.dumps(header) + "\n", encoding="utf-8")
    return path


def budget(script: Path, parameters: int, window: int, **flags: Any) -> Budget:
    model = ScriptedModel(script_of(script, parameters, window))
    return budget_of(load_settings(None, flags, {}), model)


def test_the_default_models_budget_is_what_the_settings_say(script: Path) -> None:
    assert budget(script, SMALL, 8192) == Budget(3000, 3, 120, 120_000, 1800)


def test_a_run_of_a_large_model_may_read_and_write_as_much_as_its_prompts_grow(script: Path) -> None:
    large = budget(script, LARGE, 16_384)
    assert (large.context, large.tokens) == (5461, 218_440)
    assert budget(script, LARGE, 32_768).tokens == 40 * 10_922


def test_a_person_has_the_last_word(script: Path) -> None:
    assert budget(script, LARGE, 32_768, tokens=5000).tokens == 5000
    assert budget(script, LARGE, 32_768, context=2000).tokens == 120_000
