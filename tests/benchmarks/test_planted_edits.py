from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.growth_measures import edit_rows
from benchmarks.planted_edits import PlantedEdit, judged_edits, planted_edits
from pandora.disk.layout import shipped_system
from pandora.growth.frozen_parts import change_of, with_part
from tests.growth.small_suites import PATTERN, Rounds

EDITS = planted_edits()


def test_there_are_twenty_that_harm_and_a_way_back_of_each() -> None:
    assert [sum(edit.good is good for edit in EDITS) for good in (False, True)] == [20, 20]


@pytest.mark.parametrize("edit", EDITS[:20], ids=lambda edit: edit.name)
def test_a_planted_edit_changes_one_open_part_of_what_ships(edit: PlantedEdit) -> None:
    text = (shipped_system().parent / edit.path).read_text("utf-8")
    change = change_of({edit.path: text}, {edit.path: with_part(text, edit.part, edit.new)})
    assert (change.path, change.part) == (edit.path, edit.part)


def test_the_gate_drops_a_harm_and_keeps_the_way_back(tmp_path: Path) -> None:
    """Growth, measures: planted harmful and good edits."""
    rounds = Rounds.made(tmp_path)
    harm = PlantedEdit("mute", "nothing is said", PATTERN, "instruction of DO", "Say nothing.")
    back = PlantedEdit("mute-back", "nothing is said", PATTERN, "instruction of DO", "Say nothing.", good=True)
    judged = list(judged_edits([harm, back], rounds.suite("suite"), rounds.workspace.system, lambda line: None))
    assert [edit.kept for edit in judged] == [False, True]
    assert judged[1].broken == ("rose", "snow")
    assert [row.result for row in edit_rows(judged)] == [
        "0 kept; 1 reach a task, 7 pairs in all",
        "1 kept; 1 reach a task, 12 pairs in all",
    ]
    nothing = PlantedEdit("same-back", "", PATTERN, "instruction of DO", "Say the answer.", good=True)
    (harmless,) = judged_edits([nothing], rounds.suite("suite"), rounds.workspace.system, lambda line: None)
    assert edit_rows([harmless]) == [], "what breaks nothing has no way back that mends"
