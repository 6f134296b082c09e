from __future__ import annotations

from datetime import date

import pytest

from pandora.programs.worked_out_dates import shown_dates, span_without_date, with_spans, worked_out_dates

REQUEST = "We arrive on 14 August 2025. Until what date can we cancel without it costing us anything?"
TERMS = "You may cancel free of charge up to and including the 21st day before the day of arrival."


def test_a_span_of_a_text_gives_dates_before_and_after_a_date_of_the_request() -> None:
    dates = worked_out_dates(REQUEST, [TERMS])
    assert [(entry.day, entry.span, entry.after) for entry in dates] == [
        (date(2025, 7, 24), "21st day", False),
        (date(2025, 9, 4), "21st day", True),
    ]
    assert shown_dates(dates, REQUEST) == (
        "- 14 August 2025, 21st day before: 24 July 2025, after: 4 September 2025"
    )


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


def test_a_worked_out_date_is_said_as_the_words_that_give_it() -> None:
    dates = worked_out_dates(REQUEST, [TERMS])
    assert with_spans("Until 24 July 2025, 21 days before.", dates) == "Until 21st day, 21 days before."
    assert with_spans("Until 24 July 2025, in writing.", dates) == "Until 24 July 2025, in writing."
    assert with_spans("Until 2025-07-25.", dates) == "Until 2025-07-25."


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
