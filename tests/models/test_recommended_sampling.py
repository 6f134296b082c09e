from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from benchmarks.tiny_gguf import write_tiny_gguf
from pandora.document.form import parse_form
from pandora.models.llama import LlamaModel
from pandora.models.protocol import GREEDY, Sampling
from pandora.models.recommended_sampling import (
    NOTHING,
    Recommended,
    recommendations_for,
    recommendations_of_file,
    recommended_by_llama_server,
    recommended_by_ollama,
)
from pandora.models.server import ServerModel
from tests.models import recorded_pages as recorded
from tests.models.conftest import serve
from tests.models.fit.heads import CODER_30B, file_with
from tests.models.local_server import serving
from tests.models.test_server import CALL, PROMPT, Fake, completion

QWEN = Recommended(0.7, 0.8, 20, 0.0)
TEXT = parse_form("Text: {text}\n")
DRAWN = Sampling(0.7, 3)


@pytest.mark.parametrize(
    ("name", "architecture", "usual", "after_thought"),
    [
        ("qwen3-coder:30b", "qwen3moe", QWEN, None),
        ("Qwen3-Coder-30B-A3B-Instruct-Q4_K_M", "", QWEN, None),
        ("qwen/qwen3-coder-30b", "", QWEN, None),
        ("Qwen3.6-35B-A3B-UD-Q4_K_M", "qwen35moe", QWEN, Recommended(1.0, 0.95, 20, 0.0)),
        ("sha256-1194192c", "qwen35moe", QWEN, Recommended(1.0, 0.95, 20, 0.0)),
        ("qwen3:30b", "qwen3moe", QWEN, Recommended(0.6, 0.95, 20, 0.0)),
        ("openai/gpt-oss-20b", "gpt_oss", Recommended(1.0, 1.0, 0), None),
        ("mine", "gpt-oss", Recommended(1.0, 1.0, 0), None),
        ("gemma3:27b", "gemma3", Recommended(1.0, 0.95, 64, 0.0), None),
        ("gemma-3-4b-it-Q4_0", "", Recommended(1.0, 0.95, 64, 0.0), None),
        ("granite-4.0-h-small-Q4_K_M", "granitehybrid", Recommended(0.0), None),
        ("LFM2-8B-A1B-Q4_K_M", "lfm2moe", Recommended(0.3, min_p=0.15), None),
        ("LFM2.5-1.2B-Instruct", "lfm2", Recommended(0.1, top_k=50), None),
        ("ministral-3:8b", "mistral3", Recommended(0.05), None),
        ("Mistral-Small-3.2-24B-Instruct-2506", "llama", Recommended(0.15), None),
        ("qwen2.5-coder-1.5b", "qwen2", NOTHING, None),
        ("Qwen3-Coder-Next-Q4_K_M", "qwen3next", NOTHING, None),
        ("gemma-4b", "", NOTHING, None),
    ],
)
def test_a_family_is_known_by_its_name_or_its_architecture(
    name: str, architecture: str, usual: Recommended, after_thought: Recommended | None
) -> None:
    found = recommendations_for([name], architecture)
    assert (found.usual, found.after_thought) == (usual, after_thought)
    assert found.of(thinks=False) == usual
    assert found.of(thinks=True) == (after_thought or usual)


def test_what_a_file_says_counts_where_its_family_is_not_known() -> None:
    own = Recommended(0.5, top_k=10)
    assert recommendations_for(["llama-4"], "llama4", own).usual == own
    assert recommendations_for(["gemma-3-27b"], "gemma3", own).usual == Recommended(1.0, 0.95, 64, 0.0)


def test_a_try_is_drawn_as_recommended_and_hotter_where_nothing_new_came() -> None:
    gemma, granite = Recommended(1.0), Recommended(0.0)
    assert [gemma.temperature_for(Sampling(hot, 1)) for hot in (0.5, 0.7, 1.0)] == [1.0, 1.0, 1.3]
    assert granite.temperature_for(Sampling(0.5, 1)) == 0.3, "a second greedy reply is no second opinion"
    assert gemma.temperature_for(GREEDY) == granite.temperature_for(GREEDY) == 0.0
    assert NOTHING.temperature_for(Sampling(0.5, 1)) == 0.5


