from __future__ import annotations

from datetime import date

import pytest

from pandora.programs.text_dates import as_written_in, date_of, dates_in, written_as


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("on 7 February 2024.", "2024-02-07"),
        ("the 3rd of April 2024", "2024-04-03"),
        ("July 8, 2024", "2024-07-08"),
        ("am 24. Dezember 2025", "2025-12-24"),
        ("le 1er février 2024", "2024-02-01"),
        ("el 2 de mayo de 2024", "2024-05-02"),
        ("12 Sept. 2023", "2023-09-12"),
        ("24.12.2025", "2025-12-24"),
        ("2024-01-30", "2024-01-30"),
        ("02/04/2024 (dd/mm/yyyy)", "2024-04-02"),
        ("02/04/2024 (mm/dd/yyyy)", "2024-02-04"),
        ("from 02/04/2024 to 25/04/2024", "2024-04-02"),
    ],
)
def test_the_first_date_of_a_text(text: str, iso: str) -> None:
    assert dates_in(text)[0].day == date.fromisoformat(iso)


def test_figures_that_do_not_tell_day_from_month_are_a_date_of_no_day() -> None:
    found = date_of("02/04/2024")
    assert found is not None
    assert found.day is None


@pytest.mark.parametrize("text", ["31.02.2024", "version 1.2.3.4", "2024-017", "311/24", "May I?"])
def test_what_is_no_date(text: str) -> None:
    assert [entry for entry in dates_in(text) if entry.day] == []


@pytest.mark.parametrize(
    ("request_text", "written"),
    [
        ("date as YYYY-MM-DD", "2024-04-02"),
        ("dd/mm/yy please", "02/04/24"),
        ("als T.M.JJJJ", "2.4.2024"),
        ("", "2024-04-02"),
    ],
)
def test_a_date_in_the_form_that_is_asked_for(request_text: str, written: str) -> None:
    assert written_as(date(2024, 4, 2), request_text) == written


@pytest.mark.parametrize(
    ("source", "text", "written"),
    [
        ("Paid on 2 April 2024.", "The day is 2024-04-02.", "The day is 2 April 2024."),
        ("Season 2024: open from 2 April.", "2024-04-02", "2 April"),
        ("open from 2 April.", "2024-04-02", "2024-04-02"),
        ("Ticket 120245: open from 2 April.", "2024-04-02", "2024-04-02"),
        ("Paid on 2 April 2024.", "on 3 April 2024", "on 3 April 2024"),
        ("am 24.12.2025, dann 02.01.2026", "2026-01-02 und 2025-12-24", "02.01.2026 und 24.12.2025"),
        ("Paid on 2 April 2024.", "no date", "no date"),
    ],
)
def test_a_date_as_its_source_writes_it(source: str, text: str, written: str) -> None:
    assert as_written_in(source, text) == written
