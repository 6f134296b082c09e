"""Columns are typed as a whole, whatever country they come from, and what is not settled stays text."""

from __future__ import annotations

import copy
import json
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.programs.inside.date_columns import Day
from pandora.programs.inside.numerals import number
from pandora.programs.inside.typed_columns import NoNumber, column, columns, doubt, unit_of


@pytest.mark.parametrize(
    ("cells", "values", "unit"),
    [
        (["12,50 €", "1.003,40 €", "-"], [12.5, 1003.4, None], "€"),
        (["3,4 km", "5 km"], [3.4, 5], "km"),
        (["1'234.50", "12.00"], [1234.5, 12.0], ""),
        (["1’234’567", "5"], [1234567, 5], ""),
        (["$1,234", "-$5"], [1234, -5], "$"),
        (["1.234 €", "950 €"], [1234, 950], "€"),
        (["EUR 12.50", "EUR 3.00"], [12.5, 3.0], "EUR"),
        (["950", "1,234"], [950, 1234], ""),
        (["1,234.50", "7"], [1234.5, 7], ""),
        (["12,50-", "3,00"], [-12.5, 3.0], ""),
        (["−3.5", "2"], [-3.5, 2], ""),
        (["+3.5 %", "-2 %"], [3.5, -2], "%"),
        (["1 234,5", "0,5"], [1234.5, 0.5], ""),
        (["83,871 sq km", "528 sq km"], [83871, 528], "sq km"),
        (["0,5", "k.A.", ""], [0.5, None, None], ""),
        (["1", "2", "n/a"], [1, 2, None], ""),
        (["12.-", "13.50"], [12, 13.5], ""),
        (["1.234,-- €", "12,50 €"], [1234, 12.5], "€"),
        (["EUR 12", "EUR 30"], [12, 30], "EUR"),
        (["1 000", "20", "12 345"], [1000, 20, 12345], ""),
        (["12.345.678", "1.000", "500"], [12345678, 1000, 500], ""),
        ([".5", "-.75", "1.25"], [0.5, -0.75, 1.25], ""),
        (["1E+05", "2.5E-01"], [100000.0, 0.25], ""),
    ],
)
def test_numbers(cells: list[str], values: list[Any], unit: str) -> None:
    typed = column(cells)
    assert typed == values
    assert not any(isinstance(value, str) for value in typed)
    assert unit_of([value for value in typed if value is not None]) == unit


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (["13.03.2024", "24.12.2025", ""], ["2024-03-13", "2025-12-24", None]),
        (["24.12.25", "01.02.99"], ["2025-12-24", "1999-02-01"]),
        (["3/13/24", "1/2/24"], ["2024-03-13", "2024-01-02"]),
        (["13/3/2024", "1/2/2024"], ["2024-03-13", "2024-02-01"]),
        (["2024-03-13", "–"], ["2024-03-13", None]),
        (["2024/3/1", "2024/12/24"], ["2024-03-01", "2024-12-24"]),
        (["2024-03-13 14:05", "2024-03-14T00:00:01Z"], ["2024-03-13 14:05", "2024-03-14T00:00:01Z"]),
        (["13.3.2024 9:05", "24.12.2025 14:30"], ["2024-03-13 09:05", "2025-12-24 14:30"]),
        (["3/13/24 2:05 PM", "1/2/24 12:00 AM"], ["2024-03-13 14:05", "2024-01-02 00:00"]),
    ],
)
def test_dates(cells: list[str], values: list[Any]) -> None:
    typed = column(cells)
    assert [None if value is None else str(value) for value in typed] == values
    assert typed[0].year == 2024 or typed[0].year == 2025


@pytest.mark.parametrize(
    "cells",
    [
        ["007", "1"],
        ["01067", "80331"],
        ["+49 30 1234", "+49 40 2233"],
        ["030 1234567", "040 765432"],
        ["1.2.3", "2.3.4"],
        ["3.10.1", "3.12.11"],
        ["192.168.100.200", "10.0.0.1"],
        ["12a", "13a"],
        ["612 345 678", "911 222 333"],
        ["192.168.100.200", "192.168.100.201"],
        ["1e3", "2e4"],
        ["ABC 12", "ABC 13"],
        ["Room 1", "Room 2"],
        ["500 g", "2 kg"],
        ["7 pm", "11 pm"],
        ["1st", "21st"],
        ["1,234", "5,678"],
        ["1,234 km", "5,678 km"],
        ["1,234 €", "5,00 €"],
        ["2,5", "2.5"],
        ["1.5 million", "2 million"],
        ["03/04/2024", "01/02/2024"],
        ["13/04/2024", "01/22/2024"],
        ["2024-13-01", "2024-01-01"],
        ["31.02.2024", "01.02.2024"],
        ["1", "2", "unknown"],
        ["ja", "nein"],
        ["-", "n/a"],
        ["14:05", "9:30"],
    ],
)
def test_what_is_no_amount_or_is_not_settled_stays_text(cells: list[str]) -> None:
    assert column(cells) == cells
    assert all(type(cell) is str for cell in column(cells))


