from __future__ import annotations

import pytest

from pandora.programs.request.request_text import is_output, is_question, names_column


@pytest.mark.parametrize(
    "text",
    [
        "Run echo hi > best.txt",
        "Run `sort data/a.txt >>best.txt`",
        "Run sort data/a.txt | tee -a 'best.txt'",
        "Do touch best.txt",
        "Run gen -o best.txt",
        "Run gen --output=best.txt",
        "Run cp -p data/a.txt best.txt",
        "the sum of each month (not the year) -> best.txt, two columns",
        "die Summe → `best.txt`",
    ],
)
def test_files_to_be_made(text: str) -> None:
    assert is_output("best.txt", text)


@pytest.mark.parametrize(
    "text",
    [
        *("What is in best.txt?", "Sum the prices in best.txt", "Delete best.txt", "best.txt: how many lines?"),
        *(
            "Write the list to best.txt",
            "Schreibe die Liste nach best.txt",
            "Run cat best.txt",
            "Run sort < best.txt",
            "Run mv best.txt there",
            "Rename old.txt -> best.txt",
            "Rename `old.txt` → `best.txt`",
            "Why is best.txt so long?",
        ),
    ],
)
def test_files_that_should_be_there(text: str) -> None:
    assert not is_output("best.txt", text)


def test_out_is_for_what_is_made() -> None:
    assert is_output("out/best.txt", "anything")


def test_questions_and_what_stands_for_an_earlier_step() -> None:
    assert is_question("Of the tents, which is the lightest?")
    assert not is_question("Find the lightest tent.")
    assert is_question("Welches Zelt ist das leichteste? ")
    assert is_question("¿Cuál es la más ligera?")
    assert is_question("Really??")
    assert is_question("Qui vient ??")
    assert not is_question("Write that number into order.txt instead of the ???")


@pytest.mark.parametrize(
    ("column", "request_", "named"),
    [
        ("tuetchen", "Wie viele Tütchen sind das?", True),
        ("Größe", "nach Groesse sortiert", True),
        ("precio", "¿Qué préciO?", True),
        ("amount", "all amounts", True),
        ("amount", "the total", False),
    ],
)
def test_a_column_is_named_whatever_its_umlauts_and_accents(column: str, request_: str, named: bool) -> None:
    assert names_column(column, request_) == named
