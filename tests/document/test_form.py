from __future__ import annotations

import pytest

from pandora.document.form import FormError, Group, Slot, parse_form

PLAN = """
Approach: {line}
Confidence: {high | medium | low}
Steps: {1..6 of}
  {menu}: {line}
Done when: {line: how to see it}
"""


def test_a_form_is_read_field_by_field() -> None:
    form = parse_form(PLAN)
    assert [field.key for field in form.fields] == ["approach", "confidence", "steps", "done when"]
    steps = form["steps"].slot
    assert isinstance(steps, Group)
    assert (steps.low, steps.high) == (1, 6)
    assert [slot.kind for slot in steps.slots] == ["named", "line"]


def test_a_named_choice_gets_its_options_when_it_is_bound() -> None:
    steps = parse_form(PLAN).bind(menu=("table", "code"))["steps"].slot
    assert isinstance(steps, Group)
    assert steps.slots[0].options == ("table", "code")


def test_given_fields_are_not_asked() -> None:
    assert [each.key for each in parse_form("Task: {given}\nResolved: {line}").asked] == ["resolved"]


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("Approach {line}", 1, "expected"),
        ("Approach: {line}\nApproach: {line}", 2, "twice"),
        ("A: {line}\nChoice: {a | }", 2, "empty"),
        ("Steps: {1..6 of}", 1, "next line"),
        ("Steps: {6..1 of}\n  {menu}: {line}", 1, "no range"),
        ("Steps: {1..100 of}\n  {menu}: {line}", 1, "at most 99 items"),
        ("Steps: {1..2 of}\n  {menu}{line}", 2, "between"),
        ("Steps: {1..2 of}\n  plain words", 2, "needs a slot"),
        ("Steps: {1..2 of}\n  {menu}: {menu} {line}", 2, "each slot once"),
        ("Steps: {1..2 of}\n  {a | b}: {c | d}", 2, "one choice"),
        ("A: {line}\nB: {Line!}", 2, "unknown slot"),
        ("", 1, "no fields"),
    ],
)
def test_a_broken_form_is_told_with_its_line(text: str, line: int, told: str) -> None:
    with pytest.raises(FormError, match=told) as caught:
        parse_form(text)
    assert caught.value.line == line


def test_a_line_becomes_a_choice_where_there_are_options() -> None:
    form = parse_form("Path: {line}\nContent: {text}\n")
    slot = form.with_choice("path", ("a.txt",))["path"].slot
    assert isinstance(slot, Slot)
    assert (slot.kind, slot.options) == ("choice", ("a.txt",))
    assert form.with_choice("path", ()) == form
    assert form.with_choice("content", ("a.txt",)) == form


def test_a_choice_loses_an_option_where_another_one_is_left() -> None:
    form = parse_form("Path: {line}\n").with_choice("path", ("a.py", "b.py"))
    less = form.without_option("path", "a.py")
    slot = less["path"].slot
    assert isinstance(slot, Slot)
    assert slot.options == ("b.py",)
    assert less.without_option("path", "b.py") == less
    assert form.without_option("path", "c.py") == form.without_option("code", "a.py") == form


def test_a_list_has_the_fewest_items_that_it_may_have() -> None:
    form = parse_form("Why: {line}\nSteps: {1..3 of}\n  {line}")
    for items, low in ((0, 1), (2, 2), (9, 3)):
        group = form.with_fewest(items)["steps"].slot
        assert isinstance(group, Group)
        assert (group.low, group.high) == (low, 3)
    assert form.with_fewest(2)["why"] == form["why"]


def test_texts_may_be_asked_for_in_one_line() -> None:
    form = parse_form("Language: {language}\nText: {text}\n").with_lines(80)
    assert form["text"].slot == Slot("line", "text", limit=80)
    assert form["language"] == parse_form("Language: {language}\n")["language"]
