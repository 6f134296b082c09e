"""The faults that running the public server showed, each with a test that it would fail."""

from __future__ import annotations

import re
import threading

import pytest

from tests.questions.graphs import Bench


def test_1_a_claim_is_made_once(bench: Bench) -> None:
    bench.start("deep")
    for number in range(40):
        bench.ask(f"question {number}")
    claims: list[str] = []
    gate = threading.Barrier(15)

    def work(name: str) -> None:
        mine = bench.again()
        gate.wait()
        while node := mine.fractal.fractal_claim_work(mine.graph_id, name)["node_id"]:
            claims.append(node)

    threads = [threading.Thread(target=work, args=(f"w{number}",)) for number in range(15)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(claims) == 41
    assert len(set(claims)) == 41


def test_2_pulse_holds_answers_at_its_full_depth(bench: Bench) -> None:
    bench.start("pulse")
    first = bench.ask("first")
    second = bench.ask("second", bench.answer(first))
    answer = bench.answer(second)
    assert [bench.node(each)["depth"] for each in (bench.top, first, second, answer)] == [0, 1, 2, 2]
    refused = bench.fractal.fractal_add_node(bench.graph_id, answer, "question", "third")
    assert "depth 3 would exceed max_depth 2" in refused["error"]


def test_3_readiness_looks_through_answers(bench: Bench) -> None:
    bench.start()
    answer = bench.answer(bench.top)
    assert [each["node_id"] for each in ready(bench)] == [bench.top]
    below = bench.ask("what of it?", answer)
    assert ready(bench) == []
    assert "1 child question(s) not yet complete" in bench.synthesize(bench.top)["error"]
    bench.answer(below)
    assert [each["node_id"] for each in ready(bench)] == [below]
    assert bench.cascade() == [below, bench.top]


def ready(bench: Bench) -> list[dict[str, str]]:
    return list(bench.fractal.fractal_get_ready_to_synthesize(bench.graph_id)["ready_nodes"])


def test_4_done_is_told_only_when_all_is_done(bench: Bench) -> None:
    bench.start()
    bench.ask("one")

    def told() -> tuple[bool, bool]:
        claim = bench.fractal.fractal_claim_work(bench.graph_id, "w9")
        assert claim["node_id"] is None
        status = bench.fractal.fractal_get_saturation_status(bench.graph_id)
        return claim["graph_done"], status["all_complete"]

    first, second = bench.claim(), bench.claim()
    assert told() == (False, False)
    bench.answer(first)
    bench.answer(second)
    assert told() == (False, False)
    bench.cascade()
    assert told() == (True, True)


def test_5_a_dead_workers_claim_opens_again(bench: Bench) -> None:
    bench.start(lease_seconds=60)
    assert bench.claim("dead") == bench.top
    bench.clock.now += 59
    assert bench.fractal.fractal_claim_work(bench.graph_id, "w2")["node_id"] is None
    bench.clock.now += 2
    assert bench.claim("w2") == bench.top
    assert (bench.node(bench.top)["claims"], bench.node(bench.top)["attempts"]) == (2, 0)
    late = bench.fractal.fractal_add_node(bench.graph_id, bench.top, "answer", "too late", "dead")
    assert "claimed by 'w2'" in late["error"]


def test_6_edges_are_symmetric_unique_and_between_different_nodes(bench: Bench) -> None:
    bench.start()
    one, two = bench.answer(bench.ask("one")), bench.answer(bench.ask("two"))
    inside = bench.answer(bench.ask("deeper", one))
    assert bench.update(one, convergence_with=[two])["edges_created"] == 1
    assert bench.update(one, convergence_with=[two])["edges_created"] == 0
    assert bench.update(two, convergence_with=[one])["edges_created"] == 0
    found = bench.fractal.fractal_query_convergence(bench.graph_id)
    assert found["count"] == 1
    assert found["convergence_points"][0]["nodes"] == sorted([one, two])
    kinds = [edge["edge_type"] for edge in bench.fractal.fractal_get_snapshot(bench.graph_id)["edges"]]
    assert kinds.count("convergence") == 1
    before = bench.bytes()
    assert "edge to itself" in bench.update(one, contradiction_with=[one])["error"]
    assert "in one branch" in bench.update(inside, convergence_with=[one])["error"]
    assert "not found" in bench.update(one, contradiction_with=[two, "gone"])["error"]
    assert bench.bytes() == before


def test_6_answers_of_two_lineages_converge_within_one_branch(bench: Bench) -> None:
    """A fault that was mended: answers below one branch never converged, so no checkpoint ever saw them."""
    bench.start("explore", "convergence")
    above = bench.answer(bench.ask("one branch"))
    one, two = bench.answer(bench.ask("left", above)), bench.answer(bench.ask("right", above))
    assert bench.update(one, convergence_with=[two])["edges_created"] == 1
    assert "convergence" in bench.fractal.fractal_claim_work(bench.graph_id, "w1")["reason"]
    assert bench.fractal.fractal_get_snapshot(bench.graph_id)["status"] == "paused"


@pytest.mark.parametrize(
    "bad",
    ["{", "[1]", '{"a": NaN}', '{"a": 1e999}', '{"a": 1, "a": 2}', '"text"', "nonsense", "7", "[" * 20_000],
)
def test_7_bad_metadata_is_refused_at_the_door(bench: Bench, bad: str) -> None:
    bench.start()
    before = bench.bytes()
    graph, top = bench.graph_id, bench.top
    for refused in (
        bench.fractal.fractal_create_graph("Why?", "pulse", "autonomous", bad),
        bench.fractal.fractal_add_node(graph, top, "question", "So?", None, bad),
        bench.fractal.fractal_update_node(graph, top, bad),
    ):
        assert "metadata" in refused["error"]
    assert bench.bytes() == before
    assert bench.fractal.fractal_get_snapshot(graph)["nodes"][0]["metadata"] == {}


def test_7_half_a_character_in_metadata_does_not_end_the_session(bench: Bench) -> None:
    bench.start()
    cut = '{"told": "cut: \\ud83d", "max_nodes": 9}'
    made = bench.fractal.fractal_create_graph("Why?", "pulse", "autonomous", cut)
    assert bench.fractal.fractal_get_snapshot(made["graph_id"])["metadata"]["told"] == "cut: ?"
    assert bench.fractal.fractal_update_node(bench.graph_id, bench.top, cut)["metadata"]["told"] == "cut: ?"


@pytest.mark.parametrize("ceiling", ["max_nodes", "max_tokens", "max_seconds", "lease_seconds"])
def test_7_a_ceiling_that_no_clock_can_count_is_refused(bench: Bench, ceiling: str) -> None:
    for number in ("0", "-1", "true", '"9"', "1.5", "9" * 400):
        metadata = f'{{"{ceiling}": {number}}}'
        refused = bench.fractal.fractal_create_graph("Why?", "pulse", "autonomous", metadata)
        assert f"metadata: {ceiling}" in refused["error"]
        assert len(refused["error"]) < 300


@pytest.mark.parametrize(
    ("key", "spoilt"),
    [
        ("metadata", "'{'"),
        ("metadata", "'[]'"),
        ("sources", "'{}'"),
        ("sources", "nonsense"),
        ("status", "done"),
        ("intensity", "low"),
        ("checkpoint", "depth:0"),
        ("agents", "many"),
    ],
)
def test_7_what_a_person_broke_in_the_front_matter_is_told_by_its_file(
    bench: Bench, key: str, spoilt: str
) -> None:
    path = bench.start().root / "state" / f"{bench.top}.md"
    line = r"(graph: .*?\b|node: .*?\b)" + key + r': ("(?:[^"\\]|\\.)*"|[^,}]*)'
    text, count = re.subn(line, rf"\g<1>{key}: {spoilt}", path.read_text(), count=1)
    assert count == 1
    path.write_text(text)
    for call in (bench.again().fractal.fractal_get_snapshot, bench.again().fractal.fractal_resume_graph):
        told = call(bench.graph_id)["error"]
        assert told.startswith(f"state/{bench.top}.md:1: ")
        assert "restore it" in told or "mend it" in told


def test_8_nobody_answers_for_another_or_forges_a_synthesis(bench: Bench) -> None:
    bench.start()
    bench.claim("w1")
    before = bench.bytes()
    graph, top, add = bench.graph_id, bench.top, bench.fractal.fractal_add_node
    refusals = {
        "claimed by 'w1', not by 'w2'": add(graph, top, "answer", "mine", "w2"),
        "give it as owner": add(graph, top, "answer", "mine"),
        "the answer is empty": add(graph, top, "answer", " \n", "w1"),
        "the question is empty": add(graph, top, "question", ""),
        "has its one root": add(graph, None, "question", "another root?"),  # type: ignore[arg-type]
        "use fractal_synthesize_node": bench.update(top, synthesis="forged"),
        "use fractal_mark_saturated": bench.update(top, saturation_reason="forged"),
        "the synthesis is empty": bench.fractal.fractal_synthesize_node(graph, top, "\t"),
    }
    for told, refused in refusals.items():
        assert told in refused["error"]
    assert bench.bytes() == before


def test_9_a_new_question_makes_syntheses_above_it_stale(bench: Bench) -> None:
    bench.start()
    one = bench.ask("one")
    two = bench.ask("two", one)
    for each in (bench.top, one, two):
        bench.answer(each)
    bench.cascade()
    added = bench.ask("something else", two)
    assert [bench.state(each) for each in (bench.top, one, two)] == ["answered"] * 3
    assert "synthesis" not in bench.node(two)["metadata"]
    bench.answer(added)
    assert bench.cascade() == [added, two, one, bench.top]


def test_10_budgets_and_checkpoints_hold(bench: Bench) -> None:
    bench.start("pulse", max_nodes=10)
    for number in range(4):
        bench.ask(f"question {number}")
    for worker in ("w1", "w2", "w3"):
        bench.claim(worker)
    assert "budget of 3 agents" in bench.fractal.fractal_claim_work(bench.graph_id, "w4")["error"]
    bench.answer(bench.top)
    refused = bench.fractal.fractal_add_node(bench.graph_id, bench.top, "question", "a sixth question")
    assert "budget of 10 nodes" in refused["error"]


def test_11_a_branch_is_read_without_the_graph(bench: Bench) -> None:
    bench.start()
    one, two = bench.ask("one"), bench.ask("two")
    below = bench.ask("below", bench.answer(one))
    branch = bench.fractal.fractal_get_branch(bench.graph_id, one)
    assert [node["node_id"] for node in branch["nodes"]] == [one, f"{one}.answer", below]
    assert len(branch["edges"]) == 2
    under = bench.fractal.fractal_get_branch(bench.graph_id, f"{one}.answer")
    assert [node["node_id"] for node in under["nodes"]] == [f"{one}.answer", below]
    assert two not in str(branch)
