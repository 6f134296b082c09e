"""How often a command reads a document from disk."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from pandora.disk import read_document
from pandora.disk.atomic import read_consistent
from pandora.document.state_document import TITLES
from tests.commands.conftest import Run
from tests.commands.test_resume import ended, state
from tests.commands.test_resume_all import replace

__all__ = ["ended"]
MOST = 2
"""Reads of one document, before and after its run is resumed."""


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The number of reads of each document, as if all were written a while ago."""
    counted: Counter[str] = Counter()
    original = read_consistent

    def counting(path: Path, *more: int) -> bytes:
        counted[path.name] += 1
        return original(path, *more)

    monkeypatch.setattr(read_document, "read_consistent", counting)
    monkeypatch.setattr(read_document, "FINE_TICK", -(10**12))
    return counted


def test_a_finished_run_is_resumed_with_one_read_of_each(
    pandora: Run, script: str, ended: str, workspace: Path, reads: Counter[str]
) -> None:
    before = state(workspace)
    reads.clear()
    assert pandora("resume", ended, "--model", script).code == 0
    assert reads == {name: 1 for name in before if name.endswith(".md") and name != "README.md"}


def test_a_saved_section_is_taken_up_with_few_reads(
    pandora: Run, script: str, ended: str, workspace: Path, reads: Counter[str]
) -> None:
    replace(workspace, ended, "## §5 OUTPUT\nplum", "## §5 OUTPUT\na plum")
    reads.clear()
    result = pandora("watch", ended, "--once", "--model", script)
    assert result.out == f"{ended}: accepted: a plum\n"
    assert len(reads) == 3
    assert max(reads.values()) <= MOST, reads


@pytest.mark.parametrize("command", ["why", "log", "tree"])
def test_to_look_at_a_run_is_one_read_of_each(
    pandora: Run, script: str, ended: str, reads: Counter[str], command: str
) -> None:
    reads.clear()
    given = ("why", f"{ended}:5", "--model", script) if command == "why" else (command, ended)
    assert pandora(*given).code == 0
    copies = 2 if command == "why" else 0  # the rehearsal's own, before and after
    assert len(reads) == 3
    assert max(reads.values()) <= 1 + copies, reads


def test_a_document_that_changed_is_read_again(tmp_path: Path, reads: Counter[str]) -> None:
    readings, path = read_document.DocumentCache(), tmp_path / "x.md"
    text = "---\npandora: 1\n---\n" + "".join(
        f"## §{number} {title}\n"
        for number, title in enumerate(("META", "UNDERSTAND", "PLAN", "DO", "CHECK", "OUTPUT"))
    )
    path.write_text(text, "utf-8")
    assert readings.read(path, "x.md").text == readings.read(path, "x.md").text == text
    assert reads["x.md"] == 1
    path.write_text(f"{text}more\n", "utf-8")
    assert readings.read(path, "x.md").body(5) == "more"
    path.unlink()
    with pytest.raises(FileNotFoundError):
        readings.read(path, "x.md")


def test_what_was_written_a_moment_ago_is_read_again(
    tmp_path: Path, reads: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_document, "FINE_TICK", 10**12)
    path = tmp_path / "x.md"
    path.write_text("---\n---\n" + "".join(f"## §{n} {title}\n" for n, title in enumerate(TITLES)), "utf-8")
    readings = read_document.DocumentCache()
    for _ in range(2):
        readings.read(path, "x.md")
    assert reads["x.md"] == 2
