from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import served_model
from benchmarks.served_model import measure_served
from benchmarks.tiny_gguf import write_tiny_gguf
from pandora.document.form import parse_form
from pandora.models.protocol import Call, Model, Prompt, Reply


def one_call(model: Model) -> list[Reply]:
    """A call that only chooses: a model with random weights would write for ever."""
    prompt = Prompt("You are careful.", ("Is it right?",), "Say it.")
    return [model.fill(prompt, parse_form("Sure: {yes | no}\n"), call=Call("check", "system", "", "system-a"))]


def test_a_real_server_and_the_process_do_the_same_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time of a token by a server beside that in the process: it is measured; the clock is not tested."""
    monkeypatch.setattr(served_model, "ROUNDS", 1)
    monkeypatch.setattr(served_model, "grow_tree", one_call)
    measure = measure_served(write_tiny_gguf(tmp_path / "tiny.gguf", "mixture"), 1)
    assert (measure.goal, measure.ratio is not None) == (1.3, True)
    assert [row.key for row in measure.rows] == ["process", "served"]
    assert measure.details["replies"] == {"process": 1, "served": 1}
