from __future__ import annotations

import os
from pathlib import Path

import pytest

from pandora.errors import RefusedError, UsageError
from pandora.sessions.text_inputs import read


def nothing(path: str) -> bool:
    return False


def test_a_folder_is_read_by_names_and_what_is_left_out_is_said(tmp_path: Path) -> None:
    """Texts have their names in the workspace; hidden, binary and protected files are none."""
    folder = tmp_path / "mails"
    (folder / "old").mkdir(parents=True)
    (folder / "b.txt").write_bytes(b"\xef\xbb\xbfb")
    (folder / "a.txt").write_bytes("ä".encode("utf-16"))
    (folder / "old" / "c.md").write_bytes(b"c\xff")
    (folder / "photo.jpg").write_bytes(b"\xff\0\0")
    (folder / ".secret").write_text("s")
    (folder / "hidden.txt").write_text("s")
    os.symlink("/etc/passwd", folder / "link.txt")
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "x.md").write_text("x")
    given = read(["."], tmp_path, lambda path: path.endswith("hidden.txt"))
    assert dict(given.texts) == {
        "mails/a.txt": "ä".encode(), "mails/b.txt": b"b", "mails/old/c.md": b"c\xff",
    }  # fmt: skip
    assert dict(given.left_out) == {
        "mails/hidden.txt": "policy lets nobody read it", "mails/photo.jpg": "it is no text",
    }  # fmt: skip


def test_what_is_too_much_is_left_out_and_said(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.txt").write_text("1234")
    given = read(["."], tmp_path, nothing, most=9)
    assert list(given.texts) == ["a.txt", "b.txt"]
    assert "longer" in given.left_out["c.txt"]


def test_a_file_that_is_named_must_be_a_text_of_the_workspace(tmp_path: Path) -> None:
    (tmp_path / "mail.txt").write_text("m")
    (tmp_path / "photo.jpg").write_bytes(b"\0")
    with pytest.raises(UsageError, match=r"mial.txt:1: .*did you mean mail.txt"):
        read(["mial.txt"], tmp_path, nothing)
    with pytest.raises(UsageError, match=r"photo.jpg:1: it is no text"):
        read(["photo.jpg"], tmp_path, nothing)
    with pytest.raises(UsageError, match=r"mail.txt:1: policy"):
        read(["mail.txt"], tmp_path, lambda path: True)
    with pytest.raises(RefusedError, match=r"outside .*; give"):
        read(["../other.txt"], tmp_path, nothing)
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="no text"):
        read(["empty"], tmp_path, nothing)
