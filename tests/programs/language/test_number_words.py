from __future__ import annotations

import pytest

from pandora.programs.language.number_words import with_digits


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("within eight weeks", "within 8 weeks"),
        ("The first twelve months of the lease are excluded for the landlady.", "12 months"),
        (
            "Der Vermieter zahlt die Kaution innerhalb von acht Wochen nach dem Auszug zurück.",
            "8 Wochen",
        ),
        (
            "Le bailleur rend le dépôt dans les huit semaines qui suivent la remise des clés.",
            "8 semaines",
        ),
        ("", ""),
    ],
)
def test_number_words_become_digits(text: str, digits: str) -> None:
    assert digits in with_digits(text)


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("hey, a dozen bagels for sunday", "hey, 12 bagels for sunday"),
        ("we need two dozen eggs, please", "we need 24 eggs, please"),
        ("half a dozen of the rolls", "6 of the rolls"),
        ("ein Dutzend Eier bitte und ein halbes Dutzend Brote", "12 Eier bitte und 6 Brote"),
        ("media docena de huevos para la fiesta", "6 de huevos para la fiesta"),
        ("une demi-douzaine d'œufs pour nous", "6 d'œufs pour nous"),
        ("dozens of people came to us", "dozens of people came to us"),
    ],
)
def test_dozens_are_numbers(text: str, digits: str) -> None:
    assert with_digits(text) == digits


def test_a_text_in_another_language_stays_as_it_is() -> None:
    text = "Wynajmujący zwraca kaucję w ciągu ośmiu tygodni od dnia, w którym najemca oddał wszystkie klucze."
    assert with_digits(text) == text
