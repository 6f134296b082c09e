from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.request.shared_names import files_with_names


@pytest.mark.parametrize(
    ("request_text", "found"),
    [
        ("the pony Stella is called Moonlight now, change it in all files", ("feeding.txt", "riders.csv")),
        ("Change 'hay and oats' everywhere, please", ()),
        ("Please write „Stella“ with two t, everywhere", ("feeding.txt", "riders.csv")),
        ("Stella is called Moonlight", ()),
        ("rename it, please", ()),
    ],
)
def test_files_that_have_the_names_of_a_request(
    request_text: str, found: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "feeding.txt").write_text("Stella: hay and oats\nBruno: hay\n", encoding="utf-8")
    (tmp_path / "riders.csv").write_text("day,pony,rider\nWed,Stella,Estella\n", encoding="utf-8")
    (tmp_path / "other.txt").write_text("Estella comes on Friday\n", encoding="utf-8")
    files = ("feeding.txt", "riders.csv", "other.txt", "gone.txt")
    assert files_with_names(request_text, files, tmp_path) == found
