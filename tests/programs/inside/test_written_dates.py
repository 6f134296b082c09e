from __future__ import annotations

from datetime import date

import pytest

from pandora.programs.inside.month_table import MONTHS
from pandora.programs.inside.written_dates import date_in, date_of, dates_in
from pandora.programs.language.locale_words import SHORT, month_numbers


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


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("Sunday 7 April 2024", True),
        ("12.04.2024.", True),
        ("opened on 7 April 2024", False),
        ("7 April 2024 at 8", False),
    ],
)
def test_a_text_is_a_date_also_behind_a_weekday(text: str, whole: bool) -> None:
    assert (date_of(text) is not None) is whole


@pytest.mark.parametrize("text", ["31.02.2024", "version 1.2.3.4", "2024-017", "311/24", "May I?"])
def test_what_is_no_date(text: str) -> None:
    assert [entry for entry in dates_in(text) if entry.day] == []


def test_the_first_clear_date_for_a_program() -> None:
    assert date_in("Letter of 02/04/2024, sent on the 1st of October 2023") == "2023-10-01"
    assert date_in("May I") == ""


def test_the_table_of_months_is_that_of_the_library() -> None:
    assert month_numbers(SHORT) == MONTHS


def test_a_moment_with_its_time_behind_a_t_has_its_day() -> None:
    assert date_in("at 2025-12-24T10:00:00Z") == "2025-12-24"
    assert date_in("2025-12-24T") == date_in("2025-12-24-001") == ""


@pytest.mark.parametrize(
    "name",
    [
        "IMG_20240207_093012.jpg",
        "IMG-20240207-WA0001.jpg",
        "IMG20240207101500.jpg",
        "Rechnung_07.02.2024.pdf",
        "scan_7_Februar_2024.pdf",
        "report-2024-02-07.txt",
        "2024_02_07 notes.md",
        "letters/2024-02-07/a.txt",
    ],
)
def test_the_date_of_a_file_name(name: str) -> None:
    assert date_in(name) == "2024-02-07"


@pytest.mark.parametrize("text", ["Order 20251201", "tel_12345678.txt", "20251301.txt", "v2.2025-03-05.1"])
def test_figures_in_a_name_that_are_no_date(text: str) -> None:
    assert date_in(text) == ""


@pytest.mark.parametrize(
    "text", ["3. Jänner 2024", "3 fevrier 2024", "3. maerz 2024", "3 aout 2024", "3 setiembre 2024"]
)
def test_months_are_told_as_they_are_typed_without_accents_and_in_austria(text: str) -> None:
    (found,) = dates_in(text)
    assert found.day is not None
    assert (found.day.year, found.day.day) == (2024, 3)
