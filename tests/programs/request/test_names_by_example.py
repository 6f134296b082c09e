from __future__ import annotations

import time
from pathlib import Path

import pytest

from pandora.programs.request.names_by_example import names_by_example, renaming_lines

SCANS = {
    "scan (1).txt": "Works\nInvoice no. INV-1043\nDate: 14 February 2025\n\nPayable by 28 February 2025\n",
    "scan (2).txt": "Copy shop\nInvoice no. INV-77\nDate:  3 March 2025\n",
    "scan (3).txt": "Invoice no.   X/9\nDate: 2025-01-21\n",
}
LIKE = "Rename the files after date and number, like 2025-02-14_INV-1043.txt for the first."
LETTERS = {
    "bank.txt": "Savings Bank\nDate: 4 March 2023\n\nfrom 1 April 2023 it costs more\n",
    "tax_office.txt": "Tax 33/118\nDate:   7 Feb 2022\nPay by 10 March 2022.\n",
    "cake.txt": "Plum cake (August 2021)\n",
}
IN_FRONT = "Put the date of each letter in front, so that bank.txt becomes 2023-03-04_bank.txt and so on."


def named(root: Path, request: str, texts: dict[str, str]) -> dict[str, str]:
    (root / "in").mkdir()
    for name, text in texts.items():
        (root / "in" / name).write_text(text, encoding="utf-8")
    files = [f"in/{name}" for name in texts]
    return {
        path.removeprefix("in/"): new.removeprefix("in/")
        for path, new in names_by_example(request, files, root).items()
    }


def test_parts_of_a_name_are_read_behind_the_same_labels(tmp_path: Path) -> None:
    assert named(tmp_path, LIKE, SCANS) == {
        "scan (1).txt": "2025-02-14_INV-1043.txt",
        "scan (2).txt": "2025-03-03_INV-77.txt",
    }


def test_a_part_may_be_the_old_name_and_a_file_without_a_part_keeps_its_name(tmp_path: Path) -> None:
    names = named(tmp_path, IN_FRONT, LETTERS)
    assert names == {"bank.txt": "2023-03-04_bank.txt", "tax_office.txt": "2022-02-07_tax_office.txt"}
    assert renaming_lines(names, LETTERS) == (
        "# made as the example of the task is, of the name and the text of each file\n"
        "new_names = {\n"
        "    'bank.txt': '2023-03-04_bank.txt',\n"
        "    'tax_office.txt': '2022-02-07_tax_office.txt',\n"
        "}\n"
        "# no such text: 'cake.txt'; it keeps its name\n"
        "for path, new_path in new_names.items():\n    move(path, new_path)\n"
    )


def test_the_parts_of_a_name_may_come_from_the_old_one_and_be_parted_by_blanks(tmp_path: Path) -> None:
    texts = {
        "statement 3 Jan 2025.txt": "balance 10",
        "statement 14 Nov 2024.txt": "balance 20",
        "letter 5 Feb 2025.txt": "Dear member",
        "terms.txt": "of 3 March 2020",
    }
    like = 'Rename the statements, like "2025-01-03 statement.txt" for "statement 3 Jan 2025.txt".'
    assert named(tmp_path, like, texts) == {
        "statement 3 Jan 2025.txt": "2025-01-03 statement.txt",
        "statement 14 Nov 2024.txt": "2024-11-14 statement.txt",
    }


@pytest.mark.parametrize(
    ("request_text", "texts"),
    [
        ("Rename the files after date and number.", SCANS),
        (LIKE.replace("1043", "1044"), SCANS),
        (IN_FRONT, {"bank.txt": LETTERS["bank.txt"]}),
        (IN_FRONT.replace("bank.txt becomes 2023-03-04_bank", "bank.txt becomes old_bank"), LETTERS),
        (LIKE, {"a.txt": SCANS["scan (1).txt"], "b.txt": "Date: 3 March 2025\n"}),
    ],
)
def test_without_an_example_that_tells_nothing_is_named(
    request_text: str, texts: dict[str, str], tmp_path: Path
) -> None:
    assert named(tmp_path, request_text, texts) == {}


