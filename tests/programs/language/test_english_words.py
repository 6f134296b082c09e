"""Who may go by English words: openings, and what an empty result says."""

from __future__ import annotations

import ast
from pathlib import Path

import pandora
from pandora.programs.language.english_words import ignores_case, just_columns

PACKAGE = Path(pandora.__file__).parent
LEADS = {"opening/program_opening", "opening/prose_lines", "opening/data_leads"}
"""They begin a program, and refuse nothing."""
EMPTY = {"help_kinds", "rules/program_rules"}
"""Whether an output says that nothing was found, in the words of a program that a model wrote."""


def test_no_module_but_these_goes_by_english_words() -> None:
    users = {
        path.relative_to(PACKAGE).with_suffix("").as_posix()
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "pandora.programs.language.english_words"
    }
    assert users == {f"programs/{name}" for name in LEADS | EMPTY}


def test_columns_in_the_order_of_the_request() -> None:
    known = ("isbn", "title", "author", "year")
    assert just_columns("with just the columns year, Title and author.", known) == ["year", "title", "author"]
    assert just_columns("with the columns year and title", known) == []


def test_case_that_is_ignored() -> None:
    assert ignores_case("Ignoring punctuation and case, count")
    assert not ignores_case("In that case, count")
