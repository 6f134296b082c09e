from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from pandora.programs.help import Try, Work
from pandora.programs.rules.grouped_files import grouped_files
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

LETTERS = {
    "in/a.txt": "Invoice 11, Baum\n",
    "in/b.txt": "INVOICE no. 408, Kern\n",
    "in/c.txt": "Invitation to the feast\n",
    "in/d.txt": "invoices of May\n",
    "in/e.txt": "a reminder\n",
}
INVOICES = {"in/a.txt", "in/b.txt", "in/d.txt"}
NOTES = {
    "notes/a.txt": "milk\n",
    "notes/b.txt": "\n\n",
    "notes/c.md": "",
    "notes/d.md": "# Plan\n",
    "notes/e.txt": "  \t\n",
}
COPIES = {
    "p/a.txt": "one\n",
    "p/a (1).txt": "one\n",
    "p/b.txt": "two\n",
    "p/b (1).txt": "two\n",
    "p/c.txt": "three\n",
}


def reasons(
    root: Path, files: dict[str, str], request: str, group: set[str], to: str = "", hidden: str = ""
) -> list[str]:
    for path, text in files.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    changes = [Change(path, hashlib.sha256(files[path].encode()).hexdigest(), None) for path in sorted(group)]
    changes += [Change(f"{to}/{Path(path).name}", "", files[path].encode()) for path in sorted(group) if to]
    task = Task(request, files=tuple(files), kind_of_task="change")
    work = Work(task, root, hides=lambda path: path == hidden)
    verdicts = grouped_files(work, Try({}, Result(True, "done", changes=tuple(changes))))
    assert all(verdict.question for verdict in verdicts if verdict.state == "violated")
    return [verdict.reason for verdict in verdicts if verdict.state == "violated"]


@pytest.mark.parametrize(
    ("files", "request_", "right", "to"),
    [
        (LETTERS, "Move every invoice in in/ to in/paid.", INVOICES, "in/paid"),
        (NOTES, "Lösche die leeren Notizen in notes/.", {"notes/b.txt", "notes/c.md", "notes/e.txt"}, ""),
    ],
)
def test_one_file_more_or_less_than_one_thing_tells_is_odd(
    files: dict[str, str], request_: str, right: set[str], to: str, tmp_path: Path
) -> None:
    assert reasons(tmp_path, files, request_, right, to) == []
    for path in right:
        (reason,) = reasons(tmp_path, files, request_, right - {path}, to)
        assert reason.startswith(f"{path} is not ")
    for path in files.keys() - right:
        told = reasons(tmp_path, files, request_, right | {path}, to)
        assert told[0].startswith(f"{path} is "), told


def test_where_a_number_decides_nothing_is_odd(tmp_path: Path) -> None:
    request = "Move the invoices over 100 euros in in/ to in/paid."
    assert reasons(tmp_path, LETTERS, request, INVOICES - {"in/b.txt"}, "in/paid") == []


def test_files_that_nothing_tells_apart_are_not_judged(tmp_path: Path) -> None:
    assert (
        reasons(tmp_path, LETTERS, "Sort the mails into in/fun and in/duty.", {"in/c.txt", "in/e.txt"}, "x")
        == []
    )


def test_of_copies_one_stays_and_only_one(tmp_path: Path) -> None:
    request = "Delete the duplicates in p/, so that one of each is left."
    assert reasons(tmp_path, COPIES, request, {"p/a (1).txt", "p/b (1).txt"}) == []
    assert reasons(tmp_path, COPIES, request, {"p/a.txt", "p/b (1).txt"}) == []
    for wrong, told in (
        ({"p/a (1).txt"}, "p/b (1).txt and p/b.txt are still the same"),
        ({"p/a (1).txt", "p/b (1).txt", "p/c.txt"}, "p/c.txt is deleted, and no other file has its content"),
        ({"p/a (1).txt", "p/a.txt", "p/b.txt"}, "p/a (1).txt is deleted"),
    ):
        assert told in reasons(tmp_path, COPIES, request, wrong)[0]
    assert reasons(tmp_path, COPIES, "Delete a.txt and c.txt in p/.", {"p/c.txt"}) == []


