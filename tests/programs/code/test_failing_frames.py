from __future__ import annotations

import pytest

from pandora.programs.code.failing_frames import failing_file

FRAME = '  File "{}", line 7, in load\n    load()\n'
HEAD = "Traceback (most recent call last):\n"


@pytest.mark.parametrize(
    ("frames", "file"),
    [
        (("remind.py", "birthdays.py"), "birthdays.py"),
        (("remind.py", "/usr/lib/python3/csv.py"), "remind.py"),
        (("/tmp/copy/remind.py", "/tmp/copy/team/dates.py"), "team/dates.py"),
        (("test_remind.py", "remind.py", "test_remind.py"), "remind.py"),
        (("test_remind.py",), ""),
    ],
)
def test_the_innermost_frame_in_the_tasks_code_is_where_it_broke(frames: tuple[str, ...], file: str) -> None:
    files = ("remind.py", "people.csv", "birthdays.py", "team/dates.py", "test_remind.py")
    report = HEAD + "".join(map(FRAME.format, frames)) + "ValueError: no date\n"
    assert failing_file(report, files) == file
    assert failing_file(f"{HEAD}{FRAME.format('birthdays.py')}ValueError\n\n{report}", files) == file
    assert failing_file(report.removeprefix(HEAD), files) == ""
    assert failing_file(" ".join(report.split()), files) == file, "a step gives its result on one line"
