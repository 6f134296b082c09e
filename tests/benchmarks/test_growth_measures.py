from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.growth_measures import (
    FURTHER,
    QUESTION,
    REQUESTS,
    Bootstrap,
    bootstrap,
    build,
    edit_rows,
    measure_cheats,
    measure_gate,
    measure_rights,
    table,
    unmeasured,
)
from benchmarks.planted_cheats import UNSEEN, planted_cheats, request_named, request_words
from pandora.budget import Budget
from pandora.disk.layout import shipped_system
from pandora.document.form import Form
from pandora.growth.examples import LEAST
from pandora.models.protocol import Call, Prompt
from pandora.models.scripted import ScriptedModel
from tests.answering_model import AnsweringModel
from tests.growth.kernels import TRIAL, WHOLE


def test_a_request_is_built_and_tried_on_examples_that_nobody_saw(tmp_path: Path) -> None:
    """Growth, measures: kept and right on examples that are given to the measure alone."""
    lines = [
        {"phase": "plan", "fill": {"name": "count", "when": "how many words", "row order matters": "yes"}},
        {"phase": "fit", "fill": {"fit": "no"}},
    ]
    path = tmp_path / "script.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    built = build(ScriptedModel(path), shipped_system(), "word-count")
    assert (built.kept, built.right, built.calls) == (True, True, 2), built


class NoScript(AnsweringModel):
    """A model that names the tool and knows what it is not for, and is asked for no script."""

    def values(self, prompt: Prompt, form: Form, call: Call) -> tuple[dict[str, Any], dict[str, float]]:
        assert call.phase != "do"
        if call.phase == "plan":
            plan = {"name": "made", "when": "what the request asks for", "row order matters": "yes"}
            return {entry.key: plan[entry.key] for entry in form.asked if entry.key in plan}, {}
        return {"fit": "no"}, {"fit": 0.95}


@pytest.mark.parametrize("name", ["csv-to-markdown", "km-to-miles", "longest-line", "slug", "word-count"])
def test_half_of_the_requests_need_no_script_of_the_model(name: str) -> None:
    """Growth, measures: what the visible examples decide, code writes; it is right on those held out, too."""
    built = build(NoScript(), shipped_system(), name)
    assert (built.kept, built.right) == (True, True), built


def test_the_requests_have_examples_enough() -> None:
    names = set(request_words("requests.json"))
    assert names == {*REQUESTS, *FURTHER}
    for name in (*names, *request_words(UNSEEN)):
        request = request_named(name)
        assert len(request.visible) + len(request.hidden) >= LEAST + 3, name


def test_the_table_says_what_meets_its_goal() -> None:
    rows = [measure_cheats(shipped_system()), *edit_rows([])]
    count = len(planted_cheats())
    assert table(rows)[1:] == [[f"planted cheats ({count})", "0 kept", f"0 of {count} kept", "met"]]


def test_a_kernel_is_built_and_asked_a_question(tmp_path: Path) -> None:
    """Growth 7 and measures: the calls of the bootstrap alone, and the answer to the task of the demo."""
    plan = {"confidence": "high", "steps": [f"bash: {QUESTION}"]}
    command = "grep -i nvidia data/laptops.csv | sort -t, -k2 -n | head -n 1"
    asked = [
        TRIAL[0],
        {"phase": "plan", "level": "system", "fill": plan},
        {"phase": "do", "level": "operation", "fill": {"command": command}},
        TRIAL[-1],
    ]
    path = tmp_path / "script.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in (*WHOLE, *asked)), encoding="utf-8")
    done = bootstrap(ScriptedModel(path), Budget())
    assert (done.built, done.calls, done.by_model) == (True, 9, 4)
    assert done.right, done
    assert not Bootstrap(True, 9, 4, "MSI Thin 15 or HP Victus").right


def test_the_parts_without_a_model_are_rows() -> None:
    """Growth, measures: how often the gate keeps a harm and a good edit, and rights beyond those declared."""
    harmful, good = measure_gate(rounds=60)
    assert harmful.met, harmful
    assert (harmful.what, good.what) == (
        "simulated edits that break 2 tasks (20)",
        "simulated edits that mend 2 tasks (10)",
    )
    assert measure_rights(shipped_system()).result == "0 of 12 kept"


def test_what_was_not_measured_is_said() -> None:
    rows = [measure_cheats(shipped_system())]
    assert {row.met for row in unmeasured(rows, {})} == {None}
    assert [row.what for row in unmeasured([*rows, *unmeasured(rows, {})], {})] == []