def test_a_word_among_numbers_stays_a_word_that_no_limit_takes() -> None:
    cells = column([*["5,1", "4,0", "9,5", "8,1", "7,7", "6,0", "5,5", "4,9"], "ERR", "–", "ERR"])
    assert cells[:3] == [5.1, 4.0, 9.5]
    assert cells[9] is None
    assert cells[8] == "ERR"
    assert isinstance(cells[8], NoNumber)
    assert [cell for cell in cells if cell is not None and cell > 8.0] == [9.5, 8.1]
    assert [cell for cell in cells if cell is not None and cell <= 4.0] == [4.0]
    with pytest.raises(ValueError, match="'ERR'"):
        float(cells[8])
    with pytest.raises(TypeError, match="'ERR' is no number"):
        sum(cell for cell in cells if cell is not None)


@pytest.mark.parametrize(
    "cells",
    [
        [*map(str, range(1, 8)), "ERR"],  # too few numbers
        [*map(str, range(1, 20)), "a", "b", "c", "d"],  # too many words
        [*map(str, range(1, 9)), *["ERR"] * 4],  # too large a share
        [*map(str, range(1, 20)), "x9"],  # a code
        ["007", *map(str, range(1, 20)), "ERR"],
    ],
)
def test_other_words_leave_a_column_text(cells: list[str]) -> None:
    assert column(cells) == cells


def test_what_is_not_settled_is_said() -> None:
    assert "1234" in doubt(["1,234", "5,678"])
    assert "month" in doubt(["03/04/2024", "01/02/2024"])
    assert "'x9'" in doubt([*map(str, range(20)), "x9"])
    for clear in (["a", "b"], ["007", "1"], ["3 rooms", "a"], ["0171", "1234"], []):
        assert doubt(clear) == ""


@pytest.mark.parametrize(
    ("cell", "later"),
    [
        ("2025-03-01 23:30", "2025-03-02 00:15"),
        ("2025-03-01T23:30:00Z", "2025-03-02T00:15:00Z"),
        ("2025-03-01 9:30:00", "2025-03-01 10:15:00"),
        ("01.03.2025 23:30", "2025-03-02 00:15"),
        ("2025-03-01T23:30:00+01:00", "2025-03-02T00:15:00+01:00"),
    ],
)
def test_a_later_moment_has_the_form_of_the_first(cell: str, later: str) -> None:
    (moment,) = column([cell])
    assert str(moment + timedelta(minutes=45)) == later
    assert str(moment + timedelta(minutes=45) - timedelta(minutes=45))[:10] == "2025-03-01"


def test_a_date_is_text_and_date() -> None:
    first: Any
    second: Any
    first, second = column(["13.03.2024", "24.12.2025"])
    assert issubclass(type(first), str)
    assert first[:4] == "2024"
    assert first.split("-") == ["2024", "03", "13"]
    assert first.split(".") == ["13", "03", "2024"]
    assert first.startswith("2024-03")
    assert first.startswith("13.")
    assert "2024-03" in first
    assert "03.2024" in first
    assert "05" not in first
    assert (first.year, first.month, first.day, first.weekday(), first.strftime("%d.%m.")) == (
        2024,
        3,
        13,
        2,
        "13.03.",
    )
    assert date.fromisoformat(first) == first.date() == first
    assert f"{first}" == "2024-03-13"
    assert f"{first:%Y}" == "2024"
    assert first == "2024-03-13"
    assert first == "13.03.2024"
    assert first != "14.03.2024"
    assert first in ["13.03.2024"]
    assert first in {"2024-03-13": 1}
    assert first < second
    assert first < "01.04.2024"
    assert first < "2024-04-01"
    assert date(2024, 1, 1) < first
    assert first >= datetime(2024, 3, 13)
    assert not first > date(2024, 3, 13)
    assert (second - first).days == 651
    assert first - date(2024, 3, 1) == timedelta(12)
    assert first - "2024-03-01" == first - "01.03.2024" == "2024-03-25" - first == timedelta(12)
    assert first + timedelta(days=19) == "2024-04-01"
    assert first + "x" == "2024-03-13x"
    assert first.replace("-", "/") == "2024/03/13"
    assert first.replace(day=1) == date(2024, 3, 1)
    assert json.dumps([first]) == '["2024-03-13"]'
    assert copy.deepcopy(first).written == "13.03.2024"
    assert first not in (None, 5)
    with pytest.raises(AttributeError):
        first.nothing  # noqa: B018


def test_a_spelled_number_is_a_number_and_its_text() -> None:
    amount, whole = column(["1.234,56 €", "7 €"])
    assert amount * 2 == 2469.12
    assert whole + 1 == 8
    assert sum([amount, whole]) == 1241.56
    assert amount == "1.234,56 €"
    assert amount == "1.234,56€"
    assert amount != "7 €"
    assert "€" in amount
    assert float(amount.replace("€", "").replace(".", "").replace(",", ".")) == 1234.56
    assert json.dumps([amount, whole]) == "[1234.56, 7]"
    assert f"{amount} {whole}" == "1234.56 7"
    assert copy.deepcopy(amount) == amount
    assert {amount: 1}[1234.56] == 1
    assert type(number(amount)) is float
    assert type(number(whole)) is int
    with pytest.raises(AttributeError):
        amount.nothing  # noqa: B018


