from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.tiny_gguf import write_tiny_gguf
from pandora.commands.models import models
from pandora.errors import UsageError
from pandora.models.discovery.local_model import LocalModel
from pandora.models.fit import kept_measures
from pandora.models.fit.load_options import LoadOptions
from pandora.models.fit.row_gains import RowGains, keep_gains
from pandora.models.llama import measures_key

LOCAL = [
    LocalModel(
        "~/a/Big.gguf", "Big", "LM Studio", "on disk", 18556701140, Path("/home/u/a/Big.gguf"), 4096, "qwen3"
    ),
    LocalModel(
        "ollama:coder:30b", "coder:30b", "Ollama", "served", context=16384, url="http://127.0.0.1:11434"
    ),
]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PANDORA_MODELS", str(tmp_path))
    monkeypatch.setattr("pandora.commands.models.local_models", lambda servers: LOCAL[: 2 if servers else 1])
    return tmp_path


@pytest.fixture
def pulled(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    def pull(name: str, told: object) -> Path:
        for have in range(0, 101, 5):
            told(have * 1_000_000, 100_000_000)  # type: ignore[operator]
        return home / f"{name}.gguf"

    monkeypatch.setattr("pandora.commands.models.pull", pull)


@pytest.mark.usefixtures("pulled")
def test_pull_prints_the_path_and_a_line_each_tenth(home: Path) -> None:
    result = CliRunner().invoke(models, ["pull", "smollm2-135m"])
    assert result.stdout == f"{home}/smollm2-135m.gguf\n"
    assert result.stderr.splitlines()[:2] == ["smollm2-135m: 0 of 100 MB", "smollm2-135m: 10 of 100 MB"]
    assert len(result.stderr.splitlines()) == 11


@pytest.mark.usefixtures("pulled")
def test_quiet_is_quiet() -> None:
    assert CliRunner().invoke(models, ["pull", "-q", "smollm2-135m"]).stderr == ""


def test_ls_shows_every_model_and_its_state(home: Path) -> None:
    (home / "smollm2-135m.gguf").write_bytes(b"GGUF")
    (home / ".partial" / "qwen2.5-coder-0.5b").mkdir(parents=True)
    lines = CliRunner().invoke(models, ["ls"]).stdout.splitlines()
    assert [line.split()[0] for line in lines] == [
        *("qwen2.5-coder-1.5b", "qwen2.5-coder-0.5b", "smollm2-135m"),
        *("qwen3-coder-30b", "qwen3.6-35b", "gpt-oss-20b", "~/a/Big.gguf", "ollama:coder:30b"),
    ]
    assert ["not pulled" in lines[0], "partial" in lines[1], "pulled" in lines[2]] == [True] * 3


def test_ls_shows_what_others_have_by_the_name_that_model_takes() -> None:
    lines = CliRunner().invoke(models, ["ls"]).stdout.splitlines()
    assert lines[-2].split()[:5] == ["~/a/Big.gguf", "18.6", "GB", "on", "disk"]
    assert lines[-1].split() == ["ollama:coder:30b", "served", "Ollama,", "context", "16384"]
    rows = json.loads(CliRunner().invoke(models, ["ls", "--no-servers", "--json"]).stdout)
    assert rows[-1]["name"] == "~/a/Big.gguf"
    assert (rows[-1]["path"], rows[-1]["owner"], rows[-1]["context"]) == (
        "/home/u/a/Big.gguf",
        "LM Studio",
        4096,
    )


def test_ls_as_json(home: Path) -> None:
    (home / "smollm2-135m.gguf").write_bytes(b"GGUF")
    rows = json.loads(CliRunner().invoke(models, ["ls", "--json"]).stdout)
    assert rows[0]["path"] is None
    assert rows[2] | {"about": ""} == {
        "name": "smollm2-135m",
        "bytes": 4,
        "state": "pulled",
        "path": f"{home}/smollm2-135m.gguf",
        "about": "",
        "width": None,
    }


def test_ls_shows_the_width_that_was_measured_here(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_measures, "cache_folder", lambda: home / "cache")
    path = write_tiny_gguf(home / "smollm2-135m.gguf", "mixture")
    options = LoadOptions(width=None)
    for threads, gains in ((1, {1: 1.0, 4: 1.1}), (2, {1: 1.0, 4: 1.5, 16: 3.0})):
        keep_gains(measures_key(path, threads, options), RowGains(gains))
    keep_gains("another", RowGains({1: 1.0, 2: 1.9}))
    rows = json.loads(CliRunner().invoke(models, ["ls", "--json"]).stdout)
    assert [row["width"] for row in rows[:3]] == [None, None, 16]
    assert rows[2]["about"].endswith("; width 16")
    keep_gains(measures_key(path, 1, options), RowGains({1: 1.0, 4: 1.15}))
    rows = json.loads(CliRunner().invoke(models, ["ls", "--json"]).stdout)
    assert rows[2]["width"] == 1, "the one that was measured last"


def test_rm_removes_what_is_here(home: Path) -> None:
    (home / "smollm2-135m.gguf").write_bytes(b"GGUF" * 1_000_000)
    assert CliRunner().invoke(models, ["rm", "smollm2-135m"]).stdout == "removed smollm2-135m, 4 MB\n"
    again = CliRunner().invoke(models, ["rm", "smollm2-135m"])
    assert isinstance(again.exception, UsageError)
    assert "is not on this machine" in str(again.exception)


def test_an_unknown_name_is_told_what_there_is() -> None:
    result = CliRunner().invoke(models, ["pull", "gpt-9"])
    assert isinstance(result.exception, UsageError)
    assert "no model is named 'gpt-9'" in str(result.exception)
