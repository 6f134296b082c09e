from __future__ import annotations

from pandora.programs.language.locale_words import (
    SHORT,
    calendar_words,
    conjunctions,
    month_numbers,
    part_of_date_words,
)


def test_months_are_known_whole_and_short_in_many_languages() -> None:
    whole, short = month_numbers(), month_numbers(SHORT)
    assert [whole[name] for name in ("june", "juni", "juin", "giugno")] == [6, 6, 6, 6]
    assert "feb" not in whole
    assert [short[name] for name in ("feb", "février", "févr")] == [2, 2, 2]


def test_the_words_that_join_a_list() -> None:
    assert {"and", "or", "und", "oder", "et", "ou"} <= conjunctions()
    assert "and" in conjunctions(("standard",))
    assert "or" not in conjunctions(("standard",))


def test_the_words_of_a_calendar() -> None:
    assert {"may", "monday", "mittwoch", "août", "domingo"} <= calendar_words()


def test_the_words_for_spans_of_time_in_every_language() -> None:
    assert {"day", "tage", "jours", "días", "giorno", "giorni", "dias", "dagen", "dni"} <= part_of_date_words(
        "day"
    )
    assert {"month", "monat", "mois", "mes", "mese", "mês", "maand", "miesiąc"} <= part_of_date_words("month")
    assert {"year", "jahr", "ans", "año", "anno", "ano", "jaar", "rok"} <= part_of_date_words("year")
