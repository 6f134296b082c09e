"""What attempts and people changed, against the text that stood there before, wherever that is found."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from pandora.disk.written_sections import written_sections
from pandora.document.history import attempts
from pandora.document.records import retired_records
from pandora.engine.events import SectionKeeper
from pandora.engine.run import resume, start
from pandora.inspect.compare_runs import FRONT, differences
from pandora.inspect.differences import Difference, changes_of
from tests.engine.runs import (
    CHEAPEST,
    DEAREST,
    TASK,
    THROUGH_TABLE,
    Bench,
    checked,
    coded,
    planned,
    replaced,
    understood,
)

CHANGE = replaced("1. table: print the cheapest fruit", "1. table: print the best")


def begin(bench: Bench, *lines: object, keep: bool = True) -> None:
    bench.script(lines)  # type: ignore[arg-type]
    host = bench.host()
    if keep:
        host.watcher = SectionKeeper(bench.workspace, bench.watch)
    start(TASK, host, host.ledger.ceiling)


def again(bench: Bench, *lines: object) -> None:
    bench.script(lines)  # type: ignore[arg-type]
    host = bench.host()
    host.watcher = SectionKeeper(bench.workspace, bench.watch)
    resume(bench.run, host)


def changes(bench: Bench, name: str = "") -> list[Difference]:
    return changes_of(bench.workspace, str(bench.document(name).meta["id"]))


def test_what_an_attempt_changed(bench: Bench) -> None:
    once = (planned("table: print the cheapest fruit"), coded(CHEAPEST), coded(CHEAPEST))
    other = (planned("table: print the best"), coded(DEAREST), coded(DEAREST))
    begin(bench, understood(), *once, checked("retry", "not sure"), *other, checked())
    found = changes(bench)
    assert [(each.section, each.before, each.after) for each in found] == [
        (number, "attempt 1", "attempt 2") for number in (2, 3, 4)
    ]
    assert "print the cheapest fruit" in found[0].old
    assert "print the best" in found[0].new
    assert "not sure" in found[2].old


def test_attempts_are_told_apart_by_headings_outside_code(bench: Bench) -> None:
    once = (planned("table: print the cheapest fruit"), coded(CHEAPEST), coded(CHEAPEST))
    begin(bench, understood(), *once, checked("retry", "not sure"), *once, checked())
    bench.edit(lambda text: text.replace("not sure\n", "not sure\n```\n### Attempt 7\n#### §2 PLAN\n```\n"))
    document = bench.document()
    assert list(attempts(document)) == [1, 2]
    assert "### Attempt 7" in attempts(document)[1][4]
    assert retired_records(document)[1][2].by == "model"


def test_an_edit_before_and_after_it_is_taken_up(bench: Bench) -> None:
    begin(bench, *THROUGH_TABLE)
    assert changes(bench) == []
    bench.edit(CHANGE)
    (found,) = changes(bench)
    assert (found.section, found.before, found.after) == (2, "the engine's", "a person's, not taken up yet")
    assert "1. table: print the cheapest fruit" in found.old
    again(bench, coded(CHEAPEST), coded(CHEAPEST), checked())
    (taken,) = changes(bench)
    assert taken.after == "a person's"
    assert taken.old == found.old
    assert changes(bench, "op-python-1.1") == []


def test_a_copy_of_another_text_than_the_one_recorded_is_not_passed_off_as_it(bench: Bench) -> None:
    begin(bench, *THROUGH_TABLE)
    (path,) = (bench.root / ".pandora" / "written" / bench.short).glob("system-*.json")
    path.write_text(path.read_text("utf-8").replace("compute it", "forged"), encoding="utf-8")
    bench.edit(CHANGE)
    (found,) = changes(bench)
    assert found.before == "not kept"
    path.write_text("torn", encoding="utf-8")
    assert written_sections(bench.workspace, bench.run) == {}
    again(bench, coded(CHEAPEST), coded(CHEAPEST), checked())


def test_an_earlier_text_of_which_there_is_no_copy_cannot_be_shown(bench: Bench) -> None:
    begin(bench, *THROUGH_TABLE, keep=False)
    bench.edit(CHANGE)
    (found,) = changes(bench)
    assert found.note.startswith("the earlier text cannot be shown")
    assert found.old == ""


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_an_earlier_text_is_found_in_git(bench: Bench) -> None:
    def git(*arguments: str) -> None:
        person = ("-c", "user.name=P", "-c", "user.email=p@localhost")
        subprocess.run(["git", *person, *arguments], cwd=bench.root, check=True, capture_output=True)

    begin(bench, *THROUGH_TABLE, keep=False)
    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "-m", "one")
    bench.edit(CHANGE)
    git("commit", "--quiet", "-a", "-m", "two")
    (found,) = changes(bench)
    assert found.before.startswith("the engine's, commit ")
    assert "1. table: print the cheapest fruit" in found.old


def test_a_result_that_a_person_wrote(bench: Bench) -> None:
    begin(bench, *THROUGH_TABLE)
    bench.edit(replaced("table → plum [", "table → pear ["))
    (found,) = changes(bench)
    assert found.section == 3
    again(bench, checked())
    (taken,) = changes(bench)
    assert (taken.old, taken.new, taken.after) == ("plum", "pear", "step 1: a person's")


def test_a_conflict_copy_is_shown_against_the_document(bench: Bench) -> None:
    begin(bench, *THROUGH_TABLE)
    path = bench.workspace.document(bench.run)
    copy = path.with_name(f"{bench.run}.conflict-plan-1.md")
    copy.write_text(
        path.read_text("utf-8").replace("Approach: compute it", "Approach: guess"), encoding="utf-8"
    )
    (found,) = changes(bench)
    assert (found.section, found.before) == (2, copy.name)
    assert "Approach: guess" in found.old


def test_the_keeper_harms_nothing_where_it_cannot_write(bench: Bench) -> None:
    (bench.root / ".pandora").write_text("in the way", encoding="utf-8")
    begin(bench, *THROUGH_TABLE)
    assert bench.document().meta["status"] == "accepted"


def two(bench: Bench, *lines: object) -> tuple[str, str]:
    """The bench's run, and a second one with these replies."""
    begin(bench, *THROUGH_TABLE)
    first = bench.run
    bench.script(lines)  # type: ignore[arg-type]
    host = bench.host()
    host.now = lambda: "2027-01-01T00:00:00Z"
    ended = start(TASK, host, host.ledger.ceiling)
    return first, ended.root


