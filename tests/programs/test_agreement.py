from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.programs import agreement
from pandora.programs.agreement import MORE_VALUES, are_same_rows, is_extreme_of, values_agree
from pandora.programs.parsed_program import read_program
from pandora.workspace.change import Change


def values(text: str, code: str, changes: Sequence[Change], request: str = "") -> tuple[str, ...]:
    return agreement.result_values(text, read_program(code), changes, request)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("649", "649.0"),
        ("1,234", "1234"),
        ("MSI Thin 15", "msi thin 15"),
        ("3.14159265", "3.14159274"),
        ("a, b", "a b"),
        ("1e3", "1000.0"),
        ("12,50", "12.5"),
        ("1234567.0", "1234567"),
        ("-0.0", "0"),
        ("1.234,50 €", "€ 1234.50"),
    ],
)
def test_the_same_values_written_otherwise_are_the_same(one: str, other: str) -> None:
    assert values(one, "print(x)", ()) == values(other, "print(y)", ())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("649", "694"),
        ("plum", "pear"),
        ("1.5", "15"),
        ("3 of 4", "4 of 3"),
        ("-2", "2"),
        ("18732.62", "18732.58"),
    ],
)
def test_other_values_are_others(one: str, other: str) -> None:
    assert values(one, "print(x)", ()) != values(other, "print(x)", ())


def test_a_programs_own_words_do_not_count() -> None:
    bare = values("plum", "print(name)", ())
    assert values("The cheapest is plum.", "print(f'The cheapest is {name}.')", ()) == bare
    assert values("Cheapest: plum", "print('Cheapest:', name)", ()) == bare


def test_words_that_are_all_a_program_says_do_count() -> None:
    assert values("none at all", "print(f'none at all')", ()) != values("all found", "print(f'all found')", ())


@pytest.mark.parametrize("code", ["def (", "x" * 10, "print(" + "(" * 500, "\0"])
def test_code_that_is_none_has_no_words(code: str) -> None:
    assert values("plum", code, ()) == ("plum",)


def changed(path: str, content: bytes | None) -> tuple[str, ...]:
    return values("wrote it", "", (Change(path, "", content),))


@pytest.mark.parametrize(
    ("path", "one", "other"),
    [
        ("a.json", b'{"a": 1, "b": 2}', b'{\n "b": 2,\n "a": 1\n}\n'),
        ("a.csv", b"a,b\n1,2\n", b'"a","b"\r\n1,2\r\n\r\n'),
        ("a.py", b"x = 1 # one\n", b"x=1\n"),
        ("a.txt", b"one  \ntwo\n", b"\none\ntwo"),
    ],
)
def test_files_are_compared_by_what_they_say(path: str, one: bytes, other: bytes) -> None:
    assert changed(path, one) == changed(path, other)
    assert changed(path, one) != changed(path, one + b"\n3,4\n")
    assert changed(path, one) != changed(f"b/{path}", one)
    assert changed(path, one) != changed(path, None)


@pytest.mark.parametrize("path", ["a.json", "a.csv", "a.py", "a.txt"])
def test_files_that_are_not_what_their_name_says_are_compared_as_text(path: str) -> None:
    assert changed(path, b"{ \xff") == changed(path, b"{ \xff\n")


def test_the_order_of_changes_does_not_matter() -> None:
    one, other = Change("a", "", b"1"), Change("b", "", b"2")
    assert values("", "", (one, other)) == values("", "", (other, one))


@given(st.text(), st.text())
def test_any_text_and_code_has_a_key(text: str, code: str) -> None:
    assert values(text, code, ()) == values(text, code, ())


REQUEST = "What do 3 apples and 4 pears cost together, with 10% off?"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Total cost: 10.8", "print(f'Total cost: {total}')"),
        ("3 apples and 4 pears cost $ 10.80", "print(f'{a} apples and {p} pears cost $ {total:.2f}')"),
        ("{'name': 'Total cost', 'sum': 10.8}", "print({'name': 'Total cost', 'sum': total})"),
    ],
)
def test_what_the_request_gave_is_no_news(text: str, code: str) -> None:
    assert values(text, code, (), REQUEST) == ("10.8",)


