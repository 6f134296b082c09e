from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from benchmarks.decoding import Decoded, figures, measure_decoding
from pandora.budget import Usage
from pandora.disk.layout import shipped_system
from pandora.document.fill import Filled
from pandora.document.form import Form
from pandora.models.llama import LlamaModel
from pandora.models.protocol import Call, Prompt, Reply, Sampling

END = 0


class FakePen:
    written = 0

    def free(self, stop: str, limit: int, without: Sequence[str] = (), first_without: str = "") -> str:
        assert stop == ""
        self.written = limit
        return ""


class FakeModel:
    """Words are its tokens; it remembers what it was asked."""

    name, context = "fake", 4096
    tokenizer = SimpleNamespace(ends=lambda token: token == END)

    def __init__(self) -> None:
        self.bases: list[str] = []
        self.limits: list[int] = []

    def count(self, text: str) -> int:
        return len(text.split())

    def prompt_tokens(self, prompt: Prompt) -> list[int]:
        self.bases.append(prompt.base)
        return [1, 2, 3]

    def fill(self, prompt: Prompt, form: Form, **rest: Any) -> Reply:
        self.bases.append(prompt.base)
        assert "Steps" in [each.label for each in form.asked]
        assert "laptops.csv" in prompt.parts[0]
        return Reply(Filled(), "a reply of six words altogether", Usage(written=4))

    def form_writer(self, prompt: Prompt, call: Call, sampling: Sampling, room: int) -> tuple[FakePen, int]:
        self.bases.append(prompt.base)
        self.limits.append(room)
        return FakePen(), 0


class FakeLlama:
    closed = False
    threads = 2

    def __init__(self, path: str, **options: Any) -> None:
        assert path == "model.gguf"
        assert options["n_threads"] == options["n_threads_batch"] == self.threads

    def generate(self, tokens: list[int], *, temp: float, grammar: str) -> Iterator[int]:
        assert grammar.startswith("root ::=")
        assert temp == 0.0
        yield from (5, 6, 7, END, 8)

    def close(self) -> None:
        FakeLlama.closed = True


def test_three_ways_with_prompts_that_share_no_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    grammar = SimpleNamespace(from_string=lambda text, verbose: text)
    monkeypatch.setitem(sys.modules, "llama_cpp", SimpleNamespace(LlamaGrammar=grammar, Llama=FakeLlama))
    model, told = FakeModel(), list[str]()
    measure = measure_decoding(
        cast(LlamaModel, model), Path("model.gguf"), shipped_system(), 2, told.append, quick=False
    )
    assert told == ["decoding, round 1", "decoding, round 2"]
    assert len(set(model.bases)) == len(model.bases) == 2 + 2 * 4
    assert model.limits == [1, 6, 1, 6, 1]
    assert measure.details["tokens"] == {
        "form_filled": {"reply": 6, "written": 4},
        "free": {"reply": 6, "written": 6},
        "gbnf": {"reply": 3, "written": 3},
    }
    assert FakeLlama.closed


def test_one_thread_is_timed_by_the_processors_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other work on the machine takes from the seconds of the wall, and would be counted as the form's."""
    grammar = SimpleNamespace(from_string=lambda text, verbose: text)
    monkeypatch.setitem(sys.modules, "llama_cpp", SimpleNamespace(LlamaGrammar=grammar, Llama=FakeLlama))
    monkeypatch.setattr(FakeLlama, "threads", 1)
    ticks = count()
    clocks = SimpleNamespace(process_time=lambda: float(next(ticks)), perf_counter=None)
    monkeypatch.setattr("benchmarks.decoding.time", clocks)
    model = cast(LlamaModel, FakeModel())
    measure = measure_decoding(model, Path("model.gguf"), shipped_system(), 1, lambda line: None, quick=True)
    assert measure.details["prompt_ms"] == 1000.0
    assert measure.ratio == 1.0


def test_a_token_with_and_without_its_prompt() -> None:
    taken = {
        "form_filled": [Decoded(3.0, 20, 10)],
        "free": [Decoded(5.0, 20, 20), Decoded(5.0, 20, 20), Decoded(90.0, 20, 20)],
        "gbnf": [Decoded(9.0, 20, 20)],
    }
    measure = figures("small", taken, prompt=1.0)
    assert measure.ratio == pytest.approx(0.6)
    assert measure.met
    rows = {row.key: row for row in measure.rows}
    assert rows["gbnf"].value == pytest.approx(450)
    assert rows["gbnf"].ratio == pytest.approx(1.8)
    assert rows["form_filled_written"].value == pytest.approx(200)
    assert rows["free_written"].value == pytest.approx(200)
    assert rows["free_written"].ratio == 1.0
    assert measure.details["prompt_ms"] == 1000.0


def test_noise_makes_no_ratio() -> None:
    same = [Decoded(1.0, 2, 2)]
    measure = figures("small", {"form_filled": same, "free": same, "gbnf": same}, prompt=1.0)
    assert [row.ratio for row in measure.rows[3:]] == [None, None, None]
    assert measure.ratio == 1.0
