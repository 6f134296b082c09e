from __future__ import annotations

import pytest

from pandora.programs.extraction.text_values import (
    CHOSEN,
    HeldValue,
    choices_for,
    choices_of,
    held_cell,
    held_choice,
    held_value,
    is_nothing,
    name_of_text,
    stands_for_nothing,
)

BILL = """Rechnung 311/24 der Tischlerei Orla Brandt
vom 7. März 2024 (Lieferung 29.02.2024)
Bestellung KP-20417
Tel. 0555 210 334, <orla@example.org>
Summe 1.234,50 EUR
"""


@pytest.mark.parametrize(
    ("value", "held", "line"),
    [
        ("orla brandt", "Orla Brandt", 1),
        ("311/24", "311/24", 1),
        ("2024-03-07", "2024-03-07", 2),
        ("7. März 2024", "2024-03-07", 2),
        ("29.02.2024", "2024-02-29", 2),
        ("0555 210 334", "0555 210 334", 4),
        ("orla@example.org", "orla@example.org", 4),
        ("1234.50", "1.234,50", 5),
        ("1.234,5", "1.234,50", 5),
        ("123450", "1.234,50", 5),
        ("Orla Brandt, KP-20417", "Orla Brandt, KP-20417", 1),
        ('"Tischlerei Orla Brandt vom"', "Tischlerei Orla Brandt vom", 1),
    ],
)
def test_a_value_that_the_text_carries_has_its_line(value: str, held: str, line: int) -> None:
    carried = held_value(value, BILL)
    assert carried is not None
    assert (carried.value, carried.line) == (held, line)


@pytest.mark.parametrize(
    "value", ["311", "20417", "Orla Brand", "2024-03-08", "1234.05", "example.org", "Orla Brandt, Wien", "9"]
)
def test_a_value_that_the_text_does_not_have_as_a_whole_is_not_carried(value: str) -> None:
    assert held_value(value, BILL) is None


def test_a_date_is_written_as_the_request_asks() -> None:
    carried = held_value("2024-03-07", BILL, "das Datum als TT.MM.JJJJ")
    assert carried is not None
    assert (carried.value, carried.words) == ("07.03.2024", "7. März 2024")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Date 02/04/2024 (dd/mm/yyyy)", "2024-04-02"),
        ("Date 02/04/2024 (mm/dd/yyyy)", "2024-02-04"),
        ("Date 02/04/2024", "02/04/2024"),
    ],
)
def test_code_and_not_the_model_tells_the_day_from_the_month(text: str, value: str) -> None:
    for given in ("2024-02-04", "2024-04-02", "02/04/2024"):
        carried = held_value(given, text)
        assert carried is not None
        assert (carried.value, carried.words) == (value, "02/04/2024")


def test_a_sign_alone_says_nothing() -> None:
    assert [value for value in ("", "-", "—", "0", "no") if is_nothing(value)] == ["", "-", "—"]


@pytest.mark.parametrize(
    ("value", "held"),
    [
        ("27", "27"),
        ("Twenty-seven", "27"),
        ("Clay Pits.", "Clay Pits"),
        ("Messrs. Low", "Messrs. Low"),
        ("28", None),
    ],
)
def test_number_words_are_figures_and_a_full_stop_is_no_part(value: str, held: str | None) -> None:
    text = "Site: Clay Pits. Messrs. Low.\nSunny. Twenty-seven lapwings flew off."
    carried = held_value(value, text)
    assert (carried.value if carried else None) == held


@pytest.mark.parametrize(
    ("text", "carried"),
    [("A bright 3-room flat", True), ("Code 3-B", False), ("Order 7-3-room", False), ("13-room", False)],
)
def test_a_number_joined_to_a_word_is_a_number(text: str, carried: bool) -> None:
    assert (held_value("3", text) is not None) is carried


@pytest.mark.parametrize(
    ("value", "name"),
    [("ads/Canal.txt", "Canal.txt"), ("canal.txt", "Canal.txt"), ("Canal", "Canal.txt"), ("can", None)],
)
def test_a_value_may_be_the_name_of_its_text(value: str, name: str | None) -> None:
    held = name_of_text(value, "ads/Canal.txt")
    assert (held and held.value) == name


