from __future__ import annotations

import pytest

from pandora.programs.request.listed_columns import (
    listed_columns,
    named_columns,
    names_as_asked,
    unnamed_columns,
)

COLUMNS = ["numero", "fecha", "cliente", "importe", "vencimiento", "pagada"]


@pytest.mark.parametrize(
    ("request_", "columns"),
    [
        ("(columnas numero, cliente, importe y vencimiento), ordenadas por vencimiento", [0, 2, 3, 4]),
        ("un archivo con Cliente, numero, fecha.", [2, 0, 1]),
        ("por cliente y fecha", []),
        ("con dos columnas cliente;importe, fecha como 2.3.2025", [2, 3]),
        ("el cliente paga el importe en la fecha", []),
        ("numero de cliente, importe", []),
    ],
)
def test_columns_in_a_row_are_a_list(request_: str, columns: list[int]) -> None:
    assert listed_columns(f"Necesito las facturas del taller, por favor: {request_}", COLUMNS) == [
        COLUMNS[place] for place in columns
    ]


def test_of_names_that_hold_one_another_the_longest_counts() -> None:
    columns = ["name", "first name", "city", "zip"]
    assert listed_columns("a list of first name, city and zip", columns) == ["first name", "city", "zip"]


def test_without_columns_nothing_is_listed() -> None:
    assert listed_columns("name, city and zip", []) == []


@pytest.mark.parametrize(
    ("request_", "named"),
    [
        ("put that in hours.csv? columns boat and hours pls", ["boat", "hours pls"]),
        ("into concerts.csv. Columns: artist, date, price", ["artist", "date", "price"]),
        ("mit den Spalten Gruppe und Ausgaben, die Beträge ohne Minus", ["Gruppe", "Ausgaben"]),
        ("columnas código, producto y faltan (cuántas unidades)", ["código", "producto", "faltan"]),
        ("three columns - plant, supplier, quantity - sorted by plant", ["plant", "supplier", "quantity"]),
        ("with two columns, month (like 2023-11) and total, oldest first", ["month", "total"]),
        ("with two columns, name and what they still owe", []),
        ("adds up one column of a CSV file", []),
        ("remplace la colonne d'eau", []),
    ],
)
def test_columns_that_are_named_behind_the_word_for_them(request_: str, named: list[str]) -> None:
    assert named_columns(request_) == named


@pytest.mark.parametrize(
    ("made", "lost"),
    [
        (["boat", "total_hours"], ["hours pls"]),
        (["boat", "hours"], []),
        (["Boat", "Hours"], []),
        (["date", "boat", "hours", "customer"], []),
        (["total"], []),
    ],
)
def test_a_made_table_has_the_columns_that_are_named(made: list[str], lost: list[str]) -> None:
    assert unnamed_columns("Add up the hours. columns boat and hours pls", made) == lost


def test_a_verb_before_the_first_column_is_no_part_of_it() -> None:
    assert unnamed_columns("The columns are who, what and amount.", ["who", "what", "amount"]) == []


@pytest.mark.parametrize(
    ("request_", "made", "names"),
    [
        ("columns boat and hours pls", ["boat", "total_hours"], ["boat", "hours"]),
        ("columns seller and total.", ["seller", "SUM(amount)"], ["seller", "total"]),
        ("mit den Spalten Gruppe und Ausgaben", ["Summe", "Gruppe"], ["Ausgaben", "Gruppe"]),
        ("columns boat and hours pls", ["boat", "hours"], []),
        ("columns boat and hours pls", ["boat", "sum"], []),
        ("columns borrower and total fine, only those", ["borrower", "sum_fine"], []),
        ("columns total fine and borrower", ["sum_fine", "borrower"], ["total fine", "borrower"]),
        ("columns boat and hours pls", ["total_hours"], []),
        ("sort it by boat", ["boat", "total_hours"], []),
    ],
)
def test_columns_take_the_names_that_are_asked_for(request_: str, made: list[str], names: list[str]) -> None:
    assert names_as_asked(request_, made) == names


PEOPLE = ["name", "city", "age", "phone", "email"]


@pytest.mark.parametrize(
    ("request_", "columns"),
    [
        ("Sort people.csv by city, name and age", []),
        ("Sortiere people.csv nach city, name und age", []),
        ("trie le tableau par city, name et age", []),
        ("Make new.csv without the columns phone, email and age", []),
        ("Remove phone, email and age from people.csv", []),
        ("die Spalten phone, email und age bitte löschen", []),
        ("todo menos, sin phone, email y age", []),
        ("I wish name, city and phone", ["name", "city", "phone"]),
        ("who borrowed name, city and phone", ["name", "city", "phone"]),
        ("all cancellations with name, city and phone", ["name", "city", "phone"]),
        ("gib mir name, city und phone und lösche den Rest", ["name", "city", "phone"]),
        ("Those who have not paid, with name, city and phone", ["name", "city", "phone"]),
        ("Sort by city. It needs name, phone and email.", ["name", "phone", "email"]),
    ],
)
def test_columns_to_sort_by_and_those_to_leave_out_are_no_list(request_: str, columns: list[str]) -> None:
    assert listed_columns(request_, PEOPLE) == columns


def test_words_in_brackets_end_no_list_of_names() -> None:
    assert named_columns("with the columns date (DD/MM/YYYY), amount and note") == ["date", "amount", "note"]
    assert named_columns("with the columns (date, amount and note)") == ["date", "amount", "note"]
    assert named_columns("sorted by the columns date and amount") == []
