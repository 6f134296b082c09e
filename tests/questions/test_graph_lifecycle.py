from __future__ import annotations

from itertools import product

import pytest

from pandora.questions.graph_rules import MOVES
from tests.questions.graphs import Bench


def test_creating_answers_in_the_public_shape(bench: Bench) -> None:
    made = bench.fractal.fractal_create_graph("Why?", "deep", "depth:2")
    assert made == {
        "graph_id": made["graph_id"],
        "root_node_id": f"system-{made['graph_id']}",
        "intensity": "deep",
        "checkpoint_mode": "depth:2",
        "budget": {"max_agents": 15, "max_depth": 6},
        "status": "active",
    }


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("Why?", "slow", "autonomous"), "must be one of: pulse, explore, deep"),
        (("Why?", "pulse", "sometimes"), "autonomous, convergence, interactive, depth:N"),
        (("Why?", "pulse", "depth:0"), "depth:N"),
        ((" ", "pulse", "autonomous"), "the seed is empty"),
        (("Why?", "pulse", "autonomous", '{"max_nodes": 0}'), "whole number from 1"),
    ],
)
def test_what_cannot_be_created_says_what_could(bench: Bench, arguments: tuple[str, ...], told: str) -> None:
    assert told in bench.fractal.fractal_create_graph(*arguments)["error"]
    assert bench.bytes() == {}


@pytest.mark.parametrize(("before", "after"), list(product(MOVES, MOVES)))
def test_a_graph_moves_only_as_it_may(bench: Bench, before: str, after: str) -> None:
    bench.start()
    if before != "active":
        bench.fractal.fractal_update_graph_status(bench.graph_id, before)
    moved = bench.fractal.fractal_update_graph_status(bench.graph_id, after, "because")
    if after in MOVES[before]:
        assert moved == {"graph_id": bench.graph_id, "status": after, "previous_status": before}
        assert bench.fractal.fractal_get_snapshot(bench.graph_id)["status_reason"] == "because"
    else:
        assert all(each in moved["error"] for each in MOVES[before])
        assert bench.fractal.fractal_get_snapshot(bench.graph_id)["status"] == before


@pytest.mark.parametrize("status", ["completed", "error", "budget_exhausted"])
def test_what_ended_is_not_resumed(bench: Bench, status: str) -> None:
    bench.start()
    bench.fractal.fractal_update_graph_status(bench.graph_id, status)
    told = bench.fractal.fractal_resume_graph(bench.graph_id)["error"]
    assert status in told
    assert ("terminal states: completed, error" in told) == (status != "budget_exhausted")


def test_a_paused_graph_takes_nothing_until_it_is_resumed(bench: Bench) -> None:
    bench.start()
    bench.fractal.fractal_update_graph_status(bench.graph_id, "paused")
    assert "must be 'active'" in bench.fractal.fractal_claim_work(bench.graph_id, "w1")["error"]
    assert (
        "must be 'active'"
        in bench.fractal.fractal_add_node(bench.graph_id, bench.top, "question", "q")["error"]
    )
    again = bench.fractal.fractal_resume_graph(bench.graph_id)
    assert (again["status"], again["checkpoint_mode"]) == ("active", "autonomous")
    assert again["nodes"][0]["node_id"] == bench.top
    assert bench.claim() == bench.top


def test_deleting_leaves_nothing(bench: Bench) -> None:
    other = bench.start().again().start()
    bench.answer(bench.ask("one"))
    assert bench.fractal.fractal_delete_graph(bench.graph_id) == {"deleted": True, "graph_id": bench.graph_id}
    assert list(bench.bytes()) == [f"{other.top}.md"]
    assert "not found" in bench.fractal.fractal_get_snapshot(bench.graph_id)["error"]
    assert bench.fractal.fractal_get_snapshot(other.graph_id)["status"] == "active"


@pytest.mark.parametrize("given", ["gone22", "../etc", "", None, 7, "system-x"])
def test_an_unknown_graph_is_told(bench: Bench, given: object) -> None:
    assert "error" in bench.fractal.fractal_get_snapshot(given)  # type: ignore[arg-type]


class TestCheckpoints:
    def test_depth_pauses_every_n_levels(self, bench: Bench) -> None:
        bench.start("deep", "depth:2")
        below = bench.top
        for depth in range(1, 6):
            below = bench.ask(f"at {depth}", below)
        for expected in (2, 2, 2):
            for _ in range(expected):
                bench.answered()
            if bench.fractal.fractal_get_open_questions(bench.graph_id)["count"]:
                held = bench.fractal.fractal_claim_work(bench.graph_id, "w1")
                assert (held["node_id"], held["graph_done"]) == (None, False)
                assert "checkpoint" in held["reason"]
                assert bench.fractal.fractal_get_snapshot(bench.graph_id)["status"] == "paused"
                bench.did(bench.fractal.fractal_resume_graph(bench.graph_id))
        assert bench.fractal.fractal_get_open_questions(bench.graph_id)["count"] == 0

    def test_interactive_pauses_after_each_cycle(self, bench: Bench) -> None:
        bench.start("explore", "interactive")
        first = [bench.ask("one"), bench.ask("two")]
        assert bench.answered() == bench.top
        assert bench.fractal.fractal_claim_work(bench.graph_id, "w1")["node_id"] is None
        bench.fractal.fractal_resume_graph(bench.graph_id)
        one = bench.claim()
        bench.ask("three", bench.answer(one))
        two = bench.claim()
        assert [one, two] == first
        waits = bench.fractal.fractal_claim_work(bench.graph_id, "w2")
        assert "waiting for 1 claimed" in waits["reason"]
        bench.answer(two)
        assert bench.fractal.fractal_claim_work(bench.graph_id, "w2")["node_id"] is None
        assert bench.fractal.fractal_get_snapshot(bench.graph_id)["status"] == "paused"

    def test_convergence_pauses_once_for_each_that_is_found(self, bench: Bench) -> None:
        bench.start("explore", "convergence")
        one, two = bench.answer(bench.ask("one")), bench.answer(bench.ask("two"))
        bench.update(one, convergence_with=[two])
        assert "convergence" in bench.fractal.fractal_claim_work(bench.graph_id, "w1")["reason"]
        assert bench.fractal.fractal_get_snapshot(bench.graph_id)["status"] == "paused"
        bench.fractal.fractal_resume_graph(bench.graph_id)
        assert bench.claim() == bench.top
