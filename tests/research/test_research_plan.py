from __future__ import annotations

import pytest

from pandora.research.research_plan import (
    Criteria,
    Leaf,
    Node,
    PlanPhase,
    calls_of,
    inner_question,
    outline_plan,
    plan_text,
    read_plan,
    shape_problems,
)

PLAN = """\
executor: How do the neighbours of Laos compare?
  phase: corroboration 2; coverage 0.5; confidence 0.6; contradictions 0; iterations 3; calls 40
  leaf: Which countries border Laos?
    questions: Which countries border Laos?
    expected_format: a list
    acceptance_criteria: all five
    priority: high
    budget: 6 calls
    discovery_intense: true
    sources: 4
  executor: What is the population of each?
    phase: corroboration 1; coverage 1; confidence 0.5; contradictions 0; iterations 1; calls 0
    leaf: How many people live there?"""


def nested(levels: int) -> Node:
    node = Node(f"level {levels}", (PlanPhase(Criteria(), (Leaf("a leaf"),)),))
    for level in range(levels - 1, 0, -1):
        node = Node(f"level {level}", (PlanPhase(Criteria(), (node,)),))
    return node


def test_a_plan_reads_back_as_it_was_written() -> None:
    plan, problems = read_plan(PLAN)
    assert plan is not None
    assert problems == []
    assert shape_problems(plan) == []
    assert plan_text(plan) == PLAN
    leaf = plan.leaves[0]
    assert leaf.questions == ("Which countries border Laos?",)
    assert leaf.sources == 4
    assert leaf.calls == 6
    assert leaf.intense
    assert leaf.specification.startswith("questions: Which countries border Laos?\n")
    assert plan.phases[0].criteria == Criteria(2, 0.5, 0.6, 0, 3, 40)
    assert calls_of(plan) > 10


def test_depth_counts_executors_alone() -> None:
    """Research 4 and R6: three levels of executors are right, four are not; leaves do not count."""
    assert shape_problems(nested(3)) == []
    (problem,) = shape_problems(nested(4))
    assert "level 4" in problem[1]
    assert shape_problems(nested(2), level=3)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("leaf: Which countries", "wizard: Which countries"), "there is no 'wizard'"),
        (("    questions:", "    wishes:"), "no 'wishes'"),
        (("    sources: 4", "   sources: 4"), "indented by 3 spaces"),
        (("coverage 0.5", "luck 0.5"), "'luck 0.5' is no criterion"),
        (("iterations 3", "iterations 9"), "iterations is 9"),
        (("    sources: 4", "    sources: 40"), "40 sources"),
        (("priority: high", "priority: urgent"), "its priority is 'urgent'"),
        (("budget: 6 calls", "budget: 1 call"), "an extractor needs 2 calls at least"),
        (("  leaf: Which", "  scout: Which documents?\n  leaf: Which"), ""),
        (("    leaf: How many people live there?", ""), "nothing to do"),
        (("What is the population of each?", "How do the neighbours of Laos compare?"), "the one above"),
    ],
)
def test_code_says_what_is_wrong_with_a_shape(change: tuple[str, str], said: str) -> None:
    """Research R6: each rule of a plan's shape is held by code, with the line."""
    plan, problems = read_plan(PLAN.replace(*change))
    problems = problems or (shape_problems(plan) if plan else [])
    if not said:
        assert problems == []
        return
    assert any(said in message for _, message in problems), problems
    assert all(line >= 1 for line, _ in problems)


def test_a_scout_comes_first_and_a_leaf_has_sources() -> None:
    """Research R6 and R8: a leaf without sources is refused; so is a late scout."""
    plan, _ = read_plan("executor: q\n  leaf: a b c\n    sources: 0\n")
    assert plan
    assert "no scout before it" in shape_problems(plan)[0][1]
    plan, _ = read_plan("executor: q\n  leaf: a b c\n  scout: x y z\n")
    assert plan
    messages = [message for _, message in shape_problems(plan)]
    assert any("comes before" in message for message in messages)


def test_every_executor_has_a_phase_with_criteria() -> None:
    """Research R7: an executor without a phase line has one with the default criteria."""
    plan, _ = read_plan("executor: q\n  leaf: a b c\n")
    assert plan
    assert [phase.criteria for phase in plan.phases] == [Criteria()]


@pytest.mark.parametrize(
    "outline",
    [
        "1. A b?\n2. C d?\n   - E f?\n   - G h?",
        "- A b?\n- C d?\n  - E f?\n  - G h?",
        "A b?\nC d?\n  E f?\n  G h?",
    ],
)
def test_an_outline_of_a_model_becomes_a_plan(outline: str) -> None:
    plan, problems = outline_plan("Q?", outline)
    assert plan is not None
    assert not problems
    assert [type(task).__name__ for task in plan.tasks] == ["Leaf", "Node"]
    assert [leaf.objective for leaf in plan.leaves] == ["A b?", "E f?", "G h?"]


def test_an_outline_of_four_levels_is_kept_and_refused() -> None:
    """Research 4: what is too deep is not trimmed; it is refused as it is."""
    plan, _ = outline_plan("Q?", "A?\n  B?\n    C?\n      D?")
    assert plan is not None
    assert any("level 4" in message for _, message in shape_problems(plan))


@pytest.mark.parametrize(
    ("query", "inner"),
    [
        ("How large is the country that borders Laos?", "Which is the country that borders Laos?"),
        (
            "What is the capital of the country with which Laos has its longest border?",
            "Which is the country with which Laos has its longest border?",
        ),
        ("Which is the country that borders Laos?", ""),
        ("What is the population of Laos?", ""),
        ("In which field does a virtual package appear?", ""),
        ("May the target of the rules do something that needs root privilege?", ""),
    ],
)
def test_code_sees_the_question_inside_a_query(query: str, inner: str) -> None:
    assert inner_question(query) == inner
