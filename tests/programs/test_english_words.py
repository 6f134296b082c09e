from __future__ import annotations

import pytest

from pandora.programs.english_words import asks_for_act, asks_to_write, is_output, is_question, refers_back


@pytest.mark.parametrize(
    "text",
    [
        "Write the list to best.txt",
        "Write it into best.txt, sorted",
        "Save them as best.txt",
        "Create a file named best.txt with two lines",
        "make best.txt from data/fruit.csv",
        "Copy data/fruit.csv to `best.txt`",
        "Export the table to the new file best.txt",
        "Run echo hi > best.txt",
        "Run `sort data/a.txt >>best.txt`",
        "Run sort data/a.txt | tee -a 'best.txt'",
        "Do touch best.txt",
        "Run gen -o best.txt",
        "Run gen --output=best.txt",
        "Run cp -p data/a.txt best.txt",
    ],
)
def test_files_to_be_made(text: str) -> None:
    assert is_output("best.txt", text)


@pytest.mark.parametrize(
    "text",
    [
        *("What is in best.txt?", "Sum the prices in best.txt", "Delete best.txt", "best.txt: how many lines?"),
        *("Run cat best.txt", "Run sort < best.txt", "Run mv best.txt there", "Why is best.txt so long?"),
    ],
)
def test_files_that_should_be_there(text: str) -> None:
    assert not is_output("best.txt", text)


def test_out_is_for_what_is_made() -> None:
    assert is_output("out/best.txt", "anything")


def test_questions_and_deeds_and_what_stands_for_an_earlier_step() -> None:
    assert is_question("Of the tents, which is the lightest?")
    assert not is_question("Find the lightest tent.")
    assert asks_for_act("Order the tent on that page")
    assert not asks_for_act("Which tent is the lightest?")
    assert refers_back("sort the result")
    assert not refers_back("sort data/tents.csv")


@pytest.mark.parametrize("text", ["Write a report", "Please save what you find", "Split it into two files"])
def test_what_asks_for_something_to_be_written(text: str) -> None:
    assert asks_to_write(text)


@pytest.mark.parametrize("text", ["Which file did I write last?", "Sum the prices", "Delete the old one."])
def test_what_asks_for_nothing_to_be_written(text: str) -> None:
    assert not asks_to_write(text)
