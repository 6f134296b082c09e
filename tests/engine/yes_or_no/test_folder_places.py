"""Whether a new folder lies inside of another one or beside it, as the request wants it."""

from __future__ import annotations

import hashlib
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no import folder_places
from pandora.programs.help import Try, Work
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result


@pytest.mark.parametrize(
    ("inside", "beside", "subfolder", "to", "told"),
    [
        (-1.2, 1.5, 2.0, "slips/done", "is inside of slips, and the task wants it beside: done"),
        (-1.2, 1.5, 2.0, "done", ""),
        (2.4, 1.4, 4.4, "done", "is beside slips, and the task wants it inside: slips/done"),
        (2.4, 1.4, 4.4, "slips/done", ""),
        (1.0, 0.7, 1.8, "slips/done", ""),
        (1.0, 0.7, 1.8, "done", ""),
        (None, None, None, "slips/done", ""),
    ],
)
def test_a_new_folder_is_where_the_request_wants_it(
    inside: float | None, beside: float | None, subfolder: float | None, to: str, told: str,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    odds = {"inside": inside, "beside": beside, "subfolder": subfolder}

    def log_odds_of(loop: Loop, question: str, part: str) -> float | None:
        return next(value for word, value in odds.items() if word in question)

    monkeypatch.setattr(folder_places, "log_odds_of", log_odds_of)
    files = ("slips/a.txt", "slips/b.txt")
    task = Task("move the slips that are collected to done", files=files, kind_of_task="change")
    loop = cast("Loop", SimpleNamespace(work=Work(task, tmp_path), untrusted=False))
    changes = [
        change
        for path in files
        for change in (
            Change(path, hashlib.sha256(path.encode()).hexdigest(), None),
            Change(f"{to}/{Path(path).name}", "", path.encode()),
        )
    ]
    found = folder_places.misplaced_folders(loop, Try({}, Result(True, "", changes=tuple(changes))))
    assert [verdict.reason for verdict in found] == ([f"{to} {told}"] if told else [])
