"""Values of an answer in the notation of its texts."""

from __future__ import annotations

import pytest

from pandora.programs.texts.text_notation import in_notation_of


@pytest.mark.parametrize(
    ("source", "text", "written"),
    [
        ("Wool: 30 degrees, 50 min", "50 minutes at 30 degrees", "50 min at 30 degrees"),
        ("Wool: 30 degrees, 50 min", "50 hours, 40 minutes", "50 hours, 40 minutes"),
        ("1 g of it was given.", "1000 mg", "1 g"),
        ("Si avvisi 48 ore prima.", "2 giorni prima", "48 ore prima"),
        ("The shed costs £1,840 plus VAT.", "1840 pounds", "£1,840"),
        ("Le devis est de 12 400 euros.", "12.400 €, soit 12400 euros", "12 400 euros, soit 12 400 euros"),
        ("It weighs 1.46 kg.", "1,460 kg", "1,460 kg"),
        ("Open from 8 am to 5 pm.", "At 17:00, from 8:00", "At 5 pm, from 8 am"),
        ("le samedi de 10 h à 13 h, le 12 à 18 h 30", "13:00 ou 18:30", "13 h ou 18 h 30"),
        ("samstags von 9 bis 14 Uhr", "um 9:00 Uhr", "um 9"),
        ("alle 16:45 di mercoledì", "16.45, 16.45 euro", "16:45, 16.45 euro"),
        ("Call 0151 23 44 87.", "0151 234487, not 0151 234478", "0151 23 44 87, not 0151 234478"),
        (
            "It lasts achttien maanden en is op de helft daarna ook nog goed te gebruiken.",
            "18 maanden",
            "18 maanden",
        ),
    ],
)
def test_a_value_as_its_source_writes_it(source: str, text: str, written: str) -> None:
    assert in_notation_of(source, text) == written
