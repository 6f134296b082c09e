from __future__ import annotations

import pytest

from pandora.document.history import attempts
from pandora.document.meta_values import attempt_of, listed, mapping, mappings, whole_number
from pandora.document.records import retired_records, section_records
from pandora.document.state_document import parse_document
from tests.document.test_state_document import fresh


@pytest.mark.parametrize("value", [None, "x", "²", 1.5, True, [], {}, -1, 0])
def test_what_is_no_number_of_an_attempt_is_the_first(value: object) -> None:
    assert attempt_of({"attempt": value}) == 1


def test_values_of_another_type_are_left_out() -> None:
    meta = {"a": {1: {"x": 1}, "y": 2}, "b": ["x", 1], "c": "text", "d": 3}
    assert [mapping(meta, key) for key in "abcde"] == [meta["a"], {}, {}, {}, {}]
    assert mappings(meta, "a") == {"1": {"x": 1}}
    assert [listed(meta, key) for key in "abcde"] == [[], ["x", "1"], [], [], []]
    assert [whole_number(value, 7) for value in (3, True, "3", -3, None)] == [3, 7, 7, 7, 7]


def test_a_digit_that_is_no_number_numbers_no_record() -> None:
    records = '{"²": {by: model, from: a, text: b}, 1: {by: model, from: a, text: b}}'
    text = fresh().replace("status:", f'sections: {records}\nattempts: {{"²": {records}}}\nstatus:', 1)
    document = parse_document(text)
    assert list(section_records(document)) == [1]
    assert retired_records(document) == {}


def test_a_history_without_an_attempt_has_none() -> None:
    assert list(attempts(parse_document(fresh() + "## History\nnothing\n"))) == [1]