@pytest.mark.parametrize(
    ("request_text", "old", "new"),
    [
        (
            "give chapter5.txt and the others two digits, like chapter05.txt",
            ("chapter5.txt", "chapter6.txt", "chapter12.txt"),
            ("chapter05.txt", "chapter06.txt", ""),
        ),
        (
            "My Dog 1.jpg should be my_dog_1.jpg, and so on",
            ("My Dog 1.jpg", "My Cat 2.jpg"),
            ("my_dog_1.jpg", "my_cat_2.jpg"),
        ),
        ("scan-1.txt as scan_001.txt", ("scan-1.txt", "scan-20.txt"), ("scan_001.txt", "scan_020.txt")),
        ("a 1.txt as a_1.txt", ("a 1.txt", "a-1.txt"), ("", "")),
    ],
)
def test_all_names_are_written_as_the_example_is(
    request_text: str, old: tuple[str, ...], new: tuple[str, ...], tmp_path: Path
) -> None:
    names = {path: name for path, name in zip(old, new, strict=True) if name}
    assert named(tmp_path, request_text, dict.fromkeys(old, "Words.\n")) == names


def test_a_date_is_moved_whatever_else_a_name_has(tmp_path: Path) -> None:
    names = ("board 12.03.2025.txt", "Ältestenrat 09.12.2024.txt", "youth_01.02.2025.txt", "read me.txt")
    for name in names:
        (tmp_path / name).write_text(f"Minutes of the {name.split()[0]}\nDate: 12.03.2025\n", encoding="utf-8")
    request = "Date first: board 12.03.2025.txt becomes 2025-03-12 board.txt"
    assert names_by_example(request, names, tmp_path) == {
        "board 12.03.2025.txt": "2025-03-12 board.txt",
        "Ältestenrat 09.12.2024.txt": "2024-12-09 Ältestenrat.txt",
        "youth_01.02.2025.txt": "2025-02-01 youth.txt",
    }
    other = "board 12.03.2025.txt becomes 2025-03-12 minutes.txt"
    assert names_by_example(other, names, tmp_path) == {}


def test_the_digit_of_an_ending_and_capitals_that_the_example_has_not_changed_stay(tmp_path: Path) -> None:
    files = ["track1.mp3", "track2.mp3", "IMG_1.JPG"]
    assert names_by_example("like track01.mp3", files, tmp_path) == {
        "track1.mp3": "track01.mp3",
        "track2.mp3": "track02.mp3",
        "IMG_1.JPG": "IMG_01.JPG",
    }


def test_an_old_name_of_one_letter_is_no_part_of_a_word(tmp_path: Path) -> None:
    texts = {"a.txt": "Artist: Queen\nTitle: Bohemian Rhapsody\n", "b.txt": "Artist: Abba\nTitle: Waterloo\n"}
    like = named(tmp_path, "Name the songs like Queen_Bohemian.txt", texts)
    assert like == {"a.txt": "Queen_Bohemian.txt", "b.txt": "Abba_Waterloo.txt"}


def test_only_the_number_is_widened_that_the_example_widens(tmp_path: Path) -> None:
    texts = dict.fromkeys(("S1 ep 2.txt", "S1 ep 11.txt", "S2 ep 3.txt"), "")
    assert named(tmp_path, "Rename 'S1 ep 2.txt' to 'S1 ep 02.txt', all like this", texts) == {
        "S1 ep 2.txt": "S1 ep 02.txt",
        "S2 ep 3.txt": "S2 ep 03.txt",
    }


def test_a_label_ends_where_its_word_ends(tmp_path: Path) -> None:
    texts = {"a.txt": "Inv 17\nDate: 2024-05-01\n", "b.txt": "Invoice\nInv 18\nDate: 2024-05-02\n"}
    like = named(tmp_path, "Rename them like 2024-05-01_17.txt", texts)
    assert like == {"a.txt": "2024-05-01_17.txt", "b.txt": "2024-05-02_18.txt"}


def test_long_lines_are_looked_through_at_once(tmp_path: Path) -> None:
    line = "word " * 12_000
    texts = {f"{n}.txt": f"No: {n}\n{line}\nDate: 2024-05-0{n}\n" for n in (1, 2, 3)}
    begun = time.perf_counter()
    assert len(named(tmp_path, "Rename them like 2024-05-01_1.txt", texts)) == len(texts)
    assert time.perf_counter() - begun < 20
