"""Imports that a program forgot: which are added, where, and what is left as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.help import Work
from pandora.programs.help_kinds import DataHelp, TextHelp
from pandora.programs.repairs.forgotten_imports import with_imports
from pandora.task import Task


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("print(json.dumps(1))", ["import json"]),
        ("at = datetime.datetime.now()", ["import datetime"]),
        ("at = datetime.strptime('2024', '%Y')", ["from datetime import datetime"]),
        ("print(date.today() + timedelta(days=90))",
         ["from datetime import date", "from datetime import timedelta"]),
        ("print(Counter('abba').most_common(1))", ["from collections import Counter"]),
        ("@dataclass\nclass Bin:\n    day: str", ["from dataclasses import dataclass"]),
        ("def first(names: List[str]) -> Optional[str]:\n    return None",
         ["from typing import List", "from typing import Optional"]),
    ],
)  # fmt: skip
def test_what_is_missing_is_added(source: str, lines: list[str]) -> None:
    added = with_imports(source)
    assert added == "\n".join([*lines, source])
    compile(added, "program", "exec")
    assert with_imports(added) == added


@pytest.mark.parametrize(
    "source",
    [
        "import json\nprint(json.dumps(1))",
        "import os.path\nprint(os.getcwd())",
        "def spread(re):\n    return re.split('a')",
        "for time in times:\n    print(time.hour)",
        "print(time.strp('2024'))",  # the module has no such part
        "if date > limit:\n    pass",
        "from datetime import *\nprint(date.today())",
        "print(unknown.thing)",
        "print(json.dumps(",
        "const x = json.parse(y);",
    ],
)
def test_what_is_bound_or_unknown_stays(source: str) -> None:
    assert with_imports(source) == source


def test_imports_stand_behind_a_docstring_and_the_future() -> None:
    source = '"""Roots."""\n\nfrom __future__ import annotations\n\nprint(sqrt(2))\n'
    assert with_imports(source).splitlines()[2:4] == [
        "from __future__ import annotations",
        "from math import sqrt",
    ]


def test_in_a_program_that_code_began_they_stand_where_they_are_needed(tmp_path: Path) -> None:
    opening = 'rows = table("a.csv")\nkept = rows\n'
    work = Work(Task("save it", "operation", "python"), tmp_path)
    finished = DataHelp().finish(work, {"code": f"{opening}save(json.dumps(kept), 'b.json')"})
    assert finished["code"] == f"{opening}import json\nsave(json.dumps(kept), 'b.json')"


def test_a_new_module_has_them_at_its_head_and_a_text_has_none(tmp_path: Path) -> None:
    work = Work(Task("write it", "operation", "write"), tmp_path)
    content = "def root(x):\n    return math.sqrt(x)\n"
    assert TextHelp().finish(work, {"path": "a.py", "content": content})["content"] == f"import math\n{content}"
    assert TextHelp().finish(work, {"path": "a.md", "content": content})["content"] == content
