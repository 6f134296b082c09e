from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.code.definitions import (
    MODULE,
    bound_names,
    definitions,
    listed_definitions,
    named_identifiers,
)
from pandora.programs.help import Work
from pandora.programs.help_kinds import help_named
from pandora.task import Task

SOURCE = """# Shop
import os
É = A = 1
if A:
    B: int = 2


@property
class Shop:
    kind = "é"

    def total(self, total):
        self.sum = total


async def total(): ...
"""


def test_definitions_have_the_places_of_their_names() -> None:
    for source in (SOURCE, SOURCE.replace("\n", "\r\n")):
        found = definitions(source)
        names = ["É", "A", "B", "Shop", "Shop.kind", "Shop.total", "Shop.sum", "total"]
        assert [definition.name for definition in found] == names
        for definition in found:
            assert source[definition.offset :].startswith(definition.name.rpartition(".")[2])
    assert [definitions(text) for text in ("def", "\0", "")] == [[], [], []]


def test_bound_names_tell_members_from_others() -> None:
    names = bound_names(SOURCE)
    assert {"os", "total", ".total", ".sum", "Shop", "self"} <= names
    assert {"sum", ".A"}.isdisjoint(names)
    with pytest.raises(SyntaxError):
        bound_names("def")


def test_of_many_names_those_are_listed_that_fit_the_request(tmp_path: Path) -> None:
    source = "\n".join(f"def step_{number}(): ..." for number in range(300))
    (tmp_path / "a.py").write_text(f"{source}\ndef load_rows(): ...\n", encoding="utf-8")
    listed = listed_definitions(("a.py", "gone.py", "b.md"), tmp_path, "rename load_rows to read")
    assert "load_rows" in listed["a.py"]
    assert len(listed["a.py"]) < 100
    task = Task("rename load_rows", "operation", "rename", "abc234", "system-abc234", "1", files=("a.py",))
    description = help_named("names").describe(Work(task, tmp_path), "do")
    assert description.options["file"] == ("a.py",)
    assert {"load_rows", MODULE} <= set(description.options["name"])
    assert "a.py: " in description.text


def test_of_code_in_another_language_the_names_of_the_request_are_listed(tmp_path: Path) -> None:
    source = "function calcP(net) { return calcPAll(net); }\n"
    request = "rename the function calcP to netPrice, and not calcPAll"
    assert named_identifiers(source, request) == ["calcP", "calcPAll"]
    (tmp_path / "price.js").write_text(source, encoding="utf-8")
    (tmp_path / "empty.js").write_text("\n", encoding="utf-8")
    listed = listed_definitions(("price.js", "empty.js", "notes.md"), tmp_path, request)
    assert listed == {"price.js": ["calcP", "calcPAll"]}
