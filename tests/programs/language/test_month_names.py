from __future__ import annotations

import re

import pytest

from pandora.programs.language import month_names
from pandora.programs.language.month_names import (
    day_numbers,
    ends_of_months,
    month_of,
    months_named,
    strange_days,
)


@pytest.mark.parametrize(
    ("request_", "months"),
    [
        ("How much did we pick in June?", {"June": 6}),
        ("From March to May, please", {"March": 3, "May": 5}),
        ("Wie viel haben wir im November verkauft?", {"November": 11}),
        ("Combien en août ?", {"août": 8}),
        ("¿Cuánto en septiembre?", {"septiembre": 9}),
        ("What is overdue on 20 June?", {}),
        ("Was ist am 20. Juni fällig?", {}),
        ("the 1st of March", {}),
        ("el 3 de mayo", {}),
        ("on June 20th, and on May 3", {}),
        ("in June 2024", {"June": 6}),
        ("May I ask which is cheapest?", {}),
        ("May I see what went out in June?", {"June": 6}),
        ("March and April, please", {"March": 3, "April": 4}),
        ("March 2023 was dear", {"March": 3}),
        ("Quali clienti non hanno mai pagato?", {}),
        ("les dépenses de mai et juin", {"mai": 5, "juin": 6}),
        ("You may march on.", {}),
        ("how much for brake jobs in march?", {"march": 3}),
        ("everything since may, please", {"may": 5}),
        ("Which is the cheapest?", {}),
    ],
)
def test_months_are_named_in_many_languages(request_: str, months: dict[str, int]) -> None:
    assert months_named(request_) == months


@pytest.mark.parametrize(
    ("cell", "month"),
    [("2024-06-30", 6), ("2024-06-30 12:00", 6), ("30.6.24", 6), ("1.12.2024", 12), ("June", None), (6, None)],
)
def test_a_date_has_its_month(cell: object, month: int | None) -> None:
    assert month_of(cell) == month


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("in der Woche ab dem 24. Juni, am liebsten nachmittags", {"24"}),
        ("by 12 April 2024 at the latest, 80 chairs", {"12", "2024"}),
        ("on April 12, 2024", {"12", "2024"}),
        ("It may cost 80.", set()),
    ],
)
def test_numbers_beside_a_month_are_those_of_a_date(text: str, numbers: set[str]) -> None:
    assert day_numbers(text) == numbers


def test_a_text_with_very_many_months_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = 0
    pattern = month_names._DAY_BEFORE

    class Counting:
        def search(self, text: str) -> re.Match[str] | None:
            nonlocal looked_at
            looked_at += len(text)
            return pattern.search(text)

    monkeypatch.setattr(month_names, "_DAY_BEFORE", Counting())
    text = " and ".join(f"{1 + place % 28} April 2024" for place in range(2_000))
    assert len(month_names.days_named(text)) == 28
    assert months_named(text) == {}
    assert looked_at < 3 * len(text)


@pytest.mark.parametrize(
    ("text", "sources", "days"),
    [
        ("It has been cold since 13 February.", "cold since Monday 3 February", ["13 February"]),
        ("We meet on 17 January at 3 pm.", "on fri 17 jan, 3pm", []),
        ("On 12 June, 8.15 a.m., and June 21.", "12.6. and 2025-06-21", []),
        ("In May 12 people came on May 2nd.", "2 May", []),
        ("Vom 24. Juni bis 30. Juli", "24.06. bis 30.08.", ["30. Juli"]),
        ("El 7 de noviembre", "el 6 de noviembre", ["7 de noviembre"]),
        ("On 5 May", "no day at all", []),
    ],
)
def test_days_that_are_in_no_source(text: str, sources: str, days: list[str]) -> None:
    assert strange_days(text, sources) == days


@pytest.mark.parametrize(
    ("text", "sources", "strange"),
    [
        ("We meet on 12 June.", "On Thursday, 12\nJune, we go.", []),
        ("Rendez-vous le 20 mars.", "Rendez-vous le 19 mars.", ["20 mars"]),
        ("He comes on Thursday, 12 June.", "written on 6 Jun: Thursday the 12th, then", []),
        ("He comes on Thursday, 13 June.", "written on 6 Jun: Thursday the 12th, then", ["13 June"]),
        ("Er kommt am 12. Juni.", "Am 6. Juni: also Donnerstag, den 12., um neun", []),
        ("It is 4.60 in September.", "from 5 June on", []),
        ("2. lunch is dearer in September\n3. the roof", "from 5 June on", []),
    ],
)
def test_days_are_known_however_lines_break(text: str, sources: str, strange: list[str]) -> None:
    assert strange_days(text, sources) == strange


def test_the_small_month_of_french_has_a_day_and_a_year() -> None:
    assert day_numbers("mercredi 19 mars 2025 de 8h30") == {"19", "2025"}
    assert day_numbers("12 may be enough") == set()


@pytest.mark.parametrize(
    "text",
    [
        "I move out at the end of September 2027.",
        "Ich ziehe Ende September 2027 aus.",
        "Je pars fin septembre 2027.",
        "Me voy a finales de septiembre de 2027.",
        "Vado via a fine settembre 2027.",
        "Saio no fim de setembro de 2027.",
        "Ik vertrek eind september 2027.",
        "Wyprowadzam się pod koniec września 2027.",
    ],
)
def test_the_end_of_a_month_is_its_last_day(text: str) -> None:
    (end,) = ends_of_months(text)
    assert (end.day, end.month, end.year) == (30, 9, 2027)
    assert strange_days("by 30 September", f"{text} We met on 3 May.") == []


def test_a_day_in_brackets_is_one_of_the_month_before() -> None:
    assert strange_days("30 September, 29 September", "In September 2027 (the 30th); 3 May.") == [
        "29 September"
    ]
    assert ends_of_months("The end of the game, fin de la partie, Ende gut") == []
