from __future__ import annotations

import json

import pytest

from pandora.commands.printing import print_json, table_lines
from pandora.document.terminal_text import clean, one_line


def test_json_is_one_line_that_reads_back_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    value = {"text": "é → \x1b[31m \x9b \u202e \u2028 \udc80 \n", "none": None}
    print_json(value)
    out = capsys.readouterr().out
    assert json.loads(out) == value
    assert "é →" in out
    assert not any(mark in out for mark in "\x1b\x9b\u202e\u2028\udc80")
    assert out.count("\n") == 1


def test_clean_takes_away_what_a_terminal_would_obey() -> None:
    assert clean("a\r\nb\x1b]0;title\x07\x1b[2Jc\u202ed\udc80\te") == "a\nbcd?\te"
    assert (
        clean("a\x1b]8;;http://x\x1b\\b\x1b]0;never closed\nthe answer: 649")
        == "ab0;never closed\nthe answer: 649"
    )
    assert clean("a\x1bP$q\x1b\\b\x1b^never closed\n649") == "abnever closed\n649"
    assert clean("a\x1b\x1b[31mb\x9b2Jc\u061cd\U000e0041\x1b") == "a[31mb2Jcd"


@pytest.mark.parametrize(
    ("text", "longest", "shown"),
    [
        ("", 9, ""),
        ("\n \n two  words \nmore", 99, "two words"),
        ("123456789", 5, "1234…"),
        ("12345", 5, "12345"),
    ],
)
def test_one_line(text: str, longest: int, shown: str) -> None:
    assert one_line(text, longest) == shown


def test_a_table_is_aligned_and_cut_to_the_width() -> None:
    rows = [("id", "n", "task"), ("a", "10", "long text")]
    assert table_lines(rows, right=(1,)) == ["id   n  task", "a   10  long text"]
    assert table_lines(rows, right=(1,), width=12)[1] == "a   10  lon…"
