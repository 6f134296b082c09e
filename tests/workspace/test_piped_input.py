from __future__ import annotations

from pathlib import Path

import pytest

from pandora.errors import RefusedError, UsageError
from pandora.workspace.piped_input import ending_for, keep_input


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("ERROR one\nWARN two\n", ".txt"),
        ("name,price\npear,3\nplum,2\n", ".csv"),
        ("name\tprice\npear\t3\n", ".tsv"),
        ("name;price\npear;3,50\n", ".csv"),
        ("Dear Ann, thank you.\nYours, Bob\n", ".txt"),
        ("1,2\n3,4\n", ".txt"),
        ('{"a": 1}', ".json"),
        ('[{"a": 1}]\n', ".json"),
        ('{"a": 1}\n{"a": 2}\n', ".jsonl"),
        ("{not json\n", ".txt"),
        ("<!DOCTYPE html><p>x", ".html"),
        ("%PDF-1.7 …", ".pdf"),
    ],
)
def test_the_ending_says_what_the_input_is(text: str, ending: str) -> None:
    assert ending_for(text.encode()) == ending


def test_the_same_input_is_kept_once(tmp_path: Path) -> None:
    path = keep_input(tmp_path, b"one\n")
    assert keep_input(tmp_path, b"one\n") == path
    assert keep_input(tmp_path, b"two\n") != path
    assert (tmp_path / path).read_bytes() == b"one\n"
    assert len(list((tmp_path / "input").iterdir())) == 2


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="the piped input is no text"):
        keep_input(tmp_path, b"\x7fELF\0\0")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_leads_elsewhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "work" / "input").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(RefusedError):
        keep_input(tmp_path / "work", b"one\n")
    assert list((tmp_path / "elsewhere").iterdir()) == []
