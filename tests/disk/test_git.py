"""Commits by plumbing in real repositories: what gets in, what stays out, and what happens in between."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from pandora.disk import git
from pandora.disk.git import GitError, Repository, repository_of

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture(autouse=True)
def nobody_configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings of this machine's user."""
    (tmp_path / "none").write_text("", encoding="utf-8")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name in ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "GIT_DIR"):
        monkeypatch.delenv(name, raising=False)


def run(top: Path, *arguments: str) -> str:
    person = ("-c", "user.name=P", "-c", "user.email=p@localhost", "-c", "init.defaultBranch=main")
    done = subprocess.run(["git", *person, *arguments], cwd=top, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def top(tmp_path: Path) -> Path:
    top = tmp_path / "repository"
    (top / "state").mkdir(parents=True)
    run(top, "init", "--quiet")
    (top / "notes.txt").write_text("one\n", encoding="utf-8")
    run(top, "add", "notes.txt")
    run(top, "commit", "--quiet", "-m", "first")
    write(top, "one")
    return top


def write(top: Path, text: str, name: str = "state/a.md") -> str:
    (top / name).write_text(text, encoding="utf-8")
    return name


def repository(top: Path) -> Repository:
    return repository_of(top / "state")


def files(top: Path, commit: str = "HEAD") -> list[str]:
    return run(top, "ls-tree", "-r", "--name-only", commit).split()


def status(top: Path) -> str:
    return run(top, "status", "--porcelain", "--untracked-files=all")


def test_a_file_is_committed_and_is_clean_after(top: Path) -> None:
    made = repository(top).commit(["state/a.md"], "subject\n\nbody\n\nKey: value\n")
    assert run(top, "rev-parse", "HEAD").strip() == made
    assert files(top) == ["notes.txt", "state/a.md"]
    assert status(top) == ""
    assert run(top, "log", "-1", "--format=%an %cn %(trailers:key=Key,valueonly)").split() == [
        "Pandora",
        "Pandora",
        "value",
    ]
    assert "subject" in run(top, "reflog", "-1")
    run(top, "fsck", "--strict")


def test_nothing_new_makes_no_commit(top: Path) -> None:
    repository(top).commit(["state/a.md"], "one")
    before = run(top, "rev-parse", "HEAD")
    assert repository(top).commit(["state/a.md"], "two") == ""
    assert run(top, "rev-parse", "HEAD") == before


def test_what_a_person_staged_stays_staged_and_out_of_it(top: Path) -> None:
    write(top, "two\n", "notes.txt")
    write(top, "new\n", "plan.txt")
    run(top, "add", "notes.txt", "plan.txt")
    write(top, "three\n", "notes.txt")
    repository(top).commit(["state/a.md"], "one")
    assert files(top) == ["notes.txt", "state/a.md"]
    assert run(top, "show", "HEAD:notes.txt") == "one\n"
    assert status(top).splitlines() == ["MM notes.txt", "A  plan.txt"]
    assert run(top, "show", ":notes.txt") == "two\n"


def test_a_branch_without_a_commit(tmp_path: Path) -> None:
    top = tmp_path / "unborn"
    (top / "state").mkdir(parents=True)
    run(top, "init", "--quiet")
    write(top, "one")
    write(top, "x", "staged.txt")
    run(top, "add", "staged.txt")
    made = repository(top).commit(["state/a.md"], "one")
    assert files(top) == ["state/a.md"]
    assert run(top, "rev-list", "HEAD").split() == [made]
    assert status(top).splitlines() == ["A  staged.txt"]


def test_a_detached_head(top: Path) -> None:
    run(top, "checkout", "--quiet", "--detach")
    branch = run(top, "rev-parse", "main")
    made = repository(top).commit(["state/a.md"], "one")
    assert run(top, "rev-parse", "HEAD").strip() == made
    assert run(top, "rev-parse", "main") == branch
    assert status(top) == ""


def test_a_work_tree_of_its_own(top: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    run(top, "worktree", "add", "--quiet", "-b", "side", str(other))
    (other / "state").mkdir()
    write(other, "there")
    made = repository(other).commit(["state/a.md"], "one")
    assert run(top, "rev-parse", "side").strip() == made
    assert files(top, "main") == ["notes.txt"]
    assert status(other) == ""


def test_a_workspace_below_the_top(top: Path) -> None:
    inner = top / "deep" / "work" / "state"
    inner.mkdir(parents=True)
    name = write(top, "x", "deep/work/state/b ü.md")
    found = repository_of(inner)
    assert found.path_of(inner / "b ü.md") == name
    assert found.commit([name], "one")
    assert (
        run(top, "-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", "HEAD").splitlines()[0] == name
    )


def test_a_file_that_is_gone_is_gone_there_too(top: Path) -> None:
    repository(top).commit(["state/a.md"], "one")
    (top / "state" / "a.md").unlink()
    assert repository(top).commit(["state/a.md"], "two")
    assert files(top) == ["notes.txt"]
    assert status(top) == ""


def test_somebody_commits_in_between(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = Repository._enter
    times: list[int] = []

    def enter(self: Repository, paths: list[str], entries: dict[str, str]) -> None:
        inner(self, paths, entries)
        if not times:
            times.append(1)
            run(top, "commit", "--quiet", "--allow-empty", "--only", "-m", "a person's")

    monkeypatch.setattr(Repository, "_enter", enter)
    repository(top).commit(["state/a.md"], "the engine's")
    assert run(top, "log", "--format=%s").split("\n")[:3] == ["the engine's", "a person's", "first"]
    assert status(top) == ""


def test_a_lock_leaves_everything_as_it_was(top: Path) -> None:
    write(top, "two\n", "notes.txt")
    run(top, "add", "notes.txt")
    before = (run(top, "rev-parse", "HEAD"), status(top))
    for name in ("index.lock", "refs/heads/main.lock"):
        lock = top / ".git" / name
        lock.touch()
        with pytest.raises(GitError, match=r"lock"):
            repository(top).commit(["state/a.md"], "one")
        lock.unlink()
        assert (run(top, "rev-parse", "HEAD"), status(top)) == before
    assert not list((top / ".git").glob("pandora-*"))
    assert repository(top).commit(["state/a.md"], "one")


def test_a_merge_that_is_under_way_is_waited_for(top: Path) -> None:
    (top / ".git" / "MERGE_HEAD").write_text(run(top, "rev-parse", "HEAD"), encoding="utf-8")
    with pytest.raises(GitError, match="a merge is under way"):
        repository(top).commit(["state/a.md"], "one")


def test_no_hook_is_run_and_nothing_is_signed(top: Path) -> None:
    for name in ("pre-commit", "commit-msg", "post-commit", "reference-transaction", "post-index-change"):
        hook = top / ".git" / "hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text("#!/bin/sh\ntouch ran\nexit 1\n", encoding="utf-8")
        hook.chmod(0o755)
    run(top, "config", "commit.gpgSign", "true")
    run(top, "config", "gpg.program", "false")
    assert repository(top).commit(["state/a.md"], "one")
    assert not list(top.rglob("ran"))


def test_the_committer_is_the_person_that_git_knows(top: Path) -> None:
    run(top, "config", "user.name", "A Person")
    run(top, "config", "user.email", "person@localhost")
    repository(top).commit(["state/a.md"], "one")
    assert run(top, "log", "-1", "--format=%an|%cn|%ce").strip() == "Pandora|A Person|person@localhost"


def test_variables_of_a_hook_around_us_do_not_lead_elsewhere(
    top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_INDEX_FILE", "/nowhere/index")
    assert repository(top).top == Path(os.path.realpath(top))


def test_ignored_files_are_told(top: Path) -> None:
    write(top, "state/*\n", ".gitignore")
    assert repository(top).ignored(["state/a.md", "notes.txt"]) == ["state/a.md"]
    assert repository(top).ignored(["notes.txt"]) == []


def test_no_repository_and_no_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(GitError, match="not a git repository"):
        repository_of(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitError, match="git is not installed"):
        repository_of(tmp_path)


def test_objects_refs_and_logs_are_synced(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    real = git._fsync

    def fsync(path: Path) -> None:
        synced.append(str(path))
        real(path)

    monkeypatch.setattr(git, "_fsync", fsync)
    made = repository(top).commit(["state/a.md"], "one")
    inside = f"{os.path.realpath(top)}/.git"
    wanted = (
        "refs/heads",
        "logs/refs/heads",
        "logs/refs/heads/main",
        "logs/HEAD",
        "logs",
        f"objects/{made[:2]}",
    )
    assert {f"{inside}/{each}" for each in wanted} | {inside} <= set(synced)