def test_an_answer_that_only_repeats_the_request_is_compared_as_it_is() -> None:
    assert values("3 apples", "print(x)", (), REQUEST) != values("4 pears", "print(x)", (), REQUEST)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("1377", "China 1377", True),
        ("China 1377", "China 1377 July 2015 est", True),
        ("milo", "tariq", False),
        ("3 of 4", "4 of 3", False),
        ("China 1377", "1377 India", False),
        ("", "1", False),
        ("2", "1 2 3 4 5 6 7 8 9", False),
        ("B2 275 Ann Moll", "B2 Ann Moll 275", True),
        ("Ann 5, Bo 3", "Ann 3, Bo 5", False),
        ("Ann 5, Bo 3", "Bo 3, Ann 5", False),
        ("21 7.82", "21 7.824242424", True),
        ("Ash 6.1", "Ash 6.09375", True),
        ("Ash 6.1", "Ash 6.19375", False),
        ("12.50", "12.46", False),  # amounts
        ("3", "3.3333333", False),
    ],
)
def test_a_fuller_answer_agrees_with_one_that_it_holds(one: str, other: str, same: bool) -> None:
    first, second = values(one, "", ()), values(other, "", ())
    assert values_agree(first, second) is values_agree(second, first) is same


def test_files_agree_whose_numbers_are_rounded_otherwise() -> None:
    one, other = changed("a.csv", b"x,y\na,7.82\n"), changed("a.csv", b"x,y\na,7.8242\n")
    assert values_agree(one, other)
    assert not values_agree(one, changed("a.csv", b"x,y\na,7.9242\n"))
    assert not values_agree(one, changed("a.csv", b"x,y\nb,7.8242\n"))


def test_files_agree_only_when_they_are_the_same() -> None:
    both = (Change("a.txt", "", b"1"), Change("b.txt", "", b"2"))
    assert not values_agree(values("", "", both), values("", "", both[:1]))
    assert values_agree(values("", "", both), values("said", "", both))


@given(st.lists(st.sampled_from("abc"), max_size=9), st.lists(st.sampled_from("abc"), max_size=9))
def test_agreement_is_mutual_and_bounded(one: list[str], other: list[str]) -> None:
    assert values_agree(one, other) is values_agree(other, one)
    assert values_agree(one, one)
    assert abs(len(one) - len(other)) <= MORE_VALUES or not values_agree(one, other)


def test_a_new_text_agrees_with_one_that_divides_its_words_otherwise() -> None:
    one, other = changed("longest.txt", b"Mill Trail 17.6\n"), changed("longest.txt", b"Mill Trail, 17.60\n")
    assert one == other
    assert one != changed("longest.txt", b"Mill Trail\n17.6\n"), "lines are lines"
    assert one != changed("longest.txt", b"Mill Trail, 17.7\n")


@pytest.mark.parametrize(
    ("answer", "extreme"),
    [
        ("Rosa Pinto 13", True),
        ("Jun 1", True),
        ("Ian 10", False),
        ("Rosa Pinto 12", False),
        ("13", False),
        ("", False),
    ],
)
def test_an_answer_may_be_the_extreme_of_a_list(answer: str, extreme: bool) -> None:
    listed = "Ian 10\nJun 1\nRosa Pinto 13\nTess 6\n"
    assert is_extreme_of(answer, listed) is extreme
    assert not is_extreme_of(listed, answer)
    assert not is_extreme_of(answer, f"{listed}and 3 of 7 more\n")
    assert not is_extreme_of("Rosa Pinto 13", "Rosa Pinto 13\nTess 6")
    assert not is_extreme_of("Rosa Pinto 13", f"{listed}Zoe 13\n")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Dixit\nBohnanza", "Dixit 3 6 30 None\nBohnanza 3 7 45 None", True),
        ("Dixit 3 6\nBohnanza 3 7", "Dixit\nBohnanza", True),
        ("Dixit\nBohnanza", "Bohnanza 3 7\nDixit 3 6", False),
        ("Dixit\nBohnanza", "Dixit 3 6\nBohnanza 3 7\nAzul 2 4", False),
        ("Dixit\nBohnanza 3", "Dixit 3 6\nBohnanza", False),
        ("Dixit", "Dixit 3 6", True),
        ("521.15 3", "3 521.15", True),
        ("521.15 3", "2025-03 521.15", True),
        ("521.15 3", "2025-05 521.15", False),
        ("5 -3", "5 3", False),
        ("Dixit", "Dixit 1 2 3 4 5 6 7", False),
        ("", "", False),
    ],
)
def test_rows_agree_with_those_that_say_more_or_in_another_order(one: str, other: str, same: bool) -> None:
    assert are_same_rows(one, other) is same
