from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.tiny_gguf import write_tiny_gguf
from pandora.commands import model_fit as module
from pandora.models.catalogue import Source, models_folder
from pandora.models.fit.free_memory import FreeMemory
from pandora.models.fit.graphics import Graphics
from tests.commands.conftest import Run
from tests.models.fit.heads import CODER_30B, file_with

TENSORS = {"blk.0.attn_q.weight": 100_000_000, "blk.0.ffn_up_exps.weight": 1_600_000_000}


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with 4 GB free whose memory gives 20 GB a second, and without other programs' models."""
    monkeypatch.setattr(module, "free_memory", lambda: FreeMemory(4_000_000_000))
    monkeypatch.setattr(module, "bytes_a_second", lambda: 20e9)
    monkeypatch.setattr(module, "local_models", lambda servers: [])
    monkeypatch.setattr(module, "_graphics", lambda: None)


def mixture(path: Path) -> Path:
    """A mixture of 1.7 GB that takes no room on the disk."""
    metadata = {f"qwen3moe.{name}": value for name, value in CODER_30B.items()}
    tensors = dict.fromkeys(TENSORS, 0)
    file_with(path, {"general.architecture": "qwen3moe", **metadata}, tensors)
    small = path.stat().st_size
    grown = path.read_bytes()
    offset = TENSORS["blk.0.attn_q.weight"].to_bytes(8, "little")
    place = grown.rindex(b"blk.0.ffn_up_exps.weight") + len("blk.0.ffn_up_exps.weight") + 4 + 8 + 4
    path.write_bytes(grown[:place] + offset + grown[place + 8 :])
    with path.open("r+b") as file:
        file.truncate(small + sum(TENSORS.values()))
    return path


def test_each_model_with_its_context_and_speed(pandora: Run, tmp_path: Path) -> None:
    path = mixture(tmp_path / "coder.gguf")
    result = pandora("models", "fit", str(path), str(tmp_path / "gone.gguf"))
    assert result.code == 0, result
    one, other = result.out.splitlines()
    assert (
        "1.7 GB  yes  context 13056 of 262144, at most 100 tokens a second, reads 0.2 GB of it for each" in one
    )
    assert "no " in other
    assert "gone.gguf" in other
    assert "4.0 GB are free; memory gives 20.0 GB a second to all cores" in result.err
    (row,) = pandora("models", "fit", "--json", str(path)).json["models"]
    assert (row["context"], row["tokens_a_second"], row["cache"]) == (13056, 100.0, "plain")


def test_a_graphics_card_takes_its_part(pandora: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_graphics", lambda: Graphics(2_000_000_000, False))
    monkeypatch.setattr(module, "free_memory", lambda: FreeMemory(3_000_000_000))
    path = mixture(tmp_path / "coder.gguf")
    result = pandora("models", "fit", str(path))
    assert "yes  context 3840 of 262144, 0.1 GB of it on the graphics card" in result.out
    assert "3.0 GB are free; 2.0 GB are free on the graphics card" in result.err
    (row,) = pandora("models", "fit", "--json", str(path)).json["models"]
    assert (row["on_card"], row["tokens_a_second"]) == (100_000_000, None)


def test_the_cache_has_the_type_that_the_setting_says(
    pandora: Run, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault that was mended: an f16 cache was counted where a smaller one would have been made."""
    path = mixture(tmp_path / "coder.gguf")
    monkeypatch.setenv("PANDORA_CACHE_TYPE", "q8_0")
    result = pandora("models", "fit", str(path))
    assert "yes  context 24832 of 262144" in result.out
    assert result.err.endswith("to all cores; the cache is q8_0\n")
    assert pandora("models", "fit", "--json", str(path)).json["cache_type"] == "q8_0"
    monkeypatch.delenv("PANDORA_CACHE_TYPE")
    (workspace / "pandora.toml").write_text('cache_type = "f32"\n', encoding="utf-8")
    assert "context 6400 of 262144" in pandora("models", "fit", str(path)).out


def test_layers_that_a_person_keeps_off_the_card_stay_off(
    pandora: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_graphics", lambda: Graphics(2_000_000_000, False))
    monkeypatch.setenv("PANDORA_GPU_LAYERS", "0")
    (row,) = pandora("models", "fit", "--json", str(mixture(tmp_path / "coder.gguf"))).json["models"]
    assert (row["on_card"], row["tokens_a_second"]) == (None, 100.0)


def test_a_file_that_was_cut_off_does_not_run(pandora: Run, tmp_path: Path) -> None:
    whole = write_tiny_gguf(tmp_path / "whole.gguf", "mixture")
    cut = tmp_path / "cut.gguf"
    cut.write_bytes(whole.read_bytes()[:5000])
    one, other = pandora("models", "fit", str(whole), str(cut)).out.splitlines()
    assert "yes  its file tells no context" in one
    assert "cut.gguf: its tables cannot be read; it may be cut off" in other
    assert "yes" not in other


def test_the_catalogue_and_what_is_here(pandora: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    hub = models_folder() / "hf" / "someone" / "coder-GGUF"
    hub.mkdir(parents=True)
    mixture(hub / "coder.gguf")
    rows = {row["name"]: row for row in pandora("models", "fit", "--json").json["models"]}
    assert rows["qwen2.5-coder-1.5b"]["fits"] is True
    assert rows["qwen2.5-coder-1.5b"]["context"] == 32768
    assert (rows["qwen3-coder-30b"]["fits"], rows["qwen3-coder-30b"]["cache"]) == (False, "plain")
    assert rows["hf:someone/coder-GGUF/coder.gguf"]["fits"] is True
    monkeypatch.setattr(module, "free_memory", lambda: FreeMemory(16_000_000_000))
    told = " ".join(pandora("models", "fit").out.split())
    assert "gpt-oss-20b 12.1 GB yes context 58624 of 131072, at most about" in told
    monkeypatch.setattr(module, "CATALOGUE", (Source("unknown", size=10),))
    assert "its context and speed are known once it is here" in pandora("models", "fit").out


def test_a_file_that_is_not_there_is_told_in_plain_words(pandora: Run) -> None:
    result = pandora("models", "fit", "nope.gguf")
    assert "nope.gguf: cannot be read (No such file or directory)" in result.out
    assert "Errno" not in result.out
