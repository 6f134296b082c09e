from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import DOCUMENTS, ROOT, TOOL, Run


def test_a_line_is_found_with_its_run_section_and_place(pandora: Run, finished: str, workspace: Path) -> None:
    result = pandora("search", "PLUM")
    assert result.code == 0
    lines = [line.split() for line in result.out.splitlines()]
    assert lines[0][:3] == ["abc234", "§3", "DO"]
    path, _, number = lines[0][3].rpartition(":")
    text = (workspace / path).read_text(encoding="utf-8").split("\n")
    assert "plum" in text[int(number) - 1]
    assert any(line[1:3] == ["§5", "OUTPUT"] for line in lines)


def test_all_words_are_held_by_one_line_or_else_by_one_section(pandora: Run, finished: str) -> None:
    hits = pandora("search", "cheapest", "which", "--json").json
    assert [hit["text"] for hit in hits] == [
        "Task: Which fruit in data/fruit.csv is the cheapest?",
        "Resolved: Which fruit in data/fruit.csv is the cheapest?",
        "1. table: Which fruit in data/fruit.csv is the cheapest?",
    ]
    assert [hit["section"] for hit in pandora("search", "validation accept", "--json").json] == [4, 4]
    assert pandora("search", "plum", "unheard").err == "no run holds plum unheard\n"


def test_blank_words_are_refused(pandora: Run, finished: str) -> None:
    result = pandora("search", " ")
    assert (result.code, result.out) == (2, "")
    assert "no words are given; say what to look for" in result.err


def test_newer_runs_come_first_and_n_limits_the_lines(pandora: Run, finished: str, workspace: Path) -> None:
    newer = DOCUMENTS[ROOT].replace("abc234", "new234").replace("2026-11-21T10", "2027-11-21T10")
    (workspace / "state" / "system-new234.md").write_text(newer, encoding="utf-8")
    hits = pandora("search", "compute", "--json").json
    assert [hit["run"] for hit in hits] == ["new234", "abc234"]
    assert len(pandora("search", "compute", "-n", "1", "--json").json) == 1


def test_a_document_that_cannot_be_read_is_left_out(pandora: Run, finished: str, workspace: Path) -> None:
    (workspace / "state" / f"{TOOL}.md").write_text("plum", encoding="utf-8")
    assert pandora("search", "plum").code == 0


def test_a_narrow_terminal_keeps_the_line_that_was_found(
    pandora: Run, finished: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandora.commands.printing.terminal_width", lambda: 50)
    lines = pandora("search", "cheapest").out.splitlines()
    assert max(map(len, lines)) <= 50
    assert all(line.startswith("abc234  ") for line in lines)
    assert any("Which fruit in d" in line for line in lines)
