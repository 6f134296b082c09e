from __future__ import annotations

import hashlib
import os
import socket
import threading
from pathlib import Path

import pytest

from pandora.regular_file import (
    NotRegularError,
    digest_regular,
    open_own,
    open_regular,
    read_regular,
    read_text,
    read_whole,
)


def test_a_file_is_read_up_to_the_cap(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    assert read_regular(tmp_path / "a", 5) == (b"12345", True)
    assert read_regular(tmp_path / "a", 4) == (b"1234", False)
    assert read_regular("a", 5, inside=tmp_path) == (b"12345", True)


@pytest.mark.parametrize("kind", ["folder", "pipe", "socket", "device"])
@pytest.mark.parametrize("bounded", [False, True])
def test_what_is_no_file_is_refused_at_once(tmp_path: Path, kind: str, bounded: bool) -> None:
    place = tmp_path / "place"
    if kind == "folder":
        place.mkdir()
    elif kind == "pipe":
        os.mkfifo(place)
    elif kind == "socket":
        socket.socket(socket.AF_UNIX).bind(str(place))
    elif bounded:
        pytest.skip("a device lies outside")
    else:
        place = Path("/dev/zero")
    with pytest.raises(OSError, match=r".") as raised:
        open_regular(place, tmp_path if bounded else None)
    if kind != "socket":  # the system itself refuses to open one
        assert isinstance(raised.value, NotRegularError)


def test_a_link_is_followed_inside_and_nowhere_else(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "notes").mkdir(parents=True)
    (root / "notes" / "a").write_bytes(b"a")
    (tmp_path / "key").write_bytes(b"secret")
    (root / "near").symlink_to("notes/a")
    (root / "far").symlink_to("../key")
    (root / "folder").symlink_to("..")
    (root / "zero").symlink_to("/dev/zero")
    assert read_regular("near", 9, inside=root) == (b"a", True)
    assert read_regular(root / "notes" / "a", 9, inside=root) == (b"a", True)
    for name in ("far", "folder/key", "zero", "../key", "/etc/passwd", "."):
        with pytest.raises(NotRegularError):
            open_regular(name, root)


def test_a_link_that_is_put_there_meanwhile_leads_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "root"
    (root / "notes").mkdir(parents=True)
    (root / "notes" / "a").write_bytes(b"a")
    (tmp_path / "a").write_bytes(b"secret")
    resolve = os.path.realpath

    def then_swapped(path: str) -> str:
        real = resolve(path)
        if real.endswith("/a") and not (root / "notes").is_symlink():
            (root / "notes").rename(root / "before")
            (root / "notes").symlink_to(tmp_path)
        return real

    monkeypatch.setattr(os.path, "realpath", then_swapped)
    with pytest.raises(OSError, match=r"."):
        open_regular("notes/a", root)


def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    for _ in range(50):
        with pytest.raises(NotRegularError):
            open_regular("pipe", tmp_path)
    if before:
        assert len(os.listdir("/proc/self/fd")) <= before + threading.active_count()


def test_a_link_is_refused_where_none_may_be(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "notes").mkdir(parents=True)
    (root / "notes" / "a").write_bytes(b"a")
    (root / "near").symlink_to("notes/a")
    (root / "folder").symlink_to("notes")
    assert read_whole("notes/a", 9, inside=root, links=False) == b"a"
    assert read_whole(root / "notes" / "a", 9, inside=root, links=False) == b"a"
    for name in ("near", "folder/a"):
        with pytest.raises(OSError, match=r"."):
            open_regular(name, root, links=False)
    with pytest.raises(OSError, match=r"."):
        open_regular(root / "near", links=False)


def test_a_file_longer_than_the_cap_is_said(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    assert read_whole(tmp_path / "a", 5) == b"12345"
    with pytest.raises(NotRegularError, match="longer than 4 bytes"):
        read_whole(tmp_path / "a", 4)
    with pytest.raises(NotRegularError, match="longer than 4 bytes"):
        read_text(tmp_path / "a", 4)


def test_a_sparse_file_is_read_up_to_the_cap_and_its_digest_in_parts(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    os.truncate(tmp_path / "a", 1 << 40)
    assert read_regular(tmp_path / "a", 8) == (bytes(8), False)
    (tmp_path / "b").write_bytes(b"x")
    assert digest_regular(tmp_path / "b") == hashlib.sha256(b"x").hexdigest()


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_a_file_of_the_engines_own_is_no_link_and_no_pipe(tmp_path: Path, kind: str) -> None:
    (tmp_path / "theirs").write_bytes(b"theirs")
    place = tmp_path / "place"
    if kind == "link":
        place.symlink_to("theirs")
    elif kind == "pipe":
        os.mkfifo(place)
    else:
        place.mkdir()
    with pytest.raises(OSError, match=r"."):
        open_own(place, os.O_RDWR | os.O_CREAT)
    assert (tmp_path / "theirs").read_bytes() == b"theirs"


def test_a_file_of_the_engines_own_is_made_where_it_is_missing(tmp_path: Path) -> None:
    handle = open_own(tmp_path / "place", os.O_RDWR | os.O_CREAT)
    os.write(handle, b"ours")
    os.close(handle)
    assert (tmp_path / "place").read_bytes() == b"ours"