def test_the_head_of_a_file_tells(tmp_path: Path) -> None:
    metadata = {f"qwen3moe.{name}": value for name, value in CODER_30B.items()}
    named = {"general.architecture": "qwen3moe", "general.name": "Qwen3 Coder 30B A3B", **metadata}
    path = file_with(tmp_path / "sha256-1194", named, {"output.weight": 512})
    assert recommendations_of_file(path).usual == QWEN
    path.write_bytes(b"no model")
    assert recommendations_of_file(path).usual == NOTHING


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ("temperature                    1", Recommended(1.0)),
        ('top_k 20\ntop_p 0.8\nrepeat_penalty 1.05\nstop "<|im_end|>"', Recommended(None, 0.8, 20)),
        ("temperature hot\ntop_p 7\ntop_k -1\nmin_p nan\ntemperature", NOTHING),
        ("", NOTHING),
    ],
)
def test_the_parameters_of_a_model_of_ollama_tell(parameters: str, told: Recommended) -> None:
    assert recommended_by_ollama(parameters) == told


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"params": {"temperature": 0.8, "top_k": 40, "top_p": 0.95, "min_p": 0.05}}, NOTHING),
        ({"params": {"temperature": 0.2, "top_k": 0, "top_p": 0.949999988079071}}, Recommended(0.2, None, 0)),
        ({"params": {"temperature": True, "top_k": "5"}}, NOTHING),
        ({"params": []}, NOTHING),
        ({}, NOTHING),
    ],
)
def test_a_llama_server_tells_what_is_not_its_own_default(settings: dict[str, Any], told: Recommended) -> None:
    assert recommended_by_llama_server(settings) == told


def asked_for(pages: dict[str, Any], name: str, *, recommended: bool = True) -> list[dict[str, Any]]:
    """What a server is asked for a greedy and for a drawn reply, without the messages."""
    bodies = list[dict[str, Any]]()
    values = json.dumps({"text": "It is here."})

    def chat(body: dict[str, Any]) -> Any:
        bodies.append(body)
        return {"choices": [{"message": {"content": values}, "finish_reason": "stop"}]}

    with serving({**pages, "/v1/chat/completions": chat}) as server:
        model = ServerModel.open(f"{server.url}#{name}", context=8192, recommended=recommended)
        for sampling in (GREEDY, DRAWN):
            model.fill(PROMPT, TEXT, call=CALL, sampling=sampling)
        model.close()
    return [
        {name: body[name] for name in ("temperature", "top_p", "top_k", "min_p") if name in body}
        for body in bodies
    ]


@pytest.mark.usefixtures("no_key")
@pytest.mark.parametrize(
    ("pages", "name", "drawn"),
    [
        (recorded.OLLAMA, "qwen3-coder:30b", {"temperature": 0.7, "top_p": 0.8}),
        (recorded.LM_STUDIO, "openai/gpt-oss-20b", {"temperature": 1.0, "top_p": 1.0, "top_k": 0}),
        (
            recorded.VLLM,
            "Qwen/Qwen3-Coder-30B-A3B-Instruct",
            {"temperature": 0.7, "top_p": 0.8, "top_k": 20},
        ),
    ],
)
def test_a_server_is_asked_for_what_its_program_understands(
    pages: dict[str, Any], name: str, drawn: dict[str, float]
) -> None:
    assert asked_for(pages, name) == [{"temperature": 0.0}, drawn]
    assert asked_for(pages, name, recommended=False) == [{"temperature": 0.0}, {"temperature": 0.7}]


@pytest.mark.usefixtures("no_key")
def test_a_server_whose_program_is_not_known_is_asked_for_nothing_that_it_might_refuse() -> None:
    fake = Fake(completion("Text: It is here."))
    model = fake.open("http://127.0.0.1:1#gemma-3-27b-it")
    model.fill(PROMPT, TEXT, call=CALL, sampling=DRAWN)
    assert (fake.bodies[0]["temperature"], fake.bodies[0]["top_p"]) == (1.0, 0.95)
    assert "top_k" not in fake.bodies[0]


@pytest.mark.llama
def test_a_file_and_a_real_llama_server_of_it_recommend_the_same(tmp_path: Path, smollm2: Path) -> None:
    path = write_tiny_gguf(
        tmp_path / "tiny.gguf", "recurrent", sampling={"temp": 0.25, "top_p": 0.5, "top_k": 7, "min_p": 0.125}
    )
    model = LlamaModel.open(path, context=1024, threads=1)
    model.close()
    assert model.recommends.usual == Recommended(0.25, 0.5, 7, 0.125)
    for file, told in ((path, model.recommends.usual), (smollm2, NOTHING)):
        with contextmanager(serve)(file, 1) as url:
            opened = ServerModel.open(url)
            opened.close()
        assert opened.recommends.usual == told


@pytest.mark.llama
def test_a_model_in_this_process_draws_as_recommended(tmp_path: Path) -> None:
    path = write_tiny_gguf(tmp_path / "tiny.gguf", "recurrent", sampling={"temp": 2.0, "top_k": 1})
    replies = []
    for sampling in (GREEDY, DRAWN):
        model = LlamaModel.open(path, context=1024, threads=1)
        replies.append(model.fill(PROMPT, TEXT, call=CALL, sampling=sampling).raw)
        model.close()
    assert replies[0] == replies[1], "only one token may be drawn each time"
