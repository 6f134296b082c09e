from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pandora.questions.graph_rules import REASONS, GraphError, checked_text
from pandora.questions.node_changes import open_below
from tests.questions.graphs import Bench

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def test_metadata_merges_key_by_key(bench: Bench) -> None:
    bench.start()
    assert bench.update(bench.top, a={"x": 1}, b=2)["metadata"] == {"a": {"x": 1}, "b": 2}
    assert bench.update(bench.top, a={"y": 2})["metadata"] == {"a": {"y": 2}, "b": 2}


@given(st.dictionaries(st.text(), JSON, max_size=4), st.text(min_size=1))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_stored_is_what_was_given(bench: Bench, metadata: dict[str, object], text: str) -> None:
    for key in ("synthesis", "saturation_reason", "convergence_with", "contradiction_with"):
        metadata.pop(key, None)
    bench.start()
    given_text = f"{text}?"
    made = bench.fractal.fractal_add_node(
        bench.graph_id, bench.top, "question", given_text, None, json.dumps(metadata)
    )
    assert "error" not in made
    bench.answer(made["node_id"], given_text)
    node, answer = bench.again().node(made["node_id"]), bench.node(f"{made['node_id']}.answer")
    assert node["metadata"] == json.loads(json.dumps(metadata).encode("utf-8", "replace"))
    assert node["text"].split() == answer["text"].split() == checked_text(given_text, "question").split()
    bench.fractal.fractal_delete_graph(bench.graph_id)


def test_an_error_does_not_give_a_huge_argument_back(bench: Bench) -> None:
    bench.start()
    huge = "x" * 100_000
    for refused in (
        bench.fractal.fractal_get_branch(bench.graph_id, huge),
        bench.fractal.fractal_create_graph("Why?", huge, "autonomous"),
        bench.fractal.fractal_claim_work(bench.graph_id, huge),
        bench.fractal.fractal_get_snapshot(huge),
    ):
        assert len(refused["error"]) < 2100
        assert refused["error"].endswith(
            ("found in graph " + repr(bench.graph_id), "deep", "line", "the graphs")
        )


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("state", ["open", "claimed", "answered"])
def test_saturation_ends_a_branch(bench: Bench, state: str, reason: str) -> None:
    bench.start()
    if state != "open":
        bench.claim()
    if state == "answered":
        bench.answer(bench.top, "An answer.")
    made = bench.fractal.fractal_mark_saturated(bench.graph_id, bench.top, reason)
    assert made == {"node_id": bench.top, "status": "saturated", "reason": reason}
    assert bench.node(bench.top)["metadata"] == {"saturation_reason": reason}
    assert bench.fractal.fractal_claim_work(bench.graph_id, "w1") == {"node_id": None, "graph_done": True}
    again = bench.fractal.fractal_mark_saturated(bench.graph_id, bench.top, reason)
    assert "must be 'open', 'claimed' or 'answered'" in again["error"]


def test_unknown_words_list_the_known_ones(bench: Bench) -> None:
    bench.start()
    assert "question, answer" in bench.fractal.fractal_add_node(bench.graph_id, bench.top, "idea", "x")["error"]
    assert (
        "hollow_questions" in bench.fractal.fractal_mark_saturated(bench.graph_id, bench.top, "bored")["error"]
    )
    assert "not found" in bench.fractal.fractal_mark_saturated(bench.graph_id, "gone", "error")["error"]


def test_a_question_is_answered_once(bench: Bench) -> None:
    bench.start()
    answer = bench.answer(bench.top)
    again = bench.fractal.fractal_add_node(bench.graph_id, bench.top, "answer", "Another.", "w1")
    assert "only an open or a claimed question" in again["error"]
    on_answer = bench.fractal.fractal_add_node(bench.graph_id, answer, "answer", "Of an answer.", "w1")
    assert "is an answer" in on_answer["error"]


def test_a_saturated_branch_takes_no_questions(bench: Bench) -> None:
    bench.start()
    bench.fractal.fractal_mark_saturated(bench.graph_id, bench.top, "actionable")
    refused = bench.fractal.fractal_add_node(bench.graph_id, bench.top, "question", "more?")
    assert "takes no more questions" in refused["error"]


def test_convergences_cluster(bench: Bench) -> None:
    bench.start()
    a, b, c, d, e = (bench.answer(bench.ask(name)) for name in "abcde")
    bench.update(a, convergence_with=[b])
    bench.update(c, convergence_with=[b], convergence_insight="they agree")
    bench.update(d, convergence_with=[e])
    bench.update(d, contradiction_with=[a], contradiction_tension="either or")
    found = bench.fractal.fractal_query_convergence(bench.graph_id)
    assert found["convergence_points"] == [
        {"nodes": [a, b, c], "insight": "they agree"},
        {"nodes": [d, e], "insight": None},
    ]
    told = bench.fractal.fractal_query_contradictions(bench.graph_id)
    assert told["contradictions"] == [{"nodes": [a, d], "tension": "either or"}]


def test_edges_stay_when_the_list_is_given_again(bench: Bench) -> None:
    bench.start()
    a, b, c = (bench.answer(bench.ask(name)) for name in "abc")
    bench.update(a, contradiction_with=[b])
    assert bench.update(a, contradiction_with=[c])["metadata"]["contradiction_with"] == [b, c]
    assert bench.fractal.fractal_query_contradictions(bench.graph_id)["count"] == 2


def test_a_document_is_whole_and_people_can_read_it(bench: Bench) -> None:
    bench.start()
    bench.answer(bench.top, "Light scatters.\n\n## §4 CHECK\n- blue most")
    bench.synthesize(bench.top, "Scattering.")
    text = bench.path(bench.top).read_text(encoding="utf-8")
    assert "## §1 UNDERSTAND\nTask: Why is the sky blue?\n" in text
    assert "## §3 DO\nAnswer:\n  Light scatters.\n" in text
    assert text.endswith("## §5 OUTPUT\nScattering.\n")
    assert bench.node(f"{bench.top}.answer")["text"] == "Light scatters.\n\n## §4 CHECK\n- blue most"


def test_a_branch_leaves_the_others_their_share_of_the_nodes(bench: Bench) -> None:
    """A fault that was mended: under a ceiling of nodes, the first two of six branches took everything."""
    bench.start("deep", max_nodes=38)  # a root, six branches, and twelve questions more
    answer = bench.answer(bench.top)
    branches = [bench.ask(f"branch {number}", answer) for number in range(6)]
    for branch in branches[:2]:
        bench.answer(branch)
        for number in range(2):
            open_below(bench.graph, branch, f"{branch} question {number}", "", {})
        with pytest.raises(GraphError, match="its share of 3 questions"):
            open_below(bench.graph, branch, f"{branch} question 2", "", {})
        refused = bench.fractal.fractal_add_node(bench.graph_id, branch, "question", "a client's question")
        assert "its share of 3 questions" in refused["error"]
    for branch in branches[2:]:
        bench.fractal.fractal_mark_saturated(bench.graph_id, branch, "actionable")
    for question in [row["id"] for row in bench.graph.index.rows("SELECT id FROM nodes WHERE state = 'open'")]:
        bench.answer(question)
    assert open_below(bench.graph, branches[0], "with what nobody else needs", "", {})["status"] == "open"
