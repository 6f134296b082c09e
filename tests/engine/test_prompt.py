from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pandora.disk.layout import Workspace, shipped_system
from pandora.document.form import parse_form
from pandora.engine.pattern import Library, Phase
from pandora.engine.prompt import build, excerpt, fit, instruction, menu_lines, part

FORM = parse_form("Task: {given}\nApproach: {line}\nTool: {menu}")
PHASE = Phase("plan", "model", "Plan it.", FORM, (1,))


def words(text: str) -> int:
    return len(text.split())


def test_what_grows_comes_first_and_what_changes_comes_last() -> None:
    prompt = build("Be brief.", PHASE, FORM, ["## §1 UNDERSTAND\nTask: x"], 100, words, "- read: a file")
    assert prompt.text == (
        "Be brief.\n\n## §1 UNDERSTAND\nTask: x\n\n# PLAN\nPlan it.\n\nYou may call:\n- read: a file\n\n"
        "Reply in this form:\nApproach: <one line>\nTool: <menu>\n"
    )


def test_a_prompt_without_menu_names_none() -> None:
    assert "You may call" not in instruction(PHASE, FORM)


def test_parts_are_shown_under_their_headings() -> None:
    assert part(2, "Approach: a") == "## §2 PLAN\nApproach: a"


def test_a_menu_has_a_line_for_each_pattern() -> None:
    library = Library(Workspace(shipped_system().parent))
    menu = library.menu(library.load("system"), ("a.csv",), 3)
    lines = menu_lines(menu).split("\n")
    assert [line.split(":")[0] for line in lines] == [f"- {name}" for name in menu]


def test_what_fits_is_left_alone() -> None:
    assert fit(["a b", "c"], 3, words) == ["a b", "c"]


def test_the_longest_part_gives_way_in_its_middle_and_says_so() -> None:
    long = " ".join(f"w{number}" for number in range(1000))
    short, cut = fit(["short one", long], 300, words)
    assert short == "short one"
    assert cut.startswith("w0 w1 ")
    assert cut.endswith(" w999")
    assert "characters left out" in cut
    assert words(cut) <= 300


@given(st.lists(st.text("ab \n", max_size=400), max_size=5), st.integers(0, 300))
@example(["a" * 41], 0)
def test_parts_fit_or_are_as_short_as_they_get(parts: list[str], limit: int) -> None:
    kept = fit(parts, limit, len)
    assert len(kept) == len(parts)
    assert sum(map(len, kept)) <= limit or max(map(len, kept)) <= 120
    assert all(len(now) <= len(then) for now, then in zip(kept, parts, strict=True))


@pytest.mark.parametrize("limit", [5, 50, 99])
def test_an_excerpt_has_the_beginning_and_the_end(limit: int) -> None:
    text = "begin " + "x " * 2000 + "end"
    found = excerpt(text, limit, len)
    assert found.startswith("begin")
    assert found.endswith("end")
    assert len(found) < len(text)


def test_an_excerpt_of_what_is_short_is_itself() -> None:
    assert excerpt("short", 5, len) == "short"
