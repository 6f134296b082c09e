from __future__ import annotations

from pathlib import Path

from pandora.programs.experiments import RELATIONS
from tests.programs.answers_table import refusals
from tests.programs.planted_mutants import CORPUS
from tests.programs.planted_table import counted, main, page


def test_the_page_counts_what_relations_and_rules_refuse(tmp_path: Path) -> None:
    programs, answers = tmp_path / "programs", tmp_path / "answers"
    for place in (programs, answers):
        place.mkdir()
    table, results = counted(programs), refusals(answers)
    assert len(CORPUS) - table.same >= table.caught > 0
    assert all(table.counts[name].caught >= table.counts[name].alone for name in RELATIONS)
    passages = results["passages"]
    assert passages.refused_wrong / passages.wrong > passages.refused_right / passages.right
    text = page(table, results, "2020-02-02")
    assert "Made without a model on 2020-02-02" in text
    order = table.counts["order"]
    assert f"| `order` | {order.caught} | {order.alone} | {order.refused} | {order.asked} |" in text


def test_the_date_must_be_given() -> None:
    said: list[str] = []
    assert main([], said.append) == 2
    assert said == ["usage: python -m tests.programs.planted_table DATE"]
