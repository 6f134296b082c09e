from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pandora

PACKAGE = Path(pandora.__file__).parent
ROOMS = (
    ("cli", "__main__", "commands", "benching"),
    ("questions", "research", "sessions", "growth"),
    ("audit",),
    ("engine",),
    ("operations",),
    ("sandbox",),
    ("models",),
    ("disk",),
    ("text",),
    (
        "settings",
        "policy_table",
        "policy",
        "redact",
        "task",
        "budget",
        "outcome",
        "errors",
        "interrupt",
        "__init__",
    ),
)
"""From top to bottom: a module imports only from its own room and from rooms below."""
LEVEL = {name: level for level, names in enumerate(ROOMS) for name in names}
GROUND = ("policy", "redact", "task", "budget", "outcome", "errors", "interrupt")
LONGEST = 300


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def imported(source: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.level:
            yield node.lineno, "pandora.cli"  # a relative import could hide where it goes: none is allowed
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module
            if node.module == "pandora":
                yield from ((node.lineno, f"pandora.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)


def upward(room: str, source: str) -> list[str]:
    found = []
    for line, name in imported(source):
        parts = name.split(".")
        if parts[0] == "pandora" and len(parts) > 1 and LEVEL.get(parts[1], 99) < LEVEL[room]:
            found.append(f"{line}: {name}")
    return found


def room_of(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_down_and_modules_are_small(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert room_of(path) in LEVEL, "a new room needs its place in ROOMS"
    assert upward(room_of(path), source) == []
    assert source.count("\n") <= LONGEST
    docstring = ast.get_docstring(ast.parse(source))
    assert docstring
    assert docstring.split("\n\n")[0].rstrip().endswith((".", "!"))


def test_the_check_sees_an_upward_import() -> None:
    assert upward("disk", "from pandora.engine.loop import Loop\n") == ["1: pandora.engine.loop"]
    assert upward("text", "def f():\n    import pandora.models.llama\n") == ["2: pandora.models.llama"]
    assert upward("disk", "from pandora import engine\n") == ["1: pandora.engine"]
    assert upward("disk", "from ..engine import loop\n") == ["1: pandora.cli"]
    assert upward("engine", "from pandora.disk.store import Store\n") == []


@pytest.mark.parametrize("name", GROUND)
def test_the_ground_needs_the_standard_library_alone(name: str) -> None:
    import sys

    source = (PACKAGE / f"{name}.py").read_text(encoding="utf-8")
    tops = {module.split(".")[0] for _, module in imported(source)}
    assert tops <= set(sys.stdlib_module_names) | {"pandora"}


def test_builders_of_tasks_do_not_import_each_other() -> None:
    builders = ROOMS[1]
    for path in modules():
        room = room_of(path)
        if room in builders:
            others = {f"pandora.{each}" for each in builders if each != room}
            assert not {".".join(name.split(".")[:2]) for _, name in imported(path.read_text("utf-8"))} & others
