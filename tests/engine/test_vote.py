from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.engine.vote import fingerprint
from pandora.operations.handler import Change


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("649", "649.0"),
        ("1,234", "1234"),
        ("MSI Thin 15", "msi thin 15"),
        ("3.14159265", "3.14159274"),
        ("a, b", "a b"),
        ("1e3", "1000.0"),
    ],
)
def test_the_same_values_written_otherwise_are_the_same(one: str, other: str) -> None:
    assert fingerprint(one, "print(x)", ()) == fingerprint(other, "print(y)", ())


@pytest.mark.parametrize(
    ("one", "other"), [("649", "694"), ("plum", "pear"), ("1.5", "15"), ("3 of 4", "4 of 3"), ("-2", "2")]
)
def test_other_values_are_others(one: str, other: str) -> None:
    assert fingerprint(one, "print(x)", ()) != fingerprint(other, "print(x)", ())


def test_a_programs_own_words_do_not_count() -> None:
    bare = fingerprint("plum", "print(name)", ())
    assert fingerprint("The cheapest is plum.", "print(f'The cheapest is {name}.')", ()) == bare
    assert fingerprint("Cheapest: plum", "print('Cheapest:', name)", ()) == bare


def test_words_that_are_all_a_program_says_do_count() -> None:
    assert fingerprint("none at all", "print(f'none at all')", ()) != fingerprint(
        "all found", "print(f'all found')", ()
    )


@pytest.mark.parametrize("code", ["def (", "x" * 10, "print(" + "(" * 500, "\0"])
def test_code_that_is_none_has_no_words(code: str) -> None:
    assert fingerprint("plum", code, ()) == "plum"


def changed(path: str, content: bytes | None) -> str:
    return fingerprint("wrote it", "", (Change(path, "", content),))


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
    assert fingerprint("", "", (one, other)) == fingerprint("", "", (other, one))


@given(st.text(), st.text())
def test_any_text_and_code_has_a_key(text: str, code: str) -> None:
    assert fingerprint(text, code, ()) == fingerprint(text, code, ())
