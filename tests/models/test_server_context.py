from __future__ import annotations

from dataclasses import replace

import pytest

from pandora.models.server import ServerModel
from pandora.models.server_context import context_note
from pandora.models.server_kind import ServerKind
from pandora.models.server_listing import Program
from tests.models import recorded_pages as recorded
from tests.models.local_server import serving

KIND = ServerKind("coder:30b", 4096, False, "f", "Ollama", parameters=30_500_000_000)


@pytest.mark.parametrize(
    ("program", "remedy"),
    [
        ("Ollama", "start Ollama with OLLAMA_CONTEXT_LENGTH=16384"),
        ("LM Studio", "load it in LM Studio with a context length of 16384"),
        ("llama-server", "start llama-server with --ctx-size 16384 for each slot, or with --kv-unified"),
        ("vLLM", "start vLLM with --max-model-len 16384"),
        ("server", "have it served with 16384"),
    ],
)
def test_a_large_model_in_a_small_context_is_told_with_what_to_do(program: Program, remedy: str) -> None:
    note = context_note(replace(KIND, program=program))
    assert note == f"coder:30b was given a context of 4096 tokens, little for its size: {remedy}"


def test_nothing_is_said_where_it_is_enough_or_nobody_knows() -> None:
    assert context_note(replace(KIND, context=8192)) == ""
    assert context_note(replace(KIND, parameters=1_500_000_000)) == ""
    assert context_note(replace(KIND, parameters=None)) == ""
    assert context_note(replace(KIND, context_told=False)) == ""


@pytest.mark.usefixtures("no_key")
def test_a_context_that_is_only_assumed_is_no_small_one() -> None:
    """Of a model that is not in memory, Ollama tells no context."""
    for context, noted in ((4096, True), (32768, False), (0, False)):
        running = {"models": [{"name": "qwen3-coder:30b", "context_length": context}] if context else []}
        with serving({**recorded.OLLAMA, "/api/ps": running}) as server:
            model = ServerModel.open(f"{server.url}#qwen3-coder:30b")
            model.close()
        assert bool(model.notes) == noted


@pytest.mark.usefixtures("no_key")
def test_lm_studio_may_have_a_model_in_memory_and_tell_no_context() -> None:
    entry = {"id": "coder-30b", "type": "llm", "compatibility_type": "gguf", "state": "loaded"}
    for told, noted in (({"loaded_context_length": 4096}, True), ({}, False)):
        with serving({"/api/v0/models": {"data": [entry | told]}}) as server:
            model = ServerModel.open(server.url)
            model.close()
        assert (model.context, bool(model.notes)) == (4096, noted)
