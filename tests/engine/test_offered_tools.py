"""What a later attempt may call: not again what an earlier one was told that it cannot do."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from pandora.engine import offered_tools
from pandora.engine.loop import Loop
from pandora.errors import UsageError
from pandora.task import Task
from tests.engine.runs import Bench

MENU = {"quote": SimpleNamespace(evidence=["passages"]), "python": SimpleNamespace(evidence=[])}


def test_a_folder_with_pictures_is_not_read_but_asked_about(bench: Bench) -> None:
    host = SimpleNamespace(workspace=SimpleNamespace(root=bench.root))
    (bench.root / "album").mkdir()
    pictures = tuple(f"album/{name}" for name in ("a.jpg", "b.jpg", "c.txt"))
    for path in pictures:
        (bench.root / path).write_text("x", encoding="utf-8")
    task = Task("How many files are in album?", files=pictures)
    loop = cast("Loop", SimpleNamespace(task=task, host=host))
    assert offered_tools._without_reading(loop, cast("Any", MENU)).keys() == {"python"}


@pytest.mark.parametrize(
    ("above", "offered"),
    [
        ("- Step 1: all tries failed: only 4 of 9 are shown; find them with a program", {"python"}),
        ("- Step 1: all tries failed: it only repeats the task", {"quote", "python"}),
        (None, {"quote", "python"}),
    ],
)
def test_what_needs_a_program_is_not_read_off_passages_again(
    bench: Bench, above: str | None, offered: set[str]
) -> None:
    def load(document_id: str) -> Any:
        if above is None:
            raise UsageError(f"no {document_id}")
        return SimpleNamespace(history=0, text=above)

    host = SimpleNamespace(store=SimpleNamespace(load=load), workspace=SimpleNamespace(root=bench.root))
    task = Task("which files are the biggest?", "tool", "text", "abc234", "system-abc234", "1")
    loop = cast("Loop", SimpleNamespace(task=task, host=host))
    assert offered_tools._without_reading(loop, cast("Any", MENU)).keys() == offered


@pytest.mark.parametrize(
    ("kind", "makes", "files", "one"),
    [
        ("code", ("fees.py",), (), True),
        ("file", ("fees.py",), ("members.csv",), True),
        ("file", ("fees.py",), ("other.py",), True),  # tried with what is there, which no request changes
        ("code", ("fees.py",), ("other.py",), False),
        ("code", ("fees.py", "test_fees.py"), (), False),
        ("file", ("fees.csv",), (), False),
    ],
)
def test_one_new_file_of_code_is_not_parted(
    kind: str, makes: tuple[str, ...], files: tuple[str, ...], one: bool
) -> None:
    task = Task("Write it", kind_of_task=kind, makes=makes, files=files)
    assert offered_tools._is_one_new_file_of_code(task) is one
