from __future__ import annotations

import pytest

from pandora.document.form import Form
from pandora.engine.candidates import RESULT
from pandora.programs.extraction.requested_columns import (
    RowOrder,
    columns_in,
    columns_of_step,
    labels_of,
    lists_names,
    order_of_step,
    row_order,
    step_text,
)


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


@pytest.mark.parametrize(
    ("written", "request_text", "columns"),
    [
        (
            "site, date",
            "into x.csv, one line per note: site, date (like 2024-04-02) and the number I counted, by date.",
            ["site", "date", "number I counted"],
        ),
        ("Name, Ort", "Mach eine Tabelle mit Name, Straße und Ort", ["Name", "Straße", "Ort"]),
        (
            "supplier, number, date, total - date as YYYY-MM-DD, total",
            "with the columns supplier, number, date and total - date as YYYY-MM-DD, total is what I pay.",
            ["supplier", "number", "date", "total"],
        ),
        ("firm", "I need roof.csv: firm, price with VAT, valid until", ["firm"]),
        (
            "Date, Reading",
            "a file readings.csv of them with flat, date and reading",
            ["flat", "Date", "Reading"],
        ),
        ("date, total", "a csv from the invoices, date and total", ["date", "total"]),
        (
            "columns name, product, pickup",
            "orders.csv, columns name,product,pickup, one line per mail, and the pickup like 2026-03-31.",
            ["name", "product", "pickup"],
        ),
        ("name, phone", "a table with name and phone, sorted, and nothing in a.txt", ["name", "phone"]),
    ],
)
def test_what_stands_in_the_same_list_is_a_column(written: str, request_text: str, columns: list[str]) -> None:
    assert columns_in(written, request_text) == columns


def test_rows_are_put_in_an_order_that_the_request_names_beside_its_list() -> None:
    columns = ["site", "date"]
    assert row_order("date", False, columns, "site, date, in order of date") == RowOrder("date")
    assert row_order("date", False, columns, "with site and date") is None
    assert row_order("-", False, columns, "site, date, in order of date") is None
    for order in (RowOrder("date"), RowOrder("date", True), None):
        text = step_text(columns, order)
        assert (columns_of_step(text, ""), order_of_step(text)) == (columns, order)


def test_two_columns_that_a_model_made_of_one_item_are_this_item() -> None:
    request = "Necesito una tabla con estas columnas: nombre, raza, peso actual en kg y fecha de nacimiento."
    written = "nombre, raza, peso actual, kg, fecha de nacimiento"
    assert columns_in(written, request) == ["nombre", "raza", "peso actual en kg", "fecha de nacimiento"]


def test_how_a_value_is_written_is_no_part_of_the_name_of_its_column() -> None:
    request = "Hazme una tabla: hotel, fecha de entrada (así: 2025-07-04), número de noches y precio total"
    written = "hotel, fecha de entrada (así: 2025-07-04), número de noches, precio total"
    assert columns_in(written, request) == ["hotel", "fecha de entrada", "número de noches", "precio total"]


def test_names_with_nothing_but_commas_between_them_are_a_list() -> None:
    request = "put all pets of the txt files into pets.csv with the columns name,species,age,owner please"
    assert columns_in("name", request) == ["name", "species", "age", "owner"]
    assert lists_names(request)
    assert columns_in("files", "read a.txt,b.txt,c.txt and list the files") == ["files"]


def test_what_brackets_say_of_several_columns_is_no_column() -> None:
    request = "make jobs.csv, columns company, hours, wage (hours per week, wage per hour)"
    assert columns_in("company, hours, wage (hours per week, wage per hour)", request) == [
        "company",
        "hours",
        "wage",
    ]
