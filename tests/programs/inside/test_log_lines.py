from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.programs.inside.log_lines import log, log_rows

CLASSIC = "2025-09-14 01:00:36 INFO  kept a.tar\n2025-09-14 01:01:40 ERROR no room for b.tar\n" * 2
FORMS = {
    "2025-09-14 01:00:36 INFO  said so": {"time": "2025-09-14 01:00:36", "level": "INFO", "message": "said so"},
    "2025-09-14T01:00:36.120Z [warn] said so": {"level": "warn", "message": "said so"},
    "[2025-09-14 01:00:36,120] [app.web] ERROR: said so": {"name": "app.web", "level": "ERROR"},
    "01:00:36 - app - INFO - said so": {"time": "01:00:36", "name": "app", "message": "said so"},
    "2025/09/14 01:00:36 error: said so": {"level": "error", "message": "said so"},
    "[ERROR] 2025-09-14 01:00:36: said so": {"level": "ERROR", "time": "2025-09-14 01:00:36"},
    "14.09.2025 01:00:36 ERROR said so": {
        "time": "2025-09-14 01:00:36",
        "level": "ERROR",
        "message": "said so",
    },
    "14.09.25 01:00:36 am said so": {"time": "2025-09-14 01:00:36", "message": "am said so"},
    "9/14/25, 10:00 PM - Ada: said so": {"time": "2025-09-14 22:00", "message": "Ada: said so"},
    'ts=2025-09-14T01:00:36Z level=warn msg="said \\"so\\"" n=3': {
        "ts": "2025-09-14T01:00:36Z",
        "level": "warn",
        "msg": 'said "so"',
        "n": 3,
    },
    "2025-09-14 01:00:36 The informal WARNING": {"message": "The informal WARNING"},
    "2025-11-22T07:29:43.1+01:00 host program[12]: said so": {"host": "host", "message": "said so"},
    "Nov 22 07:29:43 host program[12]: said so": {"host": "host", "program": "program", "message": "said so"},
    '127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.0" 404 23': {
        "time": "2000-10-10 13:55:36",
        "path": "/a",
        "status": 404,
        "size": 23,
    },
}


@pytest.mark.parametrize(("line", "held"), FORMS.items(), ids=[str(number) for number in range(len(FORMS))])
def test_the_usual_forms_are_taken_apart(line: str, held: dict[str, object]) -> None:
    rows = log_rows(f"{line}\n" * 4)
    assert [row["line"] for row in rows] == [1, 2, 3, 4]
    assert {**rows[0], **held} == rows[0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "one\ntwo\nthree\nfour\n",
        "2025-09-14 Informed the board\n" * 5,
        "2025-09-14 01:00:36 INFO two lines\n" * 2,
        "NAME=Ada\nHOME=/home/ada\nSHELL=sh\n",
        CLASSIC + "and then a letter of many lines\n" * 3,
    ],
)
def test_other_text_is_no_log(text: str) -> None:
    assert log_rows(text) == []


def test_a_line_of_another_form_goes_on_with_the_message_before_it() -> None:
    rows = log_rows(CLASSIC * 5 + "Traceback: no room\n  in b.py\n")
    assert rows[-1]["message"] == "no room for b.tar\nTraceback: no room\n  in b.py"
    assert len(rows) == 20


def test_a_traceback_goes_on_with_its_message_also_in_a_short_log() -> None:
    traceback = "Traceback (most recent call last):\n  in b.py\nValueError: no room\n"
    rows = log_rows(CLASSIC + traceback + CLASSIC)
    assert [row["line"] for row in rows] == [1, 2, 3, 4, 8, 9, 10, 11]
    assert rows[3]["message"] == f"no room for b.tar\n{traceback.strip()}"


def test_a_heading_above_a_log_is_no_line_of_it() -> None:
    rows = log_rows("# hill station, wind in km/h\n\n" + "2025-10-20 00:05 wind=11.1 gust=15.4\n" * 3)
    assert [row["line"] for row in rows] == [3, 4, 5]
    assert rows[0]["gust"] == 15.4


