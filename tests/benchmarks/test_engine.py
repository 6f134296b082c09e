from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import __main__ as bench
from benchmarks import engine
from benchmarks.figures import not_measured
from pandora import cli
from pandora.models.catalogue import find_source
from pandora.models.llama import LlamaModel

RUN = ["prompt_tokens", "decoding", "tree_tokens"]
APART = ["restart", "speculation", "votes", "server", "voted"]
KEYS = [
    "durable_phase",
    "gathering",
    "tree_kinds",
    "session_resume",
    "decoding",
    "prompt_tokens",
    "tree_tokens",
    *APART,
]
Told = tuple[int, str, str]


def run(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str) -> Told:
    capsys.readouterr()
    code = cli.run(["-C", str(folder), "engine", "--quick", *arguments], bench.bench)
    told = capsys.readouterr()
    return code, told.out, told.err


def test_without_a_model_the_engine_is_measured_and_the_rest_says_how(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, tmp_path, "--json")
    assert code == 0
    told = json.loads(out)
    assert list(told) == KEYS
    assert told["durable_phase"]["rows"]["engine"]["value"] > 0
    assert f"pandora models pull {bench.SMALL}" in told["decoding"]["rows"]["missing"]["missing"]
    assert told["prompt_tokens"]["met"] is None
    assert "Engine time per durable phase" in err


def test_the_table_is_on_stdout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, tmp_path, "--model", "scripted:none.jsonl")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].split() == ["ratio", "goal"]
    assert any("is no model in this process" in line for line in lines)
    assert "on the scripted model …" in err


def test_a_model_that_was_asked_for_must_be_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, tmp_path, "--model", "smollm2-135m")
    assert code == 2
    assert out == ""
    assert "pandora models pull smollm2-135m" in err


def test_a_real_model_is_opened_once_and_closed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = find_source(bench.SMALL).path
    path.parent.mkdir(parents=True)
    path.write_bytes(b"GGUF")
    order: list[str] = []

    class Opened:
        name = "opened"

        def close(self) -> None:
            order.append("close")

    def open_it(given: Path, **options: Any) -> Opened:
        assert given == path
        assert options == {"name": bench.SMALL, "context": 8192, "threads": None}
        order.append("open")
        return Opened()

    def measured(key: str) -> Any:
        def measure(*_given: Any) -> Any:
            order.append(key)
            return not_measured(key, key, "a / b", 1, "a test")

        return measure

    monkeypatch.setattr(LlamaModel, "open", open_it)
    monkeypatch.setattr(engine, "measure_kinds", measured("tree_kinds"))
    monkeypatch.setattr(engine, "measure_session_resume", measured("session_resume"))
    monkeypatch.setattr(engine, "measure_decoding", measured("decoding"))
    monkeypatch.setattr(engine, "measure_prefix", measured("prompt_tokens"))
    monkeypatch.setattr(engine, "measure_tree", measured("tree_tokens"))
    monkeypatch.setattr(engine, "measure_restart", measured("restart"))
    monkeypatch.setattr(engine, "measure_speculation", measured("speculation"))
    monkeypatch.setattr(engine, "measure_votes", measured("votes"))
    monkeypatch.setattr(engine, "measure_served", measured("server"))
    monkeypatch.setattr(engine, "measure_candidates", measured("voted"))
    code, out, _ = run(capsys, tmp_path, "--json")
    assert code == 0
    assert list(json.loads(out)) == KEYS
    assert order == ["tree_kinds", "session_resume", "open", *RUN, "close", *APART]
