from __future__ import annotations

import pytest

from pandora.programs.texts.request_clauses import MOST_DOUBTFUL, clauses_to_writer, doubtful_clauses

PARTY = (
    "Write a short invitation to our garden party, Saturday 15 June, 4 pm. They should bring a salad and tell "
    "us by 8 June if they come; if it rains we go into the barn. Save it as party.txt."
)


@pytest.mark.parametrize(
    ("request_", "text", "doubtful"),
    [
        (
            PARTY,
            "Come to our garden party on Saturday, 15 June, at 4 pm! Please bring salads. Tell us by 8 June.",
            ["if it rains we go into the barn"],
        ),
        (
            PARTY,
            "Party: Saturday 15 June, 4 pm. If it rains, the barn is ours. Bring a salad. Tell us by 8 June.",
            [],
        ),
        (
            "Schreib eine Absage an die Praxis, weil ich auf Dienstreise bin und am liebsten nachmittags käme.",
            "Leider bin ich auf einer Dienstreise.",
            ["am liebsten nachmittags käme"],
        ),
        (
            "Lade sie bitte ein. Kuchenspenden bitte bis 24. Juni bei Frau Aydin anmelden. Regen: am 4. Juli.",
            "Bitte bis 24. Juni bei Frau Aydin anmelden. Regen: am 4. Juli.",
            ["Kuchenspenden bitte bis 24. Juni bei Frau Aydin anmelden"],
        ),
        (
            "Write a note to the parents. They bring a bottle and sunscreen, and we meet at noon.",
            "Dear parents, we meet at noon. Please bring a bottle.",
            ["They bring a bottle and sunscreen"],
        ),
        ("Write a poem about rain.", "Rain.", []),
        ("", "", []),
    ],
)
def test_a_clause_whose_words_a_text_lacks_is_in_doubt(request_: str, text: str, doubtful: list[str]) -> None:
    assert doubtful_clauses(request_, text) == doubtful


def test_what_is_said_to_the_writer_is_in_no_doubt() -> None:
    request = (
        "Necesito un mensaje: Marta hizo las tartas. Que suene cercano, máximo 90 palabras. Guárdalo en a.txt"
    )
    assert clauses_to_writer(request) == [
        "Necesito un mensaje",
        "máximo 90 palabras",
        "Que suene cercano",
        "Guárdalo en a.txt",
    ]
    assert doubtful_clauses(request, "Gracias.") == ["Marta hizo las tartas"]


def test_those_that_lack_most_are_doubted_first() -> None:
    request = "Write a note: we meet at noon on Friday, bring warm clothes, the bus leaves without latecomers."
    text = "We meet at noon. The bus leaves without waiting for latecomers."
    assert doubtful_clauses(request, text) == ["bring warm clothes", "we meet at noon on Friday"]


def test_no_more_than_a_few_are_doubted() -> None:
    request = "Write a letter, " + ", ".join(f"word{number} thing{number}" for number in range(20))
    assert len(doubtful_clauses(request, "Hello.")) == MOST_DOUBTFUL