ORDERS = "The mails are of May 2025. Make a list with the date (like 2025-05-09)."


@pytest.mark.parametrize(
    ("value", "text", "held"),
    [
        ("2025-05-10", "2 loaves for Saturday, 10 May. Around nine.", "2025-05-10"),
        ("10 May", "2 loaves for Saturday, 10 May.", "2025-05-10"),
        ("2025-05-10", "On May 10th at nine.", "2025-05-10"),
        ("2025-05-11", "2 loaves for Saturday, 10 May.", None),
        ("2025-05-10", "As of 10 May 2024.", None),
        ("2024-05-10", "2 loaves for Saturday, 10 May.", None),
    ],
)
def test_a_day_without_a_year_is_of_the_year_that_the_request_names(
    value: str, text: str, held: str | None
) -> None:
    found = held_value(value, text, ORDERS)
    assert (found and found.value) == held


def test_a_day_without_a_year_stays_as_it_stands_where_no_year_is_known() -> None:
    found = held_value("10 May", "Come on 10 May.", "Make a list.")
    assert found is not None
    assert found.value == "10 May"


def test_a_date_that_a_span_of_the_text_gives_is_carried_by_it() -> None:
    text = "Bill 7, dated 2025-03-06\nPayable within 14 days of the date of the bill."
    assert held_value("20 March 2025", text, "due date") == HeldValue("2025-03-20", "14 days", 2)
    assert held_value("21 March 2025", text, "due date") is None


@pytest.mark.parametrize(
    ("value", "request_", "stands"),
    [
        ("0", "cakes (0 if none)", True),
        ("0", "10 rows, version 0.5", False),
        ("unbekannt", "sonst „unbekannt“", True),
        ("k.A.", "ohne Angabe k.A. schreiben", True),
        ("Saturday", "day (saturday or sunday)", False),
        ("", 'else ""', False),
    ],
)
def test_a_word_that_a_request_gives_for_nothing(value: str, request_: str, stands: bool) -> None:
    assert stands_for_nothing(value, request_) is stands


@pytest.mark.parametrize(
    ("request_text", "choices"),
    [
        ("columns ticket, fixed. fixed = yes or no", ("yes", "no")),
        ("Spalten Nummer und fixed (ja, nein oder offen)", ("ja", "nein", "offen")),
        ("a column fixed: done/open", ("done", "open")),
        ("ticket, fixed yes/no/unknown, owner", ("yes", "no", "unknown")),
        ("fixed  =  yes,  no  or  unknown", ("yes", "no", "unknown")),
        ("the columns ticket, fixed or repaired", ()),
        ("the columns ticket, fixed open or closed", ()),
        ("ticket, fixed and / or repaired", ()),
        ("fixed a" + " " * 50_000, ()),
        ("fixed: " + "a, " * 5_000, ()),
        ("with the columns fixed and item", ()),
    ],
)
def test_a_request_may_give_the_words_of_a_column(request_text: str, choices: tuple[str, ...]) -> None:
    assert choices_of("fixed", request_text) == choices


def test_a_choice_is_one_of_the_words_of_the_request() -> None:
    held = held_choice(" Yes.", ("yes", "no"))
    assert held is not None
    assert (held.value, held.line) == ("yes", CHOSEN)
    assert held_choice("maybe", ("yes", "no")) is None


@pytest.mark.parametrize(
    ("column", "request_text", "value"),
    [
        ("date", "the name and the date (DD/MM/YYYY)", "12/03/2024"),
        ("date", "date = YYYY-MM-DD or none", "12/03/2024"),
        ("speed", "name, speed km/h", "90"),
        ("amount", "amount: net or gross", "1.90"),
    ],
)
def test_a_date_or_an_amount_is_held_to_the_text_and_not_to_words(
    column: str, request_text: str, value: str
) -> None:
    choices = choices_of(column, request_text)
    assert choices
    cell = held_cell(value, "12/03/2024: 90 km/h, 1.90 EUR", "a.txt", choices, request_text)
    assert cell is not None
    assert cell.line == 1
    assert choices_for(value, choices, "") == ()
    assert choices_for("yes", ("yes", "no"), "") == choices_for("soon", ("yes", "no"), "") == ("yes", "no")
    assert choices_for("Q1", ("Q1", "Q2"), "") == ("Q1", "Q2")


