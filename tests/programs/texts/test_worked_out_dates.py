from __future__ import annotations

from datetime import date

import pytest

from pandora.programs.texts.worked_out_dates import (
    days_between,
    shown_dates,
    span_without_date,
    with_spans,
    worked_out_dates,
)

REQUEST = "We arrive on 14 August 2025. Until what date can we cancel without it costing us anything?"
TERMS = "You may cancel free of charge up to and including the 21st day before the day of arrival."


def test_a_span_of_a_text_gives_a_date_on_the_side_that_it_names() -> None:
    dates = worked_out_dates(REQUEST, [TERMS])
    assert [(entry.day, entry.span, entry.after) for entry in dates] == [(date(2025, 7, 24), "21st day", False)]
    assert shown_dates(dates, REQUEST) == "- 21st day before 14 August 2025: 24 July 2025"


def test_a_span_without_a_side_gives_the_dates_on_both() -> None:
    dates = worked_out_dates(REQUEST, ["You may cancel free of charge within 21 days."])
    assert [(entry.day, entry.after) for entry in dates] == [
        (date(2025, 7, 24), False),
        (date(2025, 9, 4), True),
    ]
    assert (
        shown_dates(dates, REQUEST) == "- 14 August 2025, 21 days before: 24 July 2025, after: 4 September 2025"
    )


def test_a_span_counts_to_the_side_of_the_one_before_it() -> None:
    text = f"{TERMS} From the 20th to the 8th day before arrival we keep the deposit, from the 7th day on all."
    sides = {entry.span: entry.side for entry in worked_out_dates(REQUEST, [text])}
    assert sides == {"21st day": "before", "8th day": "before", "7th day": "before"}


def test_spans_of_passages_that_say_less_about_the_request_give_no_dates() -> None:
    text = f"The deposit is due within 10 days of our confirmation.\n\n{TERMS}\n\nDogs are welcome."
    assert [entry.span for entry in worked_out_dates(REQUEST, [text])] == ["21st day"]
    assert {entry.span for entry in worked_out_dates(REQUEST, [text], near=False)} == {"10 days", "21st day"}


def test_a_span_begins_at_a_date_of_its_passage_where_the_request_has_none() -> None:
    text = "The bill of 3 May 2025 is to be paid within 14 days after its date.\n\nThe boiler is from 1998."
    dates = worked_out_dates("Until when is the bill to be paid?", [text])
    assert [(entry.day, entry.base) for entry in dates] == [(date(2025, 5, 17), "3 May 2025")]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Die Kündigung ist 14 Tage vor der Anreise möglich.", "2025-07-31"),
        ("Vous pouvez annuler 14 jours au plus tard avant l'arrivée.", "2025-07-31"),
        ("La cancelación es gratis 14 días antes de la llegada.", "2025-07-31"),
        (
            "Il saldo della casa si può pagare anche in contanti, ma non più di 14 giorni dopo l'arrivo.",
            "2025-08-28",
        ),
        (
            "Het resterende bedrag voor het huis moet u betalen tot uiterlijk 14 dagen na aankomst.",
            "2025-08-28",
        ),
    ],
)
def test_the_side_is_told_in_several_languages(text: str, day: str) -> None:
    dates = worked_out_dates("14.08.2025", [text], near=False)
    assert [entry.day for entry in dates] == [date.fromisoformat(day)]


@pytest.mark.parametrize(
    ("request_text", "text", "day"),
    [
        ("Bought on 31 January 2024.", "The guarantee lasts thirteen months.", "2025-02-28"),
        ("Gekauft am 05.03.2025.", "Sie können die Ware innerhalb von 14 Tagen zurückgeben.", "2025-03-19"),
        (
            "Livré le 2 mai 2025.",
            "Vous pouvez rendre le vélo dans les six semaines, sans donner de raison et sans frais.",
            "2025-06-13",
        ),
        (
            "Compré el 2 de mayo de 2025.",
            "La garantía de nuestros relojes es de dos años desde la fecha de la compra.",
            "2027-05-02",
        ),
    ],
)
def test_units_and_numbers_are_told_in_several_languages(request_text: str, text: str, day: str) -> None:
    assert date.fromisoformat(day) in [entry.day for entry in worked_out_dates(request_text, [text])]


def test_a_word_of_another_language_is_no_side() -> None:
    """Dutch `na` is after; Polish `na` is for."""
    text = "Klient ma prawo zwrócić towar bez podania przyczyny i ma 14 dni na zwrot towaru do sklepu."
    dates = worked_out_dates("14.08.2025", [text], near=False)
    assert [(entry.day, entry.side) for entry in dates] == [(date(2025, 7, 31), ""), (date(2025, 8, 28), "")]


def test_a_worked_out_date_is_said_as_the_words_that_give_it() -> None:
    dates = worked_out_dates(REQUEST, [TERMS])
    assert with_spans("Until 24 July 2025, 21 days before.", dates) == "Until 21st day, 21 days before."
    assert with_spans("Until 24 July 2025, in writing.", dates) == "Until 21st day, in writing."
    assert with_spans("Until 2025-07-25.", dates) == "Until 2025-07-25."


def test_a_date_whose_side_is_not_said_needs_its_span_beside_it() -> None:
    dates = worked_out_dates(REQUEST, ["You may cancel free of charge within 21 days."])
    assert with_spans("Until 24 July 2025, in writing.", dates) == "Until 24 July 2025, in writing."
    assert with_spans("Until 24 July 2025, 21 days before.", dates) == "Until 21 days, 21 days before."


def test_too_many_spans_or_dates_give_nothing() -> None:
    many = ". ".join(f"Within {count} days" for count in range(2, 12))
    assert worked_out_dates(REQUEST, [many]) == []
    assert worked_out_dates("When is it?", [TERMS]) == []
    assert worked_out_dates("1 May 2025, 2 May 2025 and 3 May 2025", [TERMS]) == []
    assert worked_out_dates("On 1 May 9999.", ["After 300 years."]) == [
        entry for entry in worked_out_dates("On 1 May 9999.", ["After 300 years."]) if not entry.after
    ]


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("You can cancel free of charge up to 21 days before arrival.", "21 days"),
        ("Up to the 21st day before arrival.", "21st day"),
        ("Until 24 July 2025, the 21st day before arrival.", ""),
        ("Until 24 July, the 21st day before arrival.", ""),
        ("You can cancel free of charge, in writing.", ""),
        ("It takes 3 days.", ""),
    ],
)
def test_a_span_alone_is_no_date(text: str, span: str) -> None:
    assert span_without_date(text, worked_out_dates(REQUEST, [TERMS])) == span
    assert span_without_date(text, []) == ""


def test_days_between_the_dates_of_a_request_and_of_texts() -> None:
    assert days_between("today, 18 July 2025", ["Arrival: 9 August 2025"]) == [22]
    assert days_between("Beginn 1. März 2025, Abmeldung am 3. Februar", ["bis 14 Tage vor Beginn"]) == [26]
    assert days_between("When do we go?", ["on 9 August 2025 and 16 August 2025"]) == []
    many = [f"{day} May 2025" for day in range(1, 12)]
    assert days_between("today, 18 July 2025", many) == []
