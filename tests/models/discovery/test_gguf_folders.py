from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.models.discovery.gguf_folders import gguf_models, llama_cache
from tests.models.discovery.disk_models import EMBEDDING, ENCODER, put


def test_lm_studio_keeps_models_below_publisher_and_repository(home: Path) -> None:
    folder = home / ".lmstudio" / "models" / "unsloth" / "Qwen3-GGUF"
    put(folder / "Qwen3-Q4_K_M.gguf")
    put(folder / "mmproj-F16.gguf", ENCODER)
    put(folder / "embed.gguf", EMBEDDING)
    (model,) = gguf_models({})
    assert model.name == "~/.lmstudio/models/unsloth/Qwen3-GGUF/Qwen3-Q4_K_M.gguf"
    assert (model.short, model.owner, model.about) == (
        "Qwen3-Q4_K_M",
        "LM Studio",
        "LM Studio, qwen3moe, context 262144",
    )


def test_lm_studio_may_be_moved_as_a_whole_and_its_models_alone(home: Path) -> None:
    moved, models = home / "elsewhere", home / "big disk"
    put(moved / "models" / "a" / "b" / "one.gguf")
    put(models / "a" / "b" / "two.gguf")
    (home / ".lmstudio-home-pointer").write_text(f"{moved}\n", encoding="utf-8")
    assert [model.short for model in gguf_models({})] == ["one"]
    (moved / "settings.json").write_text(json.dumps({"downloadsFolder": str(models)}), encoding="utf-8")
    assert [model.short for model in gguf_models({})] == ["two", "one"]
    (moved / "settings.json").write_text("[1", encoding="utf-8")
    assert [model.short for model in gguf_models({})] == ["one"]


@pytest.mark.parametrize(
    ("variable", "folder", "owner"),
    [
        ("LLAMA_CACHE", "", "llama.cpp"),
        ("LLAMA_CACHE", "models--o--m/snapshots/abc", "llama.cpp"),
        ("HF_HOME", "hub/models--o--m/snapshots/abc", "Hugging Face"),
        ("HF_HUB_CACHE", "models--o--m/snapshots/abc/Q4", "Hugging Face"),
    ],
)
def test_a_variable_moves_each_cache(home: Path, variable: str, folder: str, owner: str) -> None:
    put(home / "moved" / folder / "m.gguf")
    put(home / ".cache" / "llama.cpp" / "usual.gguf")
    put(home / ".cache" / "huggingface" / "hub" / "models--o--n" / "snapshots" / "r" / "usual-too.gguf")
    models = {model.short: model.owner for model in gguf_models({variable: str(home / "moved")})}
    assert models["m"] == owner
    usual = {"usual": "llama.cpp", "usual-too": "Hugging Face"}
    assert {short for short in models if short != "m"} == {
        short for short, program in usual.items() if program != owner
    }
    assert dict(usual) == {model.short: model.owner for model in gguf_models({})}


def test_links_and_parts_are_one_model(home: Path) -> None:
    hub = home / ".cache" / "huggingface" / "hub" / "models--o--m"
    put(hub / "blobs" / "0123")
    for revision in ("r1", "r2"):
        link = hub / "snapshots" / revision / "m.gguf"
        link.parent.mkdir(parents=True)
        link.symlink_to(hub / "blobs" / "0123")
    parts = [put(hub / "snapshots" / "r1" / f"big-0000{number}-of-00002.gguf") for number in (1, 2)]
    models = {model.short: model.size for model in gguf_models({})}
    assert models == {"big-00001-of-00002": 2 * parts[0].stat().st_size, "m": parts[0].stat().st_size}


def test_where_llama_cpp_keeps_files_on_a_mac(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    assert llama_cache({}) == home / "Library" / "Caches" / "llama.cpp"