def test_several_words_of_the_request_in_a_name_tell_a_group(tmp_path: Path) -> None:
    months = ("2022-10", "2022-11", "2022-12", "2023-01")
    files = {
        f"in/{name}.txt": f"{name}\n" for name in ("holidays_2022", *(f"payslip_{month}" for month in months))
    }
    group = {path for path in files if "payslip_2022" in path}
    request = "put the payslips from 2022 into in/old, the others stay"
    assert reasons(tmp_path, files, request, group, "in/old") == []
    too_many = reasons(tmp_path, files, request, {*group, "in/holidays_2022.txt"}, "in/old")
    told = "in/holidays_2022.txt has not all of payslip and 2022 in its name, and is moved to in/old"
    assert too_many == [told]
    (too_few,) = reasons(tmp_path, files, request, group - {"in/payslip_2022-11.txt"}, "in/old")
    assert too_few.startswith("in/payslip_2022-11.txt has payslip and 2022 in its name, and is not moved")


BACKUPS = {
    "novel.bak": "a\n",
    "novel.txt": "b\n",
    "notes/ideas.bak": "c\n",
    "notes/bak.txt": "d\n",
    "old/outline.BAK": "e\n",
    "old/map.bak.txt": "f\n",
}
ALL_BACKUPS = {"novel.bak", "notes/ideas.bak", "old/outline.BAK"}


@pytest.mark.parametrize(
    ("request_", "group", "told"),
    [
        ("delete all the .bak files, in the subfolders as well", ALL_BACKUPS, ""),
        ("delete all the .bak files", ALL_BACKUPS - {"novel.bak"}, "novel.bak ends in .bak too"),
        ("delete the *.bak files", ALL_BACKUPS - {"old/outline.BAK"}, "old/outline.BAK ends in .bak too"),
        (
            "delete the .bak files",
            ALL_BACKUPS | {"old/map.bak.txt"},
            "old/map.bak.txt is deleted, and does not",
        ),
        ("delete the .bak files in notes", {"notes/ideas.bak"}, ""),
    ],
)
def test_an_ending_that_is_named_means_all_files_with_it(
    request_: str, group: set[str], told: str, tmp_path: Path
) -> None:
    found = reasons(tmp_path, BACKUPS, request_, group)
    assert [reason.startswith(told) for reason in found] == [True] * bool(told)


def test_a_file_that_lies_where_the_others_go_is_not_missed(tmp_path: Path) -> None:
    files = {"clip.stl": "a\n", "lamp.STL": "b\n", "models/vase.stl": "c\n", "hook.stl": "d\n"}
    request = "put all the .stl files into models"
    assert reasons(tmp_path, files, request, {"clip.stl", "lamp.STL", "hook.stl"}, "models") == []
    (told,) = reasons(tmp_path, files, request, {"clip.stl", "hook.stl"}, "models")
    assert told.startswith("lamp.STL ends in .stl too")


def test_a_file_that_nobody_may_read_is_not_missed(tmp_path: Path) -> None:
    hidden = "notes/ideas.bak"
    assert reasons(tmp_path, BACKUPS, "delete all the .bak files", ALL_BACKUPS - {hidden}, hidden=hidden) == []
    left = reasons(tmp_path, LETTERS, "Move every invoice in in/ to in/paid.", INVOICES - {"in/d.txt"}, "x")
    assert left[0].startswith("in/d.txt")
    request = "Move every invoice in in/ to in/paid."
    assert reasons(tmp_path, LETTERS, request, INVOICES - {"in/d.txt"}, "x", hidden="in/d.txt") == []


def test_a_file_that_lacks_the_word_for_what_is_meant_is_rightly_left_out(tmp_path: Path) -> None:
    names = (
        "bill_2025-01-15_oil.txt",
        "bill_2025-02-08_glue.txt",
        "bill_2025-05-19_wood.txt",
        "bill_2024-03-02_tax.txt",
    )
    files = {f"in/{name}": "Text\n" for name in (*names, "offer_2025-04-10_desk.txt")}
    request = "Put the bills of 2025 into in/2025. What is no bill stays."
    meant = {path for path in files if "bill_2025" in path}
    assert reasons(tmp_path, files, request, meant, "in/2025") == []


def test_a_label_tells_the_group_whatever_else_the_texts_say(tmp_path: Path) -> None:
    states = {"in/a.txt": "Collected", "in/b.txt": "ready", "in/c.txt": "collected", "in/d.txt": "in work"}
    slips = {path: f"State: {state}\nNote: new\n" for path, state in states.items()}
    slips["in/b.txt"] += "to be collected on Monday\n"
    request = "Move each slip whose state is collected to done"
    assert reasons(tmp_path, slips, request, {"in/a.txt", "in/c.txt"}, "done") == []
    assert reasons(tmp_path, slips, request, {"in/a.txt", "in/b.txt", "in/c.txt"}, "done")
