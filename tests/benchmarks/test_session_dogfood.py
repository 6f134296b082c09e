from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.session_dogfood import dogfood
from pandora.disk.layout import shipped_system
from pandora.document.form import Form, Group
from pandora.models.protocol import Call, Prompt
from tests.answering_model import AnsweringModel


@dataclass
class Simple(AnsweringModel):
    """A model that fills every form with as little as it may; a child's block gives `price`."""

    price: str = "19"

    def values(self, prompt: Prompt, form: Form, call: Call) -> tuple[dict[str, Any], dict[str, float]]:
        values: dict[str, Any] = {}
        for entry in form.asked:
            if isinstance(entry.slot, Group):
                values[entry.key] = []
            elif entry.slot.kind == "code":
                values[entry.key] = f"price = {self.price}\nFINAL(price)"
            else:
                values[entry.key] = entry.slot.options[0] if entry.slot.options else "7:40"
        return values, {}


def workspace(folder: Path) -> Path:
    (folder / "state").mkdir()
    (folder / "system").symlink_to(shipped_system())
    return folder


def test_a_live_run_shows_eleven_behaviours(tmp_path: Path) -> None:
    """Sessions S10: eleven behaviours of a session hold in the files that a run left."""
    checks = dogfood(workspace(tmp_path), Simple(), lambda line: None)
    assert len(checks) == 11
    assert [name for name, holds in checks if not holds] == []


def test_a_branch_that_cannot_be_grounded_fails_its_check(tmp_path: Path) -> None:
    """Sessions S10: the checks can fail: a child's value that stands nowhere is not re-grounded."""
    checks = dict(dogfood(workspace(tmp_path), Simple("4711"), lambda line: None))
    assert not checks["a branch is re-grounded before it is joined"]
    assert checks["state lives on over turns"]
