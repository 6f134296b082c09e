from __future__ import annotations

import re

import pytest

from benchmarks.long_text_scores import score
from benchmarks.long_texts import KINDS, LongQuestion, characters, questions


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_arguments_make_the_same_questions_and_others_do_not(kind: str) -> None:
    first, again, other = (questions(kind, 4000, seed) for seed in (1, 1, 2))
    assert first == again
    assert first[0].text != other[0].text
    assert len({question.name for question in [*first, *other]}) == len(first) + len(other)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tokens", [4_000, 64_000])
def test_a_text_is_as_long_as_asked(kind: str, tokens: int) -> None:
    text = questions(kind, tokens, 1)[0].text
    assert tokens <= characters(text) <= tokens * 1.05


def test_a_needle_stands_once_and_its_neighbours_look_like_it() -> None:
    asked = questions("needles", 16_000, 3)
    for question in asked:
        place = re.search(r"at (\w+ \w+ \w+)\?|depot at (\w+ \w+ \w+)\?", question.question)
        assert place is not None
        name = place[1] or place[2]
        holders = [line for line in question.text.splitlines() if f"depot at {name};" in line]
        assert len(holders) == 1
        assert question.answer in holders[0]
        assert len(re.findall(rf"depot at \w+ {name.split()[1]} \w+;", question.text)) > 1


def test_a_count_is_what_a_person_would_count() -> None:
    """Each sentence of the text has one mood: an answer is the number of lines with that mood."""
    for question in questions("counting", 4000, 5):
        if isinstance(question.answer, int):
            assert 0 <= question.answer <= len(question.text.splitlines())
    by_kind = questions("counting", 4000, 5)[0]
    assert by_kind.answer > 0


@pytest.mark.parametrize("tokens", [500, 1000, 4000, 16_000])
def test_some_pair_is_always_right(tokens: int) -> None:
    """A way that finds nothing is right in no question about pairs."""
    asked = [question for seed in range(10) for question in questions("pairs", tokens, seed)]
    assert asked
    assert all(question.answer for question in asked)
    assert all(score(question, "[]") == 0.0 for question in asked)


def a_question(answer: object, kind: str = "counting", text: str = "") -> LongQuestion:
    return LongQuestion("q", kind, 4000, text, "?", answer)


NEEDLES = (
    "Ann keeps the depot at a; its gate opens with 12345.\nBen keeps the depot at b; its gate opens with 99.\n"
)


@pytest.mark.parametrize(
    ("question", "answer", "points"),
    [
        (a_question(10), "10", 1.0),
        (a_question(10), "There are 10 of them.", 1.0),
        (a_question(10), "12", 0.75**2),
        (a_question(1000), "1,000", 1.0),
        (a_question(10), "9, 10 or 11", 0.0),
        (a_question(10), "ten", 0.0),
        (a_question("positive"), "Positive.", 1.0),
        (a_question("positive"), "positive or negative", 0.0),
        (a_question("12345", "needles", NEEDLES), "The code is 12345.", 1.0),
        (a_question("12345", "needles", NEEDLES), "12345 or 99", 0.0),
        (a_question("Ann", "needles", NEEDLES), "ann", 1.0),
        (a_question("Ann", "needles", NEEDLES), "Ann or Ben", 0.0),
        (a_question([["Ada", "Bela"], ["Ada", "Chen"]], "pairs"), "Bela, Ada\nAda, Chen", 1.0),
        (a_question([["Ada", "Bela"], ["Ada", "Chen"]], "pairs"), '[["Ada", "Bela"]]', 2 / 3),
        (a_question([["Ada", "Bela"]], "pairs"), "Ada, Chen", 0.0),
        (a_question([], "pairs"), "none", 1.0),
    ],
)
def test_scores_are_exact(question: LongQuestion, answer: str, points: float) -> None:
    assert score(question, answer) == pytest.approx(points)
