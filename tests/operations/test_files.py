"""The operations `read`, `write` and `answer`, and the list of all."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from pandora.errors import DiskError, RefusedError
from pandora.operations import read as module
from pandora.operations.answer import answer
from pandora.operations.read import read
from pandora.operations.registry import OPERATIONS
from pandora.operations.write import write
from pandora.workspace import file_head as contents
from pandora.workspace.change import Change
from pandora.workspace.room import Room


@pytest.fixture
def room(tmp_path: Path) -> Room:
    (tmp_path / "work/data").mkdir(parents=True)
    (tmp_path / "work/data/ten.txt").write_text("".join(f"line {number}\n" for number in range(1, 11)))
    return Room(tmp_path / "work")


def test_a_file_is_read(room: Room) -> None:
    done = read({"path": " data/ten.txt "}, room)
    assert (done.ok, done.note, done.changes) == (True, "", ())
    assert done.text.splitlines()[9] == "line 10"


@pytest.mark.parametrize(
    ("wanted", "expected", "note"),
    [
        ("2-3", "line 2\nline 3", "lines 2-3 of 10"),
        ("2 to 3", "line 2\nline 3", "lines 2-3 of 10"),
        ("10", "line 10", "lines 10-10 of 10"),
        ("9-", "line 9\nline 10", "lines 9-10 of 10"),
        ("0-1", "line 1", "lines 1-1 of 10"),
        ("9-99", "line 9\nline 10", "lines 9-10 of 10"),
    ],
)
def test_lines_are_read(room: Room, wanted: str, expected: str, note: str) -> None:
    done = read({"path": "data/ten.txt", "lines": wanted}, room)
    assert (done.ok, done.text, done.note) == (True, expected, note)


@pytest.mark.parametrize("wanted", ["eleven", "5-2", "11-12", "-", "1" * 5000])
def test_lines_that_make_no_sense_are_told(room: Room, wanted: str) -> None:
    done = read({"path": "data/ten.txt", "lines": wanted}, room)
    assert not done.ok
    assert len(done.text) < 200


def test_a_folder_is_listed(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    (room.workspace / "a.txt").write_bytes(b"x" * 3000)
    assert read({"path": ""}, room).text == "a.txt (3 KiB)\ndata/"
    monkeypatch.setattr(module, "_NAMES", 1)
    done = read({"path": "."}, room)
    assert (done.text, done.note) == ("a.txt (3 KiB)", "1 more names left out")
    (room.workspace / "empty").mkdir()
    assert read({"path": "empty"}, room).text == "an empty folder"


def test_a_missing_file_is_told_with_what_is_near(room: Room) -> None:
    assert read({"path": "ten.txt"}, room).text == "there is no ten.txt; there is data/ten.txt"
    assert read({"path": "data/tne.txt"}, room).text == "there is no data/tne.txt; there is data/ten.txt"
    assert read({"path": "zzz"}, room).text == "there is no zzz"
    assert not read({"path": "zzz"}, room).ok


def test_bytes_that_are_no_text_are_told(room: Room) -> None:
    (room.workspace / "b").write_bytes(b"PNG\0" + b"x" * 2000)
    done = read({"path": "b"}, room)
    assert (done.ok, done.text) == (False, "b is not text: a binary file of 2 KiB")
    (room.workspace / "latin").write_bytes(b"caf\xe9")
    done = read({"path": "latin"}, room)
    assert (done.text, done.note) == ("café", "read as cp1252")
    (room.workspace / "broken").write_bytes("née à l'été".encode() + b"\xff")
    assert read({"path": "broken"}, room).text == "née à l'été�"
    (room.workspace / "utf16").write_bytes("hé".encode("utf-16"))
    assert read({"path": "utf16"}, room).text == "hé"


def test_a_large_file_is_cut_at_a_line_and_that_is_said(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LIMIT", 32)
    done = read({"path": "data/ten.txt"}, room)
    middle = "[… the middle is left out: name the lines to see it, as in path:100-200 …]"
    assert done.text == f"line 1\nline 2\nline 3\n{middle}\nline 10\n"
    assert done.note == "only the first and the last 32 bytes of 71 bytes"
    monkeypatch.setattr(module, "_LIMIT", 20)
    done = read({"path": "data/ten.txt", "lines": "5-9"}, room)
    assert (len(done.text), done.note) == (20, "only the first 20 bytes of these lines")


def test_a_path_names_its_lines(room: Room) -> None:
    done = read({"path": "data/ten.txt:2-3"}, room)
    assert (done.text, done.note) == ("line 2\nline 3", "lines 2-3 of 10")
    assert read({"path": "data/ten.txt:9-"}, room).text == "line 9\nline 10"
    assert read({"path": "data/ten.txt:10"}, room).text == "line 10"
    (room.workspace / "odd:2").write_text("a colon in its name\n")
    assert read({"path": "odd:2"}, room).text == "a colon in its name\n"
    assert read({"path": "nowhere.txt:2-3"}, room).text == "there is no nowhere.txt"
    with pytest.raises(RefusedError):
        read({"path": "../x:1-2"}, room)


def test_a_gigabyte_is_not_read(room: Room) -> None:
    with open(room.workspace / "sparse", "wb") as file:
        file.write(b"text\n" * 100_000)
        file.truncate(1 << 30)
    done = read({"path": "sparse"}, room)
    assert len(done.text) < 300_000
    assert done.note == "only the first and the last 256 KiB of 1024.0 MiB"


def test_read_is_refused_outside(room: Room) -> None:
    for path in ("../x", "/etc/passwd", "~/.ssh/id_rsa"):
        with pytest.raises(RefusedError):
            read({"path": path}, room)


def test_a_link_put_in_the_way_is_not_read(room: Room, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hunter2")
    (room.workspace / "late").symlink_to(tmp_path / "secret")
    with pytest.raises(DiskError, match="late: not read"):
        contents.head(room.workspace / "late", 100)


def test_write_is_a_change_and_touches_nothing(room: Room) -> None:
    done = write({"path": "new/a.md", "content": "é\n"}, room)
    assert done.changes == (Change("new/a.md", "", "é\n".encode()),)
    assert (done.ok, done.text) == (True, "new/a.md: 1 line, 3 bytes")
    assert not (room.workspace / "new").exists()
    old = (room.workspace / "data/ten.txt").read_bytes()
    done = write({"path": "./data/ten.txt", "content": ""}, room)
    assert done.changes == (Change("data/ten.txt", hashlib.sha256(old).hexdigest(), b""),)


def test_write_of_the_same_is_no_change(room: Room) -> None:
    old = (room.workspace / "data/ten.txt").read_text()
    done = write({"path": "data/ten.txt", "content": old}, room)
    assert (done.ok, done.changes, done.text) == (True, (), "data/ten.txt already holds this")


def test_write_is_refused_where_it_must_be(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    os.link(room.workspace / "data/ten.txt", room.workspace / "hard")
    for path in ("../x", "state/s.md", "system/p.md", ".git/hooks/x", "pandora.toml", "data", "hard", ""):
        with pytest.raises(RefusedError):
            write({"path": path, "content": "x"}, room)
    monkeypatch.setattr("pandora.operations.write._LARGEST", 10)
    (room.workspace / "large").write_text("x" * 11)
    with pytest.raises(RefusedError, match="too large to be replaced"):
        write({"path": "large", "content": "x"}, room)


def test_write_follows_a_link_that_stays_inside(room: Room) -> None:
    (room.workspace / "near").symlink_to("data/ten.txt")
    assert write({"path": "near", "content": "x"}, room).changes[0].path == "data/ten.txt"


DIFF = "--- a/data/ten.txt\n+++ b/data/ten.txt\n@@ -1,3 +1,3 @@\n line 1\n-line 2\n+line two\n line 3\n"


def test_write_puts_a_patch_in(room: Room) -> None:
    done = write({"path": "data/ten.txt", "patch": DIFF}, room)
    assert done.ok
    assert done.changes[0].content == (room.workspace / "data/ten.txt").read_bytes().replace(
        b"line 2\n", b"line two\n"
    )
    assert (room.workspace / "data/ten.txt").read_text().startswith("line 1\nline 2\n")
    (room.workspace / "marked").write_bytes(b"\xef\xbb\xbfa\r\nb\xff\r\n")
    edit = "<<<<<<< SEARCH\na\n=======\nA\nAA\n>>>>>>> REPLACE"
    assert (
        write({"path": "marked", "patch": edit}, room).changes[0].content == b"\xef\xbb\xbfA\r\nAA\r\nb\xff\r\n"
    )


def test_a_patch_that_does_not_fit_changes_nothing(room: Room) -> None:
    done = write({"path": "data/ten.txt", "patch": DIFF.replace("line 2", "line 22")}, room)
    assert (done.ok, done.changes) == (False, ())
    assert done.text.startswith("data/ten.txt: edit 1 does not fit")
    assert write({"path": "gone.txt", "patch": DIFF}, room).text == "there is no gone.txt to be patched"
    (room.workspace / "b").write_bytes(b"\0\1")
    assert not write({"path": "b", "patch": DIFF}, room).ok


def test_answer_gives_its_text_back(room: Room) -> None:
    assert answer({"text": " 42 \n"}, room).text == "42"
    assert not answer({"text": " "}, room).ok


def test_every_handler_takes_missing_arguments(room: Room) -> None:
    assert set(OPERATIONS) >= {"answer", "bash", "python", "read", "test", "write"}
    for name, operation in OPERATIONS.items():
        if name != "test":
            try:
                operation.handler({}, room)
            except RefusedError:
                assert name in ("write", "repair", "fetch", "websearch", "script")
