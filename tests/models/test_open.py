from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pandora.errors import ModelError, NoModelError, UsageError
from pandora.models.api_keys import Keys
from pandora.models.catalogue import CATALOGUE, find_source, models_folder, sources_on_disk
from pandora.models.open import gguf_path, open_model
from pandora.models.scripted import ScriptedModel
from tests.models.local_server import serving


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PANDORA_MODELS", str(tmp_path / "models"))
    return tmp_path / "models"


def test_a_script_is_opened_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_text('{"text": "x"}\n', encoding="utf-8")
    model = open_model(f"scripted:{tmp_path}/s.jsonl", context=4000)
    assert isinstance(model, ScriptedModel)
    assert model.context == 4000


@pytest.mark.parametrize("name", ["qwen2.5-coder-1.5b", "hf:owner/repo/model.gguf"])
def test_a_model_that_is_not_here_gets_the_three_commands(name: str) -> None:
    with pytest.raises(NoModelError) as raised:
        open_model(name)
    told = str(raised.value)
    assert f"pandora models pull {name}" in told
    assert "pandora run --model PATH.gguf" in told
    assert "pandora run --model server:URL" in told
    assert raised.value.exit_code == 2


def test_a_path_is_opened_as_a_gguf(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no such file"):
        open_model(str(tmp_path / "none.gguf"))


@pytest.mark.parametrize(
    ("spec", "bound", "sent"),
    [
        ("server:{url}", False, "Bearer general"),
        ("server:{url}", True, "Bearer of-its-own"),
        ("ollama:m", False, None),
        ("ollama:m", True, "Bearer of-its-own"),
        ("lmstudio:m", False, None),
    ],
)
def test_a_server_that_only_a_program_names_gets_no_key_but_its_own(
    spec: str, bound: bool, sent: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving({"/v1/models": {"data": [{"id": "m"}]}}) as server:
        host = server.url.removeprefix("http://")
        monkeypatch.setenv("OLLAMA_HOST", host)
        monkeypatch.setenv("LMSTUDIO_API_HOST", host)
        monkeypatch.setenv("PANDORA_API_KEY", "general")
        monkeypatch.setenv("LOCAL_KEY", "of-its-own")
        keys = Keys({host: "LOCAL_KEY"} if bound else {}, named_by_user=True)
        open_model(spec.format(url=server.url), keys=keys).close()
    assert {headers.get("Authorization") for _, headers, _ in server.asked} == {sent}


def test_another_name_is_told_what_there_is() -> None:
    with pytest.raises(UsageError, match=r"no model is named 'gpt-9'.*qwen2\.5-coder-1\.5b, .*server:URL"):
        open_model("gpt-9")


def test_a_gguf_by_name_path_and_others(tmp_path: Path) -> None:
    file = tmp_path / "model"
    file.write_bytes(b"GGUF")
    assert gguf_path(str(file)) == file
    assert gguf_path("no/such.gguf") == Path("no/such.gguf")
    assert gguf_path("server:http://localhost") is None
    assert gguf_path("scripted:x") is None
    assert gguf_path("nobody") is None
    with pytest.raises(NoModelError, match="models pull"):
        gguf_path("qwen2.5-coder-1.5b")


@pytest.mark.parametrize(
    "name",
    [
        "hf:owner",
        "hf:owner/repo",
        "hf:owner/repo/x.bin",
        "hf:../../x.gguf",
        "hf:a/b/../../../x.gguf",
        "hf:a//x.gguf",
    ],
)
def test_a_hub_name_is_whole_and_stays_in_its_folder(name: str) -> None:
    with pytest.raises(UsageError, match=r"hf:owner/repository/file\.gguf"):
        find_source(name)


def test_the_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert models_folder() == tmp_path / "models"
    monkeypatch.delenv("PANDORA_MODELS")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert models_folder() == Path("/data/pandora/models")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/a")
    assert models_folder() == Path("/home/a/.local/share/pandora/models")


def test_what_is_on_disk_is_found(home: Path) -> None:
    assert sources_on_disk() == []
    (home / "hf" / "owner" / "repo" / "deep").mkdir(parents=True)
    (home / "hf" / "owner" / "repo" / "deep" / "m.gguf").write_bytes(b"GGUF")
    (home / "smollm2-135m.gguf").write_bytes(b"GGUF")
    assert [source.name for source in sources_on_disk()] == ["smollm2-135m", "hf:owner/repo/deep/m.gguf"]


def test_the_catalogue_is_whole() -> None:
    assert [(source.name, len(source.packages)) for source in CATALOGUE] == [
        ("qwen2.5-coder-1.5b", 22),
        ("qwen2.5-coder-0.5b", 6),
        ("smollm2-135m", 1),
        ("qwen3-coder-30b", 0),
        ("qwen3.6-35b", 0),
        ("gpt-oss-20b", 0),
    ]
    assert all(len(source.sha256) == 64 and source.size > 90_000_000 for source in CATALOGUE)
    # A file of a branch may change, so its digest is known only by its commit where no package has it.
    assert all(source.packages or len(source.revision) == 40 for source in CATALOGUE)


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    code = (
        "import sys, pandora.models.open, pandora.models.pull, pandora.commands.models;"
        "print([name for name in ('llama_cpp', 'numpy', 'httpx', 'jinja2', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
