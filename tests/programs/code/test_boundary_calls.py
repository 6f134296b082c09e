from __future__ import annotations

import pytest

from pandora.programs.code.boundary_calls import Boundary, boundary_calls, numbers_in
from pandora.programs.code.code_examples import Example


@pytest.mark.parametrize(
    ("request_text", "numbers"),
    [
        ("Up to 5 kg it is 6.70, bis 31,5 kg teurer.", [5, 6.7, 31.5]),
        ("parse('12') and f(7) in v2.py, at 10:30, 9999999999 times, 5 again 5", [5]),
        ("no number", []),
    ],
)
def test_numbers_are_those_of_the_words(request_text: str, numbers: list[float]) -> None:
    assert numbers_in(request_text) == numbers


def test_a_number_is_tried_below_at_and_above_each_limit_and_at_0() -> None:
    calls = boundary_calls("Up to 5 kg.", [Example("price", "2, 'x'", "4"), Example("price", "4, 'y'", "4")])
    assert calls == [
        Boundary("price", "4, 'x'", True),
        Boundary("price", "5, 'x'", True),
        Boundary("price", "6, 'x'", True),
        Boundary("price", "0, 'x'", False),
        Boundary("price", "2, ''", False),
    ]


def test_lists_are_tried_empty_and_a_value_of_an_example_is_no_limit() -> None:
    calls = boundary_calls("mean([1, 2]) is 1.5", [Example("mean", "[1, 2], kind=(3,)", "1.5")])
    assert [call.call for call in calls] == ["mean([], kind=(3,))", "mean([1, 2], kind=())"]


def test_a_call_that_an_example_has_is_not_tried_twice() -> None:
    examples = [Example("f", "1", "2"), Example("f", "5", "3")]
    assert [call.call for call in boundary_calls("at least 5", examples)] == ["f(4)", "f(6)", "f(0)"]


def test_a_dict_is_tried_empty_with_less_than_nothing_and_with_an_unknown_key() -> None:
    calls = boundary_calls("", [Example("deposit", "{'can': 4, 'glass': 3}", "1.24")])
    assert [call.arguments for call in calls] == ["{}", "{'can': -1, 'glass': 3}", "{'canx': 4, 'glass': 3}"]


def test_lists_are_cut_and_get_numbers_that_are_none_where_the_request_names_an_error() -> None:
    calls = boundary_calls("else raise a ValueError", [Example("mean", "[1, 2], [3, 4]", "1.5")])
    first = ["[], [3, 4]", "[1], [3, 4]", "[0, 2], [3, 4]", "[-1, 2], [3, 4]"]
    second = ["[1, 2], []", "[1, 2], [3]", "[1, 2], [0, 4]", "[1, 2], [-1, 4]"]
    assert [call.arguments for call in calls] == [*first, *second]
    assert not any(call.named for call in calls)
    alone = boundary_calls("ValueError", [Example("mean", "[1, 2]", "1.5")])
    assert [call.arguments for call in alone] == ["[]", "[0, 2]", "[-1, 2]"]
