"""Calls with a text that nothing can be made of, and what a request says that they give."""

from __future__ import annotations

import pytest

from pandora.programs.code.code_examples import Example
from pandora.programs.code.senseless_texts import other_texts, senseless_calls

OHMS = 'Write ohms(text): ohms("4k7") is 4700. Anything else (empty, "abc", "4k7k") should raise ValueError.'
FOUR = Example("ohms", "'4k7'", "4700")


def test_a_text_with_a_sign_of_nowhere_ends_in_the_error_that_the_request_lists_texts_for() -> None:
    found = senseless_calls(OHMS, [FOUR])
    assert [one.call.call for one in found] == ["ohms('4k7§')", "ohms('§4k7')", "ohms('4k§')"]
    assert {one.outcomes for one in found} == {("ValueError",)}
    assert found[0].reason == "the task wants ValueError for '4k7k'"


def test_a_function_of_true_and_false_gives_one_of_them() -> None:
    examples = [Example("is_plate", "'AB 12'", "True"), Example("is_plate", "'A'", "False")]
    found = senseless_calls("Write is_plate(text): letters, a blank, digits", examples)
    assert {one.outcomes for one in found} == {("True", "False")}


@pytest.mark.parametrize(
    ("request_text", "example"),
    [
        ('to_seconds("1:02") is 62, and "NT" gives None', Example("to_seconds", "'1:02'", "62")),  # a code
        ("slug(text) raises ValueError if nothing is left", Example("slug", "'A b'", "'a-b'")),
        ('"1h" is 3600, "abc" raises ValueError', Example("", "'1h'", "3600")),  # of which function?
        ('price("a") is 2, "xyz" raises ValueError', Example("price", "'a', 2", "2")),
        ("is_plate(text), and an exception for what is none", Example("is_plate", "'AB 12'", "True")),
        (f'§ is a paragraph: ref("a") is 1, "xyz" raises ValueError {OHMS}', FOUR),
    ],
)
def test_else_nothing_is_known_of_such_a_text(request_text: str, example: Example) -> None:
    assert senseless_calls(request_text, [example]) == []


def test_two_right_functions_agree_on_another_digit_and_on_a_text_that_stands_twice() -> None:
    assert [call.call for call in other_texts(OHMS, [FOUR])] == ["ohms('5k7')", "ohms('4k74k7')"]
    plain = other_texts("words(text) counts words", [Example("words", "'a b'", "2")])
    assert plain == []
