from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.help import Description, Help, Try, Work
from pandora.programs.help_kinds import HELPS, PLAIN, help_named
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

EVERY = (*HELPS, None)


@pytest.fixture
def work(tmp_path: Path) -> Work:
    (tmp_path / "fruit.csv").write_text("name,price\npear,3\nplum,2\n", encoding="utf-8")
    (tmp_path / "shop.py").write_text("def total():\n    return 1\n", encoding="utf-8")
    return Work(Task("Which fruit is it?", files=("fruit.csv", "shop.py"), columns=("name", "price")), tmp_path)


@pytest.mark.parametrize("name", EVERY)
def test_every_help_describes_the_files(name: str | None, work: Work) -> None:
    helper: Help = help_named(name)
    description = helper.describe(work, "understand")
    assert "fruit.csv" in description.text
    assert description.columns == ("name", "price")
    assert helper.describe(work, "plan").options["columns"][:2] == ("name", "price")
    assert helper.describe(work, "do").options["file"][-1] == "shop.py"


@pytest.mark.parametrize("name", EVERY)
def test_every_help_counts_the_tries_that_agree(name: str | None, work: Work) -> None:
    tries = [Try({}, Result(True, text)) for text in ("plum 2", "The plum costs 3", "PLUM, 2")]
    agreements = help_named(name).agree(work, tries)
    assert [agreement.tries for agreement in agreements] == [(0, 2), (1,), (0, 2)]


LOOP = "groups = {}\nfor kind, group in sorted(groups.items()):\n    pass\nsave(made, 'sums.csv')\n"
QUERY = "found = query('SELECT kind, SUM(price) AS total FROM fruit GROUP BY kind ORDER BY total DESC')\n"
UP, DOWN = b"kind,total\npear,1\nplum,2\n", b"kind,total\nplum,2\npear,1\n"


@pytest.mark.parametrize(
    ("first", "second", "tries", "least"),
    [
        ((LOOP, UP), (QUERY, DOWN), [(0, 1), (0, 1)], [3, 1]),
        ((QUERY, DOWN), (LOOP, UP), [(0, 1), (0, 1)], [1, 3]),
        ((LOOP, DOWN), (QUERY, DOWN), [(0, 1), (0, 1)], [1, 1]),
        ((LOOP + "made.sort()\n", UP), (QUERY, DOWN), [(0,), (1,)], [1, 1]),  # it says another order
        ((LOOP, UP), (QUERY, b"kind,total\nplum,3\npear,1\n"), [(0,), (1,)], [1, 1]),
        ((LOOP, UP), (LOOP, DOWN), [(0,), (1,)], [1, 1]),
    ],
)
def test_the_order_of_a_loop_that_code_begins_is_no_other_result(
    work: Work,
    first: tuple[str, bytes],
    second: tuple[str, bytes],
    tries: list[tuple[int, ...]],
    least: list[int],
) -> None:
    made = [
        Try({"code": code}, Result(True, "", changes=(Change("sums.csv", "", rows),)), {"code": "program"})
        for code, rows in (first, second)
    ]
    agreements = help_named("data").agree(work, made)
    assert [agreement.tries for agreement in agreements] == tries
    assert [agreement.least for agreement in agreements] == least


@pytest.mark.parametrize("name", EVERY)
def test_every_help_wants_the_file_that_the_task_names(name: str | None, tmp_path: Path) -> None:
    work = Work(
        Task("Write out/a.txt", outputs=("out/a.txt",), makes=("out/a.txt",), kind_of_task="file"), tmp_path
    )
    made = Result(True, "", changes=(Change("out/a.txt", "", b"plum"),))
    assert help_named(name).object(work, Try({}, made)).ok
    assert not help_named(name).object(work, Try({}, Result(True, "done"))).ok


def test_the_helps_differ_in_how_a_blank_begins(work: Work) -> None:
    begun = {name: help_named(name).begin(work, 0).get("code", "") for name in EVERY}
    assert "table(" in begun["data"]
    assert begun["code"].startswith("def total():")
    assert begun["text"] == begun[None] == ""
    assert PLAIN.describe(work, "do") == Description(options={"file": ("shop.py",)})
