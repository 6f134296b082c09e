from __future__ import annotations

from pathlib import Path

import pytest

from pandora.workspace.likely_files import files_with_identifiers, likely_files


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


def test_a_long_request_is_compared_with_files_by_the_beginnings_of_words(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / f"{number}.txt").write_text(f"one{number} two three\n" * 3000, encoding="utf-8")
    text = " ".join(f"word{number}" for number in range(3000))
    assert likely_files(text, tmp_path) == []
    assert likely_files(f"{text} one5", tmp_path) == ["5.txt"]
    assert likely_files("hree wo", tmp_path) == []
