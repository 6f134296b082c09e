"""`pandora resume --dry-run`: what would be made again and why, held against what resume does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.commands.conftest import SCRIPT, Run
from tests.commands.test_resume import ended, lines, state
from tests.commands.test_resume_all import HEADER, begun, replace

__all__ = ["ended"]


def dry(pandora: Run, run: str, model: str) -> Any:
    result = pandora("resume", run, "--dry-run", "--json", "--model", model)
    assert result.code == 0, result
    return result.json


def test_of_a_finished_run_nothing_is_made(pandora: Run, script: str, ended: str, workspace: Path) -> None:
    before = state(workspace)
    told = dry(pandora, ended, script)
    assert (told["id"], told["rebuilt"]) == (ended, [])
    assert state(workspace) == before


def test_it_names_what_an_edit_makes_stale_and_writes_nothing(
    pandora: Run, workspace: Path, tmp_path: Path
) -> None:
    ended = begun(pandora, tmp_path, *SCRIPT)
    replace(workspace, ended, "1. table: print the cheapest", "1. table: print the best")
    before = state(workspace)
    model = lines(tmp_path, HEADER, *SCRIPT[2:])
    rebuilt = dry(pandora, ended, model)["rebuilt"]
    assert state(workspace) == before
    edited = {"document": ended, "section": 2, "state": "edited"}
    assert (rebuilt[0]["document"], rebuilt[0]["title"]) == (ended, "DO")
    assert edited in rebuilt[0]["because"]
    below = next(each for each in rebuilt if each["document"].startswith("tool-table-"))
    assert (below["title"], edited in below["because"]) == ("UNDERSTAND", True)
    shown = pandora("resume", ended, "--dry-run", "--model", model)
    assert (shown.code, shown.out.startswith("resume: ")) == (0, True)
    assert f"because {ended} §2 PLAN is edited" in shown.out
    asked = pandora("resume", ended, "--json", "--model", model)
    assert (asked.code, asked.json["status"]) == (0, "accepted")
    assert state(workspace) != before


def test_a_section_that_was_emptied_says_so(pandora: Run, script: str, ended: str, workspace: Path) -> None:
    path = workspace / "state" / f"{ended}.md"
    text = path.read_text("utf-8")
    head, tail = text.split("## §4 CHECK\n")[0], text[text.index("\n## §5") :]
    path.write_text(f"{head}## §4 CHECK\n{tail}", "utf-8")
    rebuilt = dry(pandora, ended, script)["rebuilt"]
    assert [(each["document"], each["section"], each["state"]) for each in rebuilt] == [(ended, 4, "empty")]
    assert rebuilt[0]["otherwise"]


def test_without_its_model_only_edits_and_gaps_are_told(pandora: Run, ended: str) -> None:
    result = pandora("resume", ended, "--dry-run", "--json")
    assert result.code == 0
    assert result.json["model_missing"]


def test_it_is_of_one_run(pandora: Run) -> None:
    assert pandora("resume", "--all", "--dry-run").code == 2
