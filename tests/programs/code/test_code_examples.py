from __future__ import annotations

import pytest

from pandora.programs.code.code_examples import Example, examples_in


@pytest.mark.parametrize(
    ("request_text", "examples"),
    [
        ("So p(2) is 4.90 and p(2.1, up=True) is 14.70.", [("p", "2", "4.90"), ("p", "2.1, up=True", "14.70")]),
        ("seconds('1h30m') == 5400", [("seconds", "'1h30m'", "5400")]),
        ("`split(10, 3)` should return [4, 3, 3].", [("split", "10, 3", "[4, 3, 3]")]),
        ("f(0) soll ValueError auslösen", [("f", "0", "ValueError")]),
        ("slug('Hello World') -> 'hello-world'", [("slug", "'Hello World'", "'hello-world'")]),
        ("'1h30m' is 5400 and '45s' gives 45", [("", "'1h30m'", "5400"), ("", "'45s'", "45")]),
        ("with a function price(weight_kg, express=False). Up to 2 kg it's 4.90", []),
        ("capitals and spaces are fine ('1D 2h' is 93600)", [("", "'1D 2h'", "93600")]),
        ("all else such as '', 'abc', '5' or '2m1h' raises ValueError", []),
        ("Wörter wie 'auf' und 'ab' zählen nicht", []),
        ("f() is 3", []),
        ("f(1), f(2) and g() are True", []),
        ("f(1), g(2) are True, f(4) is not", [("f", "1", "True"), ("g", "2", "True")]),
        ("`f(1)` und `f(2)` sind None", [("f", "1", "None"), ("f", "2", "None")]),
        ("f(1) then f(2) gives 3", [("f", "2", "3")]),
        ("f(1) and f(2) are 3 and 5", []),
        ("Write 'hello' to out.txt, 3 times", []),
    ],
)  # fmt: skip
def test_examples_are_read_from_a_request(request_text: str, examples: list[tuple[str, str, str]]) -> None:
    assert examples_in(request_text) == [Example(*example) for example in examples]


@pytest.mark.parametrize(
    "text",
    [
        "net('119.00') returns Decimal('100.00')",
        "split(10, 3) gives 4, 3 and 3",
        "next_day('2024-02-28') is 2024-02-29",
        "ttc(1000) vaut 1 200 euros",
        "f(3) = 2*3 + 1 = 7",
        "is_leap(1900) ist nicht True",
        "share(10, 0) does not raise ZeroDivisionError",
    ],
)
def test_the_beginning_of_something_longer_is_no_value(text: str) -> None:
    assert examples_in(text) == []


@pytest.mark.parametrize(
    "request_",
    [
        "password(12) has 12 characters.",
        "primes(10) returns the first 10 primes.",
        "Letters from 'a' to 'z' are shifted.",
        "slug(title): ' ' becomes '-'.",
    ],
)
def test_a_count_and_a_rule_for_letters_are_no_examples(request_: str) -> None:
    assert examples_in(request_) == []


@pytest.mark.parametrize(
    "request_",
    [
        "f(3) is less than 10",
        "f(3) ist kleiner als 10",
        "f(3) vaut au moins 9",
        "the column 'price' in 2024",
        "der Schlüssel 'name' hat 3 Werte",
        "it replaces ' ' by '-'",
        "'&' becomes 'and' in it",
    ],
)
def test_limits_names_and_rules_for_letters_are_no_examples(request_: str) -> None:
    assert examples_in(request_) == []
