"""`pandora graph`: which graph is meant, and what is told of it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pandora.commands.graph import age
from pandora.commands.init import make_workspace
from pandora.questions import drawing_mermaid_dot
from tests.commands.conftest import Run
from tests.questions.graphs import Bench, Clock

MEMORY = Path("/dev/shm")


@pytest.fixture
def workspace() -> Iterator[Path]:
    """A workspace in memory where there is one: what is tested here is not the disk, and every step syncs."""
    with tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as made:
        make_workspace(Path(made))
        yield Path(made)


@pytest.fixture
def bench(workspace: Path) -> Bench:
    """Two branches that contradict each other and one that is open, in a graph made in November 2023."""
    bench = Bench(workspace).start()
    bench.answered(text="Light is scattered.")
    for text in ("What scatters it?", "How does it depend on colour?", "Is the sky of Mars blue?"):
        bench.ask(text, f"{bench.top}.answer")
    one, other = bench.answered(text="Molecules of air."), bench.answered(text="Dust.")
    bench.update(f"{one}.answer", contradiction_with=[f"{other}.answer"], contradiction_tension="air or dust?")
    bench.update(f"{one}.answer", convergence_with=[f"{other}.answer"], convergence_insight="small things")
    return bench


def told(pandora: Run, *arguments: str) -> Any:
    return pandora("graph", *arguments, "--json").json


def test_graphs_are_listed_with_their_questions_by_state(pandora: Run, bench: Bench) -> None:
    (row,) = told(pandora, "ls")
    assert (row["graph_id"], row["seed"], row["status"]) == (bench.graph_id, "Why is the sky blue?", "active")
    assert row["counts"] == {"open": 1, "claimed": 0, "answered": 3, "synthesized": 0, "saturated": 0}
    assert (row["questions"], row["problem"]) == (4, None)
    heads, line = pandora("graph", "ls").out.splitlines()
    assert " ".join(heads.split()) == "ID STATUS AGE OPEN CLAIMED ANSWERED SYNTHESIZED SATURATED SEED"
    assert line.split()[0] == bench.graph_id
    assert line.endswith("Why is the sky blue?")


def test_the_newest_graph_comes_first_and_is_meant_where_none_is_named(pandora: Run, bench: Bench) -> None:
    newer = Bench(bench.root, Clock(1_700_100_000.0)).start()
    assert [each["graph_id"] for each in told(pandora, "ls")] == [newer.graph_id, bench.graph_id]
    assert told(pandora, "show")["graph_id"] == newer.graph_id
    assert told(pandora, "show", bench.graph_id)["graph_id"] == bench.graph_id


def test_a_graph_is_named_by_its_id_its_beginning_or_a_document(pandora: Run, bench: Bench) -> None:
    run = bench.graph_id
    below = f"tool-question-{run}-1"
    for name in (run, run[:4], bench.top, f"state/{bench.top}.md", below, f"{below}.answer", f"{below}.md"):
        assert told(pandora, "open", name)["graph_id"] == run


def test_a_name_of_no_graph_or_of_several_is_refused(pandora: Run, bench: Bench) -> None:
    for name in ("zzzzzz", "../../etc/passwd", "system-zzzzzz", ""):
        refused = pandora("graph", "show", name)
        assert (refused.code, refused.out) == (2, "")
        assert " graph ls` lists the graphs" in refused.err
    text = bench.path(bench.top).read_text(encoding="utf-8")
    twin = f"{bench.graph_id[:5]}{'a' if bench.graph_id[5] != 'a' else 'b'}"
    (bench.root / "state" / f"system-{twin}.md").write_text(text.replace(bench.graph_id, twin), "utf-8")
    refused = pandora("graph", "show", bench.graph_id[:5])
    assert refused.code == 2
    assert "begins 2 graphs" in refused.err


def test_an_ordinary_run_is_no_graph(pandora: Run, bench: Bench) -> None:
    text = bench.path(bench.top).read_text(encoding="utf-8")
    kept = [
        line for line in text.replace(bench.graph_id, "abc234").splitlines() if not line.startswith("graph:")
    ]
    (bench.root / "state" / "system-abc234.md").write_text("\n".join(kept) + "\n", "utf-8")
    assert pandora("graph", "show", "abc234").code == 2
    assert [each["graph_id"] for each in told(pandora, "ls")] == [bench.graph_id]


def test_an_archived_graph_is_refused_with_the_way_to_it(pandora: Run, bench: Bench) -> None:
    assert pandora("archive", bench.graph_id).code == 0
    refused = pandora("graph", "show", bench.graph_id)
    assert refused.code == 2
    assert f" archive --restore {bench.graph_id}" in refused.err


def test_without_graphs_the_way_to_one_is_told(pandora: Run) -> None:
    assert told(pandora, "ls") == []
    assert ' think "QUESTION"' in pandora("graph", "ls").err
    refused = pandora("graph", "open")
    assert refused.code == 2
    assert ' think "QUESTION"' in refused.err


def test_the_tree_shows_status_depth_owner_and_result(pandora: Run, bench: Bench) -> None:
    bench.claim("worker-9")
    shown = pandora("graph", "show").out.splitlines()
    assert shown[0] == f"graph {bench.graph_id}  active  explore, autonomous  1 claimed, 3 answered"
    assert shown[1] == f"● {bench.top}  answered  depth 0  w1  Why is the sky blue?"
    assert shown[2] == "│   → Light is scattered."
    assert (
        f"└─ ◐ tool-question-{bench.graph_id}-3  claimed  depth 1  worker-9  Is the sky of Mars blue?" in shown
    )
    assert [line.split("  ")[-1] for line in shown[-2:]] == ["air or dust?", "small things"]
    assert len(told(pandora, "show")["nodes"]) == 7


def test_what_is_open_stands_in_the_order_of_claims(pandora: Run, bench: Bench) -> None:
    deep = bench.ask("And how many?", f"tool-question-{bench.graph_id}-2.answer")
    waiting = [f"tool-question-{bench.graph_id}-3", deep]
    assert [each["node_id"] for each in told(pandora, "open")["claimable"]] == waiting
    own = told(pandora, "open", bench.graph_id, "--worker", "w1")["claimable"]
    assert [each["node_id"] for each in own] == waiting[::-1]
    assert [line.split()[0] for line in pandora("graph", "open").out.splitlines()] == ["ID", *waiting]


def test_convergences_and_contradictions_are_told_with_both_sides(pandora: Run, bench: Bench) -> None:
    (point,) = told(pandora, "convergence")["convergence_points"]
    assert (point["insight"], len(point["nodes"])) == ("small things", 2)
    (pair,) = told(pandora, "contradictions")["contradictions"]
    assert (pair["tension"], pair["resolved_by"]) == ("air or dust?", None)
    shown = pandora("graph", "contradictions").out
    assert "≠ open: air or dust?" in shown
    assert "Molecules of air." in shown
    assert "≈ small things" in pandora("graph", "convergence").out


def test_a_settled_contradiction_names_what_settled_it(pandora: Run, bench: Bench) -> None:
    sides = [f"tool-question-{bench.graph_id}-{n}.answer" for n in (1, 2)]
    bench.update(sides[0], contradiction_resolved=True, resolution_node=sides[1])
    assert told(pandora, "contradictions")["contradictions"][0]["resolved_by"] == sides[1]
    assert f"settled by {sides[1]}" in pandora("graph", "contradictions").out


def test_a_graph_without_edges_says_so(pandora: Run, workspace: Path) -> None:
    Bench(workspace).start()
    assert "no questions or answers agree" in pandora("graph", "convergence").err
    assert "no questions or answers contradict" in pandora("graph", "contradictions").err
    assert told(pandora, "convergence")["count"] == 0


def test_the_harvest_is_printed_and_kept(pandora: Run, bench: Bench) -> None:
    result = told(pandora, "harvest")
    assert (result["status"], result["node_count"]) == ("active", 7)
    kept = bench.root / result["document"]
    printed = pandora("graph", "harvest")
    assert printed.code == 0
    assert printed.out.strip() in kept.read_text(encoding="utf-8")


def test_a_harvest_of_nothing_fails(pandora: Run, workspace: Path) -> None:
    Bench(workspace).start()
    assert pandora("graph", "harvest").code == 5


def test_an_edit_is_seen_at_once(pandora: Run, bench: Bench) -> None:
    bench.edit(bench.top, "Why is the sky blue?", "Why is the sea blue?")
    assert told(pandora, "ls")[0]["seed"] == "Why is the sea blue?"
    assert "Why is the sea blue?" in pandora("graph", "show").out


def test_a_broken_document_is_told_by_its_place(pandora: Run, bench: Bench) -> None:
    below = f"tool-question-{bench.graph_id}-1"
    bench.edit(below, "Task: What scatters it?", "")
    (row,) = told(pandora, "ls")
    assert f"state/{below}.md" in row["problem"]
    broken = pandora("graph", "show")
    assert broken.code == 2
    assert f"state/{below}.md" in broken.err


def test_nothing_printed_is_obeyed_by_a_terminal(pandora: Run, bench: Bench) -> None:
    bench.ask("red \x1b[31m and \u202eback", f"{bench.top}.answer")
    for command in ("show", "open"):
        for more in ((), ("--json",)):
            shown = pandora("graph", command, *more).out
            assert "\x1b" not in shown
            assert "\u202e" not in shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0 s"), (59, "59 s"), (61, "1 min"), (7200, "2 h"), (200_000, "2 d"), (-5, "0 s")],
)
def test_an_age_stands_in_its_largest_unit(seconds: int, shown: str) -> None:
    assert age("2023-11-14T22:13:20Z", 1_700_000_000 + seconds) == shown


def test_an_unreadable_time_has_no_age() -> None:
    assert age("yesterday", 0) == "?"


HEADS = {"mermaid": "flowchart LR", "dot": "digraph", "svg": "<svg", "html": "<!doctype html>"}


@pytest.mark.parametrize("form", HEADS)
def test_a_graph_is_drawn_in_each_format(pandora: Run, bench: Bench, form: str) -> None:
    drawn = pandora("graph", "draw", "--format", form)
    assert (drawn.code, drawn.err) == (0, "")
    assert drawn.out.startswith(HEADS[form])
    assert "What scatters it" in drawn.out
    assert told(pandora, "draw", bench.graph_id, "--format", form)["text"] == drawn.out


@pytest.mark.parametrize(
    ("name", "form"), [("a.html", "html"), ("a.SVG", "svg"), ("a.gv", "dot"), ("a", "mermaid")]
)
def test_a_drawing_goes_to_a_file_whose_ending_says_how(
    pandora: Run, bench: Bench, tmp_path: Path, name: str, form: str
) -> None:
    path = tmp_path / name
    drawn = pandora("graph", "draw", "-o", str(path))
    assert (drawn.code, drawn.out, drawn.err.strip()) == (0, "", str(path))
    assert path.read_text(encoding="utf-8").startswith(HEADS[form])
    assert told(pandora, "draw", "-o", str(path)) == {
        **{"graph_id": bench.graph_id, "format": form, "path": str(path), "text": None}
    }


def test_a_drawing_that_cannot_be_written_is_told(pandora: Run, bench: Bench, tmp_path: Path) -> None:
    missing = pandora("graph", "draw", "-o", str(tmp_path / "gone" / "a.svg"))
    assert missing.code == 2
    assert "the folder is not there" in missing.err
    assert pandora("graph", "draw", "-o", str(tmp_path)).code == 2
    assert pandora("graph", "draw", "-o", "/dev/full").code == 6


def test_a_drawing_is_not_called_a_picture_that_it_is_not(pandora: Run, bench: Bench, tmp_path: Path) -> None:
    for name in ("a.png", "a.PDF"):
        refused = pandora("graph", "draw", "-o", str(tmp_path / name))
        assert (refused.code, (tmp_path / name).exists()) == (2, False)
        assert "write an .svg" in refused.err
    assert pandora("graph", "draw", "-o", str(tmp_path / "a.txt")).code == 0


def test_a_drawing_beyond_mermaids_limits_is_told(
    pandora: Run, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, most in (("MOST_EDGES", 2), ("MOST_TEXT", 100)):
        with monkeypatch.context() as patch:
            patch.setattr(drawing_mermaid_dot, name, most)
            drawn = pandora("graph", "draw", "--format", "mermaid")
        assert (drawn.code, drawn.out.startswith("flowchart")) == (0, True)
        assert f"{most} " in drawn.err
        assert "--format html" in drawn.err


def test_a_drawing_to_a_dash_is_printed(pandora: Run, bench: Bench) -> None:
    assert pandora("graph", "draw", "-o", "-", "--format", "dot").out.startswith("digraph")


def test_nothing_drawn_is_obeyed_by_a_terminal(pandora: Run, bench: Bench) -> None:
    bench.ask("red \x1b[31m and \u202eback", f"{bench.top}.answer")
    for form in HEADS:
        drawn = pandora("graph", "draw", "--format", form).out
        assert "\x1b" not in drawn
        assert "\u202e" not in drawn


def test_a_graph_shown_as_a_page_is_its_drawing(pandora: Run, bench: Bench) -> None:
    page = pandora("show", bench.graph_id, "--html")
    assert page.code == 0, page.err
    assert page.out == pandora("graph", "draw", bench.graph_id, "--format", "html").out
    exported = pandora("export", bench.graph_id, "nowhere")
    assert (exported.code, "is a graph of questions" in exported.err) == (2, True)