def test_two_equal_runs_differ_in_nothing_but_ids_and_times(bench: Bench) -> None:
    assert differences(bench.workspace, *two(bench, *THROUGH_TABLE)) == []


def test_two_runs_are_paired_by_place(bench: Bench) -> None:
    first, second = two(
        bench, understood(), planned("python: print it"), coded(DEAREST), coded(DEAREST), checked()
    )
    found = differences(bench.workspace, first, second)
    titles = {(each.document.split("-")[0], each.section) for each in found}
    assert {("system", 2), ("system", 3), ("system", 5), ("tool", FRONT)} <= titles
    alone = [each for each in found if each.note]
    assert [each.after for each in alone] == ["absent"]
    assert alone[0].document.startswith("op-python-")
    output = next(each for each in found if each.document == first and each.section == 5)
    assert (output.old, output.new) == ("plum", "pear")


def test_two_parts_of_one_run(bench: Bench) -> None:
    lines = (understood(), planned("python: print it", "python: print it"), *(coded(CHEAPEST),) * 4, checked())
    begin(bench, *lines)
    one, other = (str(bench.document(f"op-python-{number}").meta["id"]) for number in (1, 2))
    found = differences(bench.workspace, one, other)
    assert all(each.section in (1, FRONT) for each in found), found  # the second knows the first one's result


def test_the_command_shows_a_unified_diff(
    tmp_path: Path, bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    import json

    from pandora import cli

    begin(bench, *THROUGH_TABLE)
    bench.edit(CHANGE)
    assert cli.run(["-C", str(bench.root), "diff", bench.short, "-U", "0"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"--- {bench.run} §2 PLAN (the engine's)",
        f"+++ {bench.run} §2 PLAN (a person's, not taken up yet)",
        "@@ -4 +4 @@",
        "-1. table: print the cheapest fruit",
        "+1. table: print the best",
    ]
    assert cli.run(["-C", str(bench.root), "diff", bench.run, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["differences"][0]["section"] == "§2 PLAN"
    assert cli.run(["-C", str(bench.root), "diff", bench.short, bench.run]) == 2
