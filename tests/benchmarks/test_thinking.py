"""Thinking is scored beside a plain call by what its text has."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.thinking import (
    SuiteQuestion,
    compared,
    comparison_table,
    harvest_of,
    prompt_of,
    read_questions,
    score,
)
from pandora.budget import Budget, Usage
from pandora.disk.layout import shipped_system
from pandora.document.figures import figures, normal_number
from pandora.document.form import Form
from pandora.errors import UsageError
from pandora.models.protocol import Call, Prompt
from pandora.questions.citations import borne_out, claims_in
from pandora.questions.relations import MOST_PAIRS
from pandora.questions.relevant_statements import bearing_statements
from pandora.questions.source_contradictions import clashes
from pandora.questions.statements import Statement, quantities_of, statements_of
from pandora.questions.worker_sources import Shelf
from pandora.workspace.full_text import passages_of
from tests.questions.thinker import Thinker, usual

SUITE = Path(__file__).parents[2] / "benchmarks" / "thinking_questions"


def test_the_suite_has_questions_of_each_kind_and_its_notes_hold_the_gold_facts() -> None:
    questions = read_questions(SUITE)
    kinds = Counter(question.kind for question in questions)
    assert kinds == {"decision": 4, "diagnosis": 4, "comparison": 4}
    for question in questions:
        notes = "\n".join(path.read_text("utf-8") for path in question.notes.iterdir())
        whole = score(question, notes, 0)
        assert whole.gold == len(question.gold), question.name
        assert whole.irrelevant == len(question.irrelevant) > 0, question.name
        for pair in question.contradictions:
            assert all(value in notes for value in pair), question.name


@pytest.mark.parametrize("question", read_questions(SUITE), ids=lambda question: question.name)
def test_the_patterns_of_a_question_tell_a_right_answer_from_a_wrong_one(question: SuiteQuestion) -> None:
    right, wrong = score(question, question.right, 0), score(question, question.wrong, 0)
    assert (right.gold, right.contradictions) == (len(question.gold), len(question.contradictions))
    assert (right.forbidden, right.irrelevant) == (0, 0)
    assert wrong.forbidden == len(question.forbidden)
    assert wrong.gold < len(question.gold) / 2
    assert wrong.contradictions == 0


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
    assert (rows[0]["tokens"], rows[0]["worked"]) == (120, 120)
    assert rows[1]["worked"] <= rows[1]["tokens"]
    assert rows[1]["contradictions"] == rows[1]["contradictions_of"] == 2  # found by code alone
    assert rows[1]["untrue_quotes"] == 0
    table = comparison_table(rows)
    assert table[-1].startswith("| **all** | think |")


def test_a_reply_that_was_recorded_is_not_asked_for_again(tmp_path: Path) -> None:
    """So a question is measured again after a change for the price of what the change made of its prompts."""
    (question,) = read_questions(SUITE, ["ferry-or-bridge"])
    first, second = Thinker(), Thinker()
    texts = [harvest_of(question, shipped_system(), model, Budget(), tmp_path)[0] for model in (first, second)]
    assert len(first.asked) > 4
    assert second.asked == []
    assert score(question, texts[0], 0) == score(question, texts[1], 0)


def test_what_bears_on_a_question_is_most_of_the_gold_facts_and_little_else() -> None:
    """Thinking 6: without any model, at most six tenths of the notes hold most of what an answer needs."""
    gold = gold_of = beside = beside_of = 0
    for question in read_questions(SUITE):
        shelf = Shelf(("notes",), question.notes.parent)
        bearing = bearing_statements(question.text, shelf.statements, shelf.passages)
        assert len(bearing) <= 0.6 * len(shelf.statements) + 0.5
        scored = score(question, "\n".join(statement.quote for statement in bearing), 0)
        gold, gold_of = gold + scored.gold, gold_of + len(question.gold)
        beside, beside_of = beside + scored.irrelevant, beside_of + len(question.irrelevant)
    assert gold >= 0.8 * gold_of
    assert beside <= 0.25 * beside_of


def with_values_of_others(statements: Sequence[Statement]) -> Iterator[str]:
    """Each statement with one of its figures replaced by that of another one for the same unit."""
    for statement, other in itertools.permutations(statements, 2):
        for mine, theirs in itertools.product(statement.quantities, other.quantities):
            if mine.unit != theirs.unit or theirs in statement.quantities:
                continue
            own = [figure for figure in figures(statement.text) if normal_number(figure) == mine.value]
            new = [figure for figure in figures(other.text) if normal_number(figure) == theirs.value]
            claim = statement.text.replace(own[0], new[0], 1) if own and new else ""
            if theirs in quantities_of(claim):
                yield claim


def test_what_the_notes_say_is_borne_out_and_hardly_a_value_of_something_else() -> None:
    """A fault that was mended: of 205 statements that took the figure of another one, 194 were borne out.

    Those that still are differ in nothing but the figure from one that has it, or both sides disagree on it.
    """
    true = true_of = taken = taken_of = 0
    for question in read_questions(SUITE):
        statements = Shelf(("notes",), question.notes.parent).statements
        true += sum(bool(borne_out(statement.text, statements)) for statement in statements)
        claims = list(with_values_of_others(statements))
        taken += sum(bool(borne_out(claim, statements)) for claim in claims)
        true_of, taken_of = true_of + len(statements), taken_of + len(claims)
    assert true >= 0.97 * true_of
    assert taken <= 0.17 * taken_of
    assert taken_of == 205


def all_wrong(question: SuiteQuestion) -> Thinker:
    """A model that gives the suite's own wrong answer wherever it may write a sentence."""
    said = " ".join(question.wrong.split())
    lines = itertools.cycle(claims_in(said))

    def copies(count: int) -> list[dict[str, str]]:
        return [{"line": next(lines)} for _ in range(count)]

    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        values = usual(call, prompt, form)
        if call.phase != "do" or "same thing" in form:
            return values
        if "holds" in form:
            return {"reason": next(lines), "holds": "the first"}
        wrong = {"because": said, "provided": next(lines), "answer": values.get("answer") or said}
        if call.kind == "think_decide":
            return wrong
        return {**wrong, "for": copies(2), "against": copies(2), "found": copies(3), "answer": said}

    return Thinker(answers)


