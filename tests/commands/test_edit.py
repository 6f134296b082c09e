from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pandora.commands.external_editor import editor_command, find_editor
from pandora.errors import UsageError
from tests.commands.conftest import SCRIPT, Run
from tests.commands.test_resume import lines, state
from tests.commands.test_resume_all import ASKING, HEADER, begun


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An editor that replaces the first line of this file by its second; it keeps its own arguments."""
    path = tmp_path / "typed.txt"
    program = tmp_path / "vi"
    program.write_text(
        f"#!{sys.executable}\n"
        "import pathlib, sys\n"
        f"typed = pathlib.Path({str(path)!r})\n"
        "typed.with_suffix('.args').write_text(' '.join(sys.argv[1:]))\n"
        "old, new = typed.read_text().split('|')\n"
        "file = pathlib.Path(sys.argv[-1])\n"
        "text = file.read_text()\n"
        "at = text.splitlines()[int(sys.argv[-2].removeprefix('+')) - 1]\n"
        "typed.with_suffix('.line').write_text(at)\n"
        "assert old in text\n"
        "file.write_text(text.replace(old, new))\n",
        encoding="utf-8",
    )
    program.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(program))
    return path


def opened_at(typed: Path, workspace: Path, document: str) -> str:
    """The text of the line that the editor was opened at."""
    file = typed.with_suffix(".args").read_text(encoding="utf-8").split()[-1]
    assert Path(file) == workspace / "state" / f"{document}.md"
    return typed.with_suffix(".line").read_text(encoding="utf-8")


def test_the_answer_is_written_in_the_editor(
    pandora: Run, workspace: Path, tmp_path: Path, typed: Path
) -> None:
    run = begun(pandora, tmp_path, *ASKING)
    typed.write_text("\nAnswer:\n|\nAnswer: by price\n", encoding="utf-8")
    result = pandora("edit", run, "--model", lines(tmp_path, HEADER, *SCRIPT[1:]))
    assert (result.code, result.out) == (0, "plum\n"), result
    assert f"you answered 'By weight or by price?' in {run}" in result.err
    assert opened_at(typed, workspace, run) == "Answer:"


@pytest.mark.parametrize("place", ["2", "plan", "§2"])
def test_a_section_is_opened_at_its_line(
    pandora: Run, workspace: Path, tmp_path: Path, typed: Path, place: str
) -> None:
    run = begun(pandora, tmp_path, *SCRIPT)
    typed.write_text("print the cheapest fruit of|print the best fruit of", encoding="utf-8")
    result = pandora("edit", f"{run}:{place}", "--no-resume")
    assert result.code == 0, result
    assert f"you changed §2 of {run}; looking again at what was made from it: DO, CHECK, OUTPUT" in result.err
    assert opened_at(typed, workspace, run).startswith("Approach:")


def test_nothing_changed_says_so(pandora: Run, workspace: Path, tmp_path: Path, typed: Path) -> None:
    run = begun(pandora, tmp_path, *SCRIPT)
    typed.write_text("Issues|Issues", encoding="utf-8")
    before = state(workspace)
    result = pandora("edit", run)
    assert (result.code, result.out, result.err) == (0, "", "nothing changed\n")
    assert state(workspace) == before


def test_a_broken_edit_is_told_with_its_line_and_kept(
    pandora: Run, workspace: Path, tmp_path: Path, typed: Path
) -> None:
    run = begun(pandora, tmp_path, *SCRIPT)
    typed.write_text("Confidence: high|Confidence: perhaps", encoding="utf-8")
    result = pandora("edit", run)
    assert result.code == 2
    text = (workspace / "state" / f"{run}.md").read_text(encoding="utf-8")
    line = text.splitlines().index("Confidence: perhaps") + 1
    assert result.err.startswith(f"state/{run}.md:{line}: §2 PLAN: ")
    assert f"state/{run}.md:{line}: your text is kept; mend it, then resume" in result.err


def test_an_editor_that_fails_resumes_nothing(
    pandora: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = begun(pandora, tmp_path, *SCRIPT)
    monkeypatch.setenv("VISUAL", "false")
    result = pandora("edit", run)
    assert (result.code, "the editor ended with 1; nothing is resumed" in result.err) == (2, True)
    monkeypatch.setenv("VISUAL", "/no/such/editor")
    assert "cannot be started" in pandora("edit", run).err
    assert "'9' is no section; use 0 or meta" in pandora("edit", f"{run}:9").err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("vim", "vim +7 x.md"),
        ("/usr/bin/nano -w", "/usr/bin/nano -w +7 x.md"),
        ("emacs -nw", "emacs -nw +7 x.md"),
        ("code", "code --wait --goto x.md:7"),
        ("code -w", "code -w --goto x.md:7"),
        ("subl", "subl --wait x.md:7"),
        ("hx", "hx x.md:7"),
        ("gvim", "gvim -f +7 x.md"),
        ("ed", "ed x.md"),
    ],
)
def test_each_editor_has_its_way_to_a_line(words: str, expected: str) -> None:
    assert " ".join(editor_command(words.split(), Path("x.md"), 7)) == expected


def test_the_editor_is_the_persons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "nano -w")
    monkeypatch.delenv("VISUAL", raising=False)
    assert find_editor() == ["nano", "-w"]
    monkeypatch.setenv("VISUAL", "code 'a b'")
    assert find_editor() == ["code", "a b"]
    monkeypatch.delenv("VISUAL")
    monkeypatch.delenv("EDITOR")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UsageError, match="set EDITOR"):
        find_editor()
