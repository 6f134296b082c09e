from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from pandora.programs.help import Try, Work
from pandora.programs.inside.text_gaps import GAP
from pandora.programs.rules.filled_gaps import filled_gaps
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

BILL = "BILL\n\nTo: Rose Gate\nHours: ____\nRate: 32.00\nAmount: ____ euros\nThanks!\nBerta\n"


def verdicts(root: Path, after: str, name: str = "bill.txt") -> list[tuple[str, str]]:
    (root / name).write_text(BILL, encoding="utf-8")
    change = Change(name, hashlib.sha256(BILL.encode()).hexdigest(), after.encode())
    work = Work(Task("Fill in the hours and the amount.", kind_of_task="change"), root)
    found = filled_gaps(work, Try({}, Result(True, "done", changes=(change,))))
    assert all(verdict.question for verdict in found if verdict.state == "violated")
    return [(verdict.state, verdict.reason) for verdict in found]


def test_a_text_whose_gaps_are_filled_and_nothing_else_is_held(tmp_path: Path) -> None:
    after = BILL.replace("____", "12", 1).replace("____", "384.00")
    assert verdicts(tmp_path, after) == [("held", "2 gaps filled, all other lines as they were")]
    assert verdicts(tmp_path, BILL.replace("Thanks!", "Thank you!")) == []
    assert verdicts(tmp_path, after, "bill.py") == verdicts(tmp_path, after, "bill.js") == []


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (BILL.replace("____", "12", 1), "bill.txt still has the gap 'Amount: ____ euros'"),
        (BILL.replace("____", "12").replace("32.00", "32"), "'Rate: 32.00' changed, too"),
        ("Hours: 12\nAmount: 384.00\n", "5 lines of bill.txt are gone"),
    ],
)
def test_gaps_that_are_left_and_other_lines_are_told(tmp_path: Path, after: str, told: str) -> None:
    ((state, reason),) = verdicts(tmp_path, after)
    assert state == "violated"
    assert told in reason


@pytest.mark.parametrize(
    ("line", "gap"),
    [
        ("Tickets: TBD", True),
        ("Name: ........", True),
        ("Dear {{name}},", True),
        ("Dear <first name>,", True),
        ("Sum: XXX", True),
        ("Total: ???", True),
        ("Sum = …", True),
        ("What?? Well… I go on ...", False),
        ("a < b > c, [ ] open, e.g. ... and 3.5", False),
        ("snake_case and __init__", False),
    ],
)
def test_what_a_gap_is(line: str, gap: bool) -> None:
    assert bool(GAP.search(line)) is gap


LETTER = (
    "Dear parents,\n\nthe share per child is XXX euros, with 1.200,00 of grants.\nThe total: [TOTAL] euros.\n"
)
SHARE, TOTAL = "the share per child is {} euros, with 1.200,00 of grants.", "The total: {} euros."


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (SHARE.format("54,21"), ""),
        (SHARE.format("54"), ""),
        (SHARE.format("each child pays 54,21 euros."), "says a word twice"),
        (SHARE.format("is 54,21"), "says a word twice"),
        (SHARE.format("-54,21"), "is below zero"),
        (SHARE.format("54.21"), "written otherwise than 1.200,00"),
        ("the share of a child is 54,21 euros, with 1.200,00 of grants.", "are not as they were"),
        (SHARE.format("XXX"), "still has the gap"),
    ],
)
def test_only_the_value_stands_in_place_of_a_gap(tmp_path: Path, share: str, told: str) -> None:
    (tmp_path / "letter.txt").write_text(LETTER, encoding="utf-8")
    after = f"Dear parents,\n\n{share}\n{TOTAL.format('1.080,00')}\n"
    change = Change("letter.txt", hashlib.sha256(LETTER.encode()).hexdigest(), after.encode())
    work = Work(Task("Fill in XXX and [TOTAL] in letter.txt.", kind_of_task="change"), tmp_path)
    ((state, reason),) = [
        (verdict.state, verdict.reason)
        for verdict in filled_gaps(work, Try({}, Result(True, "done", changes=(change,))))
    ]
    assert state == ("violated" if told else "held")
    assert told in reason


