from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

from benchmarks.prefix import CALLS, measure_prefix, unique_tokens
from pandora.budget import Budget
from pandora.disk.layout import shipped_system
from pandora.models.llama import LlamaModel, TracedCall
from pandora.models.protocol import Call, Reply
from pandora.models.scripted import ScriptedModel


class Traced(ScriptedModel):
    """A script that says which tokens it was fed: three that all calls share, and one of its own."""

    def __init__(self, path: Path, evaluated: int) -> None:
        super().__init__(path)
        self.trace: list[TracedCall] | None = None
        self._evaluated = evaluated

    def fill(self, *given: Any, call: Call, **rest: Any) -> Reply:
        reply = super().fill(*given, call=call, **rest)
        assert self.trace is not None
        tokens = (1, 2, 3, 10 + len(self.trace), 99)
        marks = (False, False, False, False, True)
        self.trace.append(TracedCall(call.document, call.phase, tokens, marks, self._evaluated))
        return reply


def traced(folder: Path, evaluated: int) -> Traced:
    path = folder / "script.jsonl"
    path.write_text(
        json.dumps({"phase": "understand", "fill": {"kind": "outside", "files change": "no"}}),
        encoding="utf-8",
    )
    return Traced(path, evaluated)


def test_what_was_evaluated_against_what_had_to_be(tmp_path: Path) -> None:
    model = traced(tmp_path, evaluated=6)
    measure = measure_prefix(cast(LlamaModel, model), shipped_system(), Budget(), quick=True)
    assert model.trace is None
    values = {row.key: row.value for row in measure.rows}
    assert values["evaluated"] == 6
    assert values["unique"] == 4
    assert measure.ratio == 1.5
    assert measure.met is False
    told = measure.as_object()
    assert (told["calls"], told["documents"], told["goal"]) == (1, 1, "<= 1.2")
    assert told["calls"] <= CALLS


def traced_call(given: list[int], written: list[int], after: tuple[int, ...] = ()) -> TracedCall:
    marks = [False] * len(given) + [True] * len(written) + [False] * len(after)
    return TracedCall("system-a", "plan", (*given, *written, *after), tuple(marks), 0)


def test_shared_prefixes_count_once() -> None:
    assert unique_tokens([traced_call([1, 2, 3], []), traced_call([1, 2, 4], [])]) == 4


def test_the_same_token_after_another_prefix_is_another_node() -> None:
    assert unique_tokens([traced_call([1, 2], []), traced_call([3, 2], [])]) == 4


def test_written_tokens_are_not_counted_but_literals_after_them_are() -> None:
    assert unique_tokens([traced_call([1], [5, 6], after=(7,))]) == 2
    assert unique_tokens([traced_call([1], [5, 6]), traced_call([1, 5, 6, 7], [])]) == 2
