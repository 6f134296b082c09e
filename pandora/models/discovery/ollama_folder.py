"""The models in Ollama's own folder: a manifest names each one's blob, which is a GGUF file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pandora.models.discovery.local_model import LocalModel
from pandora.models.gguf_head import read_head
from pandora.regular_file import read_text
from pandora.user_folders import from_home

OWNER = "Ollama"
_WEIGHTS = "application/vnd.ollama.image.model"
_REGISTRY, _LIBRARY = "registry.ollama.ai", "library"
_LONGEST = 1 << 20
_MOST = 1000


def ollama_folders(environment: Mapping[str, str] = os.environ) -> list[Path]:
    """Where Ollama keeps models: OLLAMA_MODELS, else the user's folder and that of Linux's service."""
    if moved := environment.get("OLLAMA_MODELS"):
        return [from_home(moved)]
    return [Path.home() / ".ollama" / "models", Path("/usr/share/ollama/.ollama/models")]


def ollama_models(environment: Mapping[str, str] = os.environ) -> Iterator[LocalModel]:
    """Each model in Ollama's folders that writes text, by its name there; models of a cloud have no file."""
    for folder in ollama_folders(environment):
        manifests = folder / "manifests"
        for path in _manifests(manifests):
            blob, size = _weights(folder, path)
            head = read_head(blob) if blob else None
            if blob is None or head is None or not head.writes_text:
                continue
            name = _model_name(path.relative_to(manifests).parts)
            yield LocalModel(
                f"ollama:{name}", name, OWNER, "on disk", size, blob, head.context, head.architecture
            )


def _manifests(folder: Path) -> list[Path]:
    """The manifests: HOST/OWNER/MODEL/TAG, in the order of their names; [] where they cannot be listed."""
    try:
        return sorted(path for path in folder.glob("*/*/*/*") if path.is_file())[:_MOST]
    except OSError:
        return []


def _model_name(parts: tuple[str, ...]) -> str:
    """The name by which Ollama knows a manifest, such as `qwen3:30b` or `hf.co/owner/model:Q4_K_M`."""
    host, owner, model, tag = parts
    where = () if (host, owner) == (_REGISTRY, _LIBRARY) else (owner,) if host == _REGISTRY else (host, owner)
    return "/".join((*where, f"{model}:{tag}"))


def _weights(folder: Path, manifest: Path) -> tuple[Path | None, int]:
    """The file of a manifest's weights and its size; None where it has none that is here."""
    try:
        data: Any = json.loads(read_text(manifest, _LONGEST))
        layers = [layer for layer in data["layers"] if layer["mediaType"] == _WEIGHTS]
        digest = str(layers[0]["digest"])
    except (OSError, ValueError, RecursionError, LookupError, TypeError):
        return None, 0
    algorithm, _, value = digest.partition(":")
    if algorithm != "sha256" or not value.isalnum():
        return None, 0
    for spelling in (f"sha256-{value}", digest):  # earlier versions kept the colon
        blob = folder / "blobs" / spelling
        try:
            return blob, blob.stat().st_size
        except OSError:
            continue
    return None, 0
