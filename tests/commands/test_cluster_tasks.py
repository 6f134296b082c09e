"""Speed 23: the tasks of a suite on a Dask cluster, of which a worker is killed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pandora.cli import cli
from pandora.errors import ClusterError
from tests.engine.far_cluster import counted_replies, dask_cluster, kill_a_busy_worker
from tests.engine.test_far_loop import FILES, workspace_in

pytest.importorskip("distributed")
CHECK = """\
import json, sys
from pathlib import Path
result = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
sys.exit(0 if result["status"] == "accepted" and Path("data/mine.txt").is_file() else "not accepted")
"""


def suite_in(folder: Path, names: str) -> Path:
    for name in names:
        (folder / name / "files" / "data").mkdir(parents=True)
        for file in ("mine", *FILES):
            (folder / name / "files" / "data" / f"{file}.txt").write_text(f"This is {name}.", encoding="utf-8")
        (folder / name / "task.md").write_text(
            f"---\nfamily: reading\nseconds: 60\n---\nWhat does data/mine.txt say of {name}?\n",
            encoding="utf-8",
        )
        (folder / name / "check.py").write_text(CHECK, encoding="utf-8")
    return folder


def test_each_task_is_done_once_though_a_worker_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PANDORA_API_KEY", raising=False)
    workspace = workspace_in(tmp_path / "work")
    suite, kept = suite_in(tmp_path / "suite", "pqr"), tmp_path / "kept"
    with dask_cluster(2) as cluster, counted_replies() as replies:
        killed = []
        replies.on_call = lambda number: killed.append(kill_a_busy_worker(cluster)) if number == 4 else None
        arguments = ["-C", str(workspace.root), "bench", "tasks", str(suite), "--json", "--keep", str(kept)]
        arguments += ["--model", f"server:{replies.url}", "--executor", f"dask:{cluster.scheduler_address}"]
        done = CliRunner().invoke(cli, arguments, standalone_mode=False)
    assert done.exception is None, done.output
    result = json.loads(done.stdout)
    assert [(row["task"], row["solved"], row["status"]) for row in result["tasks"]] == [
        (name, True, "accepted") for name in "pqr"
    ]
    assert [bool(process) for process in killed] == [True]
    assert sum(replies.asked.values()) - len(replies.asked) <= 1
    assert sorted(path.name for path in kept.iterdir()) == ["p", "q", "r"]
    assert all(len(list((kept / name / "workspace" / "state").glob("system-*.md"))) == 1 for name in "pqr")


def test_a_suite_on_a_cluster_without_workers_ends_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PANDORA_API_KEY", raising=False)
    monkeypatch.setattr("pandora.engine.far_loop.WITHOUT_WORKERS", 0)
    workspace, suite = workspace_in(tmp_path / "work"), suite_in(tmp_path / "suite", "pq")
    with dask_cluster(0) as empty, counted_replies() as replies:
        arguments = ["-C", str(workspace.root), "bench", "tasks", str(suite)]
        arguments += ["--model", f"server:{replies.url}", "--executor", f"dask:{empty.scheduler_address}"]
        done = CliRunner().invoke(cli, arguments, standalone_mode=False)
    assert isinstance(done.exception, ClusterError)
    assert str(done.exception) == (
        "the cluster has had no worker for 0 seconds; start some, then "
        "run the tasks again, with --keep in another folder"
    )
