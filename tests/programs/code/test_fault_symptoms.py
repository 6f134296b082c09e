from __future__ import annotations

import pytest

from pandora.programs.code.fault_symptoms import (
    Probe,
    call_symptoms,
    compared_case,
    crash_probes,
    crash_symptoms,
    further_probes,
    line_symptoms,
    near_probes,
    probes,
    with_quoted_results,
    written_down,
)

FILES = {"a.py": "def total(items):\n    return 0\n\n\ndef due(day, days=14):\n    return day\n"}


@pytest.mark.parametrize(
    ("request_", "now", "wanted"),
    [
        ("total([1]) says 78.0, should be 74.1", "78.0", ["74.1"]),
        ("total([1]) ergibt 78.0 statt 74.1", "78.0", ["74.1"]),
        ("total([1]) devrait donner 74.1 et donne 78.0", "78.0", ["74.1"]),
        ("total([1]) should be 5", "4", ["5"]),
        ("total([1]) gives 4", "4", []),
        ("total([1]) gives 4 and 7.5 is the rate", "4", []),
        ("total([1]) is wrong", "4", []),
        ("total([1]) gives True, should be False", "True", ["False"]),
        ("total([1]) gives [1, 3], but should give [2, 4].", "[1, 3]", ["[2, 4]"]),
        ("total([1]) gives 1, 3, but should give [2, 4].", "[1, 3]", ["[2, 4]"]),
        ("total([1]) gives [3, 1], but should give (1, 3)", "(3, 1)", ["(1, 3)"]),
        ("total([1]) ends in KeyError, it should give 0", "raises KeyError", ["0"]),
        ("total([1]) should raise ValueError, but it gives 10", "10.0", ["ValueError"]),
        ("total([1]) gives 1.33, but should be 1.5", "1.3333333", ["1.5"]),
        ("total([1]) gives True but should be False", "'x'", []),
        ("total([1]) gives 7 (see line 2), it should be 12", "7", ["2", "12"]),
        ("total([1]) gives 95, should be 90. From 10 on there is 5 % off", "95", ["90"]),
    ],
)
def test_what_a_call_gives_and_the_request_has_beside_another_value(
    request_: str, now: str, wanted: list[str]
) -> None:
    (probe,) = probes(request_, FILES)
    assert probe == Probe("a.py", "total", "[1]", True)
    assert [value for found in call_symptoms(request_, {probe: now}) for value in found.wanted] == wanted


def test_of_two_calls_each_has_the_words_up_to_the_next() -> None:
    request = "total([1]) gives 4 and should be 5; total([2]) gives 6 and should be 4."
    one, other = probes(request, FILES)
    found = call_symptoms(request, {one: "4", other: "6"})
    assert [symptom.wanted for symptom in found] == [("5",), ("4",)]


def test_an_error_is_told_as_one_that_is_raised() -> None:
    request = "total([1]) gives 10, it should raise ValueError"
    (found,) = call_symptoms(request, {probes(request, FILES)[0]: "10"})
    assert found.shown == "total([1]) raises ValueError"
    assert found.held({Probe("a.py", "total", "[1]", True): "raises ValueError"}, [])


def test_without_a_call_each_function_is_tried_with_the_values_of_the_request() -> None:
    request = "a book of 11 December 2025 is due 26 December, it should be the 27th"
    probe = Probe("a.py", "due", "date(2025, 12, 11)")
    assert probe in probes(request, FILES)
    (found,) = call_symptoms(request, {probe: "datetime.date(2025, 12, 26)"})
    assert found.wanted == ("datetime.date(2025, 12, 27)",)
    assert len(near_probes([found])) == 365


def test_further_numbers_of_the_request_are_put_into_a_call() -> None:
    request = "total([12]) is 78.0, should be 74.1, same with 10: 65.0 instead of 61.75"
    (probe,) = probes(request, FILES)
    (found,) = call_symptoms(request, {probe: "78.0"})
    assert Probe("a.py", "total", "[10]") in further_probes(request, [found])


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("it says 7.50 for Monday from 8:00 to 16:30, that is 8.00", ["Mon 8.00"]),
        ("it says 7.50, and 4.00 is right", []),
        ("it says 7.50", []),
    ],
)
def test_a_printed_figure_beside_another_one_of_its_form(request_: str, wanted: list[str]) -> None:
    found = line_symptoms(request_, ["Mon 7.50\nTue 4.00\n"])
    assert [value for symptom in found for value in symptom.wanted] == wanted
    assert all(symptom.held({}, ["Mon 8.00\nTue 4.00\n"]) for symptom in found)


def test_a_value_of_the_case_that_is_written_into_the_code() -> None:
    request = "total(['tube', 12]) says 78.0, should be 74.1"
    (probe,) = probes(request, FILES)
    found = call_symptoms(request, {probe: "78.0"})
    assert written_down("x = 3", "x = 3 if y == 12 else 'tube'", found) == "'tube', 12"
    assert written_down("x = 12", "x = 12 + 1", found) == ""
    assert written_down("x > 13", "x > 12", found) == "12"
    assert written_down("x > 13", "x > 12", found, f"{request}. More than 12 are cheaper.") == ""


def test_a_decimal_is_held_to_the_number_that_should_be() -> None:
    request = "total([12]) should be 74.1"
    (probe,) = probes(request, FILES)
    (found,) = call_symptoms(request, {probe: "Decimal('78.0')"})
    assert found.wanted == ("74.1",)
    assert found.held({probe: "Decimal('74.10')"}, [])
    assert call_symptoms(request, {probe: "Decimal('74.1')"}) == []


