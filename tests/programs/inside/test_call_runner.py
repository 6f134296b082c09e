from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pandora.programs.inside import call_runner

MODULE = """
import itertools, random, sys
print("noise")
seen = []

def price(weight, express=False):
    if weight <= 0:
        raise UnicodeError("no weight")
    return 4.9 + (8 if express else 0)

def shout(text):
    print(text.upper())

def count():
    yield from itertools.count()

def draw():
    return random.random()

def remember(item):
    seen.append(item)
    return len(seen)

def forever():
    while True:
        pass

def leave():
    sys.exit(3)

def thing():
    return price
"""


def tried(folder: Path, source: str, calls: list[dict[str, Any]], commands: list[list[str]]) -> list[Any]:
    (folder / "shop.py").write_text(source, encoding="utf-8")
    plan = {"path": "shop.py", "calls": calls, "commands": commands, "seconds": 20}
    done = subprocess.run(
        [sys.executable, "-I", "-B", call_runner.__file__],
        cwd=folder,
        input=json.dumps(plan),
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def call(function: str, arguments: str, *, any_name: bool = False) -> dict[str, Any]:
    return {"function": function, "arguments": arguments, "any": any_name}


def test_each_call_says_what_it_gives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = [
        call("price", "1, express=True"),
        call("price", "0"),
        call("shout", "'a'"),
        call("count", ""),
        call("draw", ""),
        call("remember", "1"),
        call("leave", ""),
        call("thing", ""),
        call("nothing", "1", any_name=True),
        call("price", "'a'"),
    ]
    lines = tried(tmp_path, MODULE, calls, [])
    assert [line["call"] for line in lines] == [0, 1, 2, 3, 6, 7, 8, 9]  # draw and remember never say the same
    by_call = {line["call"]: line for line in lines}
    assert by_call[0]["gives"] == "12.9"
    assert (by_call[1]["raises"], by_call[1]["says"]) == (
        ["UnicodeError", "ValueError", "Exception"],
        "no weight",
    )
    assert by_call[2]["gives"] == r"None, printing 'A\n'"
    assert by_call[3]["gives"].startswith("[0, 1, 2")
    assert by_call[6]["raises"] == ["SystemExit"]
    assert by_call[7]["gives"] == "<function price>"
    assert by_call[8]["absent"]


def test_a_call_that_does_not_end_says_nothing(tmp_path: Path) -> None:
    lines = tried(tmp_path, MODULE, [call("forever", ""), call("price", "1")], [])
    assert [line["call"] for line in lines] == [1]


def test_a_module_with_one_function_may_call_it_otherwise(tmp_path: Path) -> None:
    source = "def double(n):\n    return 2 * n\n"
    lines = tried(tmp_path, source, [call("twice", "2", any_name=True), call("", "3"), call("twice", "2")], [])
    assert [(line["name"], line.get("gives")) for line in lines] == [
        ("double", "4"),
        ("double", "6"),
        ("twice", None),
    ]


def test_a_module_that_cannot_be_imported_says_why(tmp_path: Path) -> None:
    assert tried(tmp_path, "import nothing_here\n", [call("f", "1")], []) == [
        {"failed": "ModuleNotFoundError: No module named 'nothing_here'", "error": "ModuleNotFoundError"}
    ]


def test_a_script_is_run_with_its_command_lines(tmp_path: Path) -> None:
    source = "import sys\nprint(*sys.argv[1:])\nsys.exit(1 if '0' in sys.argv else 0)\n"
    lines = tried(tmp_path, source, [], [["a b", "2"], ["0"]])
    assert lines == [
        {"command": 0, "gives": "'a b 2'"},
        {"command": 1, "gives": "'0', and an error exit", "status": "1", "error": ""},
    ]


def test_a_value_is_said_as_the_plain_one_that_it_equals(tmp_path: Path) -> None:
    source = """
import collections, enum
def count(text): return [collections.Counter(text), frozenset(text)]
def place(): return collections.namedtuple("Place", "x y")(1, 2)
def kind(): return enum.StrEnum("Kind", ["ONE"]).ONE, enum.IntEnum("Rank", ["ONE"]).ONE
"""
    lines = tried(tmp_path, source, [call("count", "'a'"), call("place", ""), call("kind", "")], [])
    assert [line["gives"] for line in lines] == ["[{'a': 1}, {'a'}]", "(1, 2)", "('one', 1)"]


def test_any_error_has_a_name_and_an_undefined_name_in_a_script_is_said(tmp_path: Path) -> None:
    source = "import sys\ndef stop():\n    raise BaseException('no')\nif sys.argv[1:]: print(nothing)\n"
    lines = tried(tmp_path, source, [call("stop", "")], [["1"]])
    assert lines[0] == {
        "command": 0,
        "gives": "'', and an error exit",
        "status": "1",
        "crashed": "yes",
        "error": "`if sys.argv[1:]: print(nothing)`: NameError: name 'nothing' is not defined",
        "says": "NameError: name 'nothing' is not defined",
    }
    assert lines[1]["raises"] == ["BaseException"]
