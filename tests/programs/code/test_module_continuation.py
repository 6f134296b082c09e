from __future__ import annotations

import pytest

from pandora.programs.code.module_continuation import with_lines_before_fault

SHIFT = """from datetime import datetime, timedelta


def worked(start, end, pause=0):
    begun = datetime.strptime(start, "%H:%M")
    ended = datetime.strptime(end, "%H:%M")
    # The time between
    whole = ended - begun
    # No pause may be longer
    if pause > whole.total_seconds() / 60:
        raise ValueError("too long a pause")
    whole -= timedelta(minutes=pause)

    return whole.strftime("%H:%M")


def hours(text):
    return int(text.split(":")[0])


print(worked("08:00", "16:30"))
"""
TRIED = "shift.py was tried with the examples of the task:\n"
HOURS = 'from datetime import datetime, timedelta\ndef hours(text):\n    return int(text.split(":")[0])\n\n\n'
HEAD = """def worked(start, end, pause=0):
    begun = datetime.strptime(start, "%H:%M")
    ended = datetime.strptime(end, "%H:%M")
    # The time between
    whole = ended - begun
"""


@pytest.mark.parametrize(
    ("report", "rest"),
    [
        (
            "worked('8:00', '9:00') raises AttributeError: no strftime, in line 14; the request says '1:00'",
            """    # No pause may be longer
    if pause > whole.total_seconds() / 60:
        raise ValueError("too long a pause")
    whole -= timedelta(minutes=pause)
    # worked('8:00', '9:00') must give '1:00'; as it was, it raises AttributeError: no strftime
    return""",
        ),
        (
            "worked('9:00', '8:00') raises ValueError: too long, in line 11, where pause = 0, "
            "whole = -1 day, 23:00:00; the request says '23:00'",
            """    # worked('9:00', '8:00') must give '23:00'; here pause = 0, whole = -1 day, 23:00:00
    if""",
        ),
        (
            "worked('8:00', '9:00') gives '01:00'; the request says '1:00'",
            """    # No pause may be longer
    if pause > whole.total_seconds() / 60:
        raise ValueError("too long a pause")
    whole -= timedelta(minutes=pause)
    # worked('8:00', '9:00') must give '1:00'; as it was, it gives '01:00'
    return""",
        ),
        (
            "worked('8:00', '9:00') gives '01:00'; the request says '1:00'\n"
            "worked('8', '9') raises ValueError: no such time, in line 6; the request says '1:00'",
            None,
        ),
    ],
)
def test_a_module_is_gone_on_with_where_its_first_wrong_call_went_wrong(report: str, rest: str | None) -> None:
    begun = with_lines_before_fault(SHIFT, TRIED + report)
    if rest is None:  # an error tells more than a value
        above = HEAD.rpartition("    ended")[0]
        said = "    # worked('8', '9') must give '1:00'; as it was, it raises ValueError: no such time\n"
        assert begun == HOURS + above + said + "    ended ="
    else:
        assert begun == HOURS + HEAD + rest


@pytest.mark.parametrize(
    ("source", "report"),
    [
        (SHIFT, "shift.py prints nothing"),
        (SHIFT, "there is no minutes; the request names it"),
        (SHIFT, "hours('x') raises ValueError: no number, in line 18; the request says 8"),
        (SHIFT, "hours('08:00') gives '8'; the request says 8"),
        ("def worked(", "worked(1) gives 2; the request says 1"),
        ("", "worked(1) gives 2; the request says 1"),
    ],
)
def test_nothing_is_gone_on_with_where_nothing_stands_above_the_fault(source: str, report: str) -> None:
    assert with_lines_before_fault(source, TRIED + report) == ""


def test_a_slip_without_an_example_is_gone_on_with_too() -> None:
    code = "def total(rows):\n    rows = list(rows)\n    return rows.sum()\n"
    report = "t.py: total([1]) raises AttributeError: 'list' has no sum, in line 3; and so does each other call"
    begun = with_lines_before_fault(code, report)
    said = "    # total([1]) raises AttributeError: 'list' has no sum\n"
    assert begun == "def total(rows):\n    rows = list(rows)\n" + said + "    return"


def test_a_condition_that_was_gone_on_with_stays_and_what_follows_from_it_is_written_anew() -> None:
    report = (
        "worked('9:00', '8:00') raises ValueError: no, in line 11, where whole = -1 day; the request says 1"
    )
    begun = with_lines_before_fault(SHIFT, report)
    again = begun + " whole.days < 0:\n        raise ValueError('no')\n    return whole\n"
    line = again.splitlines().index("        raise ValueError('no')") + 1
    inside = with_lines_before_fault(again, report.replace("line 11", f"line {line}"))
    assert inside.endswith(
        "    if whole.days < 0:\n        # worked('9:00', '8:00') must give 1; here whole = -1 day\n"
    )
    whole = inside + "        raise ValueError('no')\n    return whole\n"
    line = whole.splitlines().index("        raise ValueError('no')") + 1
    assert with_lines_before_fault(whole, report.replace("line 11", f"line {line}")) == ""
