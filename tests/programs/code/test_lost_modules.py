"""Python files that import what a try moved."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.code.lost_modules import lost_modules
from pandora.programs.help import Try, Work
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

FILES = {
    "helpers.py": "def tidy(text):\n    return text\n",
    "badges.py": '"""Badges."""\nimport helpers\n',
    "rota.py": "from helpers import tidy\n",
    "shop/__init__.py": "",
    "shop/till.py": "from . import prices\nfrom shop.prices import VAT\n",
    "shop/prices.py": "VAT = 19\n",
    "notes.md": "helpers.py\n",
}


def reasons(tmp_path: Path, made: dict[str, str | None]) -> list[str]:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    changes = tuple(
        Change(path, "0" * 64, None if text is None else text.encode()) for path, text in made.items()
    )
    attempt = Try({"code": "x"}, Result(True, "done", changes=changes), {"code": "program"})
    return [verdict.reason for verdict in lost_modules(Work(Task("rename it"), tmp_path), attempt)]


def test_a_module_that_others_import_is_not_moved_without_them(tmp_path: Path) -> None:
    moved: dict[str, str | None] = {"helpers.py": None, "texts.py": FILES["helpers.py"]}
    [told] = reasons(tmp_path, moved)
    assert told.startswith("badges.py:2 imports helpers, rota.py:1 imports helpers")
    mended: dict[str, str | None] = {"badges.py": "import texts\n", "rota.py": "from texts import tidy\n"}
    assert reasons(tmp_path, {**moved, **mended}) == []


@pytest.mark.parametrize("path", ["badges.py", "notes.md"])
def test_what_nothing_imports_may_go(tmp_path: Path, path: str) -> None:
    assert reasons(tmp_path, {path: None}) == []


def test_a_module_of_a_package_is_one_by_its_dotted_name(tmp_path: Path) -> None:
    [told] = reasons(tmp_path, {"shop/prices.py": None})
    assert "shop/till.py:1 imports prices" in told
    assert "shop/till.py:2 imports shop.prices" in told
