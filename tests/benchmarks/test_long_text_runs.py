from __future__ import annotations

from pathlib import Path

from benchmarks.long_text_runs import Answer, answer_all, plain_program, score_table
from benchmarks.long_texts import KINDS, LongQuestion, questions


def test_a_plain_program_answers_each_kind_and_is_not_perfect() -> None:
    told: list[str] = []
    asked = [question for kind in KINDS for question in questions(kind, 4000, 1)]
    rows = answer_all(asked, {"program": plain_program}, told.append)
    scores = {kind: [row["score"] for row in rows if row["kind"] == kind] for kind in KINDS}
    assert sum(scores["needles"]) == 3  # words alone find a needle
    assert sum(scores["counting"]) < len(scores["counting"])
    assert sum(scores["pairs"]) < len(scores["pairs"])
    assert len(told) == len(asked)


def test_the_table_has_a_row_for_each_kind_and_length_and_a_column_for_each_way() -> None:
    def knows(question: LongQuestion) -> Answer:
        return Answer(str(question.answer), calls=1, prompt=100, written=10)

    def nothing(question: LongQuestion) -> Answer:
        return Answer("")

    asked = [*questions("counting", 4000, 1), *questions("counting", 8000, 1)]
    rows = answer_all(asked, {"knows": knows, "nothing": nothing}, lambda line: None)
    table = score_table(rows)
    assert table[0] == "| kind | tokens | questions | knows | nothing |"
    assert table[2] == "| counting | 4,000 | 5 | 1.00 / 110 | 0.00 / 0 |"
    assert table[3].startswith("| counting | 8,000 |")


def test_what_is_answered_is_not_asked_again(tmp_path: Path) -> None:
    asked: list[str] = []

    def knows(question: LongQuestion) -> Answer:
        if len(asked) == 2:
            raise KeyboardInterrupt
        asked.append(question.name)
        return Answer(str(question.answer), calls=1)

    some, record = questions("needles", 4000, 1), tmp_path / "rows.jsonl"
    try:
        answer_all(some, {"knows": knows}, lambda line: None, record)
    except KeyboardInterrupt:
        del asked[0]
    rows = answer_all(some, {"knows": knows}, lambda line: None, record)
    assert [row["score"] for row in rows] == [1.0, 1.0, 1.0]
    assert asked == [question.name for question in some[1:]]
