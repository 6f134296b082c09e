"""Thinking is scored beside a plain call by what its text has."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.thinking import compared, comparison_table, harvest_of, prompt_of, read_questions, score
from pandora.budget import Budget, Usage
from pandora.disk.layout import shipped_system
from pandora.errors import UsageError
from pandora.questions.relations import MOST_PAIRS
from pandora.questions.source_contradictions import clashes
from pandora.questions.statements import statements_of
from pandora.workspace.full_text import passages_of
from tests.questions.thinker import Thinker

SUITE = Path(__file__).parents[2] / "benchmarks" / "thinking_questions"


def test_the_suite_has_questions_of_each_kind_and_its_notes_hold_the_gold_facts() -> None:
    questions = read_questions(SUITE)
    assert {question.kind for question in questions} == {"decision", "diagnosis", "comparison"}
    assert len(questions) >= 4
    for question in questions:
        notes = "\n".join(path.read_text("utf-8") for path in question.notes.iterdir())
        whole = score(question, notes, 0)
        assert whole.gold == len(question.gold), question.name
        for pair in question.contradictions:
            assert all(value in notes for value in pair), question.name


def test_a_text_is_scored_by_what_it_has() -> None:
    (question,) = read_questions(SUITE, ["hall-heating"])
    text = (
        "The tank is corroded. Insulating the roof is not relevant. The sources disagree: 3,400 litres and "
        "2,100 litres. “The oil boiler in the hall is from 1998.” [notes/oil.md:3] “It is green.” "
        "[notes/oil.md:4]"
    )
    scored = score(question, text, 17)
    assert (scored.forbidden, scored.contradictions, scored.untrue_quotes, scored.tokens) == (1, 1, 1, 17)
    assert scored.gold == 2
    assert score(question, "He said: “Insulation is not relevant.”", 0).forbidden == 0
    apart = f"It burnt 3,400 litres. {'Much is said between. ' * 30} The chair said 2,100 litres."
    assert score(question, apart, 0).contradictions == 0


def test_both_ways_are_compared_and_thinking_quotes_only_what_stands_there() -> None:
    questions = read_questions(SUITE, ["ferry-or-bridge"])
    ways = {
        "plain": lambda question: (prompt_of(question), Usage(1, 100, 100, 20)),
        "think": lambda question: harvest_of(question, shipped_system(), Thinker(), Budget()),
    }
    rows = list(compared(questions, ways, lambda said: None))
    assert [row["way"] for row in rows] == ["plain", "think"]
    assert rows[0]["tokens"] == 120
    assert rows[1]["contradictions"] == rows[1]["contradictions_of"] == 2  # found by code alone
    assert rows[1]["untrue_quotes"] == 0
    table = comparison_table(rows)
    assert table[-1].startswith("| **all** | think |")


def test_what_cannot_be_read_is_told_by_its_path(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no question is here"):
        read_questions(tmp_path)
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "question.toml").write_text('question = "Why?"\n', "utf-8")
    with pytest.raises(UsageError, match=r"question\.toml:1: cannot be read: 'contradictions'"):
        read_questions(tmp_path)


def test_code_finds_most_planted_contradictions_before_any_model_is_asked() -> None:
    """Thinking 4: of the planted contradictions, code alone proposes at least ten of twelve, in few pairs."""
    planted = hits = 0
    for question in read_questions(SUITE):
        texts = sorted((path.name, path.read_text("utf-8")) for path in question.notes.iterdir())
        statements = [each for name, text in texts for each in statements_of(passages_of(name, text))]
        pairs = [clash.first.text + clash.second.text for clash in clashes(statements)[:MOST_PAIRS]]
        planted += len(question.contradictions)
        hits += sum(
            any(one in pair and other in pair for pair in pairs) for one, other in question.contradictions
        )
    assert planted == 12
    assert hits >= 10
