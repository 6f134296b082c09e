from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pandora.commands.model_choice import model_named, with_model
from pandora.errors import UsageError
from pandora.models.discovery.local_model import LocalModel
from pandora.settings import load_settings
from tests.commands.conftest import Run

LOCAL = [
    LocalModel("ollama:qwen3-coder:30b", "qwen3-coder:30b", "Ollama", "served"),
    LocalModel("ollama:small:latest", "small:latest", "Ollama", "served"),
    LocalModel("~/.lmstudio/models/a/b/Big-Q4.gguf", "Big-Q4", "LM Studio", "on disk"),
    LocalModel("~/x/twice.gguf", "twice", "llama.cpp", "on disk"),
    LocalModel("~/y/twice.gguf", "twice", "llama.cpp", "on disk"),
]


@pytest.mark.parametrize(
    ("given", "spec"),
    [
        ("qwen2.5-coder-0.5b", "qwen2.5-coder-0.5b"),
        ("hf:o/r/f.gguf", "hf:o/r/f.gguf"),
        ("server:http://127.0.0.1:8080", "server:http://127.0.0.1:8080"),
        ("qwen3-coder:30b", "ollama:qwen3-coder:30b"),
        ("ollama:qwen3-coder:30b", "ollama:qwen3-coder:30b"),
        ("ollama:small", "ollama:small:latest"),
        ("big-q4", "~/.lmstudio/models/a/b/Big-Q4.gguf"),
        ("lmstudio:whatever", "lmstudio:whatever"),  # LM Studio does not answer: nobody knows
    ],
)
def test_what_a_name_means(given: str, spec: str) -> None:
    assert model_named(given, LOCAL) == spec


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("qwen3-codr:30b", "did you mean qwen3-coder:30b"),
        ("twice", "any of ~/x/twice.gguf, ~/y/twice.gguf"),
        ("gone.gguf", "no such file"),
        ("ollama:qwen3-coder:3b", "did you mean ollama:qwen3-coder:30b"),
    ],
)
def test_a_name_that_means_nothing_or_two_things(given: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        model_named(given, LOCAL)


def test_a_file_is_written_with_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "m.gguf").write_bytes(b"GGUF")
    monkeypatch.chdir(tmp_path)
    assert model_named("m.gguf", []) == str(tmp_path / "m.gguf")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert model_named("./m.gguf", []) == "~/m.gguf"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", 'model = "m"\n'),
        ("depth = 2\n", 'model = "m"\ndepth = 2\n'),
        ('# hi\n# model = "x"  # help\n# depth = 3\n', '# hi\nmodel = "m"  # help\n# depth = 3\n'),
        ("depth = 2\r\nmodel = 'x' # mine\r\n", 'depth = 2\r\nmodel = "m" # mine\r\n'),
        ('[profile.a]\nmodel = "x"\n', 'model = "m"\n[profile.a]\nmodel = "x"\n'),
        ('searxng = """\n# model = "x"\n"""\n', None),
        ('model = """x"""\n', None),
    ],
)
def test_one_line_is_written_and_every_other_stays(before: str, after: str | None) -> None:
    if after is None:
        with pytest.raises(UsageError, match="write model = "):
            with_model(before, "m")
    else:
        assert with_model(before, "m") == after


def test_a_name_with_quotes_is_written_as_toml() -> None:
    assert tomllib.loads(with_model("", 'a"b\\ü'))["model"] == 'a"b\\ü'


def test_use_writes_the_model_and_trusts_it(pandora: Run, workspace: Path) -> None:
    before = (workspace / "pandora.toml").read_text(encoding="utf-8")
    result = pandora("models", "use", "server:http://127.0.0.1:1#big")
    assert (result.code, result.err) == (0, "")
    settings = load_settings(workspace, {})
    assert settings["model"] == "server:http://127.0.0.1:1#big"
    text = (workspace / "pandora.toml").read_text(encoding="utf-8")
    assert len(text.splitlines()) == len(before.splitlines())
    assert pandora("models", "use", "server:http://127.0.0.1:2").code == 0
    assert load_settings(workspace, {})["model"] == "server:http://127.0.0.1:2"


def test_use_trusts_nothing_but_the_model(pandora: Run, workspace: Path) -> None:
    (workspace / "pandora.toml").write_text('searxng = "http://stranger.example"\n', encoding="utf-8")
    result = pandora("models", "use", "server:http://127.0.0.1:1")
    assert (result.code, "pandora trust" in result.err) == (0, True)
    settings = load_settings(workspace, {})
    assert (settings["searxng"], len(settings.withheld)) == ("", 2)


def test_use_says_what_is_not_pulled_and_what_outranks_it(
    pandora: Run, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PANDORA_MODEL", "other")
    result = pandora("models", "use", "qwen2.5-coder-0.5b")
    assert "pandora models pull qwen2.5-coder-0.5b" in result.err
    assert "PANDORA_MODEL names other" in result.err
    assert load_settings(workspace, {}, {})["model"] == "qwen2.5-coder-0.5b"


def test_use_outside_of_a_workspace_and_of_a_broken_file(pandora: Run, workspace: Path) -> None:
    (workspace / "pandora.toml").write_text("depth = = 2\n", encoding="utf-8")
    result = pandora("models", "use", "qwen2.5-coder-0.5b")
    assert (result.code, "pandora.toml:1" in result.err) == (2, True)
    assert (workspace / "pandora.toml").read_text(encoding="utf-8") == "depth = = 2\n"
