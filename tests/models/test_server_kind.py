from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pandora.errors import AwayError, ModelError, UsageError
from pandora.models.server import ServerModel
from tests.models import recorded_pages as recorded
from tests.models.local_server import Raw, serving
from tests.models.test_server import CALL, PLAN, PROMPT, TEXT

pytestmark = pytest.mark.usefixtures("no_key")


def streamed(*events: str, model: str = "m", ends: bool = True) -> Raw:
    """A completion as servers stream it: `events` are its pieces."""
    import json

    parts: list[dict[str, Any]] = [
        {"model": model, "choices": [{"delta": {"content": piece}, "finish_reason": None}]} for piece in events
    ]
    if ends:
        parts.append({"model": model, "choices": [{"delta": {}, "finish_reason": "stop"}]})
        used = {"prompt_tokens": 40, "completion_tokens": 12, "prompt_tokens_details": {"cached_tokens": 30}}
        parts.append({"model": model, "choices": [], "usage": used})
    lines = tuple(f"data: {json.dumps(part)}\n\n".encode() for part in parts)
    return Raw((*lines, b"data: [DONE]\n\n") if ends else lines, kind="text/event-stream")


def opened(pages: Mapping[str, Any], name: str = "", **more: Any) -> ServerModel:
    with serving(pages, more.pop("missing", None)) as server:
        model = ServerModel.open(f"{server.url}#{name}" if name else server.url, context=8192)
        model.close()
        return model


@pytest.mark.parametrize(
    ("pages", "name", "known"),
    [
        (recorded.OLLAMA, "", ("qwen3-coder:30b", 16384, False)),
        (recorded.OLLAMA, "qwen3-coder:30b", ("qwen3-coder:30b", 16384, False)),
        (recorded.LM_STUDIO, "", ("qwen/qwen3-coder-30b", 8192, False)),
        (recorded.LM_STUDIO, "openai/gpt-oss-20b", ("openai/gpt-oss-20b", 4096, False)),
        (recorded.VLLM, "", ("Qwen/Qwen3-Coder-30B-A3B-Instruct", 40960, False)),
        (
            {**recorded.VLLM, "/tokenize": {"count": 5, "max_model_len": 40960, "tokens": [1, 2, 3, 4, 5]}},
            "",
            ("Qwen/Qwen3-Coder-30B-A3B-Instruct", 40960, True),
        ),
        (recorded.LLAMA_SERVER, "", ("Qwen3-Coder-30B-A3B-Instruct-Q4_K_M", 4096, True)),
    ],
)
def test_each_program_tells_its_model_and_the_context_that_it_has_there(
    pages: dict[str, Any], name: str, known: tuple[str, int, bool]
) -> None:
    model = opened(pages, name)
    assert (model.name, model.context, model.counts_exactly) == known
    assert model.parameters in (30_000_000_000, 30_500_000_000, 20_000_000_000)


def test_vllm_counts_with_its_own_tokenizer() -> None:
    def tokenize(body: Any) -> Any:
        return {"count": len(body["prompt"].split()), "tokens": []}

    with serving({**recorded.VLLM, "/tokenize": tokenize}) as server:
        model = ServerModel.open(server.url)
        assert [model.count(text) for text in ("", "one two three")] == [0, 3]
        model.close()


def test_an_embedding_model_is_never_taken() -> None:
    only = {"models": recorded.OLLAMA_TAGS["models"][:1]}
    with pytest.raises(UsageError, match="only models of embeddings"):
        opened({**recorded.OLLAMA, "/api/tags": only, "/api/ps": {}})
    for pages, name in (
        (recorded.OLLAMA, "nomic-embed-text"),
        (recorded.LM_STUDIO, recorded.EMBEDDING_OF_LM_STUDIO),
    ):
        with pytest.raises(UsageError, match="makes embeddings and writes no text"):
            opened(pages, name)


def test_of_several_models_that_could_be_meant_one_must_be_named() -> None:
    listed = {"/v1/models": {"data": [{"id": "text-embedding-3"}, {"id": "gpt-x"}]}}
    with pytest.raises(UsageError, match=r"has text-embedding-3, gpt-x; name one, such as server:http://.*#"):
        opened(listed)
    assert opened(listed, "gpt-x").name == "gpt-x"
    assert opened(listed, "gpt-unlisted").name == "gpt-unlisted"


def test_a_name_that_ollama_has_not_is_told_what_it_has() -> None:
    with pytest.raises(UsageError, match=r"no model 'qwen3-coder:3b'; did you mean qwen3-coder:30b\?"):
        opened(recorded.OLLAMA, "qwen3-coder:3b")


@pytest.mark.parametrize("kind", ["llama-server", "Ollama"])
def test_a_server_that_gets_another_model_between_two_calls_ends_the_run(kind: str) -> None:
    props = dict(recorded.LLAMA_SERVER["/props"])
    tags = {"models": [dict(entry) for entry in recorded.OLLAMA_TAGS["models"]]}
    pages = (
        {"/props": lambda body: props, "/tokenize": {"tokens": [1]}}
        if kind == "llama-server"
        else {
            **recorded.OLLAMA,
            "/api/tags": lambda body: tags,
        }
    )
    with serving({**pages, "/v1/chat/completions": streamed(TEXT)}) as server:
        model = ServerModel.open(server.url)
        assert model.fill(PROMPT, PLAN, call=CALL).filled.values["approach"] == "look"
        props["model_path"] = "/srv/models/another.gguf"
        tags["models"][1]["digest"] = "another"
        with pytest.raises(AwayError, match=r"no longer has the .* that it had; have it serve that"):
            model.fill(PROMPT, PLAN, call=CALL)
        assert server.paths().count("/v1/chat/completions") == 1
        model.close()


