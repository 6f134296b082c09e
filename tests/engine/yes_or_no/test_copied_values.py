"""A table out of texts: what they say is read, and what is worked out of them is left to a program."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.engine.runs import Bench, Line

SYSTEM = Path(__file__).parents[3] / "system"
REQUEST = "Make pets.csv out of bo.txt and rex.txt: name, species, age"


@pytest.fixture
def pets(bench: Bench) -> Bench:
    shutil.rmtree(bench.root / "system")
    shutil.copytree(SYSTEM, bench.root / "system")
    for name in ("bo", "rex"):
        (bench.root / f"{name}.txt").write_text(f"{name} is a dog of three.\n", encoding="utf-8")
    return bench


def menu_of(pets: Bench, *lines: Line, chances: bool = True) -> str:
    sure = {"chances": {"kind": 0.9, "files change": 0.9}} if chances else {}
    fill = {"kind": "file", "files change": "yes", "file to write": "pets.csv"}
    understood: Line = {"phase": "understand", "level": "system", "fill": fill, **sure}
    pets.start(understood, *lines, text=REQUEST)
    prompt = next(prompt.text for prompt in pets.model.prompts if "# PLAN" in prompt.text)
    return prompt.partition("You may call:")[2]


@pytest.mark.parametrize(("copied", "counted", "extract"), [(0.9, 0.8, True), (0.7, 0.9, False)])
def test_the_menu_has_what_reads_facts_or_all_else(
    pets: Bench, copied: float, counted: float, extract: bool
) -> None:
    said: list[Line] = [
        {"phase": "do", "fill": {"answer": "yes"}, "chances": {"answer": chance}}
        for chance in (copied, counted)
    ]
    menu = menu_of(pets, *said)
    assert ("- extract:" in menu, "- text:" in menu) == (extract, not extract)
    assert f'wants_copies: "{"yes" if extract else "no"}"' in pets.document().text


def test_a_model_that_shows_no_probabilities_is_not_asked(pets: Bench) -> None:
    menu = menu_of(pets, chances=False)
    assert "- extract:" in menu
    assert "- text:" in menu
