"""A quote stands in a text as a contiguous run of tokens, or it does not stand there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.document.quote_match import longest_run, places_of, tokens

TEXT = """Growth was 5% in 2020–21, at −3 °C. A well-
known exam-
ple of the “ﬁne” COVID-19 work costs $1,000.
It is not safe. The 1990s, 10² and café; 日本語の文"""


@pytest.mark.parametrize(
    ("quote", "there"),
    [
        ("growth was 5 %", "Growth was 5%"),
        ("in 2020-21", "in 2020–21"),
        ("-3 °C", "−3 °C"),
        ("Well-known example", "well-\nknown exam-\nple"),
        ("fine COVID-19", "ﬁne” COVID-19"),
        ("costs $1,000", "costs $1,000"),
        ("It is not safe", "It is not safe"),
        ("cafe\u0301", "café"),
        ("本語の", "本語の"),
    ],
)
def test_white_space_case_punctuation_and_hyphens_do_not_count(quote: str, there: str) -> None:
    assert [TEXT[start:end] for start, end in places_of(quote, TEXT)] == [there]


@pytest.mark.parametrize(
    "quote",
    [
        *(
            "growth was 6%",
            "Growth was 5",
            "3 °C",
            "costs €1,000",
            "costs $1.000",
            "costs 1,000",
            "in 2020, 21",
        ),
        *("It is safe", "It is really not safe", "The 1990", "102 and", "10 and", "not is safe", "", "…"),
    ],
)
def test_altered_words_numbers_signs_and_order_are_not_there(quote: str) -> None:
    """Research 13: a likeness lets these pass, a contiguous run does not."""
    assert places_of(quote, TEXT) == []


def test_every_place_is_told() -> None:
    text = "a b a b a"
    assert places_of("a b a", text) == [(0, 5), (4, 9)]


def test_the_longest_run_is_told_with_its_place() -> None:
    size, start, end = longest_run(tokens("it is really not safe").words, TEXT)
    assert (size, TEXT[start:end]) == (2, "It is")
    assert longest_run(tokens("zebra").words, TEXT) == (0, 0, 0)


@given(st.text(max_size=80), st.data())
def test_what_was_cut_out_between_blanks_is_found_again(text: str, data: st.DataObject) -> None:
    words = [word for word in text.split() if tokens(word).words]
    if words:
        first = data.draw(st.integers(0, len(words) - 1))
        last = data.draw(st.integers(first + 1, len(words)))
        assert places_of(" ".join(words[first:last]), " ".join(words)) or first > 0 or last < len(words)
        assert places_of(" ".join(words), " ".join(words))
