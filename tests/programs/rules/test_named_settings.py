from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.help import Try, Work
from pandora.programs.rules.named_settings import named_settings
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

FILE = """\
[general]
rainsensor = false
pump = "well"

[lawn]
days = ["Mo", "Fr"]
minutes = 25

[flowerbed]
minutes = 8
"""
REQUEST = (
    "In water.toml the lawn gets watered on Mondays alone, the flowerbed 12 minutes, and the rainsensor is on."
)


@pytest.mark.parametrize(
    ("edits", "left"),
    [
        ((("minutes = 8", "minutes = 12"),), "general.rainsensor"),
        ((("minutes = 8", "minutes = 12"), ("false", "true")), "lawn"),
        ((("minutes = 8", "minutes = 12"), ("false", "true"), (', "Fr"', "")), ""),
        ((('"well"', '"tap"'),), ""),
    ],
)
def test_a_key_that_the_request_names_changes_beside_others(
    edits: tuple[tuple[str, str], ...], left: str, tmp_path: Path
) -> None:
    (tmp_path / "water.toml").write_text(FILE, encoding="utf-8")
    after = FILE
    for old, new in edits:
        after = after.replace(old, new)
    result = Result(True, "", changes=(Change("water.toml", "x", after.encode()),))
    work = Work(Task(REQUEST, request=REQUEST, files=("water.toml",)), tmp_path)
    found = named_settings(work, Try({}, result, {}))
    assert [verdict.outputs[0] for verdict in found] == ([left] if left else [])
    assert not found or found[0].question == f"Does the task leave {left.rpartition('.')[2]} as it is?"
