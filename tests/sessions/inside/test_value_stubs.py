from __future__ import annotations

import itertools
from typing import Any

import pytest

from pandora.sessions.inside.value_stubs import page, stub


class Hostile:
    def __repr__(self) -> str:
        raise RuntimeError("called")

    __str__ = __len__ = __iter__ = __repr__


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "None"),
        ("a\nb", r"'a\nb'"),
        ([1, "two", {"three": 3}], "[1, 'two', {'three': 3}]"),
        ({3, 1, 2}, "{1, 2, 3}"),
        ((1,), "(1)"),
        (itertools.count(), "a count"),
        (Hostile(), "a Hostile"),
        ([Hostile()], "[a Hostile]"),
        (list(range(1000)), "list of 1,000 items: [0, 1, 2, 3, "),
        ("x" * 1000, "str of 1,000 characters: 'xxxx"),
        (b"x" * 1000, "bytes of 1,000 bytes: b'xxxx"),
        ({n: n for n in range(1000)}, "dict of 1,000 items: {0: 0, 1: 1, "),
        ([[[[[[1]]]]]], "[[[[list of 1 items]]]]"),
    ],
    ids=range(13),
)
def test_a_stub_says_kind_and_size_and_calls_nothing(value: Any, shown: str) -> None:
    """Sessions 4."""
    assert stub(value, 80).startswith(shown)
    assert len(stub(value, 80)) <= 80
    assert len(stub(value, 20)) <= 45


def test_a_page_is_a_part_and_says_what_follows() -> None:
    """Sessions 4."""
    assert page([1, 2, 3], 1, 1) == "2\n[1 to 1 of 3; page(…, 2) goes on]"
    assert page({"a": 1, "b": 2}, 1) == "'b': 2"
    assert page("one\ntwo\nthree", 2) == "three"
    assert page("x" * 1000, 4) == "x" * 200
    assert page([1], 5) == "[nothing from 5 on; it has 1]"
    assert page(["y" * 900] * 100).count("\n") < 12
    assert page(itertools.count()) == "a count"
