"""Canaries in the environment and in denied files: nothing that a client writes puts them into a graph."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.errors import UsageError
from pandora.policy import Policy
from pandora.questions.graph_operations import Fractal
from pandora.questions.worker_sources import checked
from tests.questions.graphs import Bench

VARIABLE, FILE = "canary-variable-5e1f", "canary-file-77aa10"


@pytest.fixture
def planted(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setenv("CANARY_TOKEN", VARIABLE)
    (bench.root / ".env").write_text(f"SECRET_KEY={FILE}\n", encoding="utf-8")
    return bench


def leaked(root: Path) -> list[str]:
    found = [path for path in (root / "state").rglob("*") if path.is_file()]
    assert len(found) > 2
    return [path.name for path in found for each in (VARIABLE, FILE) if each.encode() in path.read_bytes()]


def test_no_document_of_a_graph_holds_one(planted: Bench) -> None:
    fractal: Fractal = planted.fractal
    both = f"{VARIABLE} and {FILE}"
    noted = json.dumps({"note": both})
    made = fractal.fractal_create_graph(f"What is {both}?", "pulse", "autonomous", noted)
    graph, top = made["graph_id"], made["root_node_id"]
    assert fractal.fractal_claim_work(graph, "w1")["text"] == (
        "What is [the value of CANARY_TOKEN] and [the value of .env]?"
    )
    answer = fractal.fractal_add_node(graph, top, "answer", f"It is {both}.", "w1", noted)["node_id"]
    below = fractal.fractal_add_node(graph, answer, "question", f"Why {both}?", "w1", noted)["node_id"]
    assert fractal.fractal_update_node(graph, below, noted)["metadata"] == {
        "note": "[the value of CANARY_TOKEN] and [the value of .env]"
    }
    fractal.fractal_mark_saturated(graph, below, "derivable")
    assert fractal.fractal_synthesize_node(graph, top, f"So {both}.")["status"] == "synthesized"
    assert fractal.fractal_update_graph_status(graph, "completed", f"found {both}")["status"] == "completed"
    assert leaked(planted.root) == []
    (planted.root / ".env").write_text("SECRET_KEY=canary-later-123456\n", encoding="utf-8")
    later = fractal.fractal_create_graph("Is it canary-later-123456?", "pulse", "autonomous")["graph_id"]
    assert "canary-later" not in str(fractal.fractal_get_snapshot(later))


def test_a_denied_file_is_no_context(planted: Bench) -> None:
    with pytest.raises(UsageError, match="policy denies reading it"):
        checked([str(planted.root / ".env")], planted.root, Policy().hides)
