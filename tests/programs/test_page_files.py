from __future__ import annotations

from pathlib import Path

import pytest

from pandora.errors import RefusedError
from pandora.programs.page_files import (
    FOLDER,
    as_csv,
    files_of,
    named_pages,
    needs_rows,
    rows_of,
    takes_rows,
    without_addresses,
)
from pandora.web.page import Page

ONE = Page("A", "A", (("price", "$1,299.00"), ("gpu", "x")), address="http://s.example/a")
TWO = Page("B, b", "B", (("price", "$5"), ("weight", "2 kg")), address="http://s.example/b")
TABLE = Page("T", "", tables=((("n", "eur"), ("a|b", "1"), ("c", "2")),), address="http://s.example/t")


def test_rows_are_made_of_what_pages_say() -> None:
    assert as_csv(rows_of([ONE, TWO])) == (
        'name,price,gpu,weight,page\nA,1299.0,x,,http://s.example/a\n"B, b",5,,2 kg,http://s.example/b\n'
    )
    assert rows_of([ONE]) == ()
    assert rows_of([TABLE])[1] == ("a|b", "1", "http://s.example/t")


def test_files_hold_rows_where_they_are_wanted_and_else_words(tmp_path: Path) -> None:
    (rows,) = files_of([ONE, TWO], tmp_path, tables=True)
    assert (tmp_path / rows).read_text(encoding="utf-8") == as_csv(rows_of([ONE, TWO]))
    (words,) = files_of([ONE, TWO], tmp_path, tables=False)
    assert "gpu: x" in (tmp_path / words).read_text(encoding="utf-8")
    assert files_of([Page("", "")], tmp_path, tables=True) == []
    assert (tmp_path / FOLDER / ".gitignore").exists()


def test_a_link_in_the_folder_s_place_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / FOLDER).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(RefusedError):
        files_of([ONE], tmp_path, tables=False)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_the_pages_that_an_answer_names_are_cited() -> None:
    named = Page("Plum tart", "", (("price", "5"),), address="http://s.example/plum")
    other = Page("Pear cake", "", (("price", "6"),), address="http://s.example/pear")
    assert named_pages([other, named], "The plum tart, 5") == ["http://s.example/plum"]
    assert named_pages([other, named], "5") == ["http://s.example/pear"]


def test_addresses_are_left_out_of_questions() -> None:
    asked = "Find the cheapest nvidia laptop at http://127.0.0.1:80/x?y=1"
    assert without_addresses(asked) == "Find the cheapest nvidia laptop"
    assert without_addresses("Which on https://a.example/ is the best?") == "Which is the best?"
    assert without_addresses("http://a.example/") == "http://a.example/"


@pytest.mark.parametrize(
    ("request_text", "pages", "documents", "needed"),
    [
        ("Which is the cheapest?", [ONE, TWO], [], True),
        ("Which is the cheapest?", [ONE], [], False),
        ("Which is the cheapest?", [], ["data/a.csv"], True),
        ("Which is the cheapest?", [], ["notes/a.md"], False),
        ("What does the page say?", [ONE, TWO], ["data/a.csv"], False),
    ],
)
def test_rows_are_needed_where_many_are_asked_of_and_there_are_rows(
    request_text: str, pages: list[Page], documents: list[str], needed: bool
) -> None:
    assert needs_rows(request_text, pages, documents) is needed


def test_only_a_pattern_of_tables_takes_the_rows_of_pages() -> None:
    assert takes_rows(["*.csv", "*.json"])
    assert not takes_rows(["*.txt", "http://*"])
