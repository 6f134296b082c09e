from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks.sampled_tries import SampledTry, WholeDraw, sampled_tries, table_of_draws, table_of_ends
from pandora.commands.task_suite import read_suite
from pandora.disk.layout import shipped_system
from pandora.document.form import Form
from pandora.models.protocol import Call, Prompt
from tests.right_result_model import RightResultModel

SUITE = Path(__file__).parents[1] / "tasks" / "open"


class Counted(RightResultModel):
    """Counts what it is asked, by phase and level."""

    asked: Counter[tuple[str, str]]

    def values(self, prompt: Prompt, form: Form, call: Call) -> tuple[dict[str, Any], dict[str, float]]:
        self.asked[call.phase, call.level] += 1
        return super().values(prompt, form, call)


@pytest.mark.parametrize(
    ("side", "said", "end", "why"),
    [
        ("right", "24 July 2025", "right", ""),
        ("wrong", "Until 25 July 2025", "refused", ""),
        ("wrong", "7 August 2025", "wrong", "AssertionError: 24 July 2025 is not in the answer"),
    ],
)
def test_a_draw_is_judged_and_what_comes_before_it_is_asked_once(
    side: str, said: str, end: str, why: str
) -> None:
    (task,) = read_suite(SUITE, ["holiday-flat-cancel-date"])
    given = json.loads((task.folder / "tries.json").read_text(encoding="utf-8"))[side]
    result = next(one for one in given if one["output"] == said)
    model = Counted(task, result)
    model.asked = Counter()
    told: list[SampledTry] = []
    made = [*sampled_tries([task], model, shipped_system(), 2, told.append)]
    assert [(one.task, one.number, one.end) for one in made] == [(task.name, 0, end), (task.name, 1, end)]
    assert [one.why for one in made] == [why, why]
    assert told == made
    assert model.asked["understand", "system"] == 1
    assert model.asked["do", "operation"] == 2


@pytest.mark.parametrize(("said", "right"), [("Until 25 July 2025", False), ("Until 24 July 2025.", True)])
def test_of_a_refused_draw_it_is_told_what_the_check_says(said: str, right: bool, tmp_path: Path) -> None:
    (task,) = read_suite(SUITE, ["holiday-flat-cancel-date"])
    model = Counted(task, {"output": said, "files": {}})
    model.asked = Counter()
    draws: list[WholeDraw] = []
    ends = [*sampled_tries([task], model, shipped_system(), 2, print, forks=True, tell_whole=draws.append)]
    assert [draw.number for draw in draws] == [0, 1]
    assert [draw.right for draw in draws] == [right, right]
    assert [draw.accepted for draw in draws] == [one.end != "refused" for one in ends]
    assert all(said in draw.printed and draw.written and draw.sections for draw in draws)
    assert [draw.same_as for draw in draws] == [None, 0]
    assert bool(draws[0].check) is not right
    kind = "accepted" if draws[0].accepted else "refused"
    row = f"| {kind} | {2 * right} | {2 * (not right)} | 0 | 1 |"
    assert row in table_of_draws(draws)


def test_the_table_counts_the_ends_of_each_task_and_of_all() -> None:
    made = [SampledTry("a", 0, "right"), SampledTry("a", 1, "wrong", "no"), SampledTry("b", 0, "refused")]
    assert table_of_ends(made)[2:] == ["| a | 1 | 1 | 0 |", "| b | 0 | 0 | 1 |", "| **all** | 1 | 1 | 1 |"]
