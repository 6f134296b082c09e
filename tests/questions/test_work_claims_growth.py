"""What a claim and a worker's context cost must not grow with the graph."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.disk.layout import Workspace
from pandora.questions import question_context
from pandora.questions.graph import Graph
from pandora.questions.graph_operations import Fractal
from tests.questions.crowd import build

LIMIT = 300


def steps_of_a_claim(fractal: Fractal, graph_id: str) -> int:
    """How many steps SQLite's machine takes for a claim: no clock, and the same on any machine."""
    graph, steps = fractal.graph(graph_id), 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    graph.index.connection.set_progress_handler(count, 10)
    assert fractal.fractal_claim_work(graph_id, "w1")["node_id"]
    graph.index.connection.set_progress_handler(None, 0)
    return steps * 10


def answered(fractal: Fractal, graph_id: str, times: int) -> None:
    for number in range(times):
        node = fractal.fractal_claim_work(graph_id, "w1")["node_id"]
        text = f"An answer about {node} and the number {number}, with the same words as the others."
        fractal.fractal_add_node(graph_id, node, "answer", text, "w1")


def context_of_the_last(graph: Graph) -> question_context.QuestionContext:
    row = graph.index.row("SELECT * FROM nodes WHERE kind = 'question' ORDER BY seq DESC LIMIT 1")
    assert row is not None
    return question_context.gather_context(graph, row, LIMIT, lambda text: len(text.split()))


def compared(root: Path, sizes: tuple[int, int]) -> None:
    steps = []
    for size in sizes:
        place = root / str(size)
        place.mkdir()
        graph_id = build(place, size)
        fractal = Fractal(Workspace(place))
        answered(fractal, graph_id, 20)
        steps.append(min(steps_of_a_claim(fractal, graph_id) for _ in range(5)))
        known = context_of_the_last(fractal.graph(graph_id))
        assert sum(len(line.split()) + 1 for line in known.lines) <= LIMIT
        assert len(known.rests) <= question_context.NEAR + question_context.ANCESTORS
    assert steps[1] <= steps[0] * 1.5


def test_a_claim_costs_the_same_in_a_larger_graph(folder: Path) -> None:
    compared(folder, (40, 240))


@pytest.mark.torture
def test_a_claim_costs_the_same_among_ten_thousand(folder: Path) -> None:
    compared(folder, (100, 10_000))
