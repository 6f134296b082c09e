"""What of a graph is drawn."""

from __future__ import annotations

from dataclasses import replace

from pandora.questions.drawing import Picture, picture
from tests.questions.graphs import Bench
from tests.questions.pictures import item, many


def test_a_picture_has_questions_with_what_they_came_to(bench: Bench) -> None:
    bench.start().answered(text="Light is scattered.")
    below = bench.ask("By what?", f"{bench.top}.answer")
    bench.claim("w2")
    bench.answer(below, "Molecules.", "w2")
    bench.synthesize(below, "By molecules.")
    drawn = picture(bench.graph)
    root, one = drawn.items
    assert (root.text, root.answer, root.place, root.parent) == (
        "Why is the sky blue?",
        "Light is scattered.",
        "",
        None,
    )
    assert (one.parent, one.depth, one.state, one.owner) == (bench.top, 1, "synthesized", "w2")
    assert (one.answer, one.synthesis, one.path) == ("Molecules.", "By molecules.", f"state/{below}.md")
    assert drawn.counts() == {"open": 0, "claimed": 0, "answered": 1, "synthesized": 1, "saturated": 0}


def test_relations_join_questions_once_and_know_what_settled_them(bench: Bench) -> None:
    bench.start().answered()
    one, two = bench.ask("One?"), bench.ask("Two?")
    a, b = (bench.answer(bench.claim(), text) for text in ("A.", "B."))
    bench.update(a, contradiction_with=[b], contradiction_tension="A or B?")
    bench.update(one, contradiction_with=[two])
    bench.update(b, convergence_with=[a], convergence_insight="letters")
    contradiction, convergence = picture(bench.graph).links
    assert (contradiction.one, contradiction.other, contradiction.explanation) == (one, two, "A or B?")
    assert (convergence.kind, convergence.explanation) == ("convergence", "letters")
    bench.update(a, contradiction_resolved=True, resolution_node=b)
    assert picture(bench.graph).links[0].settled == "", "the questions still contradict each other"
    bench.update(one, contradiction_resolved=True, resolution_node=b)
    assert picture(bench.graph).links[0].settled == b


def circle() -> Picture:
    return replace(many(1), items=(item(0, None, 0), item(1, 2), item(2, 1), item(3, 9)))


def test_a_circle_of_parents_and_a_lost_parent_are_drawn_all_the_same() -> None:
    below = circle().children()
    assert [each.place for each in below[None]] == ["", "3", "1"]
    assert [each.place for each in below["tool-question-abc234-1"]] == ["2"]
    assert sum(map(len, below.values())) == 4
