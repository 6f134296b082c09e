"""The documentation names what is there, and all of it."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest

from docs.pictures.page import BROWSERS
from pandora.cli import COMMANDS, cli
from pandora.engine.pattern import _KEYS
from pandora.models.catalogue import CATALOGUE
from pandora.operations.registry import OPERATIONS
from pandora.outcome import EXIT_CODES, Status
from pandora.policy import EFFECTS
from pandora.programs.code.call_trials import RULE as CALLS
from pandora.programs.experiments import RELATIONS
from pandora.programs.help_kinds import HELPS
from pandora.programs.inside.file_reading import KINDS
from pandora.programs.inside.program_runner import _FUNCTIONS
from pandora.programs.rules.wording_rules import RULES
from pandora.settings import DEFAULTS

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("", "docs", "pandora", "pandora/*", "state", "system", "system/tools/*")
    for path in ROOT.glob(f"{folder}/*.md" if folder else "*.md")
    if path.name in ("README.md", "CHANGELOG.md") or path.parent.name == "docs"
)
PICTURES = sorted((ROOT / "docs" / "pictures").glob("*.svg"))
EXAMPLES = {
    ".pandora/",
    ".pages",
    "robots.txt",
    "state/blobs/",
    "kernel/",
    *("input/", "system/tasks/", "system/tasks/least.md", "tasks"),
    *("pandora.toml", "~/.config/pandora/pandora.toml", "archive/", "files/", "documents/", "minutes.jsonl"),
    *(
        "~/.cache/pandora/sandbox.json",
        "system/operations/excerpt.md",
        "system/tools/minutes/pattern.md",
        "notes/minutes.md",
    ),
}
"""What the pages name and only a workspace or a suite has."""
_ENDING = r"\.(?:md|py|toml|json|jsonl|csv|txt|lock|yml|svg)"
_PATH = re.compile(rf"(?!\.)~?[\w.-]*(?:/[\w.-]+)*(?:{_ENDING}|/)")
_PLACEHOLDER = re.compile(r"\b[A-Z]{1,}\b|^(?:state/)?(?:system|tool|op)-[a-z0-9-]+")
_PRIVATE = re.compile(r"(?<![\w.~$])/(?:home|root|tmp|work|opt|Users|mnt|var)/[\w.-]+")


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def outside_fences(text: str) -> str:
    return re.sub(r"^ *(`{3,})[^\n]*\n.*?^ *\1[ \t]*$", "", text, flags=re.M | re.S)


def rows(text: str) -> Iterator[list[str]]:
    """The cells of every line of every table."""
    for line in text.splitlines():
        if line.startswith("|"):
            yield [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("|"))]


def firsts(text: str) -> str:
    """The first cells of all tables."""
    return "\n".join(cells[0] for cells in rows(text))


def missing(text: str, folder: Path) -> list[str]:
    """The files that `text` names, in code or as links, and that are not there."""
    prose = outside_fences(text)
    named = [name for name in re.findall(r"`([^`\n]+)`", prose) if _PATH.fullmatch(name)]
    absent = [name for name in named if not _there(name, folder)]
    links = [link for link in re.findall(r"\]\(([^)#\s]+)", prose) if ":" not in link]
    return absent + [link for link in links if not (folder / link).exists()]


def _there(name: str, folder: Path) -> bool:
    if name in EXAMPLES or _PLACEHOLDER.search(name.removesuffix("README.md")):
        return True
    if any((base / name).exists() for base in (ROOT, ROOT / "pandora", folder, ROOT / "state")):
        return True
    rooms = (ROOT / room for room in ("pandora", "system", "tests/tasks"))
    return "/" not in name and any(next(room.rglob(name), None) for room in rooms)


def anchors(text: str) -> set[str]:
    """The names by which a link can lead to a heading of a page."""
    headings = re.findall(r"^#+ +(.+?) *$", outside_fences(text), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_anchors(text: str, name: str) -> list[str]:
    """The links of a page that name a heading which is not there."""
    links = re.findall(r"\]\(([^)#\s:]*)#([^)\s]+)\)", outside_fences(text))
    folder = (ROOT / name).parent
    pages = {file: (folder / file).read_text(encoding="utf-8") if file else text for file, _ in links}
    return [f"{file}#{anchor}" for file, anchor in links if anchor not in anchors(pages[file])]


def test_the_front_page_fits_two_screens() -> None:
    assert len(page("README.md").encode()) <= 7 * 1024


def test_every_page_of_docs_is_in_the_index_and_on_the_front_page() -> None:
    names = {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert names == set(re.findall(r"\]\((?:docs/)?(\w+\.md)\)", page("docs/README.md")))
    assert names <= set(re.findall(r"\]\(docs/(\w+\.md)\)", page("README.md")))


def test_the_reference_of_commands_is_what_the_commands_say() -> None:
    script = [sys.executable, "docs/command_reference.py", "--check"]
    done = subprocess.run(script, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_section(command: str) -> None:
    assert f"\n## pandora {command}\n" in page("docs/commands.md")


def leaves(command: click.Command, context: click.Context) -> Iterator[click.Command]:
    if not isinstance(command, click.Group):
        yield command
        return
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        yield from leaves(below, click.Context(below, parent=context, info_name=name))


@pytest.mark.parametrize("command", [*leaves(cli, click.Context(cli))], ids=lambda command: str(command.name))
def test_a_command_explains_its_options_and_opens_with_one_sentence(command: click.Command) -> None:
    options = [option for option in command.params if isinstance(option, click.Option) and not option.hidden]
    assert [option.name for option in options if not option.help or not option.help.endswith(".")] == []
    assert command.help is not None
    assert re.match(r"[A-Z].*[.]\Z", " ".join(command.help.split("\n\n")[0].split()))


@pytest.mark.parametrize("code", sorted({1, 2, 6, *EXIT_CODES.values()}))
def test_every_exit_code_is_explained(code: int) -> None:
    assert re.search(rf"^{code}$", firsts(page("docs/commands.md")), re.M)


@pytest.mark.parametrize("setting", DEFAULTS)
def test_every_setting_stands_with_its_default(setting: str) -> None:
    defaults = [cells[1].strip('`"') for cells in rows(page("docs/settings.md")) if cells[0] == f"`{setting}`"]
    assert defaults == [str(DEFAULTS[setting])]


@pytest.mark.parametrize("effect", EFFECTS)
def test_every_effect_of_policy_is_explained(effect: str) -> None:
    assert f"`{effect}`" in firsts(page("docs/settings.md"))


@pytest.mark.parametrize("name", [source.name for source in CATALOGUE])
def test_every_model_is_explained(name: str) -> None:
    assert f"`{name}`" in firsts(page("docs/models.md"))


@pytest.mark.parametrize("handler", OPERATIONS)
def test_every_handler_is_explained(handler: str) -> None:
    assert f"`{handler}`" in firsts(page("docs/patterns.md"))


@pytest.mark.parametrize("function", _FUNCTIONS)
def test_every_function_of_programs_is_explained(function: str) -> None:
    assert f"`{function}(" in firsts(page("docs/programs.md"))


@pytest.mark.parametrize("key", sorted(_KEYS))
def test_every_key_of_a_pattern_is_explained(key: str) -> None:
    assert f"`{key}`" in firsts(page("system/README.md"))


@pytest.mark.parametrize("name", [*HELPS, *RULES, *RELATIONS, CALLS])
def test_every_help_every_rule_and_every_relation_is_explained(name: str) -> None:
    assert f"`{name}`" in page("system/README.md")


@pytest.mark.parametrize("kind", sorted(set(KINDS.values()) - {"text"}))
def test_every_kind_of_data_file_is_explained(kind: str) -> None:
    endings = {f"`{ending}`" for ending, named in KINDS.items() if named == kind}
    assert endings <= set(re.findall(r"`\.\w+`", firsts(page("docs/programs.md"))))


@pytest.mark.parametrize("name", ["docs/documents.md", "state/README.md"])
@pytest.mark.parametrize("status", [status.value for status in Status])
def test_every_status_is_explained(status: str, name: str) -> None:
    assert f"`{status}`" in firsts(page(name))


@pytest.mark.parametrize("name", PAGES)
def test_no_page_names_a_file_that_is_not_there(name: str) -> None:
    assert missing(page(name), (ROOT / name).parent) == []


def test_a_file_that_is_not_there_is_noticed() -> None:
    text = "See `pandora/engine/gone.py`, [this](gone.md), `gone.py`, `pandora/gone/` and `README.md`."
    assert missing(text, ROOT) == ["pandora/engine/gone.py", "gone.py", "pandora/gone/", "gone.md"]


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_to_a_heading_that_is_there(name: str) -> None:
    assert dead_anchors(page(name), name) == []


def test_a_heading_that_is_not_there_is_noticed() -> None:
    text = "# Here, and now\n[good](#here-and-now) [bad](#there) [other](docs/models.md#gone)\n"
    assert dead_anchors(text, "README.md") == ["#there", "docs/models.md#gone"]


@pytest.mark.parametrize("name", PAGES)
def test_no_page_names_a_path_of_somebodys_machine(name: str) -> None:
    assert _PRIVATE.findall(page(name)) == []


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_a_picture_stands_alone_and_is_small(path: Path) -> None:
    assert path.stat().st_size <= 60_000
    picture = path.read_text(encoding="utf-8")
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(picture).iter()}
    assert tags <= {"svg", "title", "style", "rect", "circle", "g", "text", "defs", "clipPath"}
    assert not re.search(r"href|url\((?!#)|@import|@font-face|://(?!www\.w3\.org/2000/svg)", picture)


def test_the_picture_is_recorded_from_a_real_terminal(tmp_path: Path) -> None:
    target = tmp_path / "picture.svg"
    script = [sys.executable, "docs/pictures/record.py", "--output", str(target)]
    command = r"""printf '\033[32mgr%s\033[0m & %s\n' een plain; ls"""
    subprocess.run([*script, "--command", command], cwd=ROOT, check=True, capture_output=True, timeout=120)
    texts = [
        (element.get("class"), element.text)
        for element in ElementTree.parse(target).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert ("green", "green") in texts
    assert (None, "& plain") in texts
    assert (None, f"$ {command}") in texts
    assert any(text and text.split() == ["data", "state", "system"] for _, text in texts)


def test_the_picture_of_the_view_is_drawn_from_a_run(tmp_path: Path) -> None:
    target = tmp_path / "ui.svg"
    script = [sys.executable, "-m", "docs.pictures.screenshot", "--output", str(target)]
    done = subprocess.run(script, cwd=ROOT, check=False, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    drawn = target.read_text(encoding="utf-8").replace("&#160;", " ").replace("\u00a0", " ")
    for text in ("§5 OUTPUT", "MSI Thin 15 649", "Answer, approve", "1.1 python"):
        assert text in drawn, text
    assert tempfile.gettempdir() not in drawn


def test_the_picture_of_the_page_is_photographed_from_a_run(tmp_path: Path) -> None:
    if not any(map(shutil.which, BROWSERS)):
        pytest.skip("there is no Chromium on this machine")
    target = tmp_path / "page.png"
    script = [sys.executable, "-m", "docs.pictures.page", "--output", str(target)]
    done = subprocess.run(script, cwd=ROOT, check=False, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    committed = (ROOT / "docs" / "pictures" / "page.png").read_bytes()
    for picture in (target.read_bytes(), committed):
        assert picture[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", picture[16:24]) == (1200, 820)
        assert 20_000 < len(picture) < 200_000