@pytest.mark.parametrize(
    ("request_text", "value", "words"),
    [
        ("sender: name or company", "Bosch", "Bosch"),
        ("sender: name or company", "anna@example.org", "anna@example.org"),
        ("sender (name/company), total", "Petra van Dijk", "Petra van Dijk"),
        ("sender: Name oder Firma, Summe", "Petra van Dijk", "Petra van Dijk"),
        ("sender: yes or no", "Yes", "yes"),
        ("sender: yes or no", "Thanks", None),
        ("sender: yes or no", "the order", None),
        ("sender: yes or no", "Yes Bosch", None),
        ("sender: yes or no", "Anna Miller", None),
        ("Spalten sender: Privat oder Firma", "Bosch", None),
    ],
)
def test_a_name_of_the_text_is_held_to_it_where_words_say_what_kind_is_wanted(
    request_text: str, value: str, words: str | None
) -> None:
    text = "Thanks for the order. It went to Bosch and to Petra van Dijk, anna@example.org. Yes Bosch!"
    cell = held_cell(value, text, "a.txt", choices_of("sender", request_text), request_text)
    assert (cell and cell.words) == words


@pytest.mark.parametrize(
    ("value", "text", "words"),
    [
        ("1234.50", "Total : 1 234,50 €", "1 234,50"),
        ("EUR 12.50", "Preis 12,50 €", "12,50"),
        ("-12.50", "Gutschrift: -12,50 EUR", "-12,50"),
        ("12,50", "Gutschrift: -12,50 EUR", "-12,50"),
        ("5", "- 5 eggs\n-7 apples", "5"),
        ("7", "- 5 eggs\n-7 apples", "7"),
        ("15", "pages 12 -15", "15"),
        ("14:30", "um 14.30 Uhr", "14.30 Uhr"),
        ("14:30", "at 2:30 pm", "2:30 pm"),
        ("14:30", "à 14h30", "14h30"),
        ("+49 30 1234567", "Tel.: +49 (30) 123-4567", "+49 (30) 123-4567"),
        ("0301234567", "Tel.: 030/123 45 67", "030/123 45 67"),
        ("DE12345678", "IBAN: DE12 3456 78", "DE12 3456 78"),
    ],
)
def test_a_value_is_carried_in_the_notation_of_its_text(value: str, text: str, words: str) -> None:
    held = held_value(value, text)
    assert held is not None
    assert held.words == words


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("-12.50", "Preis: 12,50 EUR"),
        ("14:30", "room 14, 30 people"),
        ("123456", "1234567"),
        ("123456", "A-123456-B"),
        ("15:30", "at 2:30 pm"),
    ],
)
def test_a_value_in_another_notation_must_be_the_same(value: str, text: str) -> None:
    assert held_value(value, text) is None


@pytest.mark.parametrize(
    ("value", "asked", "held"),
    [
        ("Freitag, 8. Mai, 06:30", "der Tag, an dem abgeholt wird", "2026-05-08"),
        ("Dienstag, 8. Mai 2026, 14:00 Uhr", "der Tag, an dem abgeholt wird", "2026-05-08"),
        ("Dienstag, 8. Mai 2026", "die Abholung", "2026-05-08"),
        ("Freitag, 8. Mai, 06:30", "die Abholung", None),
        ("Freitag, 9. Mai, 06:30", "der Tag, an dem abgeholt wird", None),
        ("8. Mai im Hotel", "der Tag, an dem abgeholt wird", None),
    ],
)
def test_the_day_of_a_value_with_more_is_that_of_the_text(value: str, asked: str, held: str | None) -> None:
    text = "Datum: Montag, 4. Mai 2026\n\nwir brauchen am Freitag, 8. Mai, 60 Brote und kommen um 6:30.\n"
    found = held_value(value, text, f"eine Tabelle mit Menge und Abholung ({asked})")
    assert (found.value if found else None) == held
