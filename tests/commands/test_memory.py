"""Whatever lies in a folder, the engine keeps below its ceiling of memory."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from pandora.disk.layout import shipped_system
from pandora.document.state_document import new_document
from tests.commands.test_run import LOW
from tests.engine.small_system import write_system
from tests.peak_memory import CEILING, Measured, measure, script_of

ROOT = "system-abc234"
HUGE = 2 << 30
THOUGHT = [{"phase": "do", "level": "system", "fill": {"answer": "It is not sure."}}]
"""An answer from the sources; nothing is left for what is asked after it."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A workspace in a folder of its own."""
    return made(tmp_path / "work")


def made(root: Path) -> Path:
    (root / "state").mkdir(parents=True)
    write_system(root / "system")
    (root / "fruit.csv").write_text("name,price\nplum,1\n", encoding="utf-8")
    return root


@pytest.fixture(scope="session")
def little(tmp_path_factory: pytest.TempPathFactory) -> int:
    """The peak of a run that has next to nothing to read."""
    folder = made(tmp_path_factory.mktemp("little") / "work")
    return asked(folder, "fruit.csv").peak


def asked(folder: Path, *files: str) -> Measured:
    """A run until it asks a person, with a task that names these files."""
    model = script_of(folder.parent / "script.jsonl", *LOW)
    return measure(folder, "run", f"Which fruit in {', '.join(files)} is it?", "--model", model, "-q")


def sparse(path: Path, begin: str = "") -> None:
    """A file of 2 GiB that takes no room on the disk; an error of the disk skips the test."""
    path.write_text(begin, encoding="utf-8")
    try:
        os.truncate(path, HUGE)
    except OSError as error:
        pytest.skip(f"no file of 2 GiB: {error}")


def document(*lines: str) -> str:
    """The text of a root document whose §3 has these lines."""
    facts = {"Created": "2026-01-01T00:00:00Z", "Parent": "none", "Level": "system"}
    keys = {"pandora": 1, "id": ROOT, "status": "accepted", "phase": "check", "attempt": 1}
    return new_document(ROOT, facts, keys, ROOT).splice(3, "\n".join(lines)).text


def test_huge_files_that_a_task_names(folder: Path, little: int) -> None:
    names = [f"big.{ending}" for ending in ("csv", "json", "log", "md", "py")]
    for name in (*names, ".env", "key.pem"):
        sparse(folder / name, "name,price\nplum,1\n")
    measured = asked(folder, *names)
    assert measured.code in (3, 5), measured.output
    assert measured.peak - little < CEILING


def test_a_huge_settings_file(folder: Path, little: int) -> None:
    sparse(folder / "pandora.toml", "context = 3000\n")
    measured = asked(folder, "fruit.csv")
    assert measured.code == 2
    assert "longer than 256 KiB" in measured.output
    assert measured.peak - little < CEILING


def test_huge_documents_and_many_children(folder: Path, little: int) -> None:
    children = (f"- op-python-abc234-{number}.md → DONE" for number in range(1, 20_001))
    (folder / "state" / f"{ROOT}.md").write_text(document("Child loops:", *children), encoding="utf-8")
    sparse(folder / "state" / "system-abd234.md", document())
    sparse(folder / "state" / f"{ROOT}.conflict-do-1.md")
    measured = measure(folder, "fsck")
    assert measured.code == 1
    assert "system-abd234.md:1: cannot be read" in measured.output
    assert measured.output.count("is not in state/") == 20_000
    assert measured.peak - little < CEILING


def test_a_folder_with_huge_sources(folder: Path, little: int) -> None:
    shutil.rmtree(folder / "system")
    (folder / "system").symlink_to(shipped_system())
    (folder / "notes").mkdir()
    text = ("Fruit number one is a plum, and more of it is said here.\n" * 12 + "\n") * 2_000
    for number in range(4):
        (folder / "notes" / f"{number}.md").write_text(text, encoding="utf-8")
    sparse(folder / "notes" / "a.md")
    model = script_of(folder.parent / "script.jsonl", *THOUGHT)
    measured = measure(folder, "think", "Which fruit is it?", "--context", "notes", "--model", model, "-q")
    assert "nothing was answered" in measured.output
    assert measured.peak - little < CEILING