def test_a_file_that_is_no_log_says_what_to_use(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("hello\n", encoding="utf-8")
    (tmp_path / "b.log").write_text(CLASSIC, encoding="utf-8")
    with pytest.raises(ValueError, match=r"use lines\(path\)"):
        log(str(tmp_path / "a.log"))
    assert log(str(tmp_path / "b.log"))[1]["level"] == "ERROR"


@given(st.lists(st.sampled_from([*FORMS, "", "  in b.py", "x" * 40]) | st.text(max_size=60), max_size=30))
def test_no_text_makes_it_fail_and_no_line_is_told_twice(lines: list[str]) -> None:
    rows = log_rows("\n".join(lines))
    numbers = [row["line"] for row in rows]
    assert numbers == sorted(set(numbers))


def test_pairs_of_a_message_are_values_of_its_row() -> None:
    text = "2025-07-01 00:00 attic temp=21.8 hum=53\n2025-07-01 00:09 attic ERROR no answer\n"
    text += "2025-07-01 00:18 cellar temp=12.5 hum=67\n2025-07-01 00:27 cellar temp=11 GET /a?x=1 see y=2\n"
    rows = log_rows(text)
    assert [row["temp"] for row in rows] == [21.8, None, 12.5, 11.0]
    assert {"hum", "x", "y"}.isdisjoint(rows[0])  # a pair of few messages is none of the log
    assert rows[0]["message"] == "attic temp=21.8 hum=53"


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
def test_a_log_is_read_in_the_encoding_that_it_has(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes("".join(f"2025-09-14 01:00:3{n} ERROR Gerät fehlt\n" for n in range(3)).encode(encoding))
    assert {row["message"] for row in log(str(path))} == {"Gerät fehlt"}


def test_a_request_that_is_none_is_a_row_without_a_path() -> None:
    line = '10.0.0.1 - - [10/Oct/2025:13:55:36 +0200] "GET /a HTTP/1.1" 200 100\n'
    odd = '1.2.3.4 - - [10/Oct/2025:13:56:00 +0200] "\\x16\\"\\x03" 400 226\n'
    odd += '::1 - - [10/Oct/2025:13:56:00 +0200] "-" 408 -\n'
    rows = log_rows(line * 8 + odd)
    assert [(row["path"], row["status"], row["size"]) for row in rows[7:]] == [
        ("/a", 200, 100),
        (None, 400, 226),
        (None, 408, None),
    ]


def test_the_seconds_before_a_comma_belong_to_the_time() -> None:
    rows = log_rows("".join(f"2025-09-14 01:00:3{n}, Info   CBS   Starting\n" for n in range(3)))
    assert rows[2]["time"] == "2025-09-14 01:00:32"
    assert rows[2]["message"].startswith("Info")


def test_the_messages_of_a_chat_have_their_authors() -> None:
    said = ["Ellen: has anybody seen my ladder?", "Tobias: not mine: it is red"] * 4
    said[2:2] = ["Maja created the group"]
    rows = log_rows("\n".join(f"03/01/25, 07:1{number} - {text}" for number, text in enumerate(said)))
    assert rows[0]["author"] == "Ellen"
    assert rows[1] | {"time": ""} == {
        "line": 2,
        "time": "",
        "author": "Tobias",
        "message": "not mine: it is red",
    }
    assert rows[2]["author"] is None
    assert rows[2]["message"] == "Maja created the group"


def test_messages_of_which_few_begin_alike_have_no_authors() -> None:
    lines = ["2025-01-01 10:00 Backup: done", "2025-01-01 10:01 Disk: full", "2025-01-01 10:02 Mail: sent"]
    assert "author" not in log_rows("\n".join(lines))[0]


CHAT = """12.03.25, 18:04 - Anna: Hello all
12.03.25, 18:05 - Ben: When do we meet?
At eight?
And where?
12.03.25, 18:06 - Anna: At the gate
and bring

a torch
\u200e12.03.25, 18:07 - Ben: fine
12.03.25, 18:08 - Ben: see you
12.03.25, 18:09 - Anna: bye
"""


def test_messages_of_a_chat_may_have_many_lines() -> None:
    rows = log_rows(CHAT)
    assert [row["author"] for row in rows] == ["Anna", "Ben", "Anna", "Ben", "Ben", "Anna"]
    assert rows[1]["message"] == "When do we meet?\nAt eight?\nAnd where?"


def test_a_telephone_writes_a_narrow_blank_before_the_half_of_a_day() -> None:
    rows = log_rows("3/12/25, 6:04\u202fPM - Anna: Hi\n3/13/25, 9:04\u202fAM - Ben: Hi\n" * 3)
    assert [row["time"] for row in rows[:2]] == ["2025-03-12 18:04", "2025-03-13 09:04"]


def test_the_zone_of_a_web_servers_times_is_told_where_it_has_several() -> None:
    line = '127.0.0.1 - - [{}] "GET /a HTTP/1.0" 404 23\n'
    rows = log_rows("".join(map(line.format, ("26/Oct/2025:02:59:59 +0200", "26/Oct/2025:02:00:00 +0100") * 2)))
    assert [row["time"] for row in rows[:2]] == ["2025-10-26 02:59:59+0200", "2025-10-26 02:00:00+0100"]
