from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.document.engine_entry import read_entry
from pandora.document.front_matter import FrontMatterError, StrictYAML, entry

LETTERS = "ab1 0-:,{}[]\"'\\/#.~_%&*!|>?@`\t\x07\x85\xa0\u2028\ufeff\uffffé“\U0001f642ntu"
texts = st.one_of(
    st.text(max_size=12),
    st.text(LETTERS, max_size=12),
    st.sampled_from(["true", "null", "1", "007", "1.5", "1e5", "yes", "a  b", "a -b", "a: b", "- a"]),
)
values = st.recursive(
    st.one_of(texts, st.integers(-(10**19), 10**19), st.floats(allow_nan=False), st.booleans(), st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=8,
)


def as_yaml(line: str) -> object:
    """What the strict loader reads; for text that it refuses, a value that no reader returns."""
    try:
        return StrictYAML().load(f"{line}\n")
    except FrontMatterError:
        return float("nan")


def same(one: object, other: object) -> bool:
    """True where two values are equal and of the same types throughout."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return list(map(repr, one)) == list(map(repr, other)) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return repr(one) == repr(other)


def agree(line: str) -> None:
    """Where a line is read, it is read as the strict loader reads it."""
    if (read := read_entry(line)) is not None and isinstance(read[0], str):
        assert same({read[0]: read[1]}, as_yaml(line.strip(" ")))


@given(values)
def test_what_the_engine_writes_is_read_as_yaml_reads_it(value: object) -> None:
    for line in entry("key", value).removesuffix("\n").split("\n"):
        agree(line)


@given(values, st.integers(0, 60), st.integers(0, 3), st.text(LETTERS, max_size=3))
def test_a_changed_line_is_read_as_yaml_reads_it_or_left_to_yaml(
    value: object, at: int, gone: int, new: str
) -> None:
    line = entry("key", value).split("\n")[0]
    changed = line[:at] + new + line[at + gone :]
    if "\n" not in changed and "\r" not in changed:
        agree(changed)


@given(st.text(LETTERS, max_size=30))
def test_any_other_text_is_read_as_yaml_reads_it_or_left_to_yaml(text: str) -> None:
    agree(f"key: {text}")


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("status: accepted", ("status", "accepted")),
        ('  3: {by: model, from: "", text: "28a2"}', (3, {"by": "model", "from": "", "text": "28a2"})),
        ('metadata: "{\\"about\\": \\"“5”\\", \\"n\\": 1}"', ("metadata", '{"about": "“5”", "n": 1}')),
        ("used: {calls: 3, seconds: 11.8, none: -1}", ("used", {"calls": 3, "seconds": 11.8, "none": -1})),
        ("flags: [true, null, {}, [], tool-a-1.2]", ("flags", [True, None, {}, [], "tool-a-1.2"])),
        ("sections:", ("sections", None)),
    ],
)
def test_the_lines_of_a_document_are_read_without_yaml(line: str, read: tuple[str | int, object]) -> None:
    assert read_entry(line) == read


@pytest.mark.parametrize(
    "line",
    [
        *("a: 2024-01-01", "a: 'b'", "a: b # c", "a: {b: 1, b: 2}", 'a: {1: x, "1": y}', "a: {b}", "a: {b:c}"),
        *(
            "a: 12345678901234567890",
            'a: "\\ud83d"',
            'a: "\\x41"',
            'a: "b',
            "a: |",
            "a: *b",
            "true: 1",
            "null:",
        ),
        *(
            "null:",
            "a:b",
            "   a: b",
            "- a",
            "",
            "a: b: c",
            "a: [1,2]",
            "a: b\u2028c",
            "a: " + "[" * 9 + "]" * 9,
        ),
        f'a: {{"{"k" * 2000}": 1}}',
    ],
)
def test_what_needs_a_yaml_parser_is_left_to_it(line: str) -> None:
    assert read_entry(line) is None


def test_the_comparison_tells_what_differs() -> None:
    assert not same({"a": 1}, {"a": True})
    assert not same([1], [1.0])
    assert math.isnan(as_yaml("a: *b"))  # type: ignore[arg-type]
