from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.document.state_document import digest
from pandora.document.step_lines import PREVIEW, Step, lines_of, merge_notes, preview, read_step_lines

ONE = Step(1, "table", "tool-table-abc234-1", "accepted", "plum")
TWO = Step(2, "html2text", "op-html2text-abc234-2", "escalated", "", "no such page")
BODY = """\
- Step 1: table → plum [tool-table-abc234-1.md]
- Step 2: html2text → no such page [op-html2text-abc234-2.md]
Child loops:
- tool-table-abc234-1.md → ACCEPTED
- op-html2text-abc234-2.md → ESCALATED
Shared context:
- step 1 gave: plum"""


def test_the_lines_of_steps() -> None:
    assert "\n".join(lines_of([ONE, TWO], {}, "")) == BODY


def test_a_running_step_is_referred_to_before_it_has_a_line() -> None:
    running = Step(1, "table", "tool-table-abc234-1", "running", "")
    assert lines_of([running], {}, "") == ["Child loops:", "- tool-table-abc234-1.md → RUNNING"]


def test_lines_are_read_back() -> None:
    found = read_step_lines(BODY)
    assert (found[1].action, found[1].result, found[1].child) == ("table", "plum", "tool-table-abc234-1")
    assert found[2].result == "no such page"


@pytest.mark.parametrize("text", ["a [b.md] c", "→ ]", "x" * 500, "", "\n two\nlines "])
def test_any_result_is_one_line_that_is_read_back(text: str) -> None:
    step = Step(1, "table", "tool-table-abc234-1", "accepted", text)
    assert "\n" not in step.line
    assert read_step_lines(step.line)[1].result == preview(text)
    assert len(preview(text)) <= PREVIEW + 40


def test_later_steps_stay_as_they_are_until_they_are_reached() -> None:
    later = {2: read_step_lines(BODY)[2]}
    fig = Step(1, "table", "tool-table-abc234-1", "accepted", "fig")
    lines = lines_of([fig], later, BODY)
    assert lines[1] == BODY.split("\n")[1]
    assert "- op-html2text-abc234-2.md → ESCALATED" in lines
    assert lines[-1] == "- step 1 gave: fig"


def test_a_persons_lines_stay_behind_those_they_followed() -> None:
    lines = BODY.split("\n")
    old = "\n".join(["top", lines[0], "", "below one", *lines[1:3], "- a list", *lines[3:], "end"])
    fig = Step(1, "table", "tool-table-abc234-1", "accepted", "fig")
    new = merge_notes(lines_of([fig, TWO], {}, old), old, {"1": digest("plum")})
    assert new == old.replace("plum", "fig")


def test_a_persons_lines_outlive_what_they_followed() -> None:
    old = BODY + "\nmy note"
    assert merge_notes(["Child loops:"], old, {"1": digest("plum")}) == "Child loops:\nmy note"


def test_shared_context_that_a_person_changed_is_theirs() -> None:
    old = BODY.replace("gave: plum", "gave: a ripe plum")
    new = merge_notes(lines_of([ONE, TWO], {}, old), old, {"1": digest("plum")})
    assert new == BODY + "\n- step 1 gave: a ripe plum" or "- step 1 gave: a ripe plum" in new
    assert "- step 1 gave: plum" in new


note = st.sampled_from(["", "note", "- item", "  deep", "Step 1: no", "- Step one", "Child loops", "- x.md"])


@given(st.lists(st.tuples(st.integers(0, 7), note), max_size=5))
def test_nothing_that_a_person_wrote_is_lost_and_merging_again_changes_nothing(
    notes: list[tuple[int, str]],
) -> None:
    lines = BODY.split("\n")
    for place, text in sorted(notes, reverse=True):
        lines.insert(place, text)
    results = {"1": digest("plum")}
    old = "\n".join(lines)
    new = merge_notes(lines_of([ONE, TWO], {}, old), old, results)
    assert sorted(new.split("\n")) == sorted(lines)
    assert merge_notes(lines_of([ONE, TWO], {}, new), new, results) == new
