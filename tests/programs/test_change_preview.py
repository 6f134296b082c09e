"""What a person sees of a change before they allow it: every byte that differs, and nothing hidden."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from pandora.programs.change_preview import FileVersions, file_diff, preview


def test_a_text_file_is_a_unified_diff() -> None:
    assert preview([FileVersions("a.csv", b"name,price\npear,3\n", b"name,price\npear,4\nfig,1\n")]) == (
        "--- a.csv\n+++ a.csv\n@@ -1,2 +1,3 @@\n name,price\n-pear,3\n+pear,4\n+fig,1"
    )


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("a.toml", b"[web]\nport = 80\n", b"[web]\nport = 8080\n"),
        ("a.yaml", b"web:\n  port: 80\n", b"web:\n  port: 8080\n"),
        ("a.json", b'{"web": {"port": 80}}', b'{"web": {"port": 8080}}'),
        ("a.ini", b"[web]\nport = 80\n", b"[web]\nport = 8080\n"),
    ],
)
def test_a_structured_file_is_told_key_by_key_and_line_by_line(path: str, before: bytes, after: bytes) -> None:
    lines = file_diff(FileVersions(path, before, after))
    assert lines[0] == f"{path}, key by key:"
    assert lines[1].replace('"', "") == "  web.port: 80 → 8080"
    assert lines[2:4] == [f"--- {path}", f"+++ {path}"]


def test_a_list_at_the_top_is_told_entry_by_entry() -> None:
    before = b'[{"name": "fig", "price": 1}, {"name": "pear", "price": 3}, {"name": "plum", "price": 5}]'
    dearer = before.replace(b"3", b"4")
    assert file_diff(FileVersions("a.json", before, dearer))[:2] == [
        "a.json, key by key:",
        "  1.price: 3 → 4",
    ]
    fewer = b'[{"name": "pear", "price": 4}, {"name": "plum", "price": 5}]'
    assert file_diff(FileVersions("a.json", before, fewer))[1:3] == ["  0.price: 3 → 4", "  0 removed"]
    gone = before.replace(b'{"name": "fig", "price": 1}, ', b"")
    assert file_diff(FileVersions("a.json", before, gone))[1:3] == ["  0 removed", "--- a.json"]
    more = before[:-1] + b', {"name": "kiwi"}]'
    assert file_diff(FileVersions("a.json", before, more))[1] == '  3 = {"name": "kiwi"} added'
    yaml = (b"- name: fig\n- name: pear\n", b"- name: fig\n- name: quince\n")
    assert file_diff(FileVersions("a.yaml", *yaml))[1] == '  1.name: "pear" → "quince"'
    assert file_diff(FileVersions("a.json", b"[1, 2]", b"[1, 2, 3]"))[0] == "--- a.json"


def test_files_that_come_go_and_move_are_told_apart() -> None:
    files = [
        FileVersions("new.txt", None, b"hi\n"),
        FileVersions("gone.txt", b"old\n", None),
        FileVersions("from.txt", b"same\n", None),
        FileVersions("to.txt", None, b"same\n"),
        FileVersions("x.bin", b"\0", b"\0\1"),
    ]
    assert preview(files) == (
        "--- /dev/null\n+++ new.txt\n@@ -0,0 +1 @@\n+hi\n--- gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n"
        "moved from.txt → to.txt, every byte as it was\nx.bin: not text, 1 bytes → 2 bytes"
    )


def test_what_nobody_would_see_is_written_out() -> None:
    (line,) = file_diff(FileVersions("a", None, "x = 1\u202e\x1b[2K\u200b\u3164\U000e0100\r\ny\n".encode()), 0)[
        3:4
    ]
    assert line == "+x = 1\\u202e\\x1b[2K\\u200b\\u3164\\U000e0100\\r"


def test_a_missing_newline_and_other_line_ends_are_shown() -> None:
    assert file_diff(FileVersions("a", b"x\n", b"x"))[3:] == ["-x", "+x", "\\ No newline at end of file"]
    assert file_diff(FileVersions("a", b"x\r\n", b"x\n"))[3:] == ["-x\\r", "+x"]
    assert file_diff(FileVersions("a", b"x\r\ny\r\n", b"x\r\nz\r\n"), 0)[3:] == ["-y", "+z"]


def test_a_long_file_costs_no_more_than_its_lines() -> None:
    old = [f"row {number},1\n" for number in range(30_000)]
    every_second = [line.replace(",1", ",2") if number % 2 else line for number, line in enumerate(old)]
    for new in (every_second, [*every_second, "last\n"]):
        text = preview([FileVersions("a.csv", "".join(old).encode(), "".join(new).encode())], 0)
        assert text.count("\n-row") >= 15_000


@pytest.mark.skipif(shutil.which("patch") is None, reason="patch is not installed")
def test_patch_takes_every_difference(tmp_path: Path) -> None:
    letters = random.Random(7)
    for around in (0, 1, 3):
        for _ in range(8):
            old = [f"{letters.choice('abc')}\n" for _ in range(letters.randrange(25))]
            new = [line for line in old if letters.random() > 0.1] + ["z\n"] * letters.randrange(2)
            new.insert(letters.randrange(len(new) + 1), "y\n")
            (tmp_path / "file").write_text("".join(old), encoding="utf-8")
            lines = file_diff(FileVersions("file", "".join(old).encode(), "".join(new).encode()), around)
            subprocess.run(
                ["patch", "-s", "file"], input="\n".join(lines) + "\n", cwd=tmp_path, text=True, check=True
            )
            assert (tmp_path / "file").read_text(encoding="utf-8") == "".join(new)
