from __future__ import annotations

import shutil

import pytest

from pandora.questions import work_claims
from tests.questions.graphs import Bench


def test_a_workers_own_branch_comes_first_then_the_shallower_then_the_older(bench: Bench) -> None:
    bench.start()
    bench.answered("w0")
    one, two = bench.ask("one"), bench.ask("two")
    assert bench.answered("w1") == one
    below = [bench.ask("one, first", one), bench.ask("one, second", one)]
    listed = bench.fractal.fractal_get_claimable_work(bench.graph_id, "w1")
    assert [each["node_id"] for each in listed["claimable"]] == [*below, two]
    other = bench.fractal.fractal_get_claimable_work(bench.graph_id)
    assert [each["node_id"] for each in other["claimable"]] == [two, *below]
    assert [bench.claim("w1") for _ in range(3)] == [*below, two]


def test_a_claim_tells_what_to_work_on(bench: Bench) -> None:
    bench.start()
    child = bench.ask("one", bench.answer(bench.top))
    bench.update(child, note="x")
    claim = bench.fractal.fractal_claim_work(bench.graph_id, "w1", "session-7")
    assert claim == {
        "node_id": child,
        "text": "one",
        "depth": 1,
        "parent_id": f"{bench.top}.answer",
        "metadata": {"note": "x"},
        "graph_done": False,
    }
    assert bench.node(child)["session_id"] == "session-7"


def test_a_heartbeat_keeps_a_claim(bench: Bench) -> None:
    bench.start(lease_seconds=60)
    bench.claim("w1")
    for _ in range(5):
        bench.clock.now += 50
        assert work_claims.heartbeat(bench.graph, "w1") == 1
    assert bench.fractal.fractal_claim_work(bench.graph_id, "w2")["node_id"] is None


def test_a_claim_that_is_given_back_is_open(bench: Bench) -> None:
    bench.start()
    bench.claim("w1")
    assert not work_claims.release(bench.graph, bench.top, "w2")
    assert work_claims.release(bench.graph, bench.top, "w1")
    assert bench.claim("w2") == bench.top


def test_the_index_can_go_at_any_moment(bench: Bench) -> None:
    bench.start(lease_seconds=60)
    bench.ask("one")
    held = bench.claim("w1")
    before = bench.fractal.fractal_get_snapshot(bench.graph_id)
    shutil.rmtree(bench.root / "state" / ".graphs")
    other = bench.again()
    assert other.fractal.fractal_get_snapshot(bench.graph_id) == before
    assert other.claim("w2") != held
    bench.clock.now += 61
    assert {other.claim("w3"), other.claim("w3")} == {held, *()} | {
        bench.node(held)["node_id"],
        before["nodes"][1]["node_id"],
    }


def test_an_index_that_is_rubbish_is_made_again(bench: Bench) -> None:
    bench.start()
    path = next((bench.root / "state" / ".graphs").glob("*.sqlite"))
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    path.unlink()
    path.write_bytes(b"this is no database" * 500)
    assert bench.again().claim() == bench.top


def test_a_claim_in_a_document_of_before_is_one(bench: Bench) -> None:
    """It called claims attempts."""
    bench.start()
    bench.edit(bench.top, "claims: 0", "owner: w1, attempts: 1")
    assert bench.again().fractal.fractal_get_open_questions(bench.graph_id)["count"] == 0
    view = bench.node(bench.top)
    assert (view["status"], view["claims"], view["attempts"]) == ("claimed", 1, 0)


def test_what_a_killed_process_wrote_is_seen(bench: Bench) -> None:
    """Between a document's write and its index a process may die: the mark that it left is enough."""
    bench.start()
    graph = bench.graph
    with graph.lock():
        graph.index.unsettle([bench.top])
    bench.edit(bench.top, "claims: 0", "owner: dead, claims: 1")
    assert bench.fractal.fractal_get_open_questions(bench.graph_id)["count"] == 0
    assert bench.state(bench.top) == "claimed"


def test_the_budget_of_tokens_ends_the_claims(bench: Bench) -> None:
    bench.start(max_tokens=100)
    bench.edit(
        bench.top, "node:", "used: {calls: 1, prompt: 90, evaluated: 90, written: 10, seconds: 1}\nnode:"
    )
    told = bench.again().fractal.fractal_claim_work(bench.graph_id, "w1")
    assert (told["node_id"], told["graph_done"]) == (None, False)
    assert "100 tokens" in told["reason"]
    assert bench.fractal.fractal_get_snapshot(bench.graph_id)["status"] == "budget_exhausted"


def test_a_claim_of_a_worker_on_another_machine_is_not_given_back_before_it_expires(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault that was mended: its process id was looked for on this machine, and was not there."""
    bench.start()
    monkeypatch.setattr("os.getpid", lambda: 2**22 + 1)  # no system gives so high a number
    here = work_claims.worker_name("abc", 1)
    monkeypatch.setattr("pandora.disk.processes.host", lambda: "another")
    there = work_claims.worker_name("abc", 1)
    monkeypatch.undo()
    assert bench.claim(there) == bench.top
    assert work_claims.release_dead_workers(bench.graph) == []
    assert bench.node(bench.top)["status"] == "claimed"
    work_claims.release_all(bench.graph, there)
    assert bench.claim(here) == bench.top
    assert work_claims.release_dead_workers(bench.graph) == [here]
    assert bench.node(bench.top)["status"] == "open"


@pytest.mark.parametrize("change", ["a question", "a pause", "the end of the claim"])
def test_who_waits_for_the_claims_of_others_sees_what_they_do(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """A fault that was mended: while a worker elsewhere worked, the questions that it opened had to wait."""
    bench.start()
    bench.answered("elsewhere")
    node = bench.ask("What scatters light?")
    assert bench.claim("elsewhere") == node
    looks: list[float] = []

    def look(seconds: float) -> None:
        looks.append(seconds)
        assert len(looks) < 5, "it goes on waiting"
        if change == "a question":
            bench.ask("Why does blue light scatter more?")
        elif change == "a pause":
            bench.fractal.fractal_update_graph_status(bench.graph_id, "paused", "a person's")
        else:
            bench.clock.now += 10_000

    monkeypatch.setattr("time.sleep", look)
    assert work_claims.wait_for_claims(bench.graph)
    assert len(looks) == 1