@pytest.mark.parametrize("question", read_questions(SUITE), ids=lambda question: question.name)
def test_no_forbidden_statement_and_no_false_quote_is_told_whatever_the_model_says(
    question: SuiteQuestion,
) -> None:
    """Thinking 6: what the model says wrong stands in no claim, no condition and no branch of the result."""
    text, _ = harvest_of(question, shipped_system(), all_wrong(question), Budget())
    scored = score(question, text, 0)
    assert (scored.forbidden, scored.untrue_quotes) == (0, 0)
    assert scored.gold >= 0.7 * len(question.gold)


def test_what_cannot_be_read_is_told_by_its_path(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no question is here"):
        read_questions(tmp_path)
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "question.toml").write_text('question = "Why?"\n', "utf-8")
    with pytest.raises(UsageError, match=r"question\.toml:1: cannot be read: 'contradictions'"):
        read_questions(tmp_path)


def test_code_finds_most_planted_contradictions_before_any_model_is_asked() -> None:
    """Thinking 4: of the planted contradictions, code alone proposes at least three of four, in few pairs."""
    planted = hits = total = 0
    for question in read_questions(SUITE):
        texts = sorted((path.name, path.read_text("utf-8")) for path in question.notes.iterdir())
        statements = [each for name, text in texts for each in statements_of(passages_of(name, text))]
        proposed = clashes(statements, question.text)[:MOST_PAIRS]
        pairs = [clash.first.text + clash.second.text for clash in proposed]
        total, planted = total + len(proposed), planted + len(question.contradictions)
        hits += sum(
            any(one in pair and other in pair for pair in pairs) for one, other in question.contradictions
        )
    assert planted == 24
    assert hits >= 18
    assert total <= 28
