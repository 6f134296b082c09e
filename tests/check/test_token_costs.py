from __future__ import annotations

from pathlib import Path

import pytest

from pandora.check.token_costs import (
    CEILINGS,
    WORDS,
    Ceilings,
    Cost,
    Meter,
    library_costs,
    longest_menu,
    word_count,
)
from pandora.commands.token_counter import meter_of
from pandora.disk.layout import Workspace
from pandora.engine.pattern import Library
from pandora.engine.prompt import instruction, menu_lines
from pandora.models.protocol import Prompt
from tests.engine.small_system import write_system
from tests.models.conftest import smollm2  # noqa: F401  (a fixture)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    write_system(tmp_path / "system")
    return Library(Workspace(tmp_path))


def of(library: Library, meter: Meter = WORDS) -> dict[tuple[str, str], Cost]:
    return {(cost.pattern, cost.phase): cost for cost in library_costs(library, meter).costs}


def test_every_phase_of_every_pattern_is_counted_and_code_costs_nothing(library: Library) -> None:
    costs = of(library)
    patterns, _ = library.all()
    for pattern in patterns:
        for phase in ("understand", "plan", "do", "check"):
            assert (pattern.name, phase) in costs
    assert (costs["table", "plan"].by, costs["table", "plan"].total) == ("code", 0)
    assert costs["system", "plan"].by == "model"
    assert costs["system", "clarify"].by == "model"
    assert costs["system", "do"].by == costs["table", "do"].by == "floor"


def test_the_parts_sum_up_to_the_whole_prompt(library: Library) -> None:
    """By a meter to which every character counts, nothing is lost between the parts."""
    cost = of(library, Meter(len, frame=7))["system", "plan"]
    pattern = library.load("system")
    phase = library.phase(pattern, "plan")
    menu = library.menu(pattern, ("a.csv",), 3)
    text = instruction(phase, phase.form.bind(menu=tuple(menu)), menu_lines(menu))
    prompt = Prompt(library.base(), (), text.strip("\n"))
    assert cost.total == 7 + len(prompt.base) + len("\n\n") + len(prompt.user)
    assert cost.menu > len(menu_lines(menu))
    assert cost.text == len(f"# PLAN\n{phase.text}")


def test_the_menu_is_the_longest_that_any_task_can_have(library: Library) -> None:
    offered = longest_menu(library, library.load("system"))
    patterns, _ = library.all()
    assert set(offered) == {pattern.name for pattern in patterns if pattern.level != "system"}


def test_a_pattern_dropped_in_lengthens_the_menu_and_a_broken_one_does_not(library: Library) -> None:
    before = of(library)["system", "plan"].menu
    path = library.workspace.system / "tools" / "poem" / "pattern.md"
    path.parent.mkdir()
    path.write_text("---\npattern: poem\nlevel: tool\nwhen: write three words\n---\n", encoding="utf-8")
    assert of(library)["system", "plan"].menu == before + word_count("- poem: write three words")
    path.write_text("---\npattern: poem\nlevel: tool\n---\n", encoding="utf-8")
    assert of(library)["system", "plan"].menu == before


def test_the_menu_is_that_of_the_kind_of_task_with_the_most(library: Library) -> None:
    tool = library.workspace.system / "tools" / "table" / "pattern.md"
    tool.write_text(
        tool.read_text(encoding="utf-8").replace("menu:", "kinds: [answer]\nmenu:"), encoding="utf-8"
    )
    python = library.workspace.system / "operations" / "python.md"
    text = python.read_text(encoding="utf-8")
    python.write_text(text.replace("effects:", "kinds: [file]\neffects:"), encoding="utf-8")
    assert list(longest_menu(library, library.load("system"))) == ["read", "python"]


def test_a_plan_with_fixed_steps_is_shown_no_menu(library: Library) -> None:
    tool = library.workspace.system / "tools" / "table" / "pattern.md"
    text = tool.read_text(encoding="utf-8").replace("plan: code", "plan: model")
    tool.write_text(
        f"{text}\n## PLAN\n\nName it.\n\n### Form\nColumn: {{line}}\nSteps: {{given}}\n", encoding="utf-8"
    )
    cost = of(library)["table", "plan"]
    assert (cost.by, cost.menu, cost.text) == ("model", 0, word_count("# PLAN Name it."))
    assert (cost.path, cost.line) == ("system/tools/table/pattern.md", 12)


def test_loaded_up_front_every_text_counts_once(library: Library) -> None:
    counted = library_costs(library, WORDS)
    system = library.workspace.system
    (system / "tools" / "table" / "pattern.md").unlink()
    without = library_costs(library, WORDS)
    assert counted.largest == max(cost.total for cost in counted.costs)
    assert counted.upfront > counted.largest
    # The table tool's own phases are the common ones: only its line and name on the menu go.
    assert 0 < counted.upfront - without.upfront < 15


@pytest.mark.parametrize(
    ("sizes", "over"),
    [
        ({"base": 50, "text": 100, "form": 100, "menu": 100, "frame": 50}, []),
        ({"base": 51}, ["the base prompt is 51 tokens; 50 are the most"]),
        ({"text": 101}, ["the phase's text is 101 tokens; 100 are the most"]),
        ({"base": 50, "text": 100, "form": 101}, ["base, phase and form is 251 tokens; 250 are the most"]),
        ({"menu": 390, "frame": 11}, ["everything but work context is 401 tokens; 400 are the most"]),
    ],
)
def test_ceilings(sizes: dict[str, int], over: list[str]) -> None:
    assert Cost("x", "do", "model", "x.md", 1, **sizes).over() == over


def test_ceilings_are_the_designs() -> None:
    assert Ceilings(50, 100, 250, 400) == CEILINGS


def test_words_are_a_lower_bound() -> None:
    assert word_count("to be, or\nnot  to be") == 6
    assert not WORDS.exact


def test_no_text_of_a_phase_that_ships_is_longer_than_its_ceiling(smollm2: Path) -> None:  # noqa: F811
    """Counted by a small model's tokenizer, which takes about a tenth more tokens than the default model's."""
    with meter_of(str(smollm2)) as meter:
        costs = library_costs(Library(Workspace(Path(__file__).parents[2])), meter).costs
    most = CEILINGS.phase * 11 // 10
    longer = {f"{cost.pattern}, {cost.phase}": cost.text for cost in costs if cost.text > most}
    assert longer == {}
