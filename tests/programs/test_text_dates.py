from __future__ import annotations

from datetime import date

import pytest

from pandora.programs.text_dates import as_written_in, written_as


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
