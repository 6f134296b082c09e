from __future__ import annotations

from pathlib import Path

import pytest

from pandora.models.discovery.ollama_folder import ollama_models
from tests.models.discovery.disk_models import EMBEDDING, put_in_ollama


def test_each_manifest_is_a_model_and_its_blob_a_file(home: Path) -> None:
    folder = home / ".ollama" / "models"
    blob = put_in_ollama(folder, "registry.ollama.ai/library/qwen3-coder/30b")
    put_in_ollama(folder, "registry.ollama.ai/someone/tuned/latest", spelling="sha256:")
    put_in_ollama(folder, "hf.co/unsloth/Qwen3-GGUF/Q4_K_M")
    models = list(ollama_models({}))
    assert [model.short for model in models] == [
        "hf.co/unsloth/Qwen3-GGUF:Q4_K_M",
        "qwen3-coder:30b",
        "someone/tuned:latest",
    ]
    one = models[1]
    assert (one.name, one.owner, one.state) == ("ollama:qwen3-coder:30b", "Ollama", "on disk")
    assert (one.path, one.size, one.context) == (blob, blob.stat().st_size, 262144)
    assert one.about == f"Ollama, qwen3moe, context 262144, ~/{blob.relative_to(home)}"


def test_embeddings_clouds_and_broken_manifests_are_left_out(home: Path) -> None:
    folder = home / "moved"
    put_in_ollama(folder, "registry.ollama.ai/library/nomic-embed-text/latest", EMBEDDING)
    put_in_ollama(folder, "registry.ollama.ai/library/gone/7b").unlink()
    for name, text in {
        "cloud": '{"layers": []}',
        "torn": '{"layers": [',
        "odd": "[]",
        "away": '{"layers": [{"mediaType": "application/vnd.ollama.image.model", "digest": "sha256:../../x"}]}',
    }.items():
        path = folder / "manifests" / "registry.ollama.ai" / "library" / name / "latest"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    assert list(ollama_models({"OLLAMA_MODELS": str(folder)})) == []
    put_in_ollama(folder, "registry.ollama.ai/library/gemma3/27b")
    assert [model.short for model in ollama_models({"OLLAMA_MODELS": str(folder)})] == ["gemma3:27b"]


def test_without_ollama_there_is_nothing(home: Path) -> None:
    assert list(ollama_models({"OLLAMA_MODELS": str(home / "none")})) == []


def test_a_folder_that_may_not_be_read_is_no_error(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(path: Path, pattern: str) -> list[Path]:
        raise PermissionError(13, "no")

    monkeypatch.setattr(Path, "glob", forbidden)
    assert list(ollama_models({})) == []