def test_a_server_that_answers_as_another_model_ends_the_run() -> None:
    replies = [streamed(TEXT, model="one"), streamed(TEXT, model="two")]
    pages = {**recorded.VLLM, "/v1/chat/completions": lambda body: replies.pop(0)}
    with serving(pages) as server:
        model = ServerModel.open(server.url)
        model.fill(PROMPT, PLAN, call=CALL)
        with pytest.raises(
            AwayError, match="answered as one, and answers the plan of system-a1 as two"
        ) as raised:
            model.fill(PROMPT, PLAN, call=CALL)
        assert raised.value.usage is not None
        assert raised.value.usage.calls == 1
        model.close()


def test_half_a_stream_is_an_error_and_what_it_cost_is_booked() -> None:
    pages = {**recorded.VLLM, "/v1/chat/completions": streamed("Appro", "ach", ends=False)}
    with serving(pages) as server:
        model = ServerModel.open(server.url)
        with pytest.raises(AwayError, match="broke off its reply to the plan") as raised:
            model.fill(PROMPT, PLAN, call=CALL)
        model.close()
    usage = raised.value.usage
    assert usage is not None
    assert (usage.calls, usage.written, usage.prompt > 5) == (1, 2, True)


@pytest.mark.parametrize(
    "broken",
    [
        b'{"error": "CUDA error: out of memory"}\n',
        b'event: error\ndata: {"error": {"message": "CUDA error"}}\n\n',
    ],
)
def test_an_error_in_a_stream_is_told_in_the_servers_own_words(broken: bytes) -> None:
    begun = streamed("Appro", ends=False)
    pages = {**recorded.VLLM, "/v1/chat/completions": Raw((*begun.parts, broken), kind=begun.kind)}
    with serving(pages) as server:
        model = ServerModel.open(server.url)
        with pytest.raises(ModelError, match="broke off its reply: CUDA error"):
            model.fill(PROMPT, PLAN, call=CALL)
        model.close()


def test_reuse_that_the_server_reports_was_not_evaluated() -> None:
    with serving({**recorded.VLLM, "/v1/chat/completions": streamed(TEXT)}) as server:
        model = ServerModel.open(server.url)
        usage = model.fill(PROMPT, PLAN, call=CALL).usage
        model.close()
    assert (usage.prompt, usage.evaluated, usage.written) == (40, 10, 12)


def test_a_model_that_thinks_gets_room_for_that() -> None:
    shown = {"capabilities": ["completion", "thinking"], "parameters": "num_ctx 16384"}
    limits = []
    for pages in (recorded.OLLAMA, {**recorded.OLLAMA, "/api/show": shown}):
        with serving({**pages, "/v1/chat/completions": streamed(TEXT)}) as server:
            model = ServerModel.open(f"{server.url}#qwen3-coder:30b")
            model.fill(PROMPT, PLAN, call=CALL)
            limits.append(server.asked[-1][2]["max_tokens"])
            model.close()
    assert limits[1] > limits[0] + 256


def loading(program: str, told: int) -> tuple[dict[str, Any], list[Any]]:
    """The pages of a server whose model is in memory, with a context of `told`, once it was asked for."""
    asked: list[Any] = []

    def load(body: Any) -> Any:
        asked.append(body)
        return {"done_reason": "load", "choices": [{"message": {"content": "."}}]}

    def running(body: Any) -> Any:
        return {"models": [{"name": "coder:30b", "context_length": told}] if asked else []}

    def studio(body: Any) -> Any:
        state = {"state": "loaded", "loaded_context_length": told} if asked else {"state": "not-loaded"}
        return {"data": [{"id": "coder:30b", "type": "llm", "compatibility_type": "gguf", **state}]}

    if program == "Ollama":
        tags = {"models": [{"name": "coder:30b", "digest": "d", "capabilities": ["completion"]}]}
        return {"/api/tags": tags, "/api/ps": running, "/api/show": {}, "/api/generate": load}, asked
    return {"/api/v0/models": studio, "/v1/chat/completions": load}, asked


@pytest.mark.parametrize("program", ["Ollama", "LM Studio"])
def test_a_model_that_is_to_be_asked_is_loaded_since_its_context_is_told_only_then(program: str) -> None:
    pages, asked = loading(program, 32768)
    with serving(pages) as server:
        model = ServerModel.open(server.url)
        model.close()
        assert (model.program, model.context, asked) == (program, 4096, [])
        for _ in range(2):
            model = ServerModel.open(server.url, loads=True)
            model.close()
            assert (model.context, model.ceilings.reply.code) == (32768, 8192)
    assert [body["model"] for body in asked] == ["coder:30b"], "what is loaded is not loaded again"


@pytest.mark.parametrize("program", ["Ollama", "LM Studio"])
def test_a_model_that_cannot_be_loaded_has_the_least_context(program: str) -> None:
    pages, _ = loading(program, 32768)
    place = "/api/generate" if program == "Ollama" else "/v1/chat/completions"
    pages[place] = Raw((b'{"error": "out of memory"}',), 500)
    with serving(pages) as server:
        model = ServerModel.open(server.url, loads=True)
        model.close()
    assert model.context == 4096