def test_true_and_false_are_both() -> None:
    yes, no, none = column(["TRUE", "false", ""])
    assert yes
    assert not no
    assert none is None
    assert [yes, no, yes] == ["TRUE", False, True]
    assert no != "true"


@given(
    st.lists(st.dates(date(1970, 1, 1), date(2060, 12, 31)), min_size=1),
    st.sampled_from(["%d.%m.%Y", "%d.%m.%y"]),
)
def test_any_dates_are_those_dates(days: list[date], form: str) -> None:
    cells = [day.strftime(form) for day in days]
    typed = column(cells)
    assert [value.date() for value in typed] == days
    assert [value.spelling.of(str(value)) for value in typed] == cells


@given(
    st.lists(st.integers(-(10**7), 10**7), min_size=2),
    st.sampled_from([(",", "."), (".", ","), (",", " "), (".", "'")]),
)
def test_any_amounts_are_those_amounts(cents: list[int], marks: tuple[str, str]) -> None:
    decimal, group = marks
    amounts = [cent / 100 for cent in cents]
    cells = [f"{amount:,.2f} €".translate(str.maketrans(",.", group + decimal)) for amount in amounts]
    typed = column(cells)
    assert typed == amounts
    assert [value.written for value in typed] == cells


@given(st.lists(st.text(alphabet="0123456789.,-/ :'€%kmAPT\u202f", max_size=14), max_size=6))
def test_any_texts_are_taken(cells: list[str]) -> None:
    typed = column([cell.strip() for cell in cells])
    assert len(typed) == len(cells)
    assert isinstance(doubt(cells), str)
    for value in typed:
        assert not isinstance(value, Day) or value.date()


def test_an_amount_in_brackets_is_below_zero_among_others_without() -> None:
    assert column(["(1,200.00)", "2,500.00", "(5.00)"]) == [-1200, 2500, -5]
    assert column(["$(1200.00)", "($5.00)", "$3.50"]) == [-1200, -5, 3.5]
    assert column(["(1)", "(2)", "3"]) == ["(1)", "(2)", "3"]
    assert column(["(1.50)", "(2.50)"]) == ["(1.50)", "(2.50)"]


def test_what_a_column_does_not_settle_the_others_of_its_file_do() -> None:
    towns, sales = ["12.500", "8.200", "950"], ["1.234,56", "950,00", "12,50"]
    assert columns([towns, sales])[0] == [12500, 8200, 950]
    assert columns([towns, ["1.5", "2", "3"]])[0] == [12.5, 8.2, 950]
    assert columns([["1,234", "2,345"], ["1.5", "2.75"]])[0] == [1234, 2345]
    assert columns([["1.500 kg", "2.250 kg"], ["3,50", "4,00"]])[0] == [1500, 2250]
    both = [["1.234", "2.500"], ["3,50", "4,00"], ["3.50", "4.00"]]
    assert columns(both) == [column(values) for values in both]  # they do not agree


def test_the_order_of_day_and_month_is_that_of_the_other_dates_or_of_a_decimal_comma() -> None:
    issued = ["03/04/2025", "05/04/2025"]
    assert columns([issued, ["17/04/2025", "19/04/2025"]])[0] == ["2025-04-03", "2025-04-05"]
    assert columns([issued, ["04/17/2025", "04/19/2025"]])[0] == ["2025-03-04", "2025-05-04"]
    assert columns([issued, ["-12,50", "1 850,00"]])[0] == ["2025-04-03", "2025-04-05"]
    assert columns([issued, ["12.50", "3.00"]])[0] == issued


@pytest.mark.parametrize(
    ("texts", "value", "written"),
    [
        (["€ 15", "€ 20"], 13.5, "€ 13.50"),
        (["12,50 €", "3 €"], 13.5, "13,50 €"),
        (["12,50 €", "3 €"], 14, "14 €"),
        (["5 kg", "7 kg"], 13.5, "13.5 kg"),
        (["13.03.2024, 14:05", "01.12.2024, 09:30"], "2025-11-03 09:05", "03.11.2025, 09:05"),
        (["3/13/24, 2:05 PM", "12/1/24, 9:30 AM"], "2025-11-03 15:05", "11/3/25, 3:05 PM"),
    ],
)
def test_a_new_value_is_written_as_people_write_it_there(texts: list[str], value: object, written: str) -> None:
    assert column(texts)[0].spelling.of(value) == written


def test_a_mark_at_school_with_a_minus_behind_it_is_no_number_below_zero() -> None:
    assert column(["2-", "3", "1"]) == ["2-", "3", "1"]
    assert column(["20-", "3", "1"]) == [-20, 3, 1]
    assert column(["2,50-", "3,00"]) == [-2.5, 3.0]
