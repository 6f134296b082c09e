from __future__ import annotations

import collections
import datetime
import decimal
import fractions
import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandora.sessions.inside.given_text import Text
from pandora.sessions.inside.lane_values import Envelope, Failed, Missing
from pandora.sessions.inside.value_encoding import Definitions, UndefinedError, UnstorableError, decode, encode


def no_text(name: str, blob: str) -> Text:
    raise ValueError(name)


def back(value: Any) -> Any:
    return decode(encode(value, Definitions()), {}, no_text)


scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(), st.binary(),
    st.dates(), st.datetimes(), st.timedeltas(), st.fractions(), st.complex_numbers(allow_nan=False),
    st.decimals(allow_nan=False),
)  # fmt: skip
keys = st.one_of(st.text(), st.integers(), st.tuples(st.integers(), st.text()), st.just("$"))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner), st.tuples(inner, inner), st.dictionaries(keys, inner),
        st.sets(st.one_of(st.text(), st.integers())), st.frozensets(st.text()),
        st.builds(lambda items: collections.Counter(items), st.lists(st.text())),
        st.builds(lambda items: collections.deque(items, 9), st.lists(inner)),
    ),
    max_leaves=20,
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(values)
def test_a_value_comes_back_equal_and_of_its_type_and_has_the_same_bytes_again(value: Any) -> None:
    """Sessions 5 and 6."""
    data = encode(value, Definitions())
    again = decode(data, {}, no_text)
    assert again == value
    assert type(again) is type(value)
    assert encode(again, Definitions()) == data
    json.loads(data)  # any tool can read it


@pytest.mark.parametrize(
    "value",
    [
        math.inf, -math.inf, -0.0, 10**400, -(2**63), range(1, 9, 2), slice(None, 3), bytearray(b"x"),
        collections.OrderedDict(b=1, a=2), collections.defaultdict(list, {"a": [1]}), len, json.dumps,
        collections.Counter, datetime.time(1, 2), "\ud800", decimal.Decimal("1.10"),
        fractions.Fraction(1, 3), Envelope("final", [1], "abc", "h", {"calls": 2}), Failed(3, "no", "shape"),
        Missing("gone"), datetime.datetime(2026, 1, 2, tzinfo=datetime.UTC), math,
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_further_kinds_of_values_come_back(value: Any) -> None:
    assert back(value) == value
    assert repr(back(value)) == repr(value)


def test_nan_comes_back_as_nan() -> None:
    assert math.isnan(back(math.nan))


def test_a_set_has_one_encoding_whatever_the_order_in_which_it_was_made() -> None:
    """Sessions 5: the order of a set differs between processes, its bytes do not."""
    words = [f"word {number}" for number in range(100)]
    assert encode(set(words), Definitions()) == encode({*words[50:], *words[:50]}, Definitions())


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ((n for n in [1]), "generator"),
        (iter([1]), "iterator"),
        (zip([1], [2], strict=True), "iterator"),
        (object(), "object"),
        (ValueError("x"), "exception"),
        (lambda: 1, "function"),
        ([[[object()]]], "object"),
        (collections.defaultdict(lambda: 1), "factory"),
        ([0] * 2_000_001, "items"),
    ],
    ids=["generator", "iterator", "zip", "object", "error", "lambda", "inner", "defaultdict", "many"],
)
def test_what_cannot_be_stored_says_why(value: Any, reason: str) -> None:
    """Sessions 5."""
    with pytest.raises(UnstorableError, match=reason):
        encode(value, Definitions())


def test_a_value_that_is_too_deep_or_contains_itself_says_so() -> None:
    deep: list[Any] = []
    for _ in range(500):
        deep = [deep]
    with pytest.raises(UnstorableError, match="deep"):
        encode(deep, Definitions())
    itself: dict[str, Any] = {}
    itself["me"] = [itself]
    with pytest.raises(UnstorableError, match="itself"):
        encode(itself, Definitions())
    twice = [1]
    assert back([twice, twice]) == [[1], [1]]  # the same list twice is no circle


def test_an_object_needs_its_class() -> None:
    class Row:
        def __init__(self) -> None:
            self.size = 3

    definitions = Definitions()
    definitions.add("Row", Row, "class Row: …")
    data = encode([Row()], definitions)
    with pytest.raises(UndefinedError, match="Row"):
        decode(data, {}, no_text)
    assert decode(data, {"Row": Row}, no_text)[0].size == 3


json_values = st.recursive(
    st.one_of(st.none(), st.integers(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["$", "of", "is", "hex", "class", "iso", "blob", "name"]), inner, max_size=4
        ),
    ),
    max_leaves=10,
)
marks = st.sampled_from(
    ["set", "dict", "int", "tuple", "date", "module", "row", "Pattern", "value", "__init__"]
)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.binary(), st.builds(lambda mark, rest: {**rest, "$": mark}, marks, st.dictionaries(
    st.sampled_from(["of", "is", "hex", "class", "iso", "factory", "flags", "most"]), json_values)).map(
        lambda tree: json.dumps(tree).encode())))  # fmt: skip
def test_bytes_that_are_no_value_are_an_error_and_nothing_else(data: bytes) -> None:
    try:
        decode(data, {}, no_text)
    except (ValueError, UndefinedError):
        return
