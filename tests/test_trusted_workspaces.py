from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from pandora.errors import DiskError
from pandora.trusted_workspaces import is_trusted, revoke, trust


def record(folder: Path) -> Path:
    (path,) = (folder / "pandora" / "trusted").glob("*.json")
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def test_trust_is_for_one_place_and_one_digest(tmp_path: Path, folder: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    (tmp_path / "link").symlink_to(one)
    assert not is_trusted(one, "abc")
    trust(one, "abc", ["a line"])
    assert is_trusted(one, "abc")
    assert is_trusted(tmp_path / "link", "abc")
    assert not is_trusted(one, "abd")
    assert not is_trusted(other, "abc")
    trust(one, "abd", [])
    assert not is_trusted(one, "abc")
    assert revoke(one)
    assert not revoke(one)
    assert not is_trusted(one, "abd")


def test_the_record_is_the_users_alone(tmp_path: Path, folder: Path) -> None:
    trust(tmp_path, "abc", [])
    assert stat.S_IMODE(record(folder).stat().st_mode) == 0o600
    assert stat.S_IMODE(record(folder).parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 50_000, '{"digest": "abc"}', "\udc80"])
def test_a_broken_record_trusts_nothing(tmp_path: Path, folder: Path, text: str) -> None:
    trust(tmp_path, "abc", [])
    record(folder).write_bytes(text.encode("utf-8", "surrogateescape"))
    assert not is_trusted(tmp_path, "abc")


def test_a_pipe_in_place_of_the_record_hangs_nobody(tmp_path: Path, folder: Path) -> None:
    trust(tmp_path, "abc", [])
    path = record(folder)
    path.unlink()
    os.mkfifo(path)
    assert not is_trusted(tmp_path, "abc")


def test_a_record_that_cannot_be_written_is_said_in_one_line(tmp_path: Path, folder: Path) -> None:
    folder.write_text("a file where the folder should be", encoding="utf-8")
    with pytest.raises(DiskError, match="`pandora trust`"):
        trust(tmp_path, "abc", [])
    assert not is_trusted(tmp_path, "abc")
