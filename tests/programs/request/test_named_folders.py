from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from pandora.programs.help import Work
from pandora.programs.request.named_folders import named_folders
from pandora.programs.rules.moved_files import moves_in
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

REQUEST = "sort the mails in inbox/ please: orders go to inbox/orders, complaints to inbox/complaints"
MAILS = {"inbox/m1.txt": "3 jars of plum jam, please", "inbox/m2.txt": "The lid was broken!"}


def work_in(root: Path, request: str = REQUEST) -> Work:
    (root / "inbox").mkdir(exist_ok=True)
    for path, text in MAILS.items():
        (root / path).write_text(text, encoding="utf-8")
    return Work(Task(request, files=tuple(MAILS), kind_of_task="change"), root)


def moved(path: str, target: str) -> tuple[Change, ...]:
    content = MAILS[path].encode()
    return Change(path, hashlib.sha256(content).hexdigest(), None), Change(target, "", content)


def test_files_go_where_they_are_told_to_and_the_others_where_the_program_put_them(tmp_path: Path) -> None:
    work = work_in(tmp_path)
    result = Result(True, "done", changes=moved("inbox/m1.txt", "inbox/complaints/m1.txt"))
    sorting = named_folders(work, result)
    assert sorting is not None
    assert (dict(sorting.texts), dict(sorting.folders)) == (
        MAILS,
        {"orders": "inbox/orders", "complaints": "inbox/complaints"},
    )
    other = sorting.moved(result, {"inbox/m2.txt": "inbox/orders"}, tmp_path)
    assert moves_in(other.changes) == {
        "inbox/m1.txt": "inbox/complaints/m1.txt",
        "inbox/m2.txt": "inbox/orders/m2.txt",
    }
    assert moves_in(sorting.moved(result, {"inbox/m1.txt": "inbox/orders"}, tmp_path).changes) == {
        "inbox/m1.txt": "inbox/orders/m1.txt"
    }


@pytest.mark.parametrize(
    "request_",
    [
        "mails go to inbox/orders, complaints to inbox/complaints",
        "orders over 100 euros go to inbox/orders, complaints to inbox/complaints",
        "orders (those with 'jar') go to inbox/orders, complaints to inbox/complaints",
        "orders go to inbox/orders, complaints to mail/complaints",
        "orders go to inbox/orders",
    ],
)
def test_where_something_else_tells_the_files_apart_nothing_is_asked(tmp_path: Path, request_: str) -> None:
    assert named_folders(work_in(tmp_path, request_), Result(True, "")) is None


def test_what_is_more_than_moving_and_what_is_no_text_is_left_alone(tmp_path: Path) -> None:
    work = work_in(tmp_path)
    assert named_folders(work, Result(True, "", changes=(Change("inbox/m1.txt", "0" * 64, b"x"),))) is None
    (tmp_path / "inbox" / "picture.png").write_bytes(b"\0")
    assert named_folders(work, Result(True, "")) is None


def test_what_nobody_may_read_is_not_asked_about(tmp_path: Path) -> None:
    work = replace(work_in(tmp_path), hides=lambda path: path == "inbox/m2.txt")
    sorting = named_folders(work, Result(True, "done", changes=moved("inbox/m1.txt", "inbox/orders/m1.txt")))
    assert sorting is not None
    assert [*sorting.texts] == ["inbox/m1.txt"]
