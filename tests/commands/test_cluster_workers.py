"""Speed 23: the workers of `pandora think` on a Dask cluster, of which one is killed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pandora.budget import Budget, Usage
from pandora.cli import cli
from pandora.disk.layout import Workspace, shipped_system
from pandora.disk.shared_ledger import Permit, permit_path
from pandora.errors import ClusterError, UsageError
from tests.engine.far_cluster import counted_replies, dask_cluster, kill_a_busy_worker

pytest.importorskip("distributed")
NOTES = "Part one costs 20 euros.\nPart two costs 30 euros.\nThe shop opens at 9.\n"


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    monkeypatch.delenv("PANDORA_API_KEY", raising=False)
    (tmp_path / "state").mkdir()
    (tmp_path / "system").symlink_to(shipped_system())
    (tmp_path / "notes.md").write_text(NOTES, encoding="utf-8")
    return Workspace(tmp_path)


def thought(workspace: Workspace, url: str, address: str, *more: str) -> Any:
    arguments = ["-C", str(workspace.root), "think", *more, "--json", "--model", f"server:{url}"]
    arguments += ["--executor", f"dask:{address}"]
    return CliRunner().invoke(cli, arguments, standalone_mode=False)


def test_each_question_is_answered_once_though_a_worker_is_killed(workspace: Workspace) -> None:
    question = ("Which part is to be bought?", "--context", str(workspace.root / "notes.md"))
    with dask_cluster(2) as cluster, counted_replies() as replies:
        killed = []
        replies.on_call = lambda number: killed.append(kill_a_busy_worker(cluster)) if number == 4 else None
        done = thought(workspace, replies.url, cluster.scheduler_address, *question)
    assert done.exception is None, done.output
    assert (done.return_value, json.loads(done.stdout)["status"]) == (0, "completed")
    assert [bool(process) for process in killed] == [True]
    assert sum(replies.asked.values()) - len(replies.asked) <= 1
    root = next(workspace.state.glob("system-*.md"))
    assert float(re.findall(r"used_seconds: ([\d.]+)", root.read_text("utf-8"))[0]) > 0
    assert not permit_path(root).exists()


def test_a_cluster_without_workers_ends_in_one_line_and_the_graph_goes_on_elsewhere(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandora.engine.far_loop.WITHOUT_WORKERS", 0)
    with dask_cluster(0) as empty, counted_replies() as replies:
        done = thought(workspace, replies.url, empty.scheduler_address, "Which part is to be bought?")
        graph = next(workspace.state.glob("system-*.md")).stem.removeprefix("system-")
        assert isinstance(done.exception, ClusterError)
        assert str(done.exception).endswith(f"start some, then `pandora think --resume {graph}`")
        left = Permit.issue(permit_path(workspace.document(f"system-{graph}")), Budget(), Usage())
        arguments = ["-C", str(workspace.root), "think", "--resume", graph, "--json"]
        alone = CliRunner().invoke(cli, [*arguments, "--model", f"server:{replies.url}"], standalone_mode=False)
        assert alone.return_value == 0, alone.output
        assert not left.valid  # of a process that was killed: its workers would have stopped


def test_nothing_is_begun_where_no_scheduler_answers(workspace: Workspace) -> None:
    with counted_replies() as replies:
        for address, words in (("tcp://127.0.0.1:9", "no Dask scheduler answers"), ("", "write dask:ADDRESS")):
            done = thought(workspace, replies.url, address, "Which part is to be bought?")
            assert isinstance(done.exception, UsageError)
            assert words in str(done.exception)
    assert list(workspace.state.iterdir()) == []
