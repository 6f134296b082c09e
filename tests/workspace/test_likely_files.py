from __future__ import annotations

from pathlib import Path

import pytest

from pandora.workspace.likely_files import files_with_identifiers


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("Rename calc_tot to order_total, in the readme too", ["a/shop.py", "README.md"]),
        ("What does orderTotal do?", ["a/cart.js"]),
        ("Where is OrderTotal?", []),
        ("Rename calc to total", []),
        ("Look at https://example.org/calc_tot", []),
        ("Is other_name in the notes?", []),
    ],
)
def test_files_of_code_are_told_by_identifiers(tmp_path: Path, text: str, files: list[str]) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "README.md").write_text("`calc_tot` adds up.", encoding="utf-8")
    (tmp_path / "a/shop.py").write_text("def calc_tot(): ...", encoding="utf-8")
    (tmp_path / "a/cart.js").write_text("const orderTotal = 1", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("other_name", encoding="utf-8")
    assert files_with_identifiers(text, tmp_path) == files
