from __future__ import annotations

import pytest

from pandora.programs.code.code_examples import Example
from pandora.programs.code.written_asserts import asserts_in, calls_in, errors_in, given_by, raising_calls

REQUEST = "Write price.py with a function price(kg, fast=False). Too heavy raises a ValueError."


@pytest.mark.parametrize(
    ("line", "example"),
    [
        ("assert price(2) == 4.90", ("price", "2", "4.9")),
        ("<assert price(3) == 4>", ("price", "3", "4")),
        ("`assert price(2, fast = True) == 12.9`", ("price", "2, fast=True", "12.9")),
        ("price([1, 2]) == [2]", ("price", "[1, 2]", "[2]")),
        ("assert None is price('a')", ("price", "'a'", "None")),
        ("assert price(1)", ("price", "1", "True")),
        ("assert not price(1), 'why'", ("price", "1", "False")),
        ("assert price(99) raises ValueError", ("price", "99", "ValueError")),
        ("assert price(x) == 3", None),
        ("assert price(2) == other(2)", None),
        ("assert price(2) < 5", None),
        ("assert __import__('os').getcwd() == '/'", None),
        ("assert price(2) ==", None),
        ("assert cost(2) == 4.9", None),
        ("assert price(*[1]) == 1; import os", None),
    ],
)
def test_an_assert_is_one_call_of_a_named_function_with_literals(
    line: str, example: tuple[str, str, str] | None
) -> None:
    # One more line names a function of the request, so that no other name can be meant.
    found = asserts_in([line, "assert price(1000) == 0"], REQUEST)
    assert found[:-1] == ([Example(*example)] if example else [])


def test_where_the_request_names_no_function_all_calls_must_be_of_one_name() -> None:
    request = "Schreib ein Modul, das römische Zahlen liest."
    assert [found.call for found in asserts_in(["assert f('IX') == 9", "f('I') == 1"], request)] == [
        "f('IX')",
        "f('I')",
    ]
    assert asserts_in(["assert f('IX') == 9", "assert g('I') == 1"], request) == []


def test_each_call_counts_once() -> None:
    found = asserts_in(["assert price(2) == 1", "assert price(2) == 2"], REQUEST)
    assert [(example.call, example.value) for example in found] == [("price(2)", "1")]


@pytest.mark.parametrize(
    ("assert_", "given"),
    [
        ("parse('1h30m') == 5400", True),
        ("parse('1D 2h') == 93600", True),
        ("show(0) == '0s'", True),
        ("parse('1h') == 3600", False),
        ("parse('2m1h') == 5400", False),
        ("parse('5') == '2m1h'", False),
    ],
)
def test_an_assert_is_an_example_where_the_request_has_its_literals_close_together(
    assert_: str, given: bool
) -> None:
    request = (
        'parse("1h30m") gives the seconds as an int (5400); capitals are fine ("1D 2h" is 93600), and '
        'everything else such as "5" or "2m1h" raises ValueError. show(5400) is the way back; show(0) is "0s".'
    )
    (example,) = asserts_in([f"assert {assert_}"], request)
    assert given_by(request, example) is given


@pytest.mark.parametrize(
    ("request_", "assert_"),
    [
        ("Up to 5 kg price(kg) gives 4.90, over 5 kg it costs 7.50.", "price(5) == 7.50"),
        ("Schreibe price(kg). Bis 5 kg kostet es 4.90, ab mehr als 5 kg kostet es 7.50.", "price(5) == 7.50"),
        ("grade(points): below 50 it is 'F', else 'A'.", "grade(50) == 'F'"),
        ("is_adult(age): under 18 is False, all else True.", "is_adult(18) == False"),
    ],
)
def test_a_number_among_words_may_be_a_limit_and_is_no_example(request_: str, assert_: str) -> None:
    (example,) = asserts_in([f"assert {assert_}"], request_)
    assert not given_by(request_, example)


