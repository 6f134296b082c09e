from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.workspace.full_text import PASSAGE_LENGTH, FullText, Passage, passages_of

HEATING = Passage("notes/heating.md", 1, "The boiler was serviced in May.")
GARDEN = Passage("notes/garden.md", 1, "The hedge was cut in May, the hedge alone.")
ROOF = Passage("notes/roof.md", 1, "Two slates are missing.")


def places(texts: FullText, query: str, around: str = "", weight: float = 0.3) -> list[str]:
    return [passage.path for passage in texts.nearest(query, around, weight)]


def test_rare_words_and_those_of_the_path_count() -> None:
    texts = FullText.in_memory([HEATING, GARDEN, ROOF])
    assert places(texts, "Which boilers were serviced in May?")[0] == HEATING.path
    assert places(texts, "roof") == [ROOF.path]
    assert places(texts, "zeppelin") == []


def test_words_around_the_question_decide_among_equals_and_never_before_its_own() -> None:
    texts = FullText.in_memory([HEATING, GARDEN, ROOF])
    assert places(texts, "May", around="the hedge")[0] == GARDEN.path
    assert places(texts, "slates", around="the hedge")[0] == ROOF.path
    assert places(texts, "May", around="the hedge", weight=0)[0] == HEATING.path


def test_the_same_texts_are_found_in_the_same_order_each_time() -> None:
    alike = [Passage(f"{number}.md", 1, "a boiler") for number in range(20)]
    orders = {tuple(places(FullText.in_memory(alike), "boiler")) for _ in range(3)}
    assert orders == {tuple(passage.path for passage in alike)}


@given(st.text(max_size=60))
def test_any_query_is_only_words(query: str) -> None:
    list(FullText.in_memory([HEATING]).nearest(query, query, 0.3))


@given(st.lists(st.text(alphabet="ab \n", max_size=PASSAGE_LENGTH), max_size=12))
def test_passages_hold_every_word_at_its_line(blocks: list[str]) -> None:
    text = "\n\n".join(blocks)
    passages = list(passages_of("a.md", text))
    assert "".join("".join(passage.text.split()) for passage in passages) == "".join(text.split())
    lines = text.split("\n")
    for passage in passages:
        assert passage.text.split("\n")[0].strip() in lines[passage.line - 1]
        assert len(passage.text) <= 2 * PASSAGE_LENGTH


def test_a_long_text_is_cut_at_line_ends() -> None:
    text = "\n".join(f"line {number} of it" for number in range(1, 900))
    passages = list(passages_of("long.txt", text))
    assert len(passages) > 10
    assert all(passage.text.split("\n")[0] == f"line {passage.line} of it" for passage in passages)


@pytest.mark.parametrize("empty", ["", "\n\n"])
def test_rows_stand_below_their_head_and_are_found_at_their_line(empty: str) -> None:
    rows = [f"2026-{number:03},{number * 7}" for number in range(1, 200)]
    text = "\n".join(["month,orders", *rows[:50]]) + f"\n{empty}" + "\n".join(rows[50:])
    passages = list(passages_of("sales.csv", text))
    assert all(passage.text.startswith("month,orders\n2026-") for passage in passages)
    (wanted,) = [passage for passage in passages if "2026-120" in passage.text]
    assert text.split("\n")[wanted.line_of(["2026", "120"]) - 1].startswith("2026-120")
