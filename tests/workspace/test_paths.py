from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from pandora.errors import RefusedError
from pandora.workspace import paths
from pandora.workspace.paths import resolve

PROTECTED = ("state", "system", ".git", "pandora.toml")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    root = tmp_path / "work"
    (root / "data").mkdir(parents=True)
    (root / "data/a.txt").write_text("a")
    (root / "state").mkdir()
    (tmp_path / "work-evil").mkdir()
    (tmp_path / "work-evil/x").write_text("x")
    (tmp_path / "secret").write_text("hunter2")
    return root


@pytest.mark.parametrize("write", [False, True])
@pytest.mark.parametrize(
    "text", ["data/a.txt", "./data//a.txt", "data/../data/a.txt", "data/new", "new/deep/er", "a~"]
)
def test_places_inside_are_found(workspace: Path, text: str, write: bool) -> None:
    assert resolve(text, workspace, PROTECTED, write) == Path(os.path.normpath(workspace / text))


def test_absolute_is_allowed_only_inside(workspace: Path) -> None:
    inside = str(workspace / "data/a.txt")
    assert resolve(inside, workspace, PROTECTED, True) == workspace / "data/a.txt"


@pytest.mark.parametrize("write", [False, True])
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("../secret", ": outside the workspace"),
        ("data/../../secret", ": outside the workspace"),
        ("/etc/passwd", ": outside the workspace"),
        ("/", ": outside the workspace"),
        ("{root}-evil/x", ": outside the workspace"),
        ("../work-evil/x", ": outside the workspace"),
        ("/proc/self/root{root}/data/a.txt", ": outside the workspace"),
        ("~/secret", "~ is not expanded"),
        ("~root", "~ is not expanded"),
        ("data/a\0.txt", "NUL"),
        ("data/a\n.txt", "control character"),
        ("data/a\x1b]52;.txt", "control character"),
        ("n" * 300, "too long"),
        ("é" * 128, "too long"),
        ("d/" * 3000, "too long"),
        ("d/" * 101 + "a", "more than 100 folders deep"),
        ("data/\ud800", "not text"),
        ("file", ": a link leads outside"),
        ("folder/secret", ": a link leads outside"),
        ("folder/../secret", ": a link leads outside"),
        ("proc/etc/passwd", ": a link leads outside"),
        ("dangling", ": a link leads outside"),
        ("loop", "neither a file nor a folder"),
        ("fifo", "neither a file nor a folder"),
        ("socket", "neither a file nor a folder"),
    ],
)
def test_everything_else_is_refused_by_name(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, text: str, reason: str, write: bool
) -> None:
    (workspace / "file").symlink_to("../secret")
    (workspace / "folder").symlink_to("..")
    (workspace / "proc").symlink_to("/proc/self/root")
    (workspace / "dangling").symlink_to("../nothing")
    (workspace / "loop").symlink_to("loop")
    os.mkfifo(workspace / "fifo")
    monkeypatch.chdir(workspace)
    with socket.socket(socket.AF_UNIX) as local:
        local.bind("socket")
        with pytest.raises(RefusedError, match=reason) as raised:
            resolve(text.replace("{root}", str(workspace)), workspace, PROTECTED, write)
    assert "\x1b" not in str(raised.value)
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("state/s.md", "protected"),
        ("system/new/p.md", "protected"),
        ("pandora.toml", "protected"),
        (".git/hooks/pre-commit", "protected"),
        ("data/.git/hooks/pre-commit", "protected"),
        ("data/../state/s.md", "protected"),
        ("to-state/s.md", "protected"),
        ("hard", "hard links"),
        ("data", "a folder"),
        ("", "a folder"),
        (".", "a folder"),
        ("new/", "ends like a folder"),
        ("data/a.txt/b", "is not a folder"),
    ],
)
def test_a_write_is_refused_where_a_read_is_not(workspace: Path, text: str, reason: str) -> None:
    (workspace / "to-state").symlink_to("state")
    os.link(workspace / "data/a.txt", workspace / "hard")
    with pytest.raises(RefusedError, match=reason):
        resolve(text, workspace, PROTECTED, True)
    if text != "data/a.txt/b":
        resolve(text, workspace, PROTECTED, False)


def test_a_name_that_begins_like_a_protected_one_is_free(workspace: Path) -> None:
    for text in ("states/x", "state.md", "data/state/x", "data/pandora.toml", ".gitignore"):
        assert resolve(text, workspace, PROTECTED, True) == workspace / text


def test_a_protected_link_protects_what_it_leads_to(workspace: Path) -> None:
    (workspace / "system").symlink_to("data")
    with pytest.raises(RefusedError, match="protected"):
        resolve("data/a.txt", workspace, PROTECTED, True)


def test_links_that_stay_inside_are_followed(workspace: Path) -> None:
    (workspace / "near").symlink_to("data/a.txt")
    (workspace / "there").symlink_to(workspace / "data")
    assert resolve("near", workspace, PROTECTED, True) == workspace / "data/a.txt"
    assert resolve("there/b", workspace, PROTECTED, True) == workspace / "data/b"


def test_the_workspace_may_itself_be_reached_by_a_link(workspace: Path, tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(workspace)
    for text in ("data/a.txt", str(tmp_path / "alias/data/a.txt"), str(workspace / "data/a.txt")):
        assert resolve(text, tmp_path / "alias", PROTECTED, True) == workspace / "data/a.txt"


def test_a_protected_name_is_protected_in_any_case_and_normal_form(workspace: Path) -> None:
    (workspace / "zustände").mkdir()
    with pytest.raises(RefusedError, match="protected"):
        resolve("Zusta\u0308nde/s.md", workspace, ("zustände",), True)
    for text in ("State/s.md", "SYSTEM/operations/evil.md", "Pandora.toml", ".GIT/config", "data/.Git/config"):
        with pytest.raises(RefusedError, match="protected"):
            resolve(text, workspace, PROTECTED, True)


def test_a_path_is_shown_short_and_harmless() -> None:
    assert paths.printable_path("a\x1b[2J\u202eb") == "a�[2J�b"
    assert len(paths.printable_path("x" * 500)) == 80
