"""A first attempt at a renaming: only what renames is offered where the model is sure that one is asked for."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no import asked_renaming
from pandora.operations.registry import OPERATIONS
from pandora.task import Task

MENU = {
    "rename": SimpleNamespace(level="operation", handler="rename"),
    "code": SimpleNamespace(level="tool", handler=None),
}


@pytest.mark.parametrize(
    ("odds", "request_", "offered"),
    [
        (2.0, "rename calc to gross_price in shop.py", {"rename"}),
        (1.0, "calc should use gross_price", {"rename", "code"}),
        (None, "rename calc to gross_price in shop.py", {"rename", "code"}),
        (2.0, "On Mondays nobody needs calc.", {"rename", "code"}),
    ],
)
def test_a_sure_renaming_is_offered_alone(
    odds: float | None, request_: str, offered: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shop.py").write_text("def calc(net):\n    return net\n", encoding="utf-8")
    monkeypatch.setattr(asked_renaming, "log_odds_of", lambda loop, question, text: odds)
    loop = SimpleNamespace(
        task=Task(request_, files=("shop.py",)),
        work=SimpleNamespace(workspace=tmp_path, request=request_),
        host=SimpleNamespace(operation=lambda pattern: OPERATIONS[pattern.handler]),
        untrusted=False,
        record=lambda number: SimpleNamespace(human=False),
    )
    menu = cast("Any", MENU)
    assert asked_renaming.with_renaming_alone(cast("Loop", loop), menu, {}).keys() == offered
    code = {"code": menu["code"]}
    others = offered if offered == {"rename"} else {"code"}
    assert asked_renaming.with_renaming_alone(cast("Loop", loop), code, menu).keys() == others
