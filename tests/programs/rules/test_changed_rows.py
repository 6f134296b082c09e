from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from pandora.programs.help import Try, Work
from pandora.programs.rules.changed_rows import changed_rows
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

MEMBERS = """nr,name,last,town,phone
1,Ann,Berg,Ulm,55501
2,Maria,Lopez,Ulm,55517
3,Maria,Wendt,Bonn,55548
4,Paul,Ives,Bonn,55560
"""


def reasons(root: Path, request: str, after: str, before: str = MEMBERS) -> list[str]:
    (root / "members.csv").write_text(before, encoding="utf-8")
    change = Change("members.csv", hashlib.sha256(before.encode()).hexdigest(), after.encode())
    work = Work(Task(request, files=("members.csv",), kind_of_task="change", named=True), root)
    verdicts = changed_rows(work, Try({}, Result(True, "done", changes=(change,))))
    assert all(verdict.question and "Which of them is meant?" in verdict.asks for verdict in verdicts)
    return [verdict.reason for verdict in verdicts]


@pytest.mark.parametrize(
    ("request_text", "changed", "told"),
    [
        (
            "maria has the number 55599",
            {"55517": "55599"},
            "2 rows of members.csv have Maria, and the task does",
        ),
        (
            "maria has the number 55599",
            dict.fromkeys(("55517", "55548"), "55599"),
            "all of them got the same phone",
        ),
        ("Maria Wendt has the number 55599", {"55548": "55599"}, ""),
        ("Maria of Bonn has the number 55599", {"55548": "55599"}, ""),
        ("Paul has the number 55599", {"55560": "55599"}, ""),
        ("Maria with number 3 has the phone number 55599", {"55548": "55599"}, ""),
        ("The members of Bonn move to Trier", {"Bonn": "Trier"}, ""),
        ("All numbers in Ulm begin with 66", {"55501": "66501", "55517": "66517"}, ""),
        ("Leave Maria as she is", {}, ""),
    ],
)
def test_rows_that_a_request_does_not_tell_apart_are_for_a_person(
    request_text: str, changed: dict[str, str], told: str, tmp_path: Path
) -> None:
    after = MEMBERS
    for old, new in changed.items():
        after = after.replace(old, new)
    found = reasons(tmp_path, request_text, after)
    assert [told in reason for reason in found] == [True] * bool(told)


PHONES = """name,department,room,extension
Anke Sommer,Reception,001,100
Julia Weber,Accounting,112,231
Matthias Weber,Sales,208,318
Chiara Conti,Sales,207,317
"""


@pytest.mark.parametrize(
    ("request_text", "old", "told"),
    [
        ("Weber has a new extension, 245", "318", "2 rows of phones.csv have Weber"),
        ("Weber has a new extension, 245", "317", "2 rows of phones.csv have weber"),
        ("Sommer has a new extension, 245", "317", "it changed the row Chiara Conti, Sales, 207, 317 of"),
        ("weber in sales has a new extension, 245", "231", "and the task names sales, weber"),
        ("weber in sales has a new extension, 245", "318", ""),
        ("Julia Weber has a new extension, 245", "231", ""),
        ("Room 112 has a new extension, 245", "231", ""),
        ("Room 112 has a new extension, 245", "318", "and the task names 112"),
        ("The front desk has a new extension, 245", "100", ""),
        ("Conti has a new extension, 245", "317", ""),
    ],
)
def test_a_name_is_a_word_of_a_cell(request_text: str, old: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "phones.csv").write_text(PHONES, encoding="utf-8")
    found = told_of_phones(request_text, PHONES.replace(old, "245"), tmp_path)
    assert [told in reason for reason in found] == [True] * bool(told)


@pytest.mark.parametrize(
    ("added", "told"),
    [
        ("Julia Weber,Accounting,112,245\n", "it adds a second row with Julia Weber to phones.csv"),
        (PHONES, "phones.csv has its header twice"),
        ("Ivo Blum,Sales,207,245\n", ""),
    ],
)
def test_a_row_that_is_there_is_changed_and_not_added_again(added: str, told: str, tmp_path: Path) -> None:
    found = told_of_phones("Weber has a new extension, 245", PHONES + added, tmp_path)
    assert [told in reason for reason in found] == [True] * bool(told)


BILLS = """number,customer,amount,status
2039,Hotel Krone,480.50,open
2040,Yoga Studio Lila,75.00,open
2041,Bakery Olsen,98.00,open
"""


