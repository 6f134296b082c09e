"""The index is derived: deleted or broken it is made anew, and a disk that is lost is told in one line."""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from pandora.disk.archive import delete_graph_index
from pandora.disk.layout import Workspace
from pandora.document import front_matter
from pandora.errors import DiskError
from pandora.questions import graph_index as indexes
from pandora.questions.graph import Graph
from pandora.questions.graph_lookup import named_graph, open_named_graph
from pandora.questions.graph_rules import GraphError
from tests.questions.graphs import Bench


def known(graph: Graph) -> list[str]:
    return [row["id"] for row in graph.index.rows("SELECT id FROM nodes ORDER BY id")]


@pytest.fixture
def graph(bench: Bench) -> Graph:
    bench.start()
    bench.answered(text="Light is scattered.")
    bench.ask("What scatters it?", f"{bench.top}.answer")
    return open_named_graph(Workspace(bench.root), bench.graph_id)


HARMS: dict[str, Callable[[bytes], bytes]] = {
    "no database": lambda data: b"x" * 9000,
    "cut": lambda data: data[: len(data) // 2],
    "emptied": lambda data: b"",
}


def harmed(graph: Graph, harm: str) -> None:
    path = graph.index.path
    if harm == "deleted":
        delete_graph_index(graph.workspace, graph.run)
        assert list(path.parent.iterdir()) == []
    elif harm == "file deleted":
        path.unlink()
    else:
        path.write_bytes(HARMS[harm](path.read_bytes()))


@pytest.mark.parametrize("harm", ["deleted", "file deleted", *HARMS])
def test_a_harmed_index_that_others_have_open_is_made_anew(graph: Graph, bench: Bench, harm: str) -> None:
    before, other = known(graph), bench.graph
    assert known(other) == before
    graph.index.run("PRAGMA wal_checkpoint(TRUNCATE)")  # nothing is left that a cut file could be read from
    harmed(graph, harm)
    assert known(Graph(graph.workspace, graph.run).open()) == before
    node = bench.ask("What colour is it?")  # who had it open goes on, with what the others have
    assert known(other) == known(graph) == sorted([*before, node])
    assert graph.index.path.stat().st_ino == other.index.inode()


@pytest.mark.parametrize("harm", ["deleted", "file deleted", *HARMS])
def test_who_has_a_harmed_index_open_mends_it(graph: Graph, bench: Bench, harm: str) -> None:
    before = known(graph)
    bench.graph.index.close()
    graph.index.run("PRAGMA wal_checkpoint(TRUNCATE)")
    graph.index.run("PRAGMA shrink_memory")  # nor from this connection's own memory
    harmed(graph, harm)
    assert known(graph) == before


def test_a_graph_that_is_forgotten_holds_no_lock_on_its_index(graph: Graph, bench: Bench) -> None:
    other = Graph(graph.workspace, graph.run).open()
    gc.disable()
    try:
        opened = other.index.connection
        del other
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            opened.execute("SELECT 1")
    finally:
        gc.enable()


@pytest.mark.parametrize("harm", ["deleted", *HARMS])
def test_a_harmed_index_is_made_anew_from_the_documents(graph: Graph, bench: Bench, harm: str) -> None:
    before = known(graph)
    for each in (graph, bench.graph):
        each.index.close()
    harmed(graph, harm)
    again = known(Graph(graph.workspace, graph.run).open())
    assert again == before


def test_a_disk_that_is_full_is_told_in_one_line(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: indexes.Index, mode: str = "rw") -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA max_page_count = 1")  # SQLite's own full disk
        return connection

    graph.index.close()
    monkeypatch.setattr(indexes.Index, "_open", full)
    with pytest.raises(DiskError, match=r"\.graphs:1: .*full.*try again") as told:
        graph.save(
            graph.document(graph.root),
            lambda document: document.with_meta(metadata='{"a": "' + "b" * 20000 + '"}'),
        )
    assert "\n" not in str(told.value)
    assert told.value.exit_code == 6


def test_a_document_with_a_byte_that_is_no_utf8_is_indexed(graph: Graph, bench: Bench) -> None:
    graph.index.set_fact("said", "light \udcff")
    assert graph.index.fact("said") == "light ?"
    assert graph.index.node("\udcff") is None


def test_a_file_where_the_folder_should_be_is_told(graph: Graph, bench: Bench) -> None:
    delete_graph_index(graph.workspace, graph.run)
    graph.index.close()
    graph.folder.rmdir()
    graph.folder.write_text("in the way", "utf-8")
    with pytest.raises(DiskError, match=r"\.graphs:1: "):
        Graph(graph.workspace, graph.run).open()


def test_a_graph_is_found_by_what_people_type(
    graph: Graph, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Bench(bench.root).start()
    for run in ("aaaaaa", "bbbbbb"):
        (graph.workspace.state / f"system-{run}.md").write_text("---\npandora: 1\n---\nno graph\n", "utf-8")
    read: list[Path] = []
    opened = Path.read_bytes

    def noted(path: Path) -> bytes:
        read.append(path)
        return opened(path)

    monkeypatch.setattr(Path, "read_bytes", noted)
    names = (graph.run, graph.root, f"state/{graph.root}.md", f"{graph.root}.answer", graph.run[:5])
    assert [named_graph(graph.workspace, name).run for name in names] == [graph.run] * 5
    assert named_graph(graph.workspace, "last").run in (graph.run, other.graph_id)
    with pytest.raises(GraphError, match="fits 2 graphs"):
        named_graph(graph.workspace, "sky blue")
    with pytest.raises(GraphError, match="not found"):
        named_graph(graph.workspace, "the price of tea")
    assert not any("aaaaaa" in path.name or "bbbbbb" in path.name for path in read)


def test_a_cold_index_reads_answered_questions_without_a_yaml_parser(
    graph: Graph, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault that was mended: one backslash of an answer's metadata took PyYAML's own parser, 4 ms each."""
    bench.update(f"{bench.top}.answer", quote="“as they say” [notes/a.md:1]", sure=0.5)
    before = known(graph)
    delete_graph_index(graph.workspace, graph.run)
    for cache in (front_matter._read, front_matter._line):
        cache.cache_clear()

    def refused(text: str) -> None:
        raise AssertionError(text)

    monkeypatch.setattr(front_matter, "_yaml", refused)
    opened = Graph(graph.workspace, graph.run).open()
    assert known(opened) == before
    row = opened.index.node(f"{bench.top}.answer")
    assert row is not None
    assert "as they say" in row["metadata"]


@pytest.mark.parametrize(("kind", "mode"), [("", "wal"), ("nfs4", "delete")])
def test_an_index_that_machines_share_has_no_log_that_only_one_of_them_can_read(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, kind: str, mode: str
) -> None:
    monkeypatch.setattr(indexes, "shared_kind", lambda folder: kind)
    bench.start()
    row = bench.graph.index.row("PRAGMA journal_mode")
    assert row is not None
    assert row["journal_mode"] == mode
