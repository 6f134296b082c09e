from __future__ import annotations

import pytest

from pandora.programs.request.listed_columns import listed_columns

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
