from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest

from pandora.models.discovery.local_models import joined, local_models
from pandora.models.discovery.local_servers import served_models, usual_addresses
from tests.models import recorded_pages as recorded
from tests.models.discovery.disk_models import put_in_ollama
from tests.models.local_server import serving


def test_each_program_is_found_and_its_embedding_models_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        serving(recorded.OLLAMA) as ollama,
        serving(recorded.LM_STUDIO, recorded.LM_STUDIO_ELSEWHERE) as studio,
        serving(recorded.LLAMA_SERVER) as llama,
        serving({}) as nothing,
    ):
        monkeypatch.setenv("OLLAMA_HOST", ollama.url)
        monkeypatch.setenv("LMSTUDIO_API_HOST", studio.url)
        monkeypatch.setenv("PANDORA_API_KEY", "sk-secret")
        urls = [ollama.url, studio.url, llama.url, nothing.url]
        assert usual_addresses()[:2] == urls[:2]
        models = served_models(urls, patience=30)
        assert [(model.name, model.owner) for model in models] == [
            ("ollama:qwen3-coder:30b", "Ollama"),
            ("lmstudio:qwen/qwen3-coder-30b", "LM Studio"),
            ("lmstudio:openai/gpt-oss-20b", "LM Studio"),
            (f"server:{llama.url}", "llama-server"),
        ]
        headers = [header for server in (ollama, studio, llama) for _, header, _ in server.asked]
        assert not any("secret" in str(header) for header in headers)


def test_a_port_where_somebody_listens_and_says_nothing_holds_nobody_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert served_models([f"http://127.0.0.1:{silent.getsockname()[1]}"], patience=0.05) == []
    assert threading.active_count() < 50


def test_another_machine_is_not_asked() -> None:
    addresses = usual_addresses({"OLLAMA_HOST": "box.lan", "LLAMA_ARG_PORT": "9999"})
    assert addresses == [f"http://127.0.0.1:{port}" for port in (1234, 9999, 8080, 8000)]
    assert "http://127.0.0.1:1234" in usual_addresses({"OLLAMA_HOST": "no address at all"})


def test_a_model_that_is_served_and_on_disk_is_one(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blob = put_in_ollama(home / ".ollama" / "models", "registry.ollama.ai/library/qwen3-coder/30b")
    put_in_ollama(home / ".ollama" / "models", "registry.ollama.ai/library/other/7b")
    on_disk = local_models(servers=False)
    with serving(recorded.OLLAMA) as ollama:
        monkeypatch.setenv("OLLAMA_HOST", ollama.url)
        models = joined(served_models([ollama.url], patience=30), on_disk)
    assert [(model.name, model.state) for model in models] == [
        ("ollama:qwen3-coder:30b", "served"),
        ("ollama:other:7b", "on disk"),
    ]
    assert (models[0].path, models[0].context, models[0].size) == (blob, 16384, 18556701140)
