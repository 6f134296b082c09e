"""The documentation names what is there, and all of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pandora.cli import COMMANDS
from pandora.engine.pattern import _KEYS
from pandora.models.catalogue import CATALOGUE
from pandora.operations.registry import OPERATIONS
from pandora.outcome import EXIT_CODES, Status
from pandora.programs.inside.runner import _FUNCTIONS
from pandora.settings import DEFAULTS

ROOT = Path(__file__).parents[1]
PAGES = (
    *("README.md", "CHANGELOG.md", "system/README.md", "state/README.md", "pandora/README.md"),
    "pandora/sandbox/README.md",
)
EXAMPLES = {
    ".pandora/",
    *("pandora.toml", "~/.config/pandora/pandora.toml", "archive/", "files/", "minutes.jsonl"),
    *(
        "~/.cache/pandora/sandbox.json",
        "system/operations/extract.md",
        "system/tools/minutes/pattern.md",
        "notes/minutes.md",
    ),
}
"""What the pages name and only a workspace or a suite has."""
_ENDING = r"\.(?:md|py|toml|json|jsonl|csv|txt|lock|yml)"
_PATH = re.compile(rf"(?!\.)~?[\w.-]*(?:/[\w.-]+)*(?:{_ENDING}|/)")
_PLACEHOLDER = re.compile(r"\b[A-Z]{1,}\b|^(?:state/)?(?:system|tool|op)-[a-z0-9-]+")


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def outside_fences(text: str) -> str:
    return re.sub(r"^ *(`{3,})[^\n]*\n.*?^ *\1[ \t]*$", "", text, flags=re.M | re.S)


def rows(text: str) -> Iterator[list[str]]:
    """The cells of every line of every table."""
    for line in text.splitlines():
        if line.startswith("|"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def firsts(text: str) -> str:
    """The first cells of all tables."""
    return "\n".join(cells[0] for cells in rows(text))


def missing(text: str, folder: Path) -> list[str]:
    """The files that `text` names, in code or as links, and that are not there."""
    prose = outside_fences(text)
    named = [each for each in re.findall(r"`([^`\n]+)`", prose) if _PATH.fullmatch(each)]
    named += [each for each in re.findall(r"\]\(([^)#]+)\)", prose) if ":" not in each]
    return [each for each in named if not _there(each, folder)]


def _there(name: str, folder: Path) -> bool:
    if name in EXAMPLES or _PLACEHOLDER.search(name.removesuffix("README.md")):
        return True
    if any((base / name).exists() for base in (ROOT, folder, ROOT / "state")):
        return True
    rooms = (ROOT / each for each in ("pandora", "system", "tests/tasks"))
    return "/" not in name and any(next(room.rglob(name), None) for room in rooms)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_stands_in_the_table(command: str) -> None:
    assert re.search(rf"`{command}\b", firsts(page("README.md")))


@pytest.mark.parametrize("code", sorted({1, 2, 6, *EXIT_CODES.values()}))
def test_every_exit_code_stands_in_the_table(code: int) -> None:
    assert re.search(rf"^{code}$", firsts(page("README.md")), re.M)


@pytest.mark.parametrize("setting", DEFAULTS)
def test_every_setting_stands_with_its_default(setting: str) -> None:
    found = [cells[1].strip('`"') for cells in rows(page("README.md")) if cells[0] == f"`{setting}`"]
    assert found == [str(DEFAULTS[setting])]


@pytest.mark.parametrize("name", [source.name for source in CATALOGUE])
def test_every_model_stands_in_the_table(name: str) -> None:
    assert f"`{name}`" in firsts(page("README.md"))


@pytest.mark.parametrize("handler", OPERATIONS)
def test_every_handler_stands_in_the_table(handler: str) -> None:
    assert f"`{handler}`" in firsts(page("README.md"))


@pytest.mark.parametrize("function", _FUNCTIONS)
def test_every_function_of_programs_stands_in_the_table(function: str) -> None:
    assert f"`{function}(" in firsts(page("README.md"))


@pytest.mark.parametrize("key", sorted(_KEYS))
def test_every_key_of_a_pattern_is_explained(key: str) -> None:
    assert f"`{key}`" in firsts(page("system/README.md"))


@pytest.mark.parametrize("status", [status.value for status in Status])
def test_every_status_is_explained(status: str) -> None:
    assert f"`{status}`" in firsts(page("state/README.md"))


@pytest.mark.parametrize("name", PAGES)
def test_no_page_names_a_file_that_is_not_there(name: str) -> None:
    assert missing(page(name), (ROOT / name).parent) == []


def test_a_file_that_is_not_there_is_noticed() -> None:
    told = "See `pandora/engine/gone.py`, [this](gone.md), `gone.py`, `pandora/gone/` and `README.md`."
    assert missing(told, ROOT) == ["pandora/engine/gone.py", "gone.py", "pandora/gone/", "gone.md"]