def test_a_gap_in_brackets_that_the_request_names_is_one(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text(LETTER, encoding="utf-8")
    after = LETTER.replace("XXX", "54,21")
    change = Change("letter.txt", hashlib.sha256(LETTER.encode()).hexdigest(), after.encode())
    for request, state in (("Fill in XXX and [TOTAL].", "violated"), ("Fill in XXX.", "held")):
        work = Work(Task(request, kind_of_task="change"), tmp_path)
        (verdict,) = filled_gaps(work, Try({}, Result(True, "done", changes=(change,))))
        assert verdict.state == state


CLAIM = '{"name": "Selma", "rate": 0.3, "km": null, "amount": ""}'


@pytest.mark.parametrize(
    ("after", "state", "told"),
    [
        (
            CLAIM.replace("null", "214").replace('""', "64.2"),
            "held",
            "km and amount filled in, and no other key",
        ),
        (CLAIM.replace("null", "214"), "violated", "amount of claim.json still has no value"),
        (
            CLAIM.replace("null", "214").replace('""', "64.2").replace("0.3", "30"),
            "violated",
            "rate of claim.json changed, too",
        ),
    ],
)
def test_keys_without_a_value_that_the_request_names_are_gaps(
    after: str, state: str, told: str, tmp_path: Path
) -> None:
    (tmp_path / "claim.json").write_text(CLAIM, encoding="utf-8")
    change = Change("claim.json", hashlib.sha256(CLAIM.encode()).hexdigest(), after.encode())
    work = Work(Task("Fill in the km and the amount, 30 cents per km", kind_of_task="change"), tmp_path)
    (verdict,) = filled_gaps(work, Try({}, Result(True, "done", changes=(change,))))
    assert verdict.state == state
    assert verdict.reason.startswith(told)
    other = Work(Task("Set the rate to 30", kind_of_task="change"), tmp_path)
    assert filled_gaps(other, Try({}, Result(True, "done", changes=(change,)))) == []


@pytest.mark.parametrize(
    ("value", "source", "told"),
    [
        ("Your name here", 'gaps["To: ____"] = "Your name here"', True),
        ("Rose Gate", 'gaps["To: ____"] = "Rose Gate"', False),
        ("Ina Low", 'gaps["To: ____"] = rows[0]["who"]', False),
        ("12", 'gaps["To: ____"] = "12"', False),
    ],
)
def test_words_that_stand_in_the_program_alone_are_made_up(
    value: str, source: str, told: bool, tmp_path: Path
) -> None:
    before = "To: ____\nRate: 32.00\n"
    (tmp_path / "bill.txt").write_text(before, encoding="utf-8")
    change = Change(
        "bill.txt", hashlib.sha256(before.encode()).hexdigest(), before.replace("____", value).encode()
    )
    work = Work(Task("Fill in bill.txt for Rose Gate.", kind_of_task="change"), tmp_path)
    found = filled_gaps(work, Try({"code": source}, Result(True, "", changes=(change,)), {"code": "program"}))
    assert any("is made up" in verdict.reason for verdict in found) is told


@pytest.mark.parametrize(
    ("request_", "form", "filled", "told"),
    [
        (
            "Füll es aus: Name Jana Roth, Datum 3. Mai",
            "Name: __\nDatum: __\nBemerkung: __\n",
            ("Jana Roth", "3. Mai"),
            "",
        ),
        ("Fill in the form for me", "Name: __\nDay: __\nSignature: __\n", ("Jana Roth", "3 May"), ""),
        (
            "Fill in the form for me",
            "Name: __\nDay: __\nShoe size: __\n",
            ("Jana Roth", "3 May"),
            "still has the gap",
        ),
        ("It was -5 degrees, at 7 am", "Temperature: __ °C\nTime: __\n", ("-5", "7 am"), ""),
        ("Fill in the sums", "Balance: __\nTime: __\n", ("-5", "7 am"), "below zero"),
    ],
)
def test_a_form_is_filled_in_as_far_as_the_request_says(
    request_: str, form: str, filled: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    form, after = form.replace("__", "____"), form.replace("__", "____")
    for value in filled:
        after = after.replace("____", value, 1)
    (tmp_path / "form.txt").write_text(form, encoding="utf-8")
    change = Change("form.txt", hashlib.sha256(form.encode()).hexdigest(), after.encode())
    work = Work(Task(request_, kind_of_task="change"), tmp_path)
    found = filled_gaps(work, Try({}, Result(True, "done", changes=(change,))))
    reasons = [verdict.reason for verdict in found if verdict.state == "violated"]
    assert [told in reason for reason in reasons] == [True] * bool(told)
