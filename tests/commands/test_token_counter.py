from __future__ import annotations

from pathlib import Path

import pytest

from pandora.commands.token_counter import meter_of
from pandora.errors import ModelError, UsageError
from pandora.models.catalogue import models_folder
from pandora.models.protocol import Prompt
from pandora.models.pull import pull

MODELS = models_folder()


@pytest.fixture
def gguf(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small real model, where this machine keeps its models."""
    monkeypatch.setenv("PANDORA_MODELS", str(MODELS))
    return pull("smollm2-135m", lambda have, size: None)


def test_what_cannot_be_opened_says_so(tmp_path: Path) -> None:
    file = tmp_path / "model.gguf"
    file.write_bytes(b"no model")
    with pytest.raises(ModelError, match="not a GGUF"), meter_of(str(file)):
        pass
    with pytest.raises(UsageError, match="no model is named"), meter_of("nobody"):
        pass


def test_a_script_counts_as_it_does_in_a_run(tmp_path: Path) -> None:
    file = tmp_path / "script.jsonl"
    file.write_text('{"phase": "plan", "text": "x"}\n', encoding="utf-8")
    with meter_of(f"scripted:{file}") as meter:
        assert (meter.count("one two."), meter.frame, meter.exact) == (3, 0, True)


@pytest.mark.llama
def test_a_vocabulary_counts_as_the_whole_model_does(gguf: Path) -> None:
    from pandora.models.llama import LlamaModel

    model = LlamaModel.open(gguf, context=1024)
    try:
        whole = len(model.prompt_tokens(Prompt("Be brief.", (), "# PLAN\nSay it.")))
    finally:
        model.close()
    with meter_of(str(gguf)) as meter:
        assert meter.frame + meter.count("Be brief.") + meter.count("# PLAN\nSay it.") == whole
