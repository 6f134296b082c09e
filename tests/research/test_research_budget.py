from __future__ import annotations

from pathlib import Path

import pytest

from pandora.models.scripted import ScriptedModel
from pandora.research.research_budget import CEILINGS, research_budget
from pandora.settings import load_settings
from tests.engine.test_run_budget import LARGE, SMALL, script_of


@pytest.mark.parametrize(("parameters", "tokens"), [(SMALL, CEILINGS["tokens"]), (LARGE, 5_461_000)])
def test_the_tokens_of_a_large_models_research_grow_with_its_prompts(
    parameters: int, tokens: int, tmp_path: Path
) -> None:
    script = script_of(tmp_path / "script.jsonl", parameters, 32_768)
    budget = research_budget(load_settings(None, {}, {}), ScriptedModel(script))
    assert (budget.calls, budget.tokens) == (CEILINGS["calls"], tokens)
    given = research_budget(load_settings(None, {"tokens": 9000}, {}), ScriptedModel(script))
    assert given.tokens == 9000
