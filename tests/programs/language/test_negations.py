from __future__ import annotations

import pytest

from pandora.programs.language.negations import denies, negates, negates_word


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


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("There is no charging point in the yard.", "en", True),
        ("Nobody has asked the sweep.", None, True),
        ("The line wasn't tried.", "en", True),
        ("Im Hof gibt es keine Säule.", "de", True),
        ("Am 3. Mai wird noch geliefert.", "de", False),
        ("La linea non basta.", "it", True),
        ("Il n'y a pas de borne.", "fr", True),
        ("No hay cargador.", "es", True),
        ("It is delivered twelve weeks after the order.", "en", False),
        ("The other line is open.", "en", False),
    ],
)
def test_what_a_statement_denies_is_known_in_its_own_language(
    text: str, language: str | None, expected: bool
) -> None:
    assert denies(text, language) is expected


@pytest.mark.parametrize(
    ("word", "text", "expected"),
    [
        ("offen", "Welche Rechnungen sind noch offen?", False),
        ("Mai", "Was haben wir im Mai ausgegeben?", False),
        ("maio", "Lista os pedidos no mês de maio", False),
        ("Berlin", "Alle Kunden, nur nicht die in Berlin", True),
        ("pagato", "Quali clienti non hanno mai pagato?", True),
        ("Garden", "Los gastos, Garden no cuenta", True),
    ],
)
def test_a_request_excludes_a_word_in_its_own_language(word: str, text: str, expected: bool) -> None:
    assert negates_word(word, text) is expected
