from __future__ import annotations

import io
import json

import pytest

from pandora.commands.printing import columns, cut, diff_colours, print_json, table_lines
from pandora.document.terminal_text import clean, one_line
from tests.commands.conftest import Terminal


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


def test_a_narrow_terminal_leaves_columns_out_and_keeps_the_last_one() -> None:
    rows = [("ID", "CREATED", "CALLS", "TASK"), ("system-abc234", "2026-11-21T10:00:00Z", "5", "find " * 9)]
    lines = table_lines(rows, right=(2,), width=50, optional=(2, 1))
    assert lines[0].split() == ["ID", "TASK"]
    assert all(columns(line) <= 50 for line in lines)
    assert lines[1].startswith("system-abc234  find find")
    wide = table_lines(rows, right=(2,), width=100, optional=(2, 1))
    assert wide[0].split() == ["ID", "CREATED", "CALLS", "TASK"]


def test_a_wrapped_cell_goes_on_below_itself() -> None:
    rows = [
        ("disk", "here", "78.2 GB free for the folder that holds the workspace"),
        ("model", "m" * 40, "is here"),
    ]
    lines = table_lines(rows, width=50, wrapped=True)
    assert all(columns(line) <= 50 for line in lines)
    assert " ".join(" ".join(lines).split()) == " ".join((*rows[0], *rows[1]))
    assert table_lines(rows, wrapped=True)[0].endswith("workspace")


def test_all_rows_of_a_wrapped_table_have_one_layout() -> None:
    about = "Q4_K_M, Apache-2.0; for tests only: it writes nonsense"
    rows = [("a-name-of-a-model", "pulled", about), ("short", "not pulled", about), ("tiny", "", "small")]

    def places(width: int, word: str) -> list[int]:
        lines = table_lines(rows, width=width, wrapped=True)
        assert all(columns(line) <= width for line in lines)
        return [line.index(word) for line in lines if word in line]

    assert places(50, "Q4_K_M") + places(50, "small") == [31, 31, 31]
    assert places(50, "pulled") == [19, 23]
    assert places(40, "Q4_K_M") + places(40, "small") == [4, 4, 4]


def test_wide_letters_take_two_columns() -> None:
    assert columns("安い plum") == 9
    assert cut("安い plum", 5) == "安い…"


def test_a_difference_has_colours_on_a_terminal_unless_it_wants_none(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "--- a\n same\n+new"
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert diff_colours(text, io.StringIO()) == text
    assert diff_colours(text, Terminal()) == "\x1b[31m--- a\x1b[0m\n same\n\x1b[32m+new\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert diff_colours(text, Terminal()) == text
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert diff_colours(text, Terminal()) == text
