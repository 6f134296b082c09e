from __future__ import annotations

from pathlib import Path

from pandora.disk.lease import hold
from tests.commands.conftest import DOCUMENTS, OPERATION, ROOT, TASK, TOOL, Run


def test_runs_newest_first_with_calls_documents_and_task(pandora: Run, finished: str, workspace: Path) -> None:
    later = DOCUMENTS[ROOT].replace("abc234", "zyx987").replace("2026-11-21", "2026-11-22")
    (workspace / "state" / "system-zyx987.md").write_text(later, encoding="utf-8")
    result = pandora("ls")
    assert result.code == 0
    heads, first, last = result.out.splitlines()
    assert heads.split() == ["ID", "STATUS", "CREATED", "CALLS", "DOCUMENTS", "TASK"]
    assert first.split()[:5] == ["system-zyx987", "accepted", "2026-11-22T10:00:00Z", "3", "1"]
    assert last.split()[:5] == [finished, "accepted", "2026-11-21T10:00:00Z", "5", "3"]
    assert last.endswith(TASK)
    assert pandora("show", "--section", "0").out.endswith("2026-11-22T10:00:00Z\n")


def test_json_and_all_documents(pandora: Run, finished: str) -> None:
    rows = pandora("ls", "--json").json
    assert [(row["id"], row["status"], row["calls"], row["documents"]) for row in rows] == [
        (finished, "accepted", 5, 3)
    ]
    everything = pandora("ls", "--all", "--json").json
    assert [row["id"] for row in everything] == [ROOT, TOOL, OPERATION]
    assert [row["calls"] for row in everything] == [5, 0, 2]


def test_a_run_that_nobody_works_on_is_stopped(pandora: Run, finished: str, workspace: Path) -> None:
    path = workspace / "state" / f"{finished}.md"
    path.write_text(path.read_text("utf-8").replace("status: accepted", "status: running", 1), "utf-8")
    assert f"{finished}  stopped" in pandora("ls").out
    (row,) = pandora("ls", "--json").json
    assert (row["status"], row["stopped"]) == ("running", True)
    with hold(path):
        assert f"{finished}  running" in pandora("ls").out
        assert pandora("ls", "--json").json[0]["stopped"] is None
    assert f"{finished}  stopped" in pandora("ls").out


def test_a_broken_document_is_listed_as_broken(pandora: Run, finished: str, workspace: Path) -> None:
    path = workspace / "state" / f"{finished}.md"
    path.write_text(path.read_text(encoding="utf-8").split("## §3")[0], encoding="utf-8")
    result = pandora("ls")
    assert result.code == 0
    assert f"{finished}  broken" in result.out
    assert "the document ends before §3" in result.out


def test_a_count_that_is_no_number_is_listed_as_none_and_told_by_check(
    pandora: Run, workspace: Path, finished: str
) -> None:
    path = workspace / "state" / f"{finished}.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("used: {calls: 3", "used: {calls: many"), encoding="utf-8")
    (row,) = pandora("ls", "--json").json
    assert (row["status"], row["calls"]) == ("accepted", 2)
    result = pandora("check")
    assert result.code == 1
    assert f"state/{finished}.md:" in result.out


def test_a_run_whose_root_is_gone_is_broken(pandora: Run, workspace: Path, finished: str) -> None:
    (workspace / "state" / f"{finished}.md").unlink()
    rows = pandora("ls", "--json").json
    assert (rows[0]["id"], rows[0]["status"], rows[0]["documents"]) == (finished, "broken", 2)


def test_no_runs_and_other_files(pandora: Run, workspace: Path) -> None:
    (workspace / "state" / "notes.md").write_text("mine", encoding="utf-8")
    result = pandora("ls")
    assert (result.code, result.out) == (0, "")
    assert "no runs yet" in result.err
    assert pandora("ls", "--json").json == []
    for path in (workspace / "state").iterdir():
        path.unlink()
    (workspace / "state").rmdir()
    assert pandora("ls", "--json").json == []


def test_the_newest_alone_and_how_many_are_older(pandora: Run, workspace: Path, finished: str) -> None:
    root = workspace / "state" / f"{finished}.md"
    text = root.read_text(encoding="utf-8")
    for day in range(12, 15):
        run = f"ab{day}34"
        later = text.replace("abc234", run).replace("Created: 2026-11-21", f"Created: 2026-12-{day}")
        root.with_name(f"system-{run}.md").write_text(later, encoding="utf-8")
    result = pandora("ls", "-n", "2")
    assert [line.split()[0] for line in result.out.splitlines()[1:]] == ["system-ab1434", "system-ab1334"]
    assert result.err == "2 older runs not shown; -n 0 lists all\n"
    assert len(pandora("ls", "-n", "0").out.splitlines()) == 5
    assert pandora("ls").err == ""
    assert pandora("show", "--section", "0").out == pandora("show", "ab1434", "--section", "0").out
    (workspace / "state" / "op-python-zzz234-1.md").write_text("a part without its root", encoding="utf-8")
    assert "system-zzz234" in pandora("ls", "-n", "2").out
