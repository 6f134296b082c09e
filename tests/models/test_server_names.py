from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.errors import UsageError
from pandora.models.server_names import lm_studio_url, ollama_url, url_of


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("", "http://127.0.0.1:11434"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        (":9000", "http://127.0.0.1:9000"),
        ("[::]:9000", "http://127.0.0.1:9000"),
        ("[::1]", "http://[::1]:11434"),
        ("box.lan", "http://box.lan:11434"),
        ("http://box.lan", "http://box.lan:80"),
        ("https://box.lan/ollama/", "https://box.lan:443/ollama"),
        ('"127.0.0.1:5000"', "http://127.0.0.1:5000"),
    ],
)
def test_ollama_is_where_its_own_variable_says(host: str, url: str) -> None:
    assert ollama_url({"OLLAMA_HOST": host}) == url
    assert url_of("ollama:qwen3:30b", {"OLLAMA_HOST": host}) == f"{url}#qwen3:30b"


@pytest.mark.parametrize(
    "host", ["ftp://box", "user@box", "box:99999", "a b", "box:many", "box:²", "ho[st", "[::1", ":0", "::1:x"]
)
def test_a_variable_that_is_no_address_is_told(host: str) -> None:
    with pytest.raises(UsageError, match="OLLAMA_HOST"):
        ollama_url({"OLLAMA_HOST": host})


def test_lm_studio_is_at_the_port_of_its_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert url_of("lmstudio:", {}) == "http://127.0.0.1:1234"
    own = tmp_path / ".lmstudio" / ".internal" / "http-server-config.json"
    own.parent.mkdir(parents=True)
    own.write_text(json.dumps({"port": 4321}), encoding="utf-8")
    assert url_of("lmstudio:qwen/qwen3-30b", {}) == "http://127.0.0.1:4321#qwen/qwen3-30b"
    assert lm_studio_url({"LMSTUDIO_API_HOST": "box:1"}) == "http://box:1"


def test_a_url_is_taken_as_it_is() -> None:
    assert url_of("server:http://box:8080/v1#big", {"OLLAMA_HOST": "x"}) == "http://box:8080/v1#big"