@pytest.mark.parametrize(
    ("request_", "texts"),
    [
        ('ohms("330") -> 330. Anything else (empty, "abc", "4k7k") should raise ValueError.', {"abc", "4k7k"}),
        ('everything else such as "", "5" or "2m1h" raises ValueError', {"", "5", "2m1h"}),
        ("Bei allem anderen ('1011' oder 'abc') ValueError.", {"1011", "abc"}),
        ("Es soll ein ValueError kommen bei 'abc' und ''.", {"abc", ""}),
        ('Only "R" and "k" are allowed, everything else raises a ValueError.', set()),
        ('If it is not "R" or "k" it raises ValueError', set()),
        ('Alles außer "R" oder "k" gibt einen ValueError', set()),
        ('"R" and "k" are fine. A ValueError is raised, else it is "M".', set()),
    ],
)
def test_texts_that_a_request_lists_beside_an_error_end_in_it(request_: str, texts: set[str]) -> None:
    given = {"", "5", "abc", "2m1h", "4k7k", "330", "1011", "R", "k", "M"}
    found = {text for text in given if given_by(request_, Example("ohms", repr(text), "ValueError"))}
    assert found == texts
    assert not given_by(request_, Example("ohms", "'abc'", "KeyError"))


def test_calls_that_end_in_an_error_take_the_one_that_the_request_names() -> None:
    assert errors_in("Raises a ValueError, or else a KeyError; no Horror and no Terror. ValueError!") == [
        "ValueError",
        "KeyError",
    ]
    assert raising_calls(["price(0)", "assert price(9) == 3", ""], REQUEST) == [
        "price(0) raises ValueError",
        "price(9) raises ValueError",
    ]
    assert raising_calls(["price(0) raises KeyError", "price(1)"], "KeyError or ValueError") == [
        "price(0) raises KeyError",
        "price(1)",
    ]


def test_an_assert_that_equals_an_error_means_that_it_is_raised() -> None:
    assert asserts_in(["assert pay({'can': -1}) == ValueError"], "pay(cans) raises ValueError") == [
        Example("pay", "{'can': -1}", "ValueError")
    ]


@pytest.mark.parametrize(
    ("request_", "assert_", "given"),
    [
        (
            "cast_on(w, g, m), e.g. 42 cm at gauge 20 with 8 is 84, so 88. If 0 fail.",
            "cast_on(42, 20, 8) == 88",
            True,
        ),
        ("cast_on(w, g, m) (42 cm at 20 with 8 is 84, so 88). More than 9.", "cast_on(42, 20, 8) == 88", True),
        (
            "cast_on(w, g, m), e.g. 42 cm at gauge 20 with 8 is 84, so 88. If 0 fail.",
            "cast_on(42, 20, 8) == 84",
            False,
        ),
        ("cast_on(w, g, m), e.g. 42 cm at gauge 20 with 8. It is 88.", "cast_on(42, 20, 8) == 88", False),
        ("fee(kg): up to 5 kg 4.90, up to 10 kg 7.50", "fee(10) == 7.5", False),
    ],
)
def test_numbers_of_one_clause_that_ends_in_the_value_are_an_example(
    request_: str, assert_: str, given: bool
) -> None:
    (example,) = asserts_in([f"assert {assert_}"], request_)
    assert given_by(request_, example) is given


def test_a_call_without_its_value_is_a_call_all_the_same() -> None:
    request = "a function weighted(values, errors)"
    lines = [
        "assert weighted([1, 2], [0.1, 0.2]) ==",
        "assert weighted([1, 2], [0.1, 0.2]) == about 1.2",
        "assert weighted([1, 2], [0.1,",
        "assert weighted([3], [1]) == (3, 1)",
        "other([1])",
        "weighted(values, errors)",
        "weighted()",
    ]
    assert [call.call for call in calls_in(lines, request)] == ["weighted([1, 2], [0.1, 0.2])"]
    assert [call.value for call in calls_in(lines, request)] == [""]
    assert calls_in(["weighted(" * 150 + ")" * 150, "weighted(" * 5_000], request) == []
