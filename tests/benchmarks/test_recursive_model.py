from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import pytest

from benchmarks.recursive_model import RecursiveModel, answer_of
from pandora.errors import UsageError


def test_what_was_used_counts_also_without_an_answer() -> None:
    told = "loading\nused: 1 900 40\nused: 2 2100 90\n"
    answer = answer_of('{"answer": "42"}', told, "ended with 0", 3.0)
    assert (answer.text, answer.calls, answer.prompt, answer.written) == ("42", 2, 2100, 90)
    late = answer_of("", told, "no answer in 420 s", 480.0)
    assert (late.text, late.calls, late.prompt) == ("[no answer in 420 s]", 2, 2100)
    assert answer_of("no json", "", "ended with 1", 1.0).text == "[ended with 1]"


@pytest.mark.parametrize("lacking", ["rlms", "bubblewrap"])
def test_nothing_runs_without_the_library_or_the_sandbox(monkeypatch: pytest.MonkeyPatch, lacking: str) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if lacking == "rlms" else object())
    monkeypatch.setattr(shutil, "which", lambda name: None if lacking == "bubblewrap" else "/usr/bin/bwrap")
    with pytest.raises(UsageError, match=f"{lacking} is not installed"):
        RecursiveModel(Path("model.gguf"), 1)
