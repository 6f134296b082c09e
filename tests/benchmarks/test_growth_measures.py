from __future__ import annotations

import json
from pathlib import Path

from benchmarks.growth_measures import REQUESTS, build, edit_rows, measure_cheats, table
from benchmarks.planted_cheats import PLANTED, request_named
from pandora.disk.layout import shipped_system
from pandora.growth.examples import LEAST
from pandora.models.scripted import ScriptedModel

CODE = "import json\nimport sys\n\npath = json.load(sys.stdin)['path']\nprint(len(text(path).split()))"


def test_a_request_is_built_and_tried_on_examples_that_nobody_saw(tmp_path: Path) -> None:
    """Growth, measures: kept and right on examples that are given to the measure alone."""
    lines = [
        {"phase": "plan", "fill": {"name": "count", "when": "how many words", "row order matters": "yes"}},
        {"phase": "do", "fill": {"code": CODE}},
        {"phase": "plan", "fill": {"confidence": "high", "steps": [{"menu": "text", "line": "x"}]}},
    ]
    path = tmp_path / "script.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    built = build(ScriptedModel(path), shipped_system(), "word-count")
    assert (built.kept, built.right, built.calls) == (True, True, 3), built


def test_ten_requests_have_examples_enough() -> None:
    names = set(json.loads((PLANTED / "requests" / "requests.json").read_text("utf-8")))
    assert names == set(REQUESTS)
    for name in REQUESTS:
        request = request_named(name)
        assert len(request.visible) + len(request.hidden) >= LEAST + 3, name


def test_the_table_says_what_meets_its_goal() -> None:
    rows = [measure_cheats(shipped_system()), *edit_rows([])]
    assert table(rows)[1:] == [["planted cheats (20)", "0 kept", "0 of 20 kept", "met"]]