def test_texts_that_a_function_returns_count_without_quotes() -> None:
    files = {"a.py": "def grade(points):\n    if points > 90:\n        return 'A'\n    return 'B'\n"}
    request = "A pupil with exactly 90 points gets a B but should get an A."
    assert with_quoted_results(request, files) == (
        "A pupil with exactly 90 points gets a 'B' but should get an 'A'."
    )
    assert with_quoted_results("it prints 'B'", files) == "it prints 'B'"
    assert with_quoted_results(request, {"a.py": "def ("}) == request


def test_of_several_figures_of_a_line_the_one_is_wrong_with_which_the_request_has_the_line() -> None:
    asked = "tonight.py should say 31 of 34 seats are free, but it says 28."
    (symptom,) = line_symptoms(asked, ["28 of 34 seats are free\n"])
    assert (symptom.now, symptom.wanted) == ("28 of 34 seats are free", ("31 of 34 seats are free",))


AGES = {
    "ages.py": "def age(born, on):\n    return on.year - born.year\n\n\ndef group(years):\n    return '-'\n"
}


def test_the_numbers_of_a_day_are_no_values_of_their_own() -> None:
    request = "with 2025-06-01 it says Ina is 9, though she was born on 20 November 2016 and is only 8"
    tried = probes(request, AGES)
    assert not [probe for probe in tried if set(probe.arguments.split(", ")) & {"2016", "2025"}]
    right = Probe("ages.py", "age", "date(2016, 11, 20), date(2025, 6, 1)")
    assert right in tried
    (found,) = call_symptoms(request, {right: "9"})
    assert found.wanted == ("8",)
    assert further_probes(request, [found]) == []


BILLS = {
    "bills.py": "from datetime import date\n\n\n"
    "def following(day):\n    return date(day.year, day.month + 1, 1)\n\n\n"
    "def due(day):\n    return following(day)\n"
}


def test_the_error_of_which_a_request_complains_is_looked_for_by_calls() -> None:
    request = "in December due crashes with ValueError: month must be in 1..12"
    tried = crash_probes(request, BILLS)
    assert Probe("bills.py", "due", "date(2025, 12, 31)") in tried
    assert Probe("bills.py", "due", "[]") in tried
    outcomes = {
        probe: "raises ValueError" if "12, " in probe.arguments else "raises AttributeError" for probe in tried
    }
    messages = dict.fromkeys(tried, "month must be in 1..12")
    found = crash_symptoms(request, outcomes, messages)
    assert [one.probe.function for one in found if one.probe] == ["due", "due"]
    assert found[0].said == "due(date(2025, 12, 15)) raises ValueError; the task says that it must not"
    for given, held in (("datetime.date(2026, 1, 1)", True), ("None", False), ("raises KeyError", False)):
        assert found[0].held({found[0].probe: given}, []) is held  # type: ignore[dict-item]
    assert written_down("", "if day.month == 12: pass", found, request) == ""
    assert crash_symptoms("due crashes with ValueError", outcomes, messages) == []


def test_a_condition_on_the_case_of_the_task_is_told() -> None:
    before, wanted = "print(mean(rows))", ["Hillock: no readings"]
    assert compared_case(before, "if name == 'Hillock': print('no readings')", wanted) == "'Hillock'"
    assert compared_case(before, "if name in ('Hillock', 'x'): pass", wanted) == "'Hillock'"
    assert compared_case(before, "if not rows: print('Hillock: no readings')", wanted) == ""
    assert compared_case("name == 'Hillock'", "name != 'Hillock'", wanted) == ""
    assert compared_case(before, "if state == 'paid': pass", ["Bo: paid"]) == ""
    assert compared_case(before, "if (", wanted) == compared_case(before, "if line == '': pass", wanted) == ""


def test_each_figure_is_wanted_of_one_line_and_several_in_their_order() -> None:
    printed = ["Hugo 5:60\nSanna 4:60\nIngrid 5:00\n"]
    pairs = line_symptoms("it prints 5:60 for Hugo and 4:60 for Sanna, it should be 6:00 and 5:00", printed)
    assert [symptom.wanted for symptom in pairs] == [("Hugo 6:00",), ("Sanna 5:00",)]
    (only,) = line_symptoms(
        "for Ida it is 7:65 and should be 8:05. Bo (8:25) is right.", ["Ida 7:65\nBo 8:25\n"]
    )
    assert (only.now, only.wanted) == ("Ida 7:65", ("Ida 8:05",))


def test_figures_that_are_wanted_may_come_before_those_that_are_printed() -> None:
    found = line_symptoms("average must be 4.5 and total 9.5; I get 4.0 and 9.0", ["average 4.0\ntotal 9.0\n"])
    assert [one.wanted for one in found] == [("average 4.5",), ("total 9.5",)]


def test_a_figure_that_code_or_data_have_is_wanted_only_where_there_is_no_other() -> None:
    request = "it prints 12.50 for Anna (3.50 per hour, 4 hours), but it must be 14.00"
    assert [one.wanted for one in line_symptoms(request, ["Anna: 12.50\n"], {"3.50"})] == [("Anna: 14.00",)]
    request = "it prints 12.50 and not 3.50"
    assert [one.wanted for one in line_symptoms(request, ["Anna: 12.50\n"], {"3.50"})] == [("Anna: 3.50",)]
