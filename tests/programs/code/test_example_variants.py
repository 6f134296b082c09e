from __future__ import annotations

import pytest

from pandora.programs.code.code_examples import Example, examples_in
from pandora.programs.code.example_variants import mirrors, names_kept, texts_in, variants

GAMES = (
    'wins(games): the result is "1-0", "0-1" or "1/2", another one (say "2-0") is a ValueError. '
    'wins([("Ole", "Bea", "1-0"), ("Bea", "Cem", "1/2")]) gives [("Ole", 1), ("Bea", 0), ("Cem", 0)]'
)
GOALS = (
    'table([("Lions", 2, "Foxes", 1), ("Foxes", 0, "Bears", 0)]) -> [("Lions", 3), ("Bears", 1), ("Foxes", 1)]'
)


def called(request: str) -> list[str]:
    return [call.call for call in variants(request, examples_in(request))]


def test_each_further_word_of_a_column_and_each_row_is_tried_alone() -> None:
    calls = called(GAMES)
    assert calls[:4] == [
        "wins([('Ole', 'Bea', '0-1')])",
        "wins([('Ole', 'Bea', '2-0')])",
        "wins([('Ole', 'Bea', '1-0')])",
        "wins([('Bea', 'Cem', '1/2')])",
    ]
    assert "wins([('Ole', 'Bea', '1-0'), ('Bea', 'Ole', '1-0')])" in calls


def test_the_numbers_of_a_row_are_tried_the_other_way_round() -> None:
    assert "table([('Lions', 1, 'Foxes', 2)])" in called(GOALS)


def test_a_dict_is_tried_with_each_key_that_the_request_names() -> None:
    request = 'kinds are "can", "glass", "crate". pay({"can": 4, "glass": 3}) gives 1.24'
    assert called(request) == ["pay({'crate': 4})", "pay({'can': 4})", "pay({'glass': 3})"]


@pytest.mark.parametrize("request_", ["f(2) is 3", 'f("a") is "b"', "f([1, 2]) is 3", "nothing"])
def test_other_examples_have_no_variants(request_: str) -> None:
    assert called(request_) == []
    assert mirrors(request_, examples_in(request_)) == []


def test_a_row_says_the_same_with_its_names_and_its_word_or_numbers_the_other_way_round() -> None:
    (pair,) = mirrors(GAMES, examples_in(GAMES))
    assert [call.call for call in pair] == ["wins([('Ole', 'Bea', '1-0')])", "wins([('Bea', 'Ole', '0-1')])"]
    first, _ = mirrors(GOALS, examples_in(GOALS))
    assert first[1].call == "table([('Foxes', 1, 'Lions', 2)])"


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        ('[("Ann", "Ben", 5)]', '{"Ann": -5, "Ben": 5}'),
        ('[("Bern", 10, "Chur", 12)]', '[("Bern", "Chur", 2)]'),
        ('[("Ann", "Ann", "1-0")]', '[("Ann", 1)]'),
        ('[("Ann", "Ben", "2-1")]', '[("Ann", 3), ("Ben", 0)]'),
    ],
)
def test_rows_of_one_who_gives_and_one_who_gets_have_no_mirror(arguments: str, value: str) -> None:
    example = Example("f", arguments, value)
    assert mirrors("f", [example]) == []


def test_names_are_kept_where_the_example_gives_all_of_its_own() -> None:
    example = examples_in(GAMES)[0]
    kept = dict(names_kept(GAMES, example, variants(GAMES, [example])))
    assert kept["wins([('Ole', 'Bea', '0-1')])"] == ["Bea", "Ole"]
    some = Example("wins", example.arguments, '[("Ole", 1)]')
    assert names_kept(GAMES, some, variants(GAMES, [some])) == []


def test_texts_in_what_a_call_gives() -> None:
    assert texts_in("[('a', 1), {'b': ['c']}]") == {"a", "b", "c"}
    assert texts_in("<object>") == set()
