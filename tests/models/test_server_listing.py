from __future__ import annotations

from typing import Any

import httpx
import pytest

from pandora.errors import ModelError
from pandora.models.server_listing import Listing, ServedModel, details, list_models
from pandora.models.server_wire import Wire
from tests.models import recorded_pages as recorded
from tests.models.local_server import Raw, serving


def listing(pages: dict[str, Any], missing: Any = None) -> Listing:
    with serving(pages, missing) as server:
        wire = Wire(server.url)
        try:
            return list_models(wire)
        finally:
            wire.close()


def test_ollama_says_what_each_model_can_do_and_the_context_of_those_in_memory() -> None:
    told = listing(recorded.OLLAMA)
    assert told.program == "Ollama"
    embedding, coder = told.models
    assert (embedding.chats, embedding.loaded) == (False, False)
    assert (coder.name, coder.chats, coder.loaded, coder.context) == ("qwen3-coder:30b", True, True, 16384)
    assert coder.digest.startswith("06c1097e")
    assert told.find("nomic-embed-text") is embedding


@pytest.mark.parametrize(
    ("loaded", "variable", "parameters", "context"),
    [
        (True, "", "", 16384),
        (False, "", "num_ctx                        12288\n", 12288),
        (False, "20000", "temperature 1", 20000),
        (False, "32k", "", 4096),
        (False, "-1", "", 4096),
        (False, "", "", 4096),
    ],
)
def test_a_context_that_ollama_cuts_at_is_never_taken_for_larger(
    monkeypatch: pytest.MonkeyPatch, loaded: bool, variable: str, parameters: str, context: int
) -> None:
    monkeypatch.setenv("OLLAMA_CONTEXT_LENGTH", variable)
    pages = {
        **recorded.OLLAMA,
        "/api/ps": recorded.OLLAMA_PS if loaded else {"models": []},
        "/api/show": {"parameters": parameters, "capabilities": ["completion", "thinking"]},
    }
    with serving(pages) as server:
        wire = Wire(server.url)
        told = list_models(wire)
        model = details(wire, told, told.models[1])
        wire.close()
    assert (model.context, model.thinks) == (context, True)


def test_lm_studio_tells_embeddings_from_models_and_the_loaded_context() -> None:
    told = listing(recorded.LM_STUDIO, missing=recorded.LM_STUDIO_ELSEWHERE)
    assert told.program == "LM Studio"
    assert [(model.chats, model.loaded, model.context) for model in told.models] == [
        (False, False, 0),
        (True, True, 8192),
        (True, False, 0),
    ]


def test_lm_studio_is_known_by_its_newer_list_alone() -> None:
    loaded = [{"id": "qwen3-30b-a3b:2", "config": {"context_length": 16384}}]
    models = [
        {"type": "embedding", "key": "text-embedding-nomic", "params_string": None, "loaded_instances": []},
        {
            "type": "llm",
            "key": "qwen/qwen3-30b-a3b",
            "architecture": "qwen3moe",
            "params_string": "30B",
            "size_bytes": 18_600_000_000,
            "loaded_instances": loaded,
        },
        {"type": "llm", "key": "odd", "loaded_instances": [{"config": 3}]},
        {"no": "key"},
    ]
    told = listing({"/api/v1/models": {"models": models}}, missing=recorded.LM_STUDIO_ELSEWHERE)
    assert told.program == "LM Studio"
    assert [(model.chats, model.context, model.parameters) for model in told.models] == [
        (False, 0, None),
        (True, 16384, 30_000_000_000),
        (True, 0, None),
    ]


def test_vllm_tells_its_context_and_its_adapters_are_no_models_of_their_own() -> None:
    told = listing(recorded.VLLM)
    assert (told.program, [(model.name, model.context) for model in told.models]) == (
        "vLLM",
        [("Qwen/Qwen3-Coder-30B-A3B-Instruct", 40960)],
    )


def test_llama_server_describes_itself() -> None:
    told = listing(recorded.LLAMA_SERVER)
    assert told.program == "llama-server"
    assert [(model.name, model.context) for model in told.models] == [
        ("Qwen3-Coder-30B-A3B-Instruct-Q4_K_M", 4096)
    ]


@pytest.mark.parametrize(
    "page",
    [[], {"models": [1, {"name": None}, {}]}, {"models": [{"name": "m", "details": 3, "size": -1}]}, "x"],
)
def test_odd_pages_are_no_crash(page: Any) -> None:
    for path in ("/props", "/api/tags", "/api/ps", "/api/v0/models", "/api/v1/models", "/v1/models"):
        assert isinstance(listing({path: page}), Listing)


@pytest.mark.parametrize(
    ("status", "words"), [(401, "no key"), (429, "quota is used up"), (502, "no upstream")]
)
def test_a_server_that_cannot_serve_now_says_why(status: int, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        listing({}, missing=Raw((f'{{"error": {{"message": "{words}"}}}}'.encode(),), status))


def test_a_variable_of_this_machine_says_nothing_of_an_ollama_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OLLAMA_CONTEXT_LENGTH", "20000")

    def elsewhere(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"capabilities": ["completion"]})

    wire = Wire("http://box.example.org:11434", httpx.MockTransport(elsewhere))
    assert details(wire, Listing("Ollama", ()), ServedModel("m")).context == 4096
