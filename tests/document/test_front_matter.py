from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.document.front_matter import LIMIT, FrontMatterError, entry, flow, load, replace_key

texts = st.one_of(
    st.text(st.characters(codec=None, exclude_categories=())),
    st.sampled_from(
        ["1234567890123456", "0", "007", "1e5", "12:30:00", "yes", "null", "~", "- a", "a: b", "a #b", "{", "é"]
    ),
    st.sampled_from(["\x85", "a\u2028b", "\ufeff", "\x7f", "\udcff", "\U0001f642", "\t", "a\nb", " a ", ""]),
)
values = st.recursive(
    st.one_of(texts, st.integers(-(10**17), 10**17), st.booleans(), st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=8,
)


def keyed(value: object) -> object:
    """The value with keys as they are read back: a whole number where one is written."""
    if isinstance(value, dict):
        whole = {
            key: int(key) if key.isascii() and key.isdigit() and str(int(key)) == key and len(key) < 19 else key
            for key in value
        }
        return {whole[key]: keyed(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [keyed(each) for each in value]
    return value


@given(texts)
def test_text_is_read_back_as_the_same_text(text: str) -> None:
    """A digest of digits alone, too: read as a number it would never be equal again."""
    assert load(entry("a", {"from": text, "list": [text]})) == {"a": {"from": text, "list": [text]}}


@given(values)
def test_any_value_is_read_back(value: object) -> None:
    assert load(entry("a", value)) == {"a": keyed(value)}
    assert flow(value).count("\n") == 0


@given(values, values)
def test_one_key_is_replaced_and_the_others_stay(value: object, other: object) -> None:
    text = entry("a", value) + "# a note\n" + entry("b", value)
    new = replace_key(text, "a", other)
    assert load(new) == {"a": keyed(other), "b": keyed(value)}
    assert new.endswith("# a note\n" + entry("b", value))
    assert load(replace_key(new, "c", value))["c"] == keyed(value)


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("a: 1\na: 2\n", 2, "the key 'a' stands twice"),
        ("a: 1\nb: {c: 1, c: 2}\n", 2, "the key 'c' stands twice"),
        ("a: 1\nb: &x 1\nc: *x\n", 3, "aliases"),
        ("- a\n", 1, "must be `key: value` lines"),
        ("1: a\n", 1, "must be `key: value` lines"),
        ("a: [1\n", 2, "not readable as YAML"),
        ("a: 1\nb: !!python/object:os.system x\n", 2, "not readable as YAML"),
        ("a: \x07\n", 1, "not readable as YAML"),
        ("a: " + "[" * 5000 + "\n", 1, "nested too deeply"),
        ("a: " + "[" * 20_000 + "]" * 20_000 + "\n", 1, "nested too deeply"),
        (
            "".join("  " * depth + "a:\n" for depth in range(200)) * 3,
            1,
            "the most|twice|nested too deeply|YAML",
        ),
        ("a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [*a, *a, *a]\n" for n in range(9)), 2, "aliases"),
        ("a: 1\n<<: {a: 2}\nb: *a\n", 3, "aliases"),
        ("a: é" + "[" * 20_000 + "\nb: [" + "[" * 20_000, 1, "YAML|nested"),
        ("a: !!python/name:os.system\n", 1, "not readable as YAML"),
        ("a: !!binary gIGC\n", 1, "not readable as YAML"),
        ("a: " + "x" * LIMIT, 1, "is the most"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, line: int, told: str) -> None:
    with pytest.raises(FrontMatterError, match=told) as caught:
        load(text)
    assert abs(caught.value.line - line) <= 1


def test_what_yaml_would_turn_into_something_else_stays_text() -> None:
    digits = "9" * 30_000
    found = load(f"a: 12:30:00\nb: no\nc: 2024-01-01\nd: 0x1f\ne: 1_000\nf: {digits}\ng: .inf\n")
    assert found == {
        "a": "12:30:00", "b": "no", "c": "2024-01-01", "d": "0x1f", "e": "1_000", "f": digits, "g": ".inf",
    }  # fmt: skip


def test_two_hundred_thousand_digits_and_a_lone_surrogate_are_refused_or_text() -> None:
    with pytest.raises(FrontMatterError, match="is the most"):
        load("a: " + "9" * 200_000)
    with pytest.raises(FrontMatterError):
        load("a: \ud800\n")


def test_nothing_is_an_empty_mapping() -> None:
    assert load("") == load("# a note\n") == {}