@pytest.mark.parametrize(
    ("request_text", "asks"),
    [
        (
            "invoice 2043 was paid today, please set it to paid",
            "No row of bills.csv has 2043 as number: the values are 2039, 2040, 2041. Which row is meant?",
        ),
        ("invoice 2041 was paid today, please set it to paid", ""),
        ("the invoice of Bakery Olsen (order 7713) was paid", ""),
        ("the invoice over 98.00 was paid, 2025-11-04", ""),
    ],
)
def test_a_row_is_not_changed_for_a_key_that_no_row_has(request_text: str, asks: str, tmp_path: Path) -> None:
    (tmp_path / "bills.csv").write_text(BILLS, encoding="utf-8")
    after = BILLS.replace("98.00,open", "98.00,paid")
    change = Change("bills.csv", hashlib.sha256(BILLS.encode()).hexdigest(), after.encode())
    work = Work(Task(request_text, files=("bills.csv",), kind_of_task="change", named=True), tmp_path)
    found = changed_rows(work, Try({}, Result(True, "done", changes=(change,))))
    assert [verdict.asks for verdict in found] == [asks] * bool(asks)


def told_of_phones(request_text: str, after: str, root: Path) -> list[str]:
    (root / "phones.csv").write_text(PHONES, encoding="utf-8")
    change = Change("phones.csv", hashlib.sha256(PHONES.encode()).hexdigest(), after.encode())
    work = Work(Task(request_text, files=("phones.csv",), kind_of_task="change", named=True), root)
    found = changed_rows(work, Try({}, Result(True, "done", changes=(change,))))
    return [verdict.reason for verdict in found]


def test_rows_are_lost_where_only_the_changed_ones_are_written_back(tmp_path: Path) -> None:
    (tmp_path / "members.csv").write_text(MEMBERS, encoding="utf-8")
    after = "nr,name,last,town,phone\n2,Maria,Lopez,Ulm,55599\n3,Maria,Wendt,Bonn,55599\n"
    change = Change("members.csv", hashlib.sha256(MEMBERS.encode()).hexdigest(), after.encode())
    work = Work(Task("maria has 55599", files=("members.csv",), kind_of_task="change", named=True), tmp_path)
    (verdict,) = changed_rows(work, Try({}, Result(True, "done", changes=(change,))))
    assert verdict.reason.startswith("2 of 4 rows of members.csv are gone")
    assert verdict.question == "Are 2 rows of members.csv to be taken out?"
    assert not verdict.asks


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('[{"a": 1, "b": 2}, {"a": 3}, {"a": 4, "b": 5}]', '[{"a": 1, "b": 9}]'),
        ('[{"a": 1, "b": 2}, {"a": 3, "b": 4}]', '[{"b": 2, "a": 1}]'),
    ],
)
def test_rows_with_other_keys_are_not_compared_and_their_order_is_no_change(
    before: str, after: str, tmp_path: Path
) -> None:
    (tmp_path / "a.json").write_text(before, encoding="utf-8")
    change = Change("a.json", hashlib.sha256(before.encode()).hexdigest(), after.encode())
    work = Work(Task("set b", files=("a.json",), kind_of_task="change", named=True), tmp_path)
    assert changed_rows(work, Try({}, Result(True, "done", changes=(change,)))) == []


def test_rows_that_come_and_go_and_what_is_no_table_are_not_compared(tmp_path: Path) -> None:
    assert reasons(tmp_path, "Remove maria", MEMBERS.replace("2,Maria,Lopez,Ulm,55517\n", "")) == []
    assert reasons(tmp_path, "maria", "a,b\n1,2,3\n") == []
    assert reasons(tmp_path, "maria", MEMBERS, "") == []


def test_a_file_that_is_to_be_made_may_be_there_with_more_rows(tmp_path: Path) -> None:
    (tmp_path / "members.csv").write_text(MEMBERS, encoding="utf-8")
    fewer = "".join(MEMBERS.replace("55501", "66501").splitlines(keepends=True)[:3])
    change = Change("members.csv", hashlib.sha256(MEMBERS.encode()).hexdigest(), fewer.encode())
    attempt = Try({}, Result(True, "done", changes=(change,)))
    change_task = Task("Ann has 66501", files=("members.csv",), kind_of_task="change")
    assert changed_rows(Work(change_task, tmp_path), attempt)
    for task in (
        Task("Write members.csv with who lives in Ulm", kind_of_task="file"),
        Task("Write members.csv with who lives in Ulm", kind_of_task="change", makes=("members.csv",)),
    ):
        assert changed_rows(Work(task, tmp_path), attempt) == []


COSTS = "date,what,amount\n2025-01-03,rent,800\n2025-02-03,rent,800\n2025-03-03,rent,800\n"


@pytest.mark.parametrize(
    ("asked", "day", "clear"),
    [
        ("the rent of March was 850 in members.csv", "03-03", True),
        ("the rent of March was 850 in members.csv", "02-03", False),
        ("die Miete (rent) im März war 850", "03-03", True),
        ("the rent was 850", "03-03", False),
    ],
)
def test_a_month_tells_rows_apart(asked: str, day: str, clear: bool, tmp_path: Path) -> None:
    after = COSTS.replace(f"{day},rent,800", f"{day},rent,850")
    assert bool(reasons(tmp_path, asked, after, COSTS)) is not clear
