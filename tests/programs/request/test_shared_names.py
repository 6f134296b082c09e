from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.request.shared_names import files_with_names, possible_new_names, replacing_lines


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


def test_a_name_that_several_files_have_and_one_that_none_has(tmp_path: Path) -> None:
    texts = {
        "a.txt": "Stella: hay\n",
        "b.csv": "day,pony\nMon,Stella\nWed,Bruno\n",
        "c.txt": "Bruno, Estella\n",
    }
    for path, text in texts.items():
        (tmp_path / path).write_text(text, encoding="utf-8")
    asked = "the pony Stella is called Moonlight now, change it in all files (Estella is a girl)"
    assert possible_new_names(asked, tuple(texts), tmp_path) == [("Stella", "Moonlight")]
    both = "call the ponies Stella and Bruno from now on Moonlight in all files"
    assert {old for old, _ in possible_new_names(both, tuple(texts), tmp_path)} == {"Stella", "Bruno"}
    assert possible_new_names("write Stella in all files, Please", tuple(texts), tmp_path) != []
    assert possible_new_names("the ponies Stella and Bruno, in all files", tuple(texts), tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "before", "after"),
    [
        ("Stella", "Moonlight", "Stella and Estella\n", "Moonlight and Estella\n"),
        ("a.b", r"C:\new\1", "a.b, a-b, a.bc\n", "C:\\new\\1, a-b, a.bc\n"),
    ],
)
def test_the_program_that_puts_the_one_name_in_the_place_of_the_other(
    old: str, new: str, before: str, after: str
) -> None:
    files = {"a.txt": before, "b.txt": "none\n"}
    functions = {"text": files.__getitem__, "save": lambda content, path: files.update({path: content})}
    exec("\n".join(replacing_lines(old, new, ["a.txt", "b.txt"])), functions)
    assert files == {"a.txt": after, "b.txt": "none\n"}


def test_a_small_letter_beyond_z_begins_no_name(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("Falke e.V.\n", encoding="utf-8")
    request = "Bitte überall Falke durch Adler ersetzen"
    assert possible_new_names(request, ["a.txt", "b.txt"], tmp_path) == [("Falke", "Adler")]
