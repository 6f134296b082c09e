from __future__ import annotations

import pytest

from pandora.research.listed_amounts import extremes


@pytest.mark.parametrize(
    ("sentence", "largest", "smallest"),
    [
        (
            "Poland has land borders with Belarus (418 km), Czech Republic (796 km), Lithuania (104 km).",
            "Czech Republic (796 km)",
            "Lithuania (104 km)",
        ),
        (
            "Croatia has borders with Bosnia and Herzegovina (956 km), Hungary (348 km), Serbia (600 km)",
            "Bosnia and Herzegovina (956 km)",
            "Hungary (348 km)",
        ),
        (
            "Bangladesh borders on Burma (27 km), India (4,142 km).",
            "India (4,142 km)",
            "Burma (27 km)",
        ),
        ("Geliefert wurden Weizen 30 t, Roggen 12,5 t und Hafer 9 t.", "Weizen (30 t)", "Hafer (9 t)"),
        ("Turnout: Ostermoor 61%, Velmark 58%, and Quendale 72%", "Quendale (72%)", "Velmark (58%)"),
        ("Les ventes: Paris $1,200, Lyon $90, Nice $400.", "Paris ($1,200)", "Lyon ($90)"),
    ],
)
def test_code_compares_the_amounts_of_a_list(sentence: str, largest: str, smallest: str) -> None:
    assert f"the largest is {largest}, and the smallest is {smallest}." in extremes(sentence)


def test_a_list_with_what_is_asked_about_is_about_something_else() -> None:
    borders = "Ukraine has borders with Belarus (1111 km), Poland (535 km), Russia (1944 km)."
    assert "largest is Russia" in extremes(borders, "Which country has the longest border with Ukraine?")
    assert extremes(borders, "Which country has the longest border with Poland?") == ""
    assert extremes(borders, "Which is longer, the border with Poland or that with Russia?")


@pytest.mark.parametrize(
    "sentence",
    [
        "Laos has a population of 7,900,000 people.",
        "It was opened on 3 May 1951, rebuilt in 1960 and closed in 1999.",
        "It counts 40 stops and was opened in 1987.",
        "The tower is 34 m high, weighs 60 tons and has 3 bells.",
        "Version 3.11.2 follows 3.11.1 and 3.11.0.",
        "Laos (423 km), China (423 km).",
        "Laos (423 km), Laos (20 km).",
        "Nepali (official) 44.6%, Maithali 11.7%, Bhojpuri 6%, Tharu 5.8%",
        "for cube in map(operator.pow, range(10), repeat(3)):",
        "German women average 242mm, compared with 245mm for the Swedes and 242.1mm for the Americans.",
        "",
    ],
)
def test_other_numbers_are_no_list(sentence: str) -> None:
    """Amounts of several units, dates and versions are not compared, nor a list with a tie or one not whole."""
    assert extremes(sentence) == ""
