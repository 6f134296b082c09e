"""What code sees in examples over one text: growth, point 10."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from pandora.growth.examples import Example
from pandora.growth.text_formulas import text_formulas
from pandora.programs.inside import program_functions

TEXTS = (
    "six bolts\nsix nuts\n\none spring\nsix nuts\n",
    "we left at noon\nand came back late at night\n",
    "gulls  again\n",
    "b, the first\na\nb, the first\nc\n",
)


def of_files(make: Callable[[str], Any]) -> list[Example]:
    return [
        Example({"a path": f"{n}.txt"}, str(make(text)), {f"{n}.txt": text}) for n, text in enumerate(TEXTS)
    ]


@pytest.mark.parametrize(
    ("make", "expression"),
    [
        (lambda text: len(text.split()), 'len(text(given["a path"]).split())'),
        (len, 'len(text(given["a path"]))'),
        (lambda text: max(text.splitlines(), key=len), 'max(text(given["a path"]).splitlines(), key=len)'),
        (
            lambda text: "\n".join(dict.fromkeys(text.splitlines())),
            'list(dict.fromkeys(text(given["a path"]).splitlines()))',
        ),
        (lambda text: "\n".join(sorted(text.splitlines())), 'sorted(text(given["a path"]).splitlines())'),
    ],
    ids=["words", "characters", "longest line", "once each", "sorted"],
)
def test_counts_and_choices_of_a_file_are_seen(make: Callable[[str], Any], expression: str) -> None:
    assert text_formulas(of_files(make)) == [expression]


TITLES = ("The Lamp, the Key & the Door", "Who's there?", "  A   wide   gap  ", "ten-year plan")


@pytest.mark.parametrize(("gap", "case"), [("-", str.lower), ("_", str.upper), (" ", str.title), (" · ", str)])
def test_words_that_are_written_anew_are_seen(gap: str, case: Callable[[str], str]) -> None:
    """Growth 10: the words of a text, in other letters and with another mark between them."""
    words = {
        title: "".join(letter if letter.isalnum() else " " for letter in case(title)).split()
        for title in TITLES
    }
    examples = [Example({"title": title}, gap.join(parts)) for title, parts in words.items()]
    (expression,) = text_formulas(examples)
    for example in examples:
        given = {"title": example.given["title"], "re": re, "text": program_functions.text}
        assert eval(expression, given) == example.output


def test_nothing_is_said_of_what_the_examples_refute_or_leave_open() -> None:
    assert text_formulas(of_files(lambda text: len(text.split()) + 1)) == []
    assert text_formulas(of_files(lambda text: len(text.split()))[:2]) == []
    assert text_formulas([Example({"n": "a"}, None)]) == []
    assert text_formulas(of_files(lambda text: "yes" if "six" in text else "no")) == []


def test_what_stands_around_the_words_is_seen() -> None:
    """Growth 10: a full stop behind the last word is no mark between two."""
    pairs = {"a b": "A.B.", "c": "C.", "d e f": "D.E.F."}
    (expression,) = text_formulas([Example({"text": text}, output) for text, output in pairs.items()])
    assert [eval(expression, {"text": text, "re": re}) for text in pairs] == list(pairs.values())
