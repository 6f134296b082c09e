from __future__ import annotations

from pathlib import Path

import pytest

VARIABLES = (
    *("OLLAMA_MODELS", "OLLAMA_HOST", "LLAMA_CACHE", "LLAMA_ARG_PORT", "LMSTUDIO_API_HOST"),
    *("HF_HOME", "HF_HUB_CACHE", "XDG_CACHE_HOME"),
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home in which no program has put anything yet."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path
