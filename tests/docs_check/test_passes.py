"""A check of the pages that goes on where it was stopped."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.docs_check import __main__ as command_line
from tests.docs_check import passes
from tests.docs_check.page_blocks import Page
from tests.docs_check.session import Checked, Say, check_page

GIT = ("git", "-c", "user.name=t", "-c", "user.email=t@example.org")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with three pages, each of one command."""
    for name, command in (("a", "ls"), ("b", "cat lamp"), ("c", "false")):
        (tmp_path / f"{name}.md").write_text(f"```sh\n{command}\n```\n", encoding="utf-8")
    (tmp_path / "plain.md").write_text("No commands.\n", encoding="utf-8")
    (tmp_path / ".gitignore").write_text(".docs-check.jsonl\n", encoding="utf-8")
    (tmp_path / "system").mkdir()
    (tmp_path / "data").mkdir()
    for module in ("page_blocks", "passes", "session", "__main__"):
        monkeypatch.setattr(f"tests.docs_check.{module}.ROOT", tmp_path)
    monkeypatch.setattr(command_line, "PAGES", ("a.md", "plain.md", "b.md", "c.md"))
    monkeypatch.setattr(passes, "FILE", tmp_path / ".docs-check.jsonl")
    subprocess.run([*GIT, "init", "-q", tmp_path], check=True)
    commit(tmp_path)
    return tmp_path


def commit(folder: Path) -> None:
    subprocess.run([*GIT, "-C", folder, "add", "-A"], check=True)
    subprocess.run([*GIT, "-C", folder, "commit", "-qm", "Some"], check=True)


def rows(printed: str) -> dict[str, str]:
    """The result of each page by the table at the end."""
    lines = printed.partition("page  result")[2].splitlines()[1:-2]
    return {line.split("  ")[0].strip(): line.split("  ")[1].strip() for line in lines}


def test_a_check_tells_all_pages_in_a_table_and_fails_if_one_did_not_pass(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_line.main([]) == 1
    printed = capsys.readouterr().out
    assert rows(printed) == {"a.md": "passed", "b.md": "DIFFERS", "c.md": "DIFFERS"}
    assert printed.rstrip().endswith(": 1 passed, 2 DIFFERS")


def test_what_passed_at_this_commit_is_not_run_again(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command_line.main([])
    assert "a.md:2: `ls`" in capsys.readouterr().out
    command_line.main([])
    printed = capsys.readouterr().out
    assert "a.md:2: `ls`" not in printed
    assert rows(printed) == {"a.md": "passed before", "b.md": "DIFFERS", "c.md": "DIFFERS"}
    command_line.main(["--again"])
    assert rows(capsys.readouterr().out)["a.md"] == "passed"
    command_line.main(["--model", "scripted:replies.jsonl"])
    assert rows(capsys.readouterr().out)["a.md"] == "passed"
    (repository / "c.md").write_text("```sh\ntrue\n```\n", encoding="utf-8")
    command_line.main([])
    printed = capsys.readouterr().out
    assert "passes are not kept" in printed
    assert rows(printed) == {"a.md": "passed", "b.md": "DIFFERS", "c.md": "passed"}
    commit(repository)
    assert command_line.main(["a.md", "c.md"]) == 0
    assert rows(capsys.readouterr().out) == {"a.md": "passed", "c.md": "passed"}


def test_a_stopped_check_goes_on_with_the_page_where_it_was_stopped(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(page: Page, model: str | None, say: Say) -> Checked:
        if page.name == "b.md":
            raise KeyboardInterrupt
        return check_page(page, model, say)

    monkeypatch.setattr(command_line, "check_page", stopped)
    assert command_line.main([]) == 1
    printed = capsys.readouterr().out
    assert rows(printed) == {"a.md": "passed", "b.md": "NOT CHECKED", "c.md": "NOT CHECKED"}
    monkeypatch.setattr(command_line, "check_page", check_page)
    command_line.main([])
    assert rows(capsys.readouterr().out)["a.md"] == "passed before"


def test_a_line_that_a_kill_broke_off_is_no_pass_and_spoils_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passes, "FILE", tmp_path / "passes.jsonl")
    passes.keep("c0ffee", None, "a.md", 1.0)
    with passes.FILE.open("a", encoding="utf-8") as kept:
        kept.write('{"commit": "c0ffee", "model": null, "page": "b.')
    passes.keep("c0ffee", None, "c.md", 1.0)
    assert [*passes.passed("c0ffee", None)] == ["a.md", "c.md"]
    assert passes.passed("decade", None) == {}
