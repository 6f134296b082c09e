"""Who may go by English words: openings, and what an empty result says."""

from __future__ import annotations

import ast
from pathlib import Path

import pandora

PACKAGE = Path(pandora.__file__).parent
LEADS = {"opening/data_leads"}
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
