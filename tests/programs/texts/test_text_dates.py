from __future__ import annotations

from datetime import date

import pytest

from pandora.programs.inside.written_dates import dates_in
from pandora.programs.texts.text_dates import as_written_in, without_example, written_as


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
        ("bis zum 30. September", "bis 30.9.", "bis 30. September"),
        ("entro il 31 marzo", "31/3", "31 marzo"),
        ("The garden day is on 26 April.", "April 26th, or 4/26", "26 April, or 26 April"),
        ("In 2025: le 12 juin, le 3 mai", "12/06/2025", "12 juin"),
        ("It is on 2 May.", "It takes 2.5 kg and 5/2", "It takes 2.5 kg and 2 May"),
        ("It is on 2 May.", "on 3.5.", "on 3.5."),
        ("It is on 2 May.", "Grade 2.5 for 2-5 people", "Grade 2.5 for 2-5 people"),
    ],
)
def test_a_date_as_its_source_writes_it(source: str, text: str, written: str) -> None:
    assert as_written_in(source, text) == written


def test_an_example_in_brackets_becomes_letters() -> None:
    assert without_example("the date (2025-06-30 style), and so on") == "the date (YYYY-MM-DD style), and so on"
    assert without_example("fecha (así: 04.07.2025)") == "fecha (así: DD.MM.YYYY)"
    assert without_example("and the pickup date like 2026-03-31.") == "and the pickup date like YYYY-MM-DD."
    assert without_example("das Datum wie 31.03.2026, bitte") == "das Datum wie DD.MM.YYYY, bitte"
    assert without_example("all after 2025-06-30 (4 June)") == "all after 2025-06-30 (4 June)"


def test_a_form_may_be_written_in_words() -> None:
    assert written_as(date(2025, 4, 2), "the date as day/month/year") == "02/04/2025"
    assert dates_in("Due: 02/04/2025 (day/month/year)")[0].day == date(2025, 4, 2)
    assert dates_in("Faktura 02/04/2025 (Monat/Tag/Jahr)")[0].day == date(2025, 2, 4)


def test_a_date_is_put_in_on_one_line_and_its_sentence_still_ends() -> None:
    assert as_written_in("On Thursday, 12\nJune, we go.", "We go on 12.6.") == "We go on 12 June"
    assert as_written_in("from 1 July only", "From July 1. Ilse pays.") == "From 1 July. Ilse pays."
    assert as_written_in("on 3 September", "on 3 Sept. at noon") == "on 3 September at noon"
