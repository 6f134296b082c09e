from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pandora

PACKAGE = Path(pandora.__file__).parent
ROOMS = (
    ("cli", "__main__", "commands", "ui"),
    ("mcp",),
    ("questions", "research", "sessions", "growth"),
    ("inspect",),
    ("check",),
    ("engine",),
    ("operations",),
    ("programs",),
    ("web",),
    ("workspace",),
    ("sandbox", "models", "disk"),
    ("document",),
    (
        *("settings", "policy_table", "policy", "user_folders"),
        *("trusted_workspaces", "workspace_grants"),
    ),
    (
        "interrupt",
        "regular_file",
        "host_names",
        "path_spelling",
        "task",
        "budget",
        "outcome",
        "errors",
        "__init__",
    ),
)
"""From top to bottom: a module imports only from its own room and from rooms below."""
LEVEL = {name: level for level, names in enumerate(ROOMS) for name in names}
GROUND = ("task", "budget", "outcome", "errors", "interrupt", "regular_file", "path_spelling")
BESIDE = (("sandbox", "models", "disk"), ("questions", "research", "sessions", "growth"))
"""Rooms of one storey of which none imports another."""
UPWARD: dict[str, set[str]] = {}
"""Imports that still go up, to be mended; one that is gone must leave this list."""


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.level:
            yield "pandora.cli"  # a relative import could hide where it goes: none is allowed
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            if node.module == "pandora":
                yield from (f"pandora.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def upward(room: str, source: str) -> set[str]:
    """What a module of `room` imports from rooms above it, or from one beside it that it may not know."""
    wrong = set()
    for name in imported(source):
        parts = name.split(".")
        if parts[0] != "pandora" or len(parts) == 1 or name == "pandora.__version__":
            continue
        other = parts[1]
        beside = any(room in rooms and other in rooms and room != other for rooms in BESIDE)
        if beside or LEVEL.get(other, -1) < LEVEL[room]:
            wrong.add(name)
    return wrong


def test_imports_go_down_the_rooms() -> None:
    found = {}
    for path in modules():
        shown = path.relative_to(PACKAGE)
        room = shown.parts[0].removesuffix(".py")
        assert room in LEVEL, f"{shown}: a new room needs its place in ROOMS"
        if wrong := upward(room, path.read_text(encoding="utf-8")):
            found[shown.as_posix()] = wrong
    assert found == UPWARD


def test_the_check_sees_an_upward_import() -> None:
    assert upward("disk", "from pandora.engine.loop import Loop\n") == {"pandora.engine.loop"}
    assert upward("document", "def f():\n    import pandora.models.llama\n") == {"pandora.models.llama"}
    assert upward("disk", "from pandora import engine\n") == {"pandora.engine"}
    assert upward("disk", "from ..engine import loop\n") == {"pandora.cli"}
    assert upward("disk", "from pandora.models.open import open_model\n") == {"pandora.models.open"}
    assert upward("questions", "from pandora.research.plan import plan\n") == {"pandora.research.plan"}
    assert upward("engine", "from pandora.disk.store import Store\n") == set()


OF_THE_ENGINE = {
    *("by_model", "by_model_through_gate", "by_code", "call_model", "make_prompt", "recalled_section"),
    *("fill", "keeps", "retire", "write", "MAX_RETRIES"),
}
"""What asks a model or writes a section, says whether one stands, or counts and ends attempts."""


def taken_over(source: str) -> set[str]:
    """What of `OF_THE_ENGINE` a module uses, and each `standing` that it asks of a loop."""
    used = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            used |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Attribute):
            used |= {node.attr, f".{node.attr}"}
    return used & {*OF_THE_ENGINE, ".standing"}


def test_questions_leave_the_model_freshness_and_attempts_to_the_engine() -> None:
    """Thinking 1: `questions/` says what a section is made from; the one loop asks, writes and retries."""
    for path in sorted((PACKAGE / "questions").rglob("*.py")):
        assert taken_over(path.read_text(encoding="utf-8")) == set(), path


def test_the_check_sees_what_a_room_takes_over() -> None:
    assert taken_over("from pandora.engine.phase import by_model\n") == {"by_model"}
    assert taken_over("from pandora.engine import phase\nphase.call_model(loop)\n") == {"call_model"}
    assert taken_over("reply = host.model.fill(prompt, form)\n") == {"fill"}
    assert taken_over("if not loop.keeps('do', origin):\n    loop.write('do')\n") == {"keeps", "write"}
    assert taken_over("if loop.standing(1, origin) is FRESH:\n    pass\n") == {".standing"}
    assert taken_over("from pandora.budget import MAX_RETRIES\n") == {"MAX_RETRIES"}
    assert taken_over("text = yield ModelSection(phase, form, parts)\n") == set()


def test_every_module_opens_with_a_sentence() -> None:
    for path in modules():
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        assert docstring.split("\n\n")[0].rstrip().endswith("."), path


def test_no_two_modules_have_one_name() -> None:
    """A command's module is named after the command; of all others there is one of each name."""
    names: dict[str, list[Path]] = {}
    for path in modules():
        if path.name not in ("__init__.py", "__main__.py") and path.parent.name != "commands":
            names.setdefault(path.name, []).append(path)
    assert {name: paths for name, paths in names.items() if len(paths) > 1} == {}


SUBJECTS = {
    "commands": {"conformance", "lazy", "memory", "reads", "special_files"},
    "engine": {
        *("early_stop", "editing", "grown", "injected_places", "injections", "real_model"),
        *("secrets", "servers", "site_injections"),
    },
    "programs": {"formats", "planted_mutants", "planted_table"},
    "questions": {"faults", "secrets"},
    "sandbox": {"cases", "guards"},
    "docs_check": None,
    "torture": None,
}
"""Tests of a subject that runs through several modules; all others begin with the name of their module."""


def test_tests_mirror_the_rooms() -> None:
    tests = Path(__file__).parent
    modules_of: dict[str, set[str]] = {
        "benchmarks": {path.stem for path in (PACKAGE.parent / "benchmarks").glob("*.py")}
    }
    for path in modules():
        modules_of.setdefault(path.relative_to(PACKAGE).parent.as_posix(), set()).add(path.stem)
    for path in sorted(tests.rglob("test_*.py")):
        room = path.relative_to(tests).parent.as_posix()
        subjects = SUBJECTS.get(room, set())
        if room == "." or room.startswith("tasks/") or subjects is None:
            continue
        name = path.stem.removeprefix("test_")
        known = any(name == module or name.startswith(f"{module}_") for module in modules_of.get(room, ()))
        assert known or name in subjects, f"{path.relative_to(tests)} tests no module of {room}"


@pytest.mark.parametrize("name", GROUND)
def test_the_ground_needs_the_standard_library_alone(name: str) -> None:
    source = (PACKAGE / f"{name}.py").read_text(encoding="utf-8")
    tops = {module.split(".")[0] for module in imported(source)}
    assert tops <= set(sys.stdlib_module_names) | {"pandora"}
