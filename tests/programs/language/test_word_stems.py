from __future__ import annotations

import pytest

from pandora.programs.language.word_stems import are_forms, may_be_forms


@pytest.mark.parametrize(
    ("word", "other", "language"),
    [
        ("brake", "Brakes", "en"),
        ("altos", "alto", "en"),
        ("categories", "category", "en"),
        ("Rechnung", "Rechnungen", "de"),
        ("offene", "offen", "de"),
        ("pendientes", "pendiente", "es"),
        ("facture", "factures", "fr"),
        ("opłaty", "opłata", "pl"),
    ],
)
def test_forms_of_one_word_are_told(word: str, other: str, language: str) -> None:
    assert may_be_forms(word, other)
    assert are_forms(word, other, [language])
    assert are_forms(other, word, [language])


@pytest.mark.parametrize(
    ("word", "other", "language"),
    [("station", "static", "en"), ("pago", "pagado", "es"), ("car", "cars", "en"), ("March", "Marco", "en")],
)
def test_words_that_only_begin_alike_or_are_short_are_not(word: str, other: str, language: str) -> None:
    assert not are_forms(word, other, [language])


def test_without_a_language_only_equal_words_are_forms() -> None:
    assert not are_forms("brake", "brakes", [])
    assert are_forms("Café", "cafe", [])


def test_words_that_begin_otherwise_need_no_language() -> None:
    assert not may_be_forms("brake", "tyres")
