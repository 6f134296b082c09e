from __future__ import annotations

import pytest

from pandora.programs.texts.greetings import greeting_of


@pytest.mark.parametrize(
    ("reader", "language", "greeting"),
    [
        ("Mme Claire Aubry, Papeteries Morel", "fr", "Madame Aubry,"),
        ("M. Petit", "fr", "Monsieur Petit,"),
        ("Herrn Kunz", "de", "Sehr geehrter Herr Kunz,"),
        ("Frau Petra Lindner", "de", "Sehr geehrte Frau Lindner,"),
        ("Mrs. O'Hara", "en", "Dear Mrs O'Hara,"),
        ("Sra. Ana Ruiz-Gómez", "es", "Estimada señora Ruiz-Gómez:"),
        ("Sig. Bianchi", "it", "Gentile signor Bianchi,"),
        ("dhr. Visser", "nl", "Geachte heer Visser,"),
        ("Sra. Ana Ruiz Gómez", "es", "Estimada señora Ana Ruiz Gómez:"),
        ("Anna", "de", ""),
        ("Parents", "en", ""),
        ("Mr and Mrs Hale", "en", ""),
        ("dhr. van Dijk", "nl", ""),
        ("the neighbours", "en", ""),
        ("Heizung Brandt", "de", ""),
        ("voisins.txt", "fr", ""),
        ("Frau", "de", ""),
        ("", "en", ""),
        ("Jan", "pl", ""),
    ],
)
def test_a_reader_is_greeted_by_the_title_that_is_given(reader: str, language: str, greeting: str) -> None:
    assert greeting_of(reader, language) == greeting
