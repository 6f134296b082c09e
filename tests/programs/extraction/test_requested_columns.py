from __future__ import annotations

import pytest

from pandora.document.form import Form
from pandora.engine.candidates import RESULT
from pandora.programs.extraction.requested_columns import columns_in, columns_of_step, labels_of, lists_names


def test_columns_that_the_request_does_not_say_are_left_out() -> None:
    request = "une table avec les colonnes nom, Prix net et date"
    assert columns_in("`nom`, prix net, date, total, Nom", request) == ["nom", "prix net", "date"]


@pytest.mark.parametrize(
    ("request_text", "lists"),
    [
        ("with the columns supplier, number, date and total", True),
        ("contacts: name, phone, email", True),
        ("mit Name, Straße und Ort", True),
        ("How many are open with priority urgent, and what are their numbers?", False),
        ("In the folder tickets, what is new?", False),
    ],
)
def test_a_request_that_lists_names(request_text: str, lists: bool) -> None:
    assert lists_names(request_text) is lists


def test_labels_are_all_different_and_none_of_those_of_a_result() -> None:
    labels = labels_of(["Straße", "unit_price", "2nd", "Unit price", *(entry.label for entry in RESULT.fields)])
    assert labels[:4] == ["Straße", "unit price", "Column 2nd", "Unit price 4"]
    assert len({label.casefold() for label in labels}) == len(labels)
    assert not any(label.lower() in RESULT for label in labels)
    assert isinstance(RESULT, Form)


def test_a_step_names_its_columns_after_its_text() -> None:
    assert columns_of_step("a: b.txt: name, date", "a: b.txt") == ["name", "date"]
