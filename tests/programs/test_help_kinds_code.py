from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from pandora.programs.help import Work
from pandora.programs.help_kinds import CodeHelp
from pandora.task import Task


def opening(
    root: Path, source: str, number: int = 0, name: str = "shelf.py", told: str = ""
) -> Mapping[str, str]:
    (root / name).write_text(source, encoding="utf-8")
    task = Task("mend it", files=(name, "test_shelf.py"), context=(told,))
    return CodeHelp().begin(Work(task, root), number)


@pytest.mark.parametrize(
    ("source", "begun"),
    [
        ("def find():\n    pass\n", "def find():\n"),
        ('\n"""Books."""\n\nimport re\n\n\n@cache\ndef find():\n    pass\n', '"""Books."""\n\nimport re\n\n\n'),
        ("", None),
        ("x = 1\n" * 30, None),
    ],
)
def test_a_file_that_is_mended_begins_as_it_did(tmp_path: Path, source: str, begun: str | None) -> None:
    assert opening(tmp_path, source) == ({} if begun is None else {"code": begun})


def test_later_tries_may_change_the_beginning_and_tests_have_none(tmp_path: Path) -> None:
    assert opening(tmp_path, "def find():\n    pass\n", number=2) == {}
    assert opening(tmp_path, "def find():\n    pass\n", name="test_more.py") == {}


@pytest.mark.parametrize(
    ("told", "begun"),
    [
        ("E   ImportError: cannot import name 'show' from 'shelf' (/a/shelf.py)", "def show"),
        ("E   AttributeError: module 'shelf' has no attribute 'Shelf'", "class Shelf"),
        ("E   ImportError: cannot import name 'find' from 'shelf' (/a/shelf.py)", None),
        ("E   ImportError: cannot import name 'show' from 'other'", None),
    ],
)
def test_a_file_that_lacks_a_name_goes_on_with_it(tmp_path: Path, told: str, begun: str | None) -> None:
    source = "def find():\n    pass\n"
    expected = f"def find():\n    pass\n\n\n{begun}" if begun else "def find():\n"
    assert opening(tmp_path, source, told=told) == {"code": expected}
