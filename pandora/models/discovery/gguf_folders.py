"""GGUF files in the folders of LM Studio, llama.cpp and the Hugging Face libraries."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from pandora.models.discovery.local_model import LocalModel, of_file
from pandora.models.gguf_head import read_head
from pandora.models.gguf_parts import is_later_part, parts_of
from pandora.regular_file import read_text
from pandora.user_folders import from_home

LM_STUDIO, LLAMA_CPP, HUGGING_FACE = "LM Studio", "llama.cpp", "Hugging Face"
_LONGEST = 1 << 20
_MOST = 1000
_LEVELS = ("*.gguf", "*/*.gguf", "*/*/*.gguf")
_HUB_LEVELS = ("models--*/snapshots/*/*.gguf", "models--*/snapshots/*/*/*.gguf")


def gguf_models(environment: Mapping[str, str] = os.environ) -> Iterator[LocalModel]:
    """Each GGUF in those folders that writes text, once, however many folders or links lead to it."""
    seen: set[Path] = set()
    for owner, folder, patterns in _folders(environment):
        for path in _files(folder, patterns):
            real = path.resolve()
            head = None if real in seen else read_head(path)
            if head is not None and head.writes_text:
                seen.add(real)
                yield of_file(path, owner, _size(path), head)


def lm_studio_home() -> Path:
    """The folder of LM Studio, which its pointer file may move; else the newer of its two usual ones."""
    try:
        pointed = from_home(read_text(Path.home() / ".lmstudio-home-pointer", _LONGEST).strip())
        if pointed.is_absolute() and pointed.is_dir():
            return pointed
    except (OSError, ValueError):
        pass
    earlier = Path.home() / ".cache" / "lm-studio"
    newer = Path.home() / ".lmstudio"
    return newer if newer.is_dir() or not earlier.is_dir() else earlier


def lm_studio_setting(file: str, name: str) -> object:
    """A value of one of LM Studio's own JSON files, by the file's path from its home; None where it is not."""
    try:
        data = json.loads(read_text(lm_studio_home() / file, _LONGEST))
    except (OSError, ValueError, RecursionError):
        return None
    return data.get(name) if isinstance(data, dict) else None


def llama_cache(environment: Mapping[str, str] = os.environ) -> Path:
    """Where llama.cpp keeps what it downloads: LLAMA_CACHE, else the system's own place for that."""
    if moved := environment.get("LLAMA_CACHE"):
        return from_home(moved)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "llama.cpp"
    return _cache_home(environment) / "llama.cpp"


def hub_cache(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the Hugging Face libraries keep files: HF_HUB_CACHE, else `hub` in HF_HOME or its usual place."""
    if moved := environment.get("HF_HUB_CACHE"):
        return from_home(moved)
    home = environment.get("HF_HOME")
    return (from_home(home) if home else _cache_home(environment) / "huggingface") / "hub"


def _cache_home(environment: Mapping[str, str]) -> Path:
    moved = environment.get("XDG_CACHE_HOME")
    return Path(moved) if moved else Path.home() / ".cache"


def _folders(environment: Mapping[str, str]) -> Iterator[tuple[str, Path, tuple[str, ...]]]:
    chosen = lm_studio_setting("settings.json", "downloadsFolder")
    if isinstance(chosen, str) and os.path.isabs(chosen):
        yield LM_STUDIO, Path(chosen), _LEVELS
    yield LM_STUDIO, lm_studio_home() / "models", _LEVELS
    yield LLAMA_CPP, llama_cache(environment), (*_LEVELS[:1], *_HUB_LEVELS)
    yield HUGGING_FACE, hub_cache(environment), _HUB_LEVELS


def _files(folder: Path, patterns: tuple[str, ...]) -> list[Path]:
    """The GGUF files that the patterns find, of a model in parts the first; [] where none can be listed."""
    try:
        paths = sorted(path for pattern in patterns for path in folder.glob(pattern))
    except OSError:
        return []
    return [path for path in paths if not is_later_part(path)][:_MOST]


def _size(path: Path) -> int:
    """The bytes of a model, in all its parts; 0 where a part is missing."""
    try:
        return sum(part.stat().st_size for part in parts_of(path))
    except OSError:
        return 0
