from __future__ import annotations

from pathlib import Path

import pytest

from pandora.operations.write import write
from pandora.workspace.operation_context import OperationContext

WORKED = """def worked(start, end):
    first, last = (int(time[:2]) * 60 + int(time[3:]) for time in (start, end))
    minutes = last - first
    return f"{minutes // 60:02d}:{minutes % 60:02d}"
"""
ASKED = (
    'worked("08:00", "16:30") is "8:30", worked("09:05", "09:10") is "0:05" and '
    'worked("01:00", "11:00") is "10:00"'
)


@pytest.mark.parametrize(
    ("source", "request_", "edit"),
    [
        (WORKED, ASKED, '`f"{minutes // 60}:'),
        (
            "def fee(kilos):\n    if kilos < 2:\n        return 3\n    return kilos * 4\n",
            "fee(2) is 3, fee(1) is 3 and fee(5) is 20",
            "`kilos < 2` becomes `kilos <= 2`",
        ),
        (
            "def mean(numbers):\n    return f'{sum(numbers) / len(numbers)}'\n",
            "mean([1, 2, 2]) is '1.67', mean([4, 5]) is '4.50'",
            ":.2f",
        ),
        (
            "def fee(kilos):\n    if kilos < 2:\n        return 2\n    return kilos * 4\n",
            "fee(2) is 3, fee(1) is 3 and fee(5) is 20",
            "; a.py line 2: `kilos < 2` becomes `kilos <= 2`",
        ),
    ],
)
def test_a_small_edit_by_which_all_examples_hold_is_made(
    tmp_path: Path, source: str, request_: str, edit: str
) -> None:
    arguments = {"path": "a.py", "content": source, "examples": request_, "calls": '{"calls": []}'}
    done = write(arguments, OperationContext(tmp_path))
    assert done.ok, done.text
    assert edit in " ".join(done.held)
    assert done.changes[0].content not in (None, source.encode())


@pytest.mark.parametrize(
    ("request_", "calls"),
    [
        ("fee(2) is 8", ""),  # one example is met by chance
        ("fee(2) is 'eight', fee(3) is 'twelve'", ""),  # no edit is near
    ],
)
def test_no_edit_is_made_that_nothing_tells(tmp_path: Path, request_: str, calls: str) -> None:
    source = "def fee(kilos):\n    return kilos * 3\n"
    done = write({"path": "a.py", "content": source, "examples": request_}, OperationContext(tmp_path))
    assert not done.ok
    assert "the request says" in done.text


def test_edits_that_differ_elsewhere_are_not_chosen_from(tmp_path: Path) -> None:
    source = "def fee(kilos, parcels):\n    return kilos - parcels\n"
    call = '{"function": "fee", "arguments": "7, 3", "any": false, "named": true}'
    arguments = {"path": "a.py", "content": source, "calls": f'{{"calls": [{call}]}}'}
    one = write({**arguments, "examples": "fee(2, 1) is 3, fee(1, 5) is 6"}, OperationContext(tmp_path))
    assert "becomes `kilos + parcels`" in " ".join(one.held)
    alike = "fee(3, 3) is 3, fee(4, 4) is 4"  # the kilos, or the parcels: fee(3, 4) tells them apart
    several = write({"path": "a.py", "content": source, "examples": alike}, OperationContext(tmp_path))
    assert not several.ok, several.held


def test_what_a_script_does_at_its_end_is_left_out_of_no_script(tmp_path: Path) -> None:
    source = "def main():\n    print(1 / 0)\n\n\nmain()\n"
    call = '{"function": "main", "arguments": "", "any": true, "named": false}'
    arguments = {"path": "a.py", "content": source, "examples": "no example", "calls": f'{{"calls": [{call}]}}'}
    done = write(arguments, OperationContext(tmp_path))
    assert not done.ok or done.changes[0].content == source.encode()


def test_calls_that_show_a_module_and_fail_are_left_out(tmp_path: Path) -> None:
    source = "def fee(kilos):\n    return kilos * 3\n"
    shown = f"{source}\nprint(fee(None) / 2)\n"
    asked = {"path": "a.py", "examples": "fee(2) is 6, fee(3) is 9, fee(4) is 12"}
    done = write({**asked, "content": shown}, OperationContext(tmp_path))
    assert (done.ok, done.changes[0].content) == (True, source.encode())
    assert "left out the calls" in " ".join(done.held)
    wrong = write({**asked, "content": shown.replace("* 3", "+ None")}, OperationContext(tmp_path))
    assert "fee(2) raises TypeError" in wrong.text
