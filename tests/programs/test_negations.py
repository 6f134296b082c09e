from __future__ import annotations

import pytest

from pandora.programs.negations import negates


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("all but Rent", True),
        ("they don't count", True),
        ("alles außer Miete", True),
        ("keine Miete", True),
        ("sauf le loyer", True),
        ("los pendientes no cuentan", True),
        ("bez czynszu", True),
        ("How much did we spend on Rent in May?", False),
        ("Wie viel haben wir für Miete ausgegeben?", False),
        ("notes of the butcher", False),
    ],
)
def test_what_is_not_meant_is_known(text: str, expected: bool) -> None:
    assert negates(text) is expected
