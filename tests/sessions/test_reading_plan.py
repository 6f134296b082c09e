from __future__ import annotations

import random

from pandora.sessions.reading_plan import (
    COUNT,
    FIND,
    FREQUENT,
    LINES,
    LIST,
    PARAGRAPHS,
    PARTS,
    plan_of,
    reading_of,
    splitting_of,
)
from tests.sessions.sittings import Line, Sitting, leaf

GOOD, BAD = "a wonderful film", "a dull film"


def reviews(count: int = 12) -> str:
    draw = random.Random(4)
    rows = (f"User: {draw.choice((11, 17, 23))} || {draw.choice((GOOD, BAD))} {n}" for n in range(count))
    return "\n".join(rows) + "\n"


def planned(
    kind: str, parts: str, question: str = "Is it positive?", labels: str = "none"
) -> dict[str, object]:
    fill = {"wanted": kind, "parts": parts, "question": question, "labels": labels}
    return {"phase": "plan", "level": "tool", "fill": fill}


def over(sitting: Sitting, text: str, question: str, *lines: Line) -> object:
    (sitting.root / "texts.txt").write_text(text, encoding="utf-8")
    sitting.scaffold = True
    report = sitting.start(list(lines), question, over=[sitting.root / "texts.txt"])
    assert report.exit_code == 0, sitting.text("tool-turn-abc234-1")
    return report.entry["value"]


def test_a_text_is_split_as_it_is_written() -> None:
    assert splitting_of({"a": reviews()}) is LINES
    assert splitting_of({"a": "One line,\nand another.\n\nA second part,\nwith two lines.\n"}) is PARAGRAPHS
    assert splitting_of({"a": "word " * 5000}) is PARTS


def test_code_offers_the_selections_that_the_question_names() -> None:
    """Code first: the phrases of the question that select some parts are options, with their counts."""
    text = reviews(40)
    reading = reading_of({"a": text}, "How many reviews by user 17 are positive?")
    count = sum("User: 17 " in line for line in text.splitlines())
    assert reading.options == ("all 40 lines", f"the {count} lines with 'user 17'")
    assert reading_of({"a": text}, "Which label is the most frequent?").options == ("all 40 lines",)


def test_a_plan_that_leaves_something_open_is_taken_the_safe_way() -> None:
    reading = reading_of({"a": reviews()}, "How many?")
    assert plan_of(reading, {"wanted": "?", "parts": "?", "question": "q"}, "t").kind == FIND
    assert plan_of(reading, {"wanted": FREQUENT, "labels": "none", "question": "q"}, "t").kind == COUNT
    frequent = {"wanted": FREQUENT, "labels": "good, bad", "question": "q"}
    assert plan_of(reading, frequent, "t").labels == ("good", "bad")


def test_nothing_is_counted_over_one_part() -> None:
    """A selection of one part answers for a fact, in the words of the task, whatever the model chose."""
    text = "".join(f"The code of depot {name} is {number}.\n" for number, name in enumerate("ABCD", 71))
    reading = reading_of({"a": text}, "What is the code of depot C?")
    given = {"wanted": COUNT, "parts": reading.options[1], "question": "Is it about C?"}
    plan = plan_of(reading, given, "What is the code of depot C?")
    assert (plan.kind, plan.question) == (FIND, "What is the code of depot C?")


def test_a_count_over_texts_is_read_by_leaves_and_added_up_by_code(sitting: Sitting) -> None:
    """Sessions S9: code first, then leaves over what code selected, then code adds up."""
    text = reviews()
    chosen = [line for line in text.splitlines() if "User: 17 " in line]
    answers = [leaf("yes" if GOOD in line else "no") for line in chosen]
    parts = f"the {len(chosen)} lines with 'user 17'"
    question = "How many reviews by user 17 are positive?"
    value = over(sitting, text, question, planned(COUNT, parts), *answers)
    assert value == str(sum(GOOD in line for line in chosen))
    assert len(sitting.files()) == 2 + len(chosen)
    text = sitting.text("tool-turn-abc234-1")
    assert "- ok: len(labels) == len(chosen)" in text


def test_what_could_not_be_judged_stands_in_the_value(sitting: Sitting) -> None:
    """Sessions S3: a part that no leaf judged is represented as such, and not skipped in silence."""
    text = "".join(f"line {n}\n" for n in range(3))
    value = over(
        sitting, text, "How many are good?", planned(COUNT, "all 3 lines"), leaf("yes"), leaf("?"), leaf("no")
    )
    assert value == '{"answer": 1, "not judged": 1}'


def test_the_most_frequent_label_is_counted(sitting: Sitting) -> None:
    text = "".join(f"line {n}\n" for n in range(3))
    plan = planned(FREQUENT, "all 3 lines", "What is it?", "plum, pear")
    assert over(sitting, text, "Plum or pear?", plan, leaf("pear"), leaf("plum"), leaf("pear")) == "pear"


def test_parts_are_listed(sitting: Sitting) -> None:
    plan = planned(LIST, "all 2 lines")
    assert over(sitting, "one\ntwo\n", "Which are good?", plan, leaf("no"), leaf("yes")) == '["two"]'


def test_a_fact_counts_where_a_part_says_it_word_for_word(sitting: Sitting) -> None:
    """Sessions S3: a leaf's reply becomes the value only where code finds it, and is then verified."""
    text = "".join(f"The code of depot {name} is {number}.\n" for number, name in enumerate("abcd", 71))
    plan = planned(FIND, "the 1 line with 'of depot c'", "What is the code?")
    assert over(sitting, text, "What is the code of depot C?", plan, leaf("73")) == "73"
    head = sitting.session().read(sitting.session().turns()[0])
    assert (head.status, head.text) == ("verified", "'73'")


def test_a_fact_that_no_part_says_is_missing(sitting: Sitting) -> None:
    """Sessions S3: a missing input is represented as missing."""
    plan = planned(FIND, "all 1 line", "What is the code?")
    assert "Missing" in str(over(sitting, "Nothing here.\n", "What is the code?", plan, leaf("4711")))


def test_a_later_turn_computes_with_what_is_known(sitting: Sitting) -> None:
    """Sessions 1: a later turn over the same texts may work with the variables of the first."""
    over(sitting, "one\ntwo\n", "Which are good?", planned(LIST, "all 2 lines"), leaf("no"), leaf("yes"))
    lines: list[Line] = [
        {"phase": "understand", "level": "tool", "fill": {"work": "compute with the variables"}},
        {
            "phase": "plan",
            "level": "tool",
            "fill": {"persist": [], "units": [], "checks": [], "worth keeping": "none"},
        },
        {"phase": "do", "level": "tool", "fill": {"code": "share = len(answer) / len(chosen)\nFINAL(share)"}},
    ]
    assert sitting.turn(lines, "Which share is that?").entry["value"] == "0.5"
